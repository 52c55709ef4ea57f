internal import Harness
import Simulator

/// Writes what explorations of days found, as a table with stories and scenario files, or as JSON Lines.
struct DayReport {
  private let format: ResultFormat
  private let sink: ResultSink
  private let style: Style
  private var findings: [DayCampaign.Finding] = []
  private var tally = Tally()
  private var wallTime = Duration.zero

  init(format: ResultFormat, sink: ResultSink) {
    self.format = format
    self.sink = sink
    style = Style(hasColour: sink.hasColour)
  }

  /// Whether a day failed.
  var hasFailures: Bool { tally.failed > 0 }

  mutating func add(_ finding: DayCampaign.Finding) throws(OutputFault) {
    findings.append(finding)
    tally.add(finding.tally)
    wallTime += finding.wallTime
    guard format == .json else { return }
    for failure in finding.failures {
      try sink.write(JSONLine.result(failure.shrunk ?? failure.run))
      try sink.write(JSONLine.day(failure, of: finding.scenario))
    }
    try sink.write(JSONLine.days(finding))
    try sink.flush()
  }

  func end() throws(OutputFault) {
    switch format {
    case .json: try sink.write(JSONLine.summary(tally, wallTime: wallTime))
    case .text: try sink.write(text)
    case .junit: try sink.write(junit)
    }
  }

  private var text: String {
    let rows =
      [["scenario", "days", "failed", "reached", "pairs", "kept", "wall"]]
      + findings.map { finding in
        [
          finding.scenario.name, "\(finding.tally.runs)", "\(finding.tally.failed)",
          "\(finding.explorer.features.count)", "\(finding.growth.last?.pairs ?? 0)",
          "\(finding.explorer.minimised().count)", finding.wallTime.brief,
        ]
      }
    let lines = Columns.lines(rows, right: [1, 2, 3, 4, 5, 6])
    let table = ([style.strong(lines[0])] + lines.dropFirst()).joined(separator: "\n")
    return table + "\n\n"
      + findings.map { finding in finding.failures.map { story($0, of: finding) }.joined() }
      .joined()
      + SummaryText.line(tally, wallTime: wallTime, style: style) + "\n"
  }

  private func story(_ failure: DayCampaign.Failure, of finding: DayCampaign.Finding) -> String {
    let run = failure.shrunk ?? failure.run
    guard let story = StoryText(run, style: style) else { return "" }
    let days = failure.count == 1 ? "1 day" : "\(failure.count) days"
    var text = story.text
    text += "  \(days) failed so, the first after \(failure.daysBefore) others: "
    text += "\(failure.run.result.token.shellWord)\n"
    if failure.shrunk != nil {
      let steps = run.result.day?.steps.count ?? 0
      text += "  Shrunk to \(steps) \(steps == 1 ? "step" : "steps") in \(failure.shrinkRuns) runs"
      if let source = JSONLine.source(of: run, finding.scenario) {
        text += "; as a scenario file:\n\n" + source
      }
    }
    return text + "\n"
  }

  private var junit: String {
    let cases = findings.map { finding -> String in
      let failures = finding.failures.map { failure -> String in
        let run = failure.shrunk ?? failure.run
        let story = StoryText(run, style: Style(hasColour: false))?.text ?? ""
        return """
              <failure message="\(JUnitReport.escaped(run.result.story?.summary ?? ""))">\
          \(JUnitReport.escaped(story))</failure>

          """
      }.joined()
      return """
          <testcase classname="explore" name="\(JUnitReport.escaped(finding.scenario.name))">
        \(failures)  </testcase>

        """
    }.joined()
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuite name="explore" tests="\(findings.count)" \
      failures="\(findings.count { !$0.failures.isEmpty })">
      \(cases)</testsuite>

      """
  }
}

extension JSONLine {
  /// The scenario file that plays a failing day; nil for a scenario that cannot tell one.
  static func source(of run: FinishedRun, _ scenario: Scenario) -> String? {
    guard let day = run.result.day, let telling = scenario.days else { return nil }
    let name = "found" + Hexadecimal.text(StableHash.of(day.description)).prefix(6)
    let summary = run.result.story?.summary.split(separator: "\n").first.map(String.init) ?? ""
    return telling.source(day, name, summary.visibleLine)
  }

  /// The line on one failure of an exploration of days.
  static func day(_ failure: DayCampaign.Failure, of scenario: Scenario) -> String {
    let run = failure.shrunk ?? failure.run
    return text(
      kind: "failing_day",
      [
        "scenario": .string(scenario.name),
        "failure": .optional(run.result.failure.map { "\($0)" }),
        "days": .integer(Int64(failure.count)),
        "days_before": .integer(Int64(failure.daysBefore)),
        "from": .string("\(failure.run.result.token)"),
        "replay": .string("\(run.result.token)"),
        "shrink_runs": .integer(Int64(failure.shrinkRuns)),
        "steps": .integer(Int64(run.result.day?.steps.count ?? 0)),
        "source": .optional(source(of: run, scenario)),
      ])
  }

  /// The line on the exploration of one scenario's days.
  static func days(_ finding: DayCampaign.Finding) -> String {
    text(
      kind: "days",
      [
        "scenario": .string(finding.scenario.name),
        "days": .integer(Int64(finding.tally.runs)),
        "failed": .integer(Int64(finding.tally.failed)),
        "failures": .integer(Int64(finding.failures.count)),
        "reached": .integer(Int64(finding.explorer.features.count)),
        "pairs": .integer(Int64(finding.growth.last?.pairs ?? 0)),
        "guided": .boolean(finding.explorer.isGuided),
        "growth": .array(
          finding.growth.map {
            .members([
              "days": .integer(Int64($0.days)), "reached": .integer(Int64($0.features)),
              "pairs": .integer(Int64($0.pairs)),
            ])
          }),
        "features": .strings(finding.explorer.features.sorted()),
        "digest": .string(Hexadecimal.text(finding.tally.digest.value)),
        "wall_ns": .integer(finding.wallTime.nanoseconds),
      ])
  }
}
