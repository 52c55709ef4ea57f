import Simulator

/// Notices a run that takes too long in all, though each of its steps is short.
struct RunWatch {
  private let limit: Duration
  private var last: Int?
  private var taken = Duration.zero
  private var lastLook: SuspendingClock.Instant?

  init(limit: Duration) {
    self.limit = limit
  }

  /// Looks, and says whether the same run has been played for all of the limit.
  ///
  /// - Parameter ordinal: The run that is being played; nil for none.
  mutating func look(at ordinal: Int?, now: SuspendingClock.Instant) -> Bool {
    let passed = min(lastLook.map { $0.duration(to: now) } ?? .zero, WorkerWatch.longestLook)
    lastLook = now
    taken = ordinal != nil && ordinal == last ? taken + passed : .zero
    last = ordinal
    return ordinal != nil && taken >= limit
  }

  /// Lets the time since the last look count for nothing.
  mutating func pass(now: SuspendingClock.Instant) { lastLook = now }
}
