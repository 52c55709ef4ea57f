import Testing

@testable import RehearsalCommand

@Suite("The program that plays runs")
struct WorkerProgramTests {
  @Test("the allocator keeps what a run frees, unless its user has said how much")
  func tunables() {
    #expect(WorkerProgram.tunables(over: nil) == "glibc.malloc.tcache_count=500")
    #expect(WorkerProgram.tunables(over: "") == "glibc.malloc.tcache_count=500")
    #expect(
      WorkerProgram.tunables(over: "glibc.malloc.perturb=7")
        == "glibc.malloc.perturb=7:glibc.malloc.tcache_count=500")
    let own = "glibc.malloc.tcache_count=9"
    #expect(WorkerProgram.tunables(over: own) == own)
  }
}
