import Simulator
import Testing

@Suite("The runtime's roads lead into the world")
struct SelfTestTests {
  @Test(
    "a world takes plain tasks, detached ones, groups, sleeps and the main actor on virtual time")
  func selfTestPasses() throws {
    try SelfTest.run()
  }
}
