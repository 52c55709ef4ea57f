import Chat
import Simulator
import Testing
import scenarios

@Suite("Scenarios")
struct ScenarioTests {
  @Test(
    "every scenario passes", arguments: ScenarioCatalog.all.scenarios, [Schedule.fifo, .random])
  func passes(scenario: Scenario, schedule: Schedule) {
    let result = Runner.run(
      scenario, RunConfiguration(seed: 1, schedule: schedule, faults: scenario.faults.budget))
    #expect(result.outcome == .passed, "\(result.story.map(Self.tell) ?? "")")
  }

  private static func tell(_ story: FailureStory) -> String {
    var lines = [story.summary, "at \(story.instant)", "\(story.location?.description ?? "")"]
    lines += story.observed
    for section in story.underWay { lines += ["— \(section.title)"] + section.lines }
    for timeline in story.lastEvents {
      lines += ["— last events of \(timeline.subject)"] + timeline.events.map { "\($0.instant) \($0.text)" }
    }
    if let text = story.nondeterminism { lines.append(text) }
    return lines.joined(separator: "\n")
  }
}
