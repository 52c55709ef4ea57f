/// A world's clock: it moves only when nothing in the world is left to run, and then to the next timer.
public struct VirtualClock: Clock {
  /// The world whose time it tells.
  public let world: World

  /// The present instant.
  public var now: Instant { world.now }

  /// Any two instants can be told apart down to a nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Suspends the task until `deadline`; returns at once, after a yield, when that has passed.
  ///
  /// - Parameter tolerance: Ignored: a virtual clock is never late.
  /// - Throws: `CancellationError` as soon as the task is cancelled; ``WorldEnded`` in a world that is over.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await world.sleep(until: deadline)
  }

  /// Suspends the task for `duration`.
  public func sleep(for duration: Duration) async throws {
    try await world.sleep(until: world.now.advanced(by: duration))
  }
}
