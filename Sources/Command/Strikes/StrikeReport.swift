internal import Harness
import Simulator

/// Writes what strikes came to: tables with stories, JSON Lines, or a test case for each strike as JUnit's XML.
struct StrikeReport {
  private let format: ResultFormat
  private let sink: ResultSink
  private let style: Style
  private var cases: JUnitReport
  private var findings: [StrikeCampaign.Finding] = []
  private(set) var tally = Tally()

  init(format: ResultFormat, sink: ResultSink) {
    self.format = format
    self.sink = sink
    style = Style(hasColour: sink.hasColour)
    cases = JUnitReport(sink: sink)
  }

  /// Takes the next run.
  mutating func add(_ run: FinishedRun) throws(OutputFault) {
    tally.add(run.result)
    switch format {
    case .json: try sink.write(JSONLine.result(run))
    case .junit: cases.add(run)
    case .text: break
    }
  }

  /// Takes what the strikes at one scenario came to.
  mutating func add(_ finding: StrikeCampaign.Finding) throws(OutputFault) {
    findings.append(finding)
    guard format == .json else { return }
    try sink.write(JSONLine.strikes(finding))
    try sink.flush()
  }

  /// Writes what stands behind the last run; of the summary the caller decides when.
  mutating func end(wallTime: Duration) throws(OutputFault) {
    switch format {
    case .json: try sink.write(JSONLine.summary(tally, wallTime: wallTime))
    case .junit: try cases.end(tally, wallTime: wallTime)
    case .text:
      try sink.write(text)
      try sink.write(SummaryText.line(tally, wallTime: wallTime, style: style) + "\n")
    }
  }

  private var text: String {
    let rows =
      [["scenario", "points", "strikes", "played", "failed", "struck nothing", "wall"]]
      + findings.map { finding in
        [
          finding.scenario.name, "\(finding.points.reduce(0) { $0 + $1.count })",
          "\(finding.planned)", "\(finding.tally.runs)", "\(finding.tally.failed)",
          "\(finding.idle)", finding.wallTime.brief,
        ]
      }
    return table(rows) + "\n" + findings.map(points).joined() + findings.map(stories).joined()
  }

  /// The points of one scenario, by phone and kind.
  private func points(_ finding: StrikeCampaign.Finding) -> String {
    guard !finding.points.isEmpty else { return "" }
    var targets: [String] = []
    for count in finding.points where !targets.contains(count.target) {
      targets.append(count.target)
    }
    let kinds = StrikePoint.allCases.filter { point in
      finding.points.contains { $0.point == point }
    }
    let rows =
      [[finding.scenario.name] + kinds.map(\.rawValue)]
      + targets.map { target in
        [target]
          + kinds.map { kind in
            finding.points.first { $0.target == target && $0.point == kind }
              .map { "\($0.count)" } ?? "-"
          }
      }
    let reason = finding.stopped.map { "stopped before the end (\($0.visible))\n" } ?? ""
    return table(rows) + reason + "\n"
  }

  private func stories(_ finding: StrikeCampaign.Finding) -> String {
    finding.classes.compactMap { group -> String? in
      guard let story = StoryText(group.first, style: style) else { return nil }
      let times = group.count == 1 ? "1 run" : "\(group.count) runs"
      return story.text + "  \(times) of \(finding.tally.runs) failed so.\n\n"
    }.joined()
  }

  private func table(_ rows: [[String]]) -> String {
    let lines = Columns.lines(rows, right: Set(1..<10))
    return ([style.strong(lines[0])] + lines.dropFirst()).joined(separator: "\n") + "\n"
  }
}

extension JSONLine {
  /// The line on the strikes at one scenario.
  static func strikes(_ finding: StrikeCampaign.Finding) -> String {
    text(
      kind: "strikes",
      [
        "scenario": .string(finding.scenario.name),
        "seed": .unsigned(finding.plain.plan.configuration.seed),
        "points": .array(
          finding.points.map {
            .members([
              "target": .string($0.target), "event": .string($0.point.rawValue),
              "count": .unsigned($0.count), "kinds": .strings($0.kinds.map(\.rawValue)),
            ])
          }),
        "strikes": .integer(Int64(finding.planned)),
        "runs": .integer(Int64(finding.tally.runs)),
        "failed": .integer(Int64(finding.tally.failed)),
        "idle": .integer(Int64(finding.idle)),
        "failures": .array(
          finding.classes.map {
            .members([
              "signature": .string("\($0.signature)"), "count": .integer(Int64($0.count)),
              "replay": .string("\($0.first.result.token)"),
            ])
          }),
        "stopped": .optional(finding.stopped),
        "replay": .string("\(finding.plain.result.token)"),
        "digest": .string(Hexadecimal.text(finding.tally.digest.value)),
        "wall_ns": .integer(finding.wallTime.nanoseconds),
      ])
  }
}
