import Foundation
import Simulator

/// Plays many runs on many threads and hands over their results in order, on the calling thread.
///
/// Memory does not grow with the number of runs: a thread that gets too far ahead of the results that
/// were handed over waits. A thread whose run does not give control back is abandoned, and another one
/// takes its place; it ends with the process.
struct RunEngine {
  /// What the receiver of a result wants next.
  enum Answer {
    case goOn
    case stop
  }

  /// How many runs are played at a time.
  let jobs: Int
  /// The real time after which a step that does not end is given up.
  let hangTimeout: Duration

  /// How often threads are looked at, in seconds of real time.
  private static let tick = 0.1
  private static let stackBytes = 64 << 20
  private static let window = 4096

  /// Plays the runs of `plan`.
  ///
  /// - Parameters:
  ///   - part: Which places of the plan are played, when not all.
  ///   - onTick: Called several times a second; no further run begins once it says stop, and those
  ///     that have begun are still handed over.
  ///   - deliver: Receives each result, by rising place. Nothing is handed over after it says stop.
  /// - Returns: How many results were handed over.
  func play(
    _ plan: RunPlan, only part: Range<Int>? = nil,
    onTick: () -> Answer = { .goOn }, deliver: (FinishedRun) -> Answer
  ) -> Int {
    let ordinals = part ?? plan.ordinals
    let monitor = Monitor(Workforce(ordinals, of: plan, window: Self.window))
    defer { monitor.update { $0.stop() } }
    var hired = 0
    func hire() {
      Self.startWorker(hired, monitor)
      hired += 1
    }
    CrashNote.expect(threads: min(jobs, ordinals.count))
    for _ in 0..<min(jobs, ordinals.count) { hire() }

    var watch = HangWatch(patience: hangTimeout)
    var handedOver = 0
    while !monitor.read(\.isDone) {
      let deadline = Date(timeIntervalSinceNow: Self.tick)
      let batch = monitor.wait(until: deadline) { $0.collect() } ?? []
      for run in batch {
        handedOver += 1
        if deliver(run) == .stop { return handedOver }
      }
      if onTick() == .stop { monitor.update { $0.stop() } }
      for finding in watch.look(at: monitor.read(\.busy), now: .now) {
        monitor.update { $0.dismiss(finding.worker, with: abandoned(finding)) }
        hire()
      }
      if !batch.isEmpty { monitor.update { _ in } }
    }
    return handedOver
  }

  private func abandoned(_ finding: HangWatch.Finding) -> FinishedRun {
    let occupation = finding.occupation
    return FinishedRun(
      plan: occupation.plan,
      result: .abandoned(
        occupation.plan.scenario.name, occupation.plan.configuration, after: hangTimeout,
        steps: occupation.pulse?.stepsBegun ?? 0),
      wallTime: occupation.begin.duration(to: .now))
  }

  private static func startWorker(_ worker: Int, _ monitor: Monitor<Workforce>) {
    let thread = Thread {
      while let order = monitor.wait(for: { $0.order(for: worker, at: .now) }) {
        guard case .play(let plan) = order else { return }
        let begin = SuspendingClock.now
        let result = CrashNote.during(Self.crashNote(plan)) {
          plan.play { pulse in monitor.note { $0.begin(pulse, on: worker) } }
        }
        let run = FinishedRun(plan: plan, result: result, wallTime: begin.duration(to: .now))
        guard monitor.update({ $0.finish(run, by: worker) }) else { return }
      }
    }
    thread.name = "rehearse \(worker)"
    thread.stackSize = stackBytes
    thread.start()
  }

  private static func crashNote(_ plan: PlannedRun) -> String {
    let token = ReplayToken(
      scenario: plan.scenario.name, configuration: plan.configuration, mode: .current)
    return """

      rehearse: a step of this run ended the process (a trap, an assertion or a wild access); to see \
      it again:
          \(StoryText.commandLine(replaying: token))

      """
  }
}
