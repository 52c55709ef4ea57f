import Simulator
import Testing
import scenarios

@testable import Command

@Suite("Scenarios")
struct ScenarioTests {
  @Test(
    "every scenario passes", arguments: ScenarioCatalog.all.scenarios, [Schedule.fifo, .random])
  func passes(scenario: Scenario, schedule: Schedule) throws {
    let run = try RehearseProgram.play(
      scenario,
      RunConfiguration(seed: 1, schedule: schedule, faults: scenario.faults.budget))
    #expect(run.result.outcome == .passed, "\(RehearseProgram.story(of: run))")
  }
}
