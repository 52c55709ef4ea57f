import Simulator
import SystemSupport

/// Looks several times a second at what a worker plays, and ends the process where that goes on for too long or
/// takes too much memory.
///
/// Real time is counted in looks, each for no more than ``longestLook``: a process that was stopped for
/// an hour does not blame its scenarios when it goes on.
struct WorkerWatch {
  /// The interval of the looks, in milliseconds.
  static let interval: Int32 = 100
  /// The longest real time that one look counts for.
  static let longestLook = Duration.milliseconds(250)
  /// The patience with a step that is known to hang.
  static let shortPatience = Duration.milliseconds(500)

  private let player: WorkerPlayer
  private let counters: WorkerCounters
  private let memoryLimit: Int
  private var patience: HangWatch
  private var allowance: RunWatch?

  /// - Parameters:
  ///   - patience: The real time that a step may take.
  ///   - runTimeout: The real time that a run may take; nil where there is no limit.
  ///   - memoryLimit: The bytes that the process may hold.
  init(
    player: WorkerPlayer, counters: WorkerCounters, patience: Duration, runTimeout: Duration?,
    memoryLimit: Int
  ) {
    self.player = player
    self.counters = counters
    self.memoryLimit = memoryLimit
    self.patience = HangWatch(patience: patience)
    allowance = runTimeout.map(RunWatch.init)
  }

  /// Looks, and returns where there is nothing to be done.
  mutating func look(now: SuspendingClock.Instant) {
    counters.looks += 1
    let view = player.view
    let steps = view.pulse?.stepsBegun ?? 0
    counters.steps = steps
    if view.pulse?.isExplaining == true {
      patience.pass(now: now)
      allowance?.pass(now: now)
    } else {
      let sighting = view.ordinal.map {
        HangWatch.Sighting(
          ordinal: $0, world: view.pulse.map(ObjectIdentifier.init), steps: steps,
          isKnownToHang: view.stuckStep != 0 && steps == view.stuckStep)
      }
      if patience.look(at: sighting, now: now) { giveUp(.hang, view) }
      if let slowest = patience.slowest, let ordinal = view.ordinal {
        player.keep(slowest, of: ordinal)
      }
      if allowance?.look(at: view.ordinal, now: now) == true { giveUp(.slow, view) }
    }
    guard view.ordinal != nil, let held = ResidentMemory.present, held > memoryLimit else { return }
    counters.memory = UInt64(held)
    giveUp(.memory, view)
  }

  /// Ends the process in a way that tells where the thread that plays is.
  private func giveUp(_ reason: WorkerCounters.Reason, _ view: WorkerPlayer.View) -> Never {
    counters.reason = reason
    guard let thread = view.thread else { CurrentProcess.end(status: ExitStatus.fault.rawValue) }
    CurrentProcess.abort(blaming: thread)
  }

  /// The greatest memory that the process has held, where that is more than it may; nil where it is not.
  static func excess(over limit: Int) -> Int? {
    let peak = ResidentMemory.peak
    guard peak > limit else { return nil }
    // The system counts what the process held before it became this program; only a look tells.
    guard let highest = ResidentMemory.highest else { return nil }
    return highest > limit ? highest : nil
  }
}
