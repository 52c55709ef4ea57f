internal import Harness
import Simulator

/// Compares runs, in which all launches of all phones share the statics of the app's code, with the same runs in which each launch
/// has its own, as on phones.
///
/// Where they differ, each static that two launches have set is kept apart alone: those that change the run by that are named.
final class StaticsCheck: RunCheck {
  private let engine: RunEngine
  /// The number of runs for which the statics were looked for; each takes runs and processes of its own.
  private var searches = 0
  /// The number of such runs after which only digests are told.
  private static let searchLimit = 10
  /// So many statics are kept apart alone for a run.
  private static let probeLimit = 40

  init(_ engine: RunEngine) {
    self.engine = engine
  }

  func checked(_ run: FinishedRun) -> FinishedRun {
    guard let apart = run.again, Self.differ(run.result, apart) else { return run }
    var checked = FinishedRun(
      plan: run.plan,
      result: run.result.sharingStatics(text(run, apart)), wallTime: run.wallTime)
    checked.printed = run.printed
    checked.slowest = run.slowest
    return checked
  }

  private static func differ(_ one: RunResult, _ other: RunResult) -> Bool {
    one.digest != other.digest || one.outcome != other.outcome
      || one.finalDigest != other.finalDigest
  }

  private func text(_ run: FinishedRun, _ apart: RunResult) -> String {
    let here = run.result
    var lines = [
      """
      phones share what they could not: with statics of its own for each launch the run goes another way, digest \
      \(apart.digestText) (\(apart.outcome.rawValue)) instead of \(here.digestText) (\(here.outcome.rawValue))
      """
    ]
    guard searches < Self.searchLimit else { return lines[0] }
    searches += 1
    lines.append(names(run, apart))
    if [here.outcome, apart.outcome].allSatisfy({ $0 != .crashed }) {
      lines.append(firstDifference(of: run.plan))
    }
    lines.append(
      """
      on phones each launch has a static of its own. Keep such state in an object that the app makes at its launch and hands on, \
      or reset it there; what a scenario sets in a static reaches no phone, so hand it to the app's configuration
      """)
    return lines.joined(separator: "\n")
  }

  /// Tells which statics make the difference, one at a time.
  private func names(_ run: FinishedRun, _ apart: RunResult) -> String {
    let suspects = apart.staticsInCommon
    guard !suspects.isEmpty else {
      return """
        no static of the program was set by two launches: one reads what the scenario, or an earlier run of the same process, has \
        set
        """
    }
    // Each in a fresh process: what one run leaves in a static would reach the next.
    func differs(_ statics: StaticsChoice) -> Bool {
      var configuration = run.plan.configuration
      configuration.statics = statics
      let session = RunSession(engine)
      guard let alone = try? session.play(run.plan.scenario, configuration, .attempt) else {
        return false
      }
      return alone.result.digest != run.result.digest || alone.result.outcome != run.result.outcome
    }
    guard !differs(.shared) else {
      return
        "it takes what an earlier run of the same process has left in a static; two launches have set "
        + Self.leaks(suspects)
    }
    let guilty = suspects.prefix(Self.probeLimit).filter { differs(.separateOnly($0.name)) }
    if guilty.isEmpty {
      return "launches have set these, none of which makes the difference alone: "
        + Self.leaks(suspects)
    }
    return "what leaks from one launch to another: " + Self.leaks(guilty)
  }

  private static func leaks(_ statics: [SharedStatic]) -> String {
    statics.prefix(probeLimit).map(\.leak).joined(separator: "; ")
  }

  /// Records both runs in fresh processes, and tells the first event that differs.
  private func firstDifference(of plan: PlannedRun) -> String {
    do throws(WorkerFault) {
      let together = try Recorder(plan, on: engine.host, comparesEnd: true)
      let apart = try Recorder(plan.with(.separate), on: engine.host, comparesEnd: true)
      return JournalComparison.text(
        here: sequence(state: together) { $0.next() },
        called: ("with shared statics", "with statics of their own"), in: plan.scenario.location
      ) { apart.next() }
    } catch {
      return "the first event that differs is not known: \(error)"
    }
  }
}
