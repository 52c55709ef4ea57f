import Testing

@testable import SystemSupport

extension SystemSupportTests {
  @Suite("This process")
  struct CurrentProcessTests {
    @Test("the allocator keeps what a run frees, unless its user has said how much")
    func tunables() {
      #expect(CurrentProcess.tunables(over: nil) == "glibc.malloc.tcache_count=500")
      #expect(CurrentProcess.tunables(over: "") == "glibc.malloc.tcache_count=500")
      #expect(
        CurrentProcess.tunables(over: "glibc.malloc.perturb=7")
          == "glibc.malloc.perturb=7:glibc.malloc.tcache_count=500")
      let own = "glibc.malloc.tcache_count=9"
      #expect(CurrentProcess.tunables(over: own) == own)
    }
  }
}
