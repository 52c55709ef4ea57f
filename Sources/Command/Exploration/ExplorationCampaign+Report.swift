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
  /// The extent in words, for a person; says where orders were left out, before which point, and how many draws were not
  /// varied.
  var extentText: String {
    var text = extent.text
    let gaps = [
      limits.isReduced ? "orders that come to the same" : nil,
      sharedQueues > 0 ? "orders within queues of plain actors" : nil,
    ].compactMap(\.self)
    if extent == .complete, !gaps.isEmpty {
      text += " but for " + gaps.joined(separator: " and ")
    }
    if let beginningNanoseconds {
      text = "from \(Instant(nanoseconds: beginningNanoseconds)) on \(text)"
    }
    guard untriedMax > 0 else { return text }
    return text
      + "; up to \(untriedMax) \(untriedMax == 1 ? "draw" : "draws") of a run keep what the seed gave"
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
    case .unknown(let abandoned, let unordered): Self.text(abandoned, unordered)
    }
  }

  /// The reasons why nobody knows whether all schedules were played.
  private static func text(_ abandoned: Int, _ unordered: Int) -> String {
    var reasons: [String] = []
    if abandoned > 0 {
      reasons.append("what follows from \(runs(abandoned)) that came to no end is not known")
    }
    if unordered > 0 {
      reasons.append("orders of calls between plain actors are left out in \(runs(unordered))")
    }
    return "not known to be complete: " + reasons.joined(separator: ", and ")
  }

  private static func runs(_ count: Int) -> String { count == 1 ? "1 run" : "\(count) runs" }
}

extension JSONLine {
  /// The line on the exploration of one scenario.
  static func exploration(_ finding: ExplorationCampaign.Finding) -> String {
    let exploration = finding.exploration
    return text(
      kind: "exploration",
      [
        "scenario": .string(finding.scenario.name),
        "seed": .unsigned(exploration.plain.seed),
        "explored": .integer(Int64(exploration.explored)),
        "failed": .integer(Int64(finding.tally.failed)),
        "complete": .boolean(exploration.extent == .complete),
        "reduced": .boolean(exploration.limits.isReduced),
        "redundant": .integer(Int64(exploration.redundant)),
        "at_least": .integer(Int64(exploration.atLeast)),
        "abandoned": .integer(Int64(exploration.abandoned)),
        "unordered": .integer(Int64(exploration.unordered)),
        "shared_queues": .integer(Int64(exploration.sharedQueues)),
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
