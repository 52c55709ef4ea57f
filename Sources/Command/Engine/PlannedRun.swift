internal import Harness
import Simulator

/// A run that is to be played.
struct PlannedRun: Sendable {
  /// Its place in the order in which results are handed over.
  let ordinal: Int
  /// The scenario that is played.
  let scenario: Scenario
  /// The configuration with which it is played.
  let configuration: RunConfiguration
  /// The file that keeps it, for a run that failed once.
  var regression: String?

  /// The name of the run in tables.
  var label: String { scenario.name + (regression == nil ? "" : " ↻") }
}

extension PlannedRun {
  /// The same run with another choice of whose the statics are.
  func with(_ statics: StaticsChoice) -> PlannedRun {
    var configuration = configuration
    configuration.statics = statics
    return PlannedRun(
      ordinal: ordinal, scenario: scenario, configuration: configuration, regression: regression)
  }

  /// The same run, strict.
  func strictly() -> PlannedRun {
    var configuration = configuration
    configuration.isStrict = true
    return PlannedRun(
      ordinal: ordinal, scenario: scenario, configuration: configuration, regression: regression)
  }

  /// Plays it on the calling thread.
  func play(_ mode: PlayMode) -> FinishedRun {
    let begin = SuspendingClock.now
    var log: ChoiceLog?
    var paths: [CriticalPath] = []
    var recording: Recording?
    let result: RunResult
    switch mode {
    case .run, .record: result = Runner.run(scenario, configuration)
    case .attempt: result = Runner.attempt(scenario, configuration)
    case .explore, .reduce:
      log = ChoiceLog(Exploration.Limits(isReduced: mode == .reduce))
      result = Runner.attempt(scenario, configuration, log: log)
    case .trace: (result, paths) = Runner.trace(scenario, configuration)
    case .film:
      let film = Runner.film(scenario, configuration)
      (result, recording) = (film.result, film.recording)
    }
    return FinishedRun(
      plan: self, result: result, wallTime: begin.duration(to: .now), log: log, paths: paths,
      recording: recording)
  }
}

/// A run that was played, and what it took.
struct FinishedRun: Sendable {
  /// The run as it was planned.
  let plan: PlannedRun
  /// The result of the run.
  let result: RunResult
  /// The real time that it took.
  let wallTime: Duration
  /// The choices that it came to, where they were asked for.
  var log: ChoiceLog?
  /// The critical paths of its measures, where they were asked for.
  var paths: [CriticalPath] = []
  /// All that happened, where it was asked for.
  var recording: Recording?
  /// The output that it printed.
  var printed = ""
  /// The step that took longest in real time, where one was slow.
  var slowest: SlowStep?
  /// The result of the same run in another process; nil where it was played once.
  var again: RunResult?
  /// A run near it that passes; nil where none was looked for, or none found.
  var near: NearRun?
}
