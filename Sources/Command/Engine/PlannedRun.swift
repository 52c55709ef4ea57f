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
  /// Takes the choices that it comes to; nil unless an exploration wants to know them.
  var log: ChoiceLog?

  /// What it is called in tables.
  var label: String { scenario.name + (regression == nil ? "" : " ↻") }
}

extension PlannedRun {
  /// Plays it on the calling thread.
  ///
  /// - Parameter onStart: Receives the pulse of each world before it is driven.
  func play(onStart: (Pulse) -> Void) -> RunResult {
    if let log { return Runner.attempt(scenario, configuration, log: log, onStart: onStart) }
    return Runner.run(scenario, configuration, onStart: onStart)
  }
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
