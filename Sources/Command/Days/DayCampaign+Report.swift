internal import Harness
import Simulator

extension DayCampaign.Finding: ReportedFinding {
  static let headings = ["scenario", "days", "failed", "reached", "pairs", "kept", "wall"]
  static let rightColumns: Set = [1, 2, 3, 4, 5, 6]

  var row: [String] {
    [
      scenario.name, "\(tally.runs)", "\(tally.failed)", "\(explorer.features.count)",
      "\(growth.last?.pairs ?? 0)", "\(explorer.minimised().count)", wallTime.brief,
    ]
  }

  var lines: [String] {
    failures.flatMap {
      [JSONLine.result($0.shrunk ?? $0.run), JSONLine.day($0, of: scenario)]
    } + [JSONLine.days(self)]
  }

  func stories(_ style: Style) -> String { failures.map { story($0, style) }.joined() }

  private func story(_ failure: DayCampaign.Failure, _ style: Style) -> String {
    let run = failure.shrunk ?? failure.run
    guard let story = StoryText(run, style: style) else {
      let (word, token) = (run.result.outcome.rawValue, run.result.token.shellWord)
      return style.bad("✗ \(scenario.name) \(word)")
        + ": the exploration was stopped before it was told\n  To see it\n"
        + "    \(Program.name) replay \(token)\n\n"
    }
    let days = failure.count == 1 ? "1 day" : "\(failure.count) days"
    var text = story.text
    text += "  \(days) failed so, the first after \(failure.daysBefore) others: "
    text += "\(failure.run.result.token.shellWord)\n"
    if failure.shrunk != nil {
      let steps = run.result.day?.steps.count ?? 0
      text += "  Shrunk to \(steps) \(steps == 1 ? "step" : "steps") in \(failure.shrinkRuns) runs"
      if let source = JSONLine.source(of: run, scenario) {
        text += "; as a scenario file:\n\n" + source
      }
    }
    return text + "\n"
  }

  static func junit(_ findings: [Self]) -> String? {
    var document = JUnitDocument(name: "\(Program.name) explore")
    for finding in findings {
      document.add(
        JUnitDocument.Case(
          file: ScenarioFile.path(of: finding.scenario), line: finding.scenario.location.line,
          name: finding.scenario.name, seconds: Double(finding.wallTime.nanoseconds) / 1e9,
          problems: finding.failures.compactMap { JUnitDocument.Problem($0.shrunk ?? $0.run) }))
    }
    return document.text
  }
}

extension JSONLine {
  /// The scenario file that plays a failing day; nil for a scenario that cannot tell one.
  static func source(of run: FinishedRun, _ scenario: Scenario) -> String? {
    guard let day = run.result.day, let telling = scenario.days else { return nil }
    let name = "found" + Hexadecimal.text(StableHash.of(day.description)).prefix(6)
    let summary = run.result.story?.statement.split(separator: "\n").first.map(String.init) ?? ""
    let file = DayFile(
      name: name, title: summary.visibleLine, origin: scenario.name,
      faults: run.result.configuration.faults > 0 ? scenario.faults : .none)
    return circumstances(of: run.result, name) + telling.source(day, file)
  }

  /// What a scenario file of a day cannot say: the command with which it has failed, every condition given, as a seed draws
  /// those that are not; and what it needed besides. Empty where `rehearse run` alone plays it so.
  private static func circumstances(of result: RunResult, _ name: String) -> String {
    let configuration = result.configuration
    var lines: [String] = []
    let isPlain =
      configuration.seed == 1 && configuration.schedule == .fifo && configuration.faults == 0
      && configuration.knobs.isEmpty
    if !isPlain {
      let knobs = configuration.knobs.isEmpty ? "none" : "\(configuration.knobs)"
      let faults = configuration.faults > 0 ? " --faults random:\(configuration.faults)" : ""
      lines.append(
        """
        // Failed with: \(Program.name) run \(name) --seed \(configuration.seed) --schedule \
        \(configuration.schedule)\(faults) --knobs \(knobs)
        """)
    }
    if !configuration.overrides.isEmpty {
      lines.append("// Its replay token fixes choices of the seed, which a file cannot.")
    }
    return lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n\n"
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
