import Testing

@testable import Harness
@testable import Simulator

@Suite("Probes")
struct ProbeTests {
  private struct Stage: ScenarioWorld {
    let world: World
    init(in world: World) async throws { self.world = world }
  }

  @Test("a run counts how often each probe was reached, in the order of the first time")
  func counts() {
    let scenario = Scenario("probes") { (stage: Stage) in
      stage.world.probe("second")
      stage.world.probe("first")
      stage.world.probe("second")
    }
    let result = Runner.run(scenario, RunConfiguration())
    #expect(result.probes.map(\.name) == ["second", "first"])
    #expect(result.probes.map(\.count) == [2, 1])
  }

  @Test("what happens while the world is taken down counts for nothing")
  func takingDown() {
    let scenario = Scenario("probes") { (stage: Stage) in
      let world = stage.world
      world.atEnd { world.probe("too late") }
    }
    #expect(Runner.run(scenario, RunConfiguration()).probes.isEmpty)
  }

  @Test("a probe is its name, however rare")
  func names() {
    #expect(Probe("a") == "a")
    #expect(Probe("a").rare == "a")
    #expect(Probe("a").rare.rarity == .rare)
    #expect(Probe("a").within(seeds: 9).rarity == .within(seeds: 9))
  }

  @Test("the story of a failed run tells which probes it reached")
  func story() {
    let scenario = Scenario("probes") { (stage: Stage) in
      stage.world.probe("the door was open")
      stage.world.fail(Failure(kind: "expectation", expected: "a closed door"))
    }
    let story = Runner.run(scenario, RunConfiguration()).story
    let events = story?.lastEvents.first { $0.subject == "probes" }?.events
    #expect(events?.map(\.text) == ["the door was open"])
  }
}
