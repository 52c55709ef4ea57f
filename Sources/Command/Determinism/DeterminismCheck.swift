internal import Harness
import Simulator

/// Looks at runs that were played twice.
protocol RunCheck: AnyObject {
  /// The run as it is, or as failed where it was played differently the second time.
  func checked(_ run: FinishedRun) -> FinishedRun
}

/// Compares runs with the same runs of other processes.
///
/// The other process hashes by a seed of its own, so that what depends on the order of a `Set` or a `Dictionary` differs, unless
/// ``WorkerProgram/HashSeeds/fixed`` asks for the same. It plays the runs in another order, so that what one run leaves
/// behind for the next shows as well.
final class DeterminismCheck: RunCheck {
  private let host: RunEngine.Host
  /// The words that leave the comparison out; nil where somebody has asked for it.
  private let refusal: String?
  /// The number of runs for which the first difference was looked for; each takes processes of its own.
  private var searches = 0
  /// The number of such runs after which only digests are told.
  private static let searchLimit = 20

  /// - Parameter refusal: The words that leave a comparison out that nobody has asked for.
  init(
    _ engine: RunEngine, refusal: String = CommandOption.noVerifyDeterminism.name
  ) {
    host = engine.host
    self.refusal = if case .ordinaryCode = engine.comparison { refusal } else { nil }
  }

  /// The run as it is, or as failed where the other process played it differently.
  func checked(_ run: FinishedRun) -> FinishedRun {
    guard var difference = difference(of: run) else { return run }
    if let refusal {
      difference += """

        a run of ordinary code is compared where the variable CI is set; \(refusal) leaves that out
        """
    }
    var checked = FinishedRun(
      plan: run.plan, result: run.result.differing(difference), wallTime: run.wallTime)
    checked.printed = run.printed
    checked.slowest = run.slowest
    return checked
  }

  private func difference(of run: FinishedRun) -> String? {
    guard let again = run.again else { return nil }
    let here = run.result
    let isSameEnd = here.finalDigest == again.finalDigest
    guard here.digest != again.digest || here.outcome != again.outcome || !isSameEnd else {
      return nil
    }
    let isSilent = here.digest == again.digest && here.outcome == again.outcome
    let digests =
      isSilent
      ? """
      the journals are the same, digest \(here.digestText), but what was left at the end is not: something was changed \
      that the journal was not told of
      """
      : "digest \(here.digestText) (\(here.outcome.rawValue)) here, "
        + "\(again.digestText) (\(again.outcome.rawValue)) in another process"
    let isTellable = [here.outcome, again.outcome].allSatisfy { $0 != .crashed }
    guard isTellable, !(here.story?.isAbandoned ?? false), searches < Self.searchLimit else {
      return digests
    }
    searches += 1
    return digests + "\n" + firstDifference(of: run)
  }

  /// Records the run in two fresh processes, and tells the first event that differs.
  private func firstDifference(of run: FinishedRun) -> String {
    do throws(WorkerFault) {
      let here = try Recorder(run.plan, on: host, comparesEnd: true)
      let there = try Recorder(run.plan, on: host, comparesEnd: true, again: true)
      return JournalComparison.text(
        here: sequence(state: here) { $0.next() }, in: run.plan.scenario.location
      ) { there.next() }
    } catch {
      return "the first event that differs is not known: \(error)"
    }
  }
}
