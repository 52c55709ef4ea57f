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

extension World {
  /// Suspends the task until the clock reaches `deadline`.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled; ``WorldEnded`` in a world that is over.
  public func sleep(
    until deadline: Instant, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    if let place = placeForSleep() {
      return try await unsafe withUnsafeThrowingContinuation { continuation in
        unsafe fallAsleep(until: deadline, at: place, continuation)
      }
    }
    try await sleepWithHandler(until: deadline)
  }

  /// Suspends the task for `duration`; see ``sleep(until:isolation:)``.
  public func sleep(
    for duration: Duration, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    // Not by way of the other function: each further async function costs a switch of executors.
    let deadline = now.advanced(by: duration)
    if let place = placeForSleep() {
      return try await unsafe withUnsafeThrowingContinuation { continuation in
        unsafe fallAsleep(until: deadline, at: place, continuation)
      }
    }
    try await sleepWithHandler(until: deadline)
  }

  /// Where the present lane keeps the sleeps of the calling task; nil when it does not.
  ///
  /// Also nil for a task that is cancelled or whose world ends, which must not fall asleep at all.
  @inline(__always)
  private func placeForSleep() -> Int? {
    guard isDriving, !isEnding, let lane = currentLane else { return nil }
    return unsafe withUnsafeCurrentTask { task in
      guard let task = unsafe task, unsafe !task.isCancelled else { return nil }
      return unsafe lane._withUnsafeGuaranteedRef {
        unsafe $0.sleeps.place(of: TaskIdentity(task))
      }
    }
  }

  /// Sets the timer that wakes the calling task, whose sleeps are kept at `place`.
  ///
  /// Nothing ran since the place was found: the task goes to sleep in the same step.
  private func fallAsleep(
    until deadline: Instant, at place: Int, _ continuation: UnsafeContinuation<Void, any Error>
  ) {
    let timer = unsafe addTimer(at: deadline, background: false, .wake(continuation))
    unsafe currentLane?._withUnsafeGuaranteedRef { $0.sleeps[place] = timer }
  }

  /// Sleeps in a task that no lane started, such as a child task, or on another lane than its own.
  private func sleepWithHandler(
    until deadline: Instant, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    guard checkDriving("a task slept on the virtual clock"), !isEnding else { throw WorldEnded() }
    let (slot, generation) = timers.reserve(background: false)
    try await withTaskCancellationHandler {
      // Captured so that the closure keeps the caller's isolation: without it each sleep of an actor
      // takes two more steps, by way of the global executor.
      _ = isolation
      return try await unsafe withUnsafeThrowingContinuation {
        (continuation: UnsafeContinuation<Void, any Error>) in
        guard unsafe arm(slot: slot, generation: generation, at: deadline, .wake(continuation))
        else {
          return unsafe continuation.resume(throwing: CancellationError())
        }
      }
    } onCancel: {
      cancelTimer(slot: slot, generation: generation)
    }
  }
}
