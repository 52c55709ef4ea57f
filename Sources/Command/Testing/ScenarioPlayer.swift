package import Harness
internal import Simulator
import Synchronization

/// Plays scenarios in a process of a built command, one run after the other, for tests.
///
/// A run that traps, hangs or exits costs that run only; see ``Crew``.
package final class ScenarioPlayer: Sendable {
  private let session: Mutex<RunSession>
  /// Plays runs again that are compared; its process starts with the first of them.
  private let second: Mutex<RunSession>
  private let engine: RunEngine
  private let name: String

  /// - Parameters:
  ///   - path: The file of a program that calls ``RehearseCommand``.
  ///   - name: The name of the program for `swift run`.
  package init(path: String, name: String) {
    let comparison = RunEngine.Comparison.ordinaryCode(once: true)
    let engine = RunEngine(
      host: .processes(WorkerProgram(path: path, hashSeeds: .fixed)), jobs: 1,
      comparison: comparison)
    session = Mutex(RunSession(engine, comparison: comparison))
    second = Mutex(RunSession(engine, comparison: comparison, isSecond: true))
    self.engine = engine
    self.name = name
  }

  /// Plays a run and waits for it on the calling thread.
  ///
  /// - Parameters:
  ///   - regression: The file that keeps the run, for one that failed once.
  ///   - comparesOrdinaryCode: Whether a run of ordinary code is played again in another process; it fails where that differs.
  /// - Throws: An error that says which process could not be started and why.
  package func play(
    _ scenario: Scenario, _ configuration: RunConfiguration, regression: String? = nil,
    comparesOrdinaryCode: Bool = false
  ) throws -> PlayedRun {
    var run = try session.withLock { session throws(WorkerFault) in
      try session.play(scenario, configuration, regression: regression)
    }
    if comparesOrdinaryCode, run.result.hostsOrdinaryCode {
      run.again = try second.withLock { session throws(WorkerFault) in
        try session.play(scenario, configuration, .attempt).result
      }
      run = DeterminismCheck(engine, refusal: "verifiesDeterminism { false }").checked(run)
    }
    return PlayedRun(
      result: run.result,
      story: StoryText(run, style: Style(hasColour: false), program: name)?.text ?? "",
      printed: run.printed)
  }
}

/// A run that was played for a test.
package struct PlayedRun: Sendable {
  /// The outcome of the run, with its measures.
  package let result: RunResult
  /// The story of a run that did not pass; empty for one that did.
  package let story: String
  /// The text that the run printed.
  package let printed: String
}
