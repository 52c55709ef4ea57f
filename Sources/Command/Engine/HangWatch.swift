import Simulator

/// A step that took long in real time.
struct SlowStep: Equatable, Sendable {
  /// The step of the run, counted from 1.
  let step: UInt64
  /// The real time that it took at the least.
  let time: Duration

  /// The step in a sentence.
  var text: String {
    "step \(step) took at least \(time.stopwatch) of real time: it computes for so long, or waits for something outside "
      + "of the run, such as a lock"
  }
}

/// Notices a step that has been running for too long, and keeps the one that took longest.
struct HangWatch {
  /// The run, the world and the step that are being played at the moment of a look.
  struct Sighting: Equatable {
    /// The run.
    let ordinal: Int
    /// The world that is being driven; nil before there is one.
    let world: ObjectIdentifier?
    /// The number of its steps that have begun.
    let steps: UInt64
    /// Whether this very step is known to hang.
    var isKnownToHang = false
  }

  /// The real time from which on a step is told as slow.
  static let slowness = Duration.milliseconds(200)

  /// The step of the present run that took longest, where one was slow.
  private(set) var slowest: SlowStep?

  private let patience: Duration
  private var last: Sighting?
  private var quiet = Duration.zero
  /// The same as ``quiet``, but for what late looks count: where the machine is busy, a step is not to blame.
  private var standing = Duration.zero
  private var lastLook: SuspendingClock.Instant?

  init(patience: Duration) {
    self.patience = patience
  }

  /// Looks, and says whether the same step has been running for all of the patience.
  mutating func look(at sighting: Sighting?, now: SuspendingClock.Instant) -> Bool {
    let passed = min(lastLook.map { $0.duration(to: now) } ?? .zero, WorkerWatch.longestLook)
    lastLook = now
    let isSame = sighting != nil && sighting == last
    quiet = isSame ? quiet + passed : .zero
    standing = isSame ? standing + min(passed, .milliseconds(WorkerWatch.interval)) : .zero
    if sighting?.ordinal != last?.ordinal { slowest = nil }
    last = sighting
    keepSlowest()
    guard let sighting else { return false }
    return quiet >= (sighting.isKnownToHang ? min(patience, WorkerWatch.shortPatience) : patience)
  }

  private mutating func keepSlowest() {
    // The first step sets the world up, and pays for what a process does once.
    guard let last, last.world != nil, last.steps > 1, standing >= Self.slowness,
      standing > slowest?.time ?? .zero
    else { return }
    slowest = SlowStep(step: last.steps, time: standing)
  }

  /// Lets the time since the last look count for nothing.
  mutating func pass(now: SuspendingClock.Instant) { lastLook = now }
}
