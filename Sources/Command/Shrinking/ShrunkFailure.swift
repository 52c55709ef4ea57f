internal import Harness
import Simulator

/// A failure and the plainest run that fails in the same way.
struct ShrunkFailure {
  /// The run that failed first.
  let original: ReplayToken
  /// The scenario.
  let scenario: Scenario
  /// The outcome of shrinking; of a generated day from its plainest form on.
  let outcome: Shrinker.Outcome
  /// The simplifications that were kept, in order: those of a generated day first.
  let steps: [String]
  /// The number of runs that were tried.
  let runs: Int
  /// A run near the plainest one that passes; nil where none was found.
  private(set) var near: NearRun?

  /// Shrinks the run of a token; nil where it passes.
  ///
  /// - Parameter isOpen: Whether there is time for further runs; the plainest one until then is the outcome.
  init?(
    _ token: ReplayToken, of catalog: ScenarioCatalog, by session: RunSession,
    while isOpen: @escaping () -> Bool = { true }
  ) throws(WorkerFault) {
    guard let scenario = catalog.scenarios.first(where: { $0.name == token.scenario }) else {
      return nil
    }
    var configuration = token.configuration
    let play = { (configuration: RunConfiguration, mode: PlayMode) throws(WorkerFault) in
      // The last run tells the story.
      if mode == .run || isOpen() { return try session.play(scenario, configuration, mode).result }
      return .untried(scenario, configuration)
    }
    var (daySteps, dayRuns): ([String], Int) = ([], 0)
    if scenario.days != nil {
      // The day first: what it lacks needs no faults to be taken out.
      let result = try play(configuration, .attempt)
      let shrinker = DayShrinker(result) { configuration throws(WorkerFault) in
        try play(configuration, .attempt)
      }
      if var shrinker {
        try shrinker.shrink()
        configuration = shrinker.best.configuration
        (daySteps, dayRuns) = (shrinker.steps, shrinker.runs)
      }
    }
    let outcome = try Shrinker.shrink(scenario, configuration) {
      (configuration, tellsStory) throws(WorkerFault) in
      try play(configuration, tellsStory ? .run : .attempt)
    }
    guard let outcome else { return nil }
    original = token
    self.scenario = scenario
    self.outcome = outcome
    steps = daySteps + outcome.steps
    runs = dayRuns + outcome.runs
    near = try NearRun(to: outcome.result, of: scenario, by: session, while: isOpen)
  }

  /// The plainest run, as if it had been played alone.
  var run: FinishedRun {
    FinishedRun(
      plan: PlannedRun(
        ordinal: 0, scenario: scenario, configuration: outcome.result.configuration),
      result: outcome.result, wallTime: .zero, near: near)
  }

  /// The steps that shrinking took, and the story of the plainest run.
  func text(_ style: Style) -> String {
    head(style) + (StoryText(run, style: style)?.text ?? "")
  }

  private var names: StoryNames { outcome.result.story?.names ?? StoryNames() }

  /// The steps that shrinking took.
  func head(_ style: Style) -> String {
    let tried = runs == 1 ? "1 run" : "\(runs) runs"
    let steps =
      steps.isEmpty
      ? ["    nothing: no plainer run fails in the same way"]
      : steps.map { "    " + $0.visibleLine }
    return [
      style.strong("Shrunk") + " \(original) in \(tried):".visibleLine,
      steps.joined(separator: "\n"), "", "",
    ].joined(separator: "\n")
  }

  /// The same as a line of JSON.
  var line: String {
    let result = outcome.result
    return JSONLine.text(
      kind: "shrunk",
      [
        "scenario": .string(scenario.name), "from": .string("\(original)"),
        "replay": .string("\(result.token)"), "runs": .integer(Int64(runs)),
        "steps": .strings(steps), "digest": .string(result.digestText),
        "faults": .strings(result.faults.map(\.description)),
        "summary": .optional(result.story?.statement), "near": near?.json(names) ?? .null,
      ])
  }
}

extension RunResult {
  /// The result of a run for which there is no time any more: no plainer one than the last.
  static func untried(_ scenario: Scenario, _ configuration: RunConfiguration) -> RunResult {
    RunResult(
      scenario: scenario.name, configuration: configuration, outcome: .passed, digest: 0,
      virtualNanoseconds: 0, events: 0)
  }
}
