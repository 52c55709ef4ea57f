import Testing

@testable import SystemSupport

extension SystemSupportTests {
  @Suite("This process")
  struct CurrentProcessTests {
    @Test("the allocator keeps what a run frees, in large pages, unless its user has said how")
    func tunables() {
      let (kept, pages) = ("glibc.malloc.tcache_count", "glibc.malloc.hugetlb")
      #expect(CurrentProcess.tunables(over: nil) == "\(kept)=500:\(pages)=1")
      #expect(CurrentProcess.tunables(over: "") == "\(kept)=500:\(pages)=1")
      #expect(
        CurrentProcess.tunables(over: "glibc.malloc.perturb=7")
          == "glibc.malloc.perturb=7:\(kept)=500:\(pages)=1")
      #expect(CurrentProcess.tunables(over: "\(kept)=9") == "\(kept)=9:\(pages)=1")
      let own = "\(pages)=0:\(kept)=9"
      #expect(CurrentProcess.tunables(over: own) == own)
    }
  }
}
