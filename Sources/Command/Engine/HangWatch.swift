import Simulator

/// Notices a step that has been running for too long.
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

  private let patience: Duration
  private var last: Sighting?
  private var quiet = Duration.zero
  private var lastLook: SuspendingClock.Instant?

  init(patience: Duration) {
    self.patience = patience
  }

  /// Looks, and says whether the same step has been running for all of the patience.
  mutating func look(at sighting: Sighting?, now: SuspendingClock.Instant) -> Bool {
    let passed = min(lastLook.map { $0.duration(to: now) } ?? .zero, WorkerWatch.longestLook)
    lastLook = now
    quiet = sighting != nil && sighting == last ? quiet + passed : .zero
    last = sighting
    guard let sighting else { return false }
    return quiet >= (sighting.isKnownToHang ? min(patience, WorkerWatch.shortPatience) : patience)
  }

  /// Lets the time since the last look count for nothing.
  mutating func pass(now: SuspendingClock.Instant) { lastLook = now }
}
