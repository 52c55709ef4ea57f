import Simulator

/// Compares runs of this process with the same runs of a fresh one.
///
/// Swift seeds its hashing anew in each process, so what depends on the order of a `Set` or a
/// `Dictionary` differs between two processes, and hardly ever within one.
final class DeterminismCheck {
  private let plan: RunPlan
  private let engine: RunEngine
  private var other: OtherProcess?
  /// For how many runs the first difference was looked for; each takes a process of its own.
  private var searches = 0
  /// For how many it is, before only digests are told.
  private static let searchLimit = 20

  /// Starts the other process.
  init(_ plan: RunPlan, engine: RunEngine) throws(OtherProcessFault) {
    self.plan = plan
    self.engine = engine
    other = try start(.from, plan.ordinals.lowerBound, jobs: engine.jobs)
  }

  /// Starts a process that plays from a place on, or what stands there only.
  private func start(
    _ part: CommandOption, _ ordinal: Int, jobs: Int
  ) throws(OtherProcessFault) -> OtherProcess {
    let timeout = engine.hangTimeout.nanoseconds / 1_000_000
    return try OtherProcess(
      arguments: [
        DigestsSubcommand.name, part.name, "\(ordinal)", "--jobs", "\(jobs)",
        "--hang-timeout", "\(timeout)ms",
      ] + plan.arguments)
  }

  /// The run as it is, or as failed where the other process played it differently.
  func checked(_ run: FinishedRun) -> FinishedRun {
    guard let difference = difference(of: run) else { return run }
    return FinishedRun(
      plan: run.plan, result: run.result.differing(difference), wallTime: run.wallTime)
  }

  private func difference(of run: FinishedRun) -> String? {
    guard let line = nextLine(for: run) else { return goOn(behind: run) }
    let here = DigestLine(run)
    guard let there = DigestLine(line), there.ordinal == here.ordinal else {
      return "the fresh process answered \"\(line)\" instead of this run's digest"
    }
    guard there != here else { return nil }
    let digests =
      "digest \(Hexadecimal.text(here.digest)) (\(here.outcome)) here, "
      + "\(Hexadecimal.text(there.digest)) (\(there.outcome)) in a fresh process"
    guard !(run.result.story?.isAbandoned ?? false), searches < Self.searchLimit else {
      return digests
    }
    searches += 1
    return digests + "\n" + firstDifference(of: run)
  }

  /// What the other process says about `run`; nil when it does not survive that run.
  ///
  /// A process that ended may have been playing other runs at the same time, or the one behind it: only one that
  /// plays nothing else tells which run it was.
  private func nextLine(for run: FinishedRun) -> String? {
    if let line = other?.readLine() { return line }
    other = try? start(.only, run.plan.ordinal, jobs: 1)
    guard let line = other?.readLine() else { return nil }
    other = try? start(.from, run.plan.ordinal + 1, jobs: engine.jobs)
    return line
  }

  /// Starts a new process for the runs behind one that the other process did not survive.
  private func goOn(behind run: FinishedRun) -> String {
    let end = other?.end() ?? "could not be started"
    other = try? start(.from, run.plan.ordinal + 1, jobs: engine.jobs)
    return "the fresh process \(end) before it had played this run"
  }

  /// Records the run in both processes, and tells the first event that differs.
  private func firstDifference(of run: FinishedRun) -> String {
    let (result, entries) = Runner.record(run.plan.scenario, run.plan.configuration)
    let recorder: OtherProcess
    do throws(OtherProcessFault) {
      recorder = try OtherProcess(
        arguments: [JournalSubcommand.name, "--", "\(result.token)"])
    } catch {
      return "the first event that differs is not known: \(error)"
    }
    defer { recorder.stop() }
    return JournalComparison.text(here: entries.lazy.map(JournalLine.init)) {
      recorder.readLine().flatMap(JournalLine.init(parsing:))
    }
  }

  /// Ends the other process.
  func finish() {
    other?.stop()
    other = nil
  }
}

/// What one process says about a run to another: where it stands, how it ended and its digest.
struct DigestLine: Equatable, CustomStringConvertible {
  let ordinal: Int
  let outcome: String
  let digest: UInt64

  init(_ run: FinishedRun) {
    ordinal = run.plan.ordinal
    outcome = run.result.outcome.rawValue
    digest = run.result.digest
  }

  /// Reads a line; nil when it is not one.
  init?(_ line: String) {
    let words = line.split(separator: " ")
    guard words.count == 3, let ordinal = Int(words[0]), let digest = UInt64(words[2], radix: 16)
    else { return nil }
    self.ordinal = ordinal
    outcome = String(words[1])
    self.digest = digest
  }

  var description: String { "\(ordinal) \(outcome) \(Hexadecimal.text(digest))" }
}
