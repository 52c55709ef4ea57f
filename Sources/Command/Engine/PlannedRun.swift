import Simulator

/// A run that is to be played.
struct PlannedRun: Sendable {
  /// Its place in the order in which results are handed over.
  let ordinal: Int
  /// What is played.
  let scenario: Scenario
  /// How it is played.
  let configuration: RunConfiguration
  /// The file that keeps it, for a run that failed once.
  var regression: String?

  /// What it is called in tables.
  var label: String { scenario.name + (regression == nil ? "" : " ↻") }
}

/// A run that was played, and what it took.
struct FinishedRun: Sendable {
  /// Which run it was.
  let plan: PlannedRun
  /// What it came to.
  let result: RunResult
  /// The real time that it took.
  let wallTime: Duration
}
