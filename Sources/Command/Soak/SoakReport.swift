internal import Harness
import Simulator

/// Writes what a soak found: the story of each class when it is found, and at the end all classes and what was played.
struct SoakReport {
  private let format: ResultFormat
  private let sink: ResultSink

  init(format: ResultFormat, sink: ResultSink) {
    self.format = format
    self.sink = sink
  }

  /// Tells a new class.
  func tell(_ news: SoakClasses.News) throws(OutputFault) {
    // A run that passed when it was played again has its story in its class alone.
    let hasStory = news.run.result.story != nil
    switch format {
    case .text where !hasStory: try sink.write(news.failure.story + "\n")
    case .text: try sink.write(SoakClasses.story(news.run, news.shrunk, style) + "\n")
    case .json: try sink.write(JSONLine.result(news.run))
    case .junit: return
    }
    try sink.flush()
  }

  private var style: Style { Style(hasColour: sink.hasColour) }

  /// Writes the end.
  func end(_ soak: SoakCampaign, _ end: Campaign.End) throws(OutputFault) {
    switch format {
    case .text: try sink.write(Self.text(soak, end: end, style: style))
    case .json:
      for failure in soak.classes.all {
        try sink.write(JSONLine.failureClass(failure, at: soak.folder.path(of: failure)))
      }
      try sink.write(JSONLine.soak(soak, end))
      try sink.write(
        JSONLine.summary(soak.state.tally, wallTime: .nanoseconds(soak.state.wallTime)))
    case .junit: try sink.write(Self.junit(soak))
    }
  }

  // MARK: - Text

  /// The classes and what was played.
  ///
  /// - Parameter end: The reason why the soak ended; nil while it goes on.
  static func text(_ soak: SoakCampaign, end: Campaign.End?, style: Style) -> String {
    var text = ""
    if !soak.classes.all.isEmpty {
      text += style.strong("Classes of failures") + "\n"
      for failure in soak.classes.all {
        text += classText(failure, style) + "\n"
      }
    }
    let state = soak.state
    if !soak.swept.isEmpty {
      text +=
        "sweeps: \(state.sweptRuns) runs of \(soak.swept.count) "
        + "\(soak.swept.count == 1 ? "scenario" : "scenarios")\(seeds(soak))\n"
    }
    for scenario in soak.explored {
      let known = state.explored[scenario.name] ?? SoakState.Explored()
      text +=
        "days of \(scenario.name): \(known.seeds) days, \(known.features.count) things reached, "
        + "\(known.corpus.count) days kept\n"
    }
    let runs = state.tally.runs == soak.runs ? "" : ", \(soak.runs) of them since the last start"
    text +=
      SummaryText.line(
        state.tally, wallTime: .nanoseconds(state.wallTime), style: style) + runs + "\n"
    let count = soak.classes.failing.count
    text += count == 0 ? style.good("no class of failures") : style.bad(soak.classes.countText)
    switch end {
    case nil: text += "; still playing"
    case .interrupted: text += "; interrupted, the same command goes on from \(soak.folder.path)"
    default: text += "; the same command goes on from \(soak.folder.path)"
    }
    return text + "\n"
  }

  /// The seeds that all swept scenarios have in common.
  private static func seeds(_ soak: SoakCampaign) -> String {
    let played = soak.swept.map { soak.state.swept[$0.name] ?? 0 }.min() ?? 0
    guard played > 0 else { return "" }
    return ", seeds \(SeedRange(first: soak.state.seed, count: played)) of each"
  }

  private static func classText(_ failure: SoakClass, _ style: Style) -> String {
    let runs = failure.runs == 1 ? "1 run" : "\(failure.runs) runs"
    let names = failure.scenarios.prefix(4).joined(separator: ", ")
    let more = failure.scenarios.count > 4 ? " and \(failure.scenarios.count - 4) more" : ""
    let mark = failure.passes ? style.good("✓") : style.bad("✗")
    let state =
      failure.passes
      ? "    its plainest run passes in this build, and none has failed so since\n" : ""
    let title = failure.statement.wrapped(to: 94, indent: "  ").drop { $0 == " " }
    return """
      \(mark) \(title)
          \(runs) in \(names)\(more), the first after \(failure.runsBefore) others
      \(state)\(style.faint("    \(SoakFolder.classesName)/\(failure.fileName)"))

      """
  }

  // MARK: - JUnit

  private static func junit(_ soak: SoakCampaign) -> String {
    var document = JUnitDocument(name: "\(Program.name) soak")
    let scenarios = soak.swept + soak.explored
    for failure in soak.classes.all {
      var entry = JUnitDocument.Case(name: failure.statement)
      // The place of the scenario of its plainest run; one that is gone has none.
      if let scenario = scenarios.first(where: { $0.name == failure.plainest.scenario }) {
        entry.file = ScenarioFile.path(of: scenario)
        entry.line = scenario.location.line
      }
      if !failure.passes {
        entry.problems = [
          JUnitDocument.Problem(
            isError: failure.isError, type: failure.kind,
            message: "\(failure.runs) runs failed: \(failure.plainest)", text: failure.story)
        ]
      }
      document.add(entry)
    }
    if soak.classes.all.isEmpty { document.add(JUnitDocument.Case(name: "no failures")) }
    return document.text
  }
}

extension SoakState {
  /// The number of runs of sweeps.
  var sweptRuns: Int { swept.values.reduce(0, +) }
}

extension JSONLine {
  /// The line on a class of failures.
  static func failureClass(_ failure: SoakClass, at path: String) -> String {
    text(
      kind: "failure_class",
      [
        "failure": .string(failure.statement), "fails": .boolean(!failure.passes),
        "runs": .integer(Int64(failure.runs)),
        "runs_before": .integer(Int64(failure.runsBefore)),
        "scenarios": .strings(failure.scenarios), "from": .string("\(failure.first)"),
        "replay": .string("\(failure.plainest)"), "shrunk": .boolean(failure.isShrunk),
        "file": .string(path),
      ])
  }

  /// The line on what a soak has played.
  static func soak(_ soak: SoakCampaign, _ end: Campaign.End) -> String {
    let days = soak.explored.map { scenario -> JSONValue in
      let known = soak.state.explored[scenario.name] ?? SoakState.Explored()
      return .members([
        "scenario": .string(scenario.name), "days": .integer(Int64(known.seeds)),
        "reached": .integer(Int64(known.features.count)),
        "kept": .integer(Int64(known.corpus.count)),
      ])
    }
    return text(
      kind: "soak",
      [
        "folder": .string(soak.folder.path), "build": .string(soak.state.build),
        "seed": .unsigned(soak.state.seed), "runs": .integer(Int64(soak.runs)),
        "swept_runs": .integer(Int64(soak.state.sweptRuns)), "days": .array(days),
        "classes": .integer(Int64(soak.classes.all.count)),
        "failing": .integer(Int64(soak.classes.failing.count)),
        "stopped": .optional(end.reason), "wall_ns": .integer(soak.wallTime.nanoseconds),
      ])
  }
}
