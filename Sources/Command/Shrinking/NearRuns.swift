internal import Harness
import Simulator

/// Looks for a run near each of the first failures of a command, where that takes little.
///
/// Of a short run seven others are played at the most, and two are recorded.
final class NearRuns {
  /// The number of steps of a run that counts as short.
  static let mostEvents: UInt64 = 100_000
  /// The number of failures that are looked at.
  static let mostFailures = 3

  private let session: RunSession
  private var left: Int

  /// - Parameter most: The number of failures whose stories are told.
  init(_ engine: RunEngine, most: Int = mostFailures) {
    session = RunSession(engine)
    left = min(most, Self.mostFailures)
  }

  /// A failed run with one near it that passes, where one was looked for and found.
  func noted(_ run: FinishedRun) -> FinishedRun {
    guard left > 0, let story = run.result.story, !story.isAbandoned, story.nondeterminism == nil,
      run.result.events <= Self.mostEvents
    else { return run }
    left -= 1
    var run = run
    // A process that cannot be started is told where the runs themselves are played.
    run.near = try? NearRun(
      to: run.result, of: run.plan.scenario, by: session, while: { !Interrupts.isAsked })
    return run
  }
}
