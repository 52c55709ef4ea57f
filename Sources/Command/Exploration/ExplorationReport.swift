internal import Harness
import Simulator

/// Writes what explorations came to, as a table with stories or as JSON Lines.
struct ExplorationReport {
  private let format: ResultFormat
  private let sink: ResultSink
  private let style: Style
  private var findings: [ExplorationCampaign.Finding] = []
  private var tally = Tally()
  private var wallTime = Duration.zero

  init(format: ResultFormat, sink: ResultSink) {
    self.format = format
    self.sink = sink
    style = Style(hasColour: sink.hasColour)
  }

  /// Whether a run failed.
  var hasFailures: Bool { tally.failed > 0 }

  mutating func add(_ finding: ExplorationCampaign.Finding) throws(OutputFault) {
    findings.append(finding)
    tally.add(finding.tally)
    wallTime += finding.wallTime
    guard format == .json else { return }
    if let failure = finding.failure { try sink.write(JSONLine.result(failure)) }
    try sink.write(JSONLine.exploration(finding))
    try sink.flush()
  }

  func end() throws(OutputFault) {
    if format == .json {
      try sink.write(JSONLine.summary(tally, wallTime: wallTime))
    } else {
      try sink.write(text)
    }
  }

  private var text: String {
    let rows =
      [["scenario", "schedules", "failed", "choices", "wall", "extent"]]
      + findings.map { finding in
        [
          finding.scenario.name, "\(finding.exploration.explored)", "\(finding.tally.failed)",
          "\(finding.exploration.choicesMax)", finding.wallTime.brief,
          finding.exploration.extentText,
        ]
      }
    let lines = Columns.lines(rows, right: [1, 2, 3, 4])
    let table = ([style.strong(lines[0])] + lines.dropFirst()).joined(separator: "\n")
    return table + "\n\n" + findings.map(story).joined()
      + SummaryText.line(tally, wallTime: wallTime, style: style) + "\n"
  }

  private func story(_ finding: ExplorationCampaign.Finding) -> String {
    guard let failure = finding.failure, let story = StoryText(failure, style: style) else {
      return ""
    }
    let deviations = finding.failureDeviations
    let choices = deviations == 1 ? "1 choice" : "\(deviations) choices"
    let differs = deviations == 0 ? "is the plain one" : "differs from the plain one in \(choices)"
    return story.text
      + "  \(finding.tally.failed) of \(finding.exploration.explored) schedules failed; this one "
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
