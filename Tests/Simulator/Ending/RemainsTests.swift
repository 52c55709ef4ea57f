internal import Harness
import Testing

@testable import Simulator

@Suite("Worlds that cannot be taken down are counted")
struct RemainsTests {
  @Test("a run whose task waits for something unseen keeps its world and says why")
  func waitsOutside() {
    let scenario = Scenario("waits outside") { (stage: EmptyWorld) in
      stage.world.lane("Bob").spawn {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
          Forgotten.keep(continuation)
        }
      }
      try await stage.world.sleep(for: .seconds(1))
    }
    let result = Runner.run(scenario, RunConfiguration(seed: 1))
    #expect(result.outcome == .passed)
    #expect(result.remains == "a task waits for something outside of the simulation")
  }

  @Test("a run that ends in order keeps nothing, be it passed or failed")
  func keepsNothing() {
    let fine = Scenario("sleeps") { (stage: EmptyWorld) in
      stage.world.lane("Bob").spawn { try? await stage.world.sleep(for: .hours(1)) }
      try await stage.world.sleep(for: .seconds(1))
    }
    #expect(Runner.run(fine, RunConfiguration(seed: 1)).remains == nil)
    let broken = Scenario("throws") { (_: EmptyWorld) in throw CancellationError() }
    #expect(Runner.run(broken, RunConfiguration(seed: 1)).remains == nil)
  }

  private struct EmptyWorld: ScenarioWorld {
    let world: World
    init(in world: World) async throws { self.world = world }
  }
}
