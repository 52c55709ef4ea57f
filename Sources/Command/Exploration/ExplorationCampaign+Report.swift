internal import Harness
import Simulator

extension ExplorationCampaign.Finding: ReportedFinding {
  static let headings = ["scenario", "schedules", "failed", "choices", "wall", "extent"]
  static let rightColumns: Set = [1, 2, 3, 4]

  var row: [String] {
    [
      scenario.name, "\(exploration.explored)", "\(tally.failed)", "\(exploration.choicesMax)",
      wallTime.brief, exploration.extentText,
    ]
  }

  var lines: [String] {
    (failure.map { [JSONLine.result($0)] } ?? []) + [JSONLine.exploration(self)]
  }

  func stories(_ style: Style) -> String {
    guard let failure, let story = StoryText(failure, style: style) else { return "" }
    let deviations = failureDeviations
    let choices = deviations == 1 ? "1 choice" : "\(deviations) choices"
    let differs = deviations == 0 ? "is the plain one" : "differs from the plain one in \(choices)"
    return story.text
      + "  \(tally.failed) of \(exploration.explored) schedules failed; this one "
      + "\(differs).\n\n"
  }
}

extension Exploration {
  /// The extent in words, for a person; says where orders were left out, and before which point.
  fileprivate var extentText: String {
    let text =
      extent == .complete && limits.isReduced
      ? "complete but for orders that come to the same" : extent.text
    return beginningNanoseconds.map { "from \(Instant(nanoseconds: $0)) on \(text)" } ?? text
  }
}

extension Exploration.Extent {
  /// The extent of the exploration in words, for a person.
  var text: String {
    switch self {
    case .complete: "complete"
    case .withinDeviations(let most, let further):
      "complete up to \(most) \(most == 1 ? "deviation" : "deviations"); "
        + "at least \(further) have more"
    case .stopped(let atLeast): "stopped; there are at least \(atLeast)"
    }
  }
}

extension JSONLine {
  /// The line on the exploration of one scenario.
  static func exploration(_ finding: ExplorationCampaign.Finding) -> String {
    let exploration = finding.exploration
    let atLeast: Int
    let isComplete: Bool
    switch exploration.extent {
    case .complete: (atLeast, isComplete) = (exploration.explored, true)
    case .withinDeviations(_, let further):
      (atLeast, isComplete) = (exploration.explored + further, false)
    case .stopped(let count): (atLeast, isComplete) = (count, false)
    }
    return text(
      kind: "exploration",
      [
        "scenario": .string(finding.scenario.name),
        "seed": .unsigned(exploration.plain.seed),
        "explored": .integer(Int64(exploration.explored)),
        "failed": .integer(Int64(finding.tally.failed)),
        "complete": .boolean(isComplete),
        "reduced": .boolean(exploration.limits.isReduced),
        "redundant": .integer(Int64(exploration.redundant)),
        "at_least": .integer(Int64(atLeast)),
        "max_runs": .integer(Int64(exploration.limits.runs)),
        "max_deviations": exploration.limits.deviations.map { .integer(Int64($0)) } ?? .null,
        "from_ns": exploration.beginningNanoseconds.map { .integer($0) } ?? .null,
        "choices_max": .integer(Int64(exploration.choicesMax)),
        "untried_max": .integer(Int64(exploration.untriedMax)),
        "digest": .string(Hexadecimal.text(finding.tally.digest.value)),
        "wall_ns": .integer(finding.wallTime.nanoseconds),
        "replay": .optional(finding.failure.map { "\($0.result.token)" }),
      ])
  }
}
