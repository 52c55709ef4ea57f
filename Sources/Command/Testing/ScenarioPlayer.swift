package import Harness
internal import Simulator
import Synchronization

/// Plays scenarios in a process of a built command, one run after the other, for tests.
///
/// A run that traps, hangs or exits costs that run only; see ``Crew``.
package final class ScenarioPlayer: Sendable {
  private let session: Mutex<RunSession>
  private let name: String

  /// - Parameters:
  ///   - path: The file of a program that calls ``RehearseCommand``.
  ///   - name: The name of the program for `swift run`.
  package init(path: String, name: String) {
    session = Mutex(RunSession(RunEngine(host: .processes(WorkerProgram(path: path)), jobs: 1)))
    self.name = name
  }

  /// Plays a run and waits for it on the calling thread.
  ///
  /// - Parameter regression: The file that keeps the run, for one that failed once.
  /// - Throws: An error that says which process could not be started and why.
  package func play(
    _ scenario: Scenario, _ configuration: RunConfiguration, regression: String? = nil
  ) throws -> PlayedRun {
    let run = try session.withLock { session throws(WorkerFault) in
      try session.play(scenario, configuration, regression: regression)
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
