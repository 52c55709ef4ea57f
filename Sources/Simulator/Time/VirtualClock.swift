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

/// A point on a world's virtual clock, in whole nanoseconds since the world began.
public struct Instant: Codable, InstantProtocol, Hashable, Sendable, CustomStringConvertible {
  /// Nanoseconds since the world began; never negative in a running world.
  public let nanoseconds: Int64

  /// The instant at which every world begins.
  public static let zero = Instant(nanoseconds: 0)

  /// The latest instant that can be told: about 292 years in.
  public static let distantFuture = Instant(nanoseconds: .max)

  /// Makes the instant that lies `nanoseconds` after the world's beginning.
  @inlinable
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The instant `duration` later; saturates at ``distantFuture`` instead of overflowing.
  @inlinable
  public func advanced(by duration: Duration) -> Instant {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.nanoseconds)
    return overflow ? (duration < .zero ? .zero : .distantFuture) : Instant(nanoseconds: sum)
  }

  /// The time from this instant to `other`; negative when `other` is earlier. Saturates at 292 years.
  @inlinable
  public func duration(to other: Instant) -> Duration {
    let (difference, overflow) = other.nanoseconds.subtractingReportingOverflow(nanoseconds)
    return .nanoseconds(overflow ? (other < self ? .min : .max) : difference)
  }

  @inlinable
  public static func < (left: Instant, right: Instant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The instant as a stopwatch would show it, for example `12.345 s` or `1 d 02:03:04.500`.
  public var description: String {
    Duration.nanoseconds(nanoseconds).stopwatch
  }
}

/// The time that clocks would show if they were right.
public enum TrueTime {
  /// The instant at which every world begins: Monday, 2026-01-05, 12:00:00 UTC, in milliseconds since 1970.
  ///
  /// Noon of a working day, so that a scenario of a few hours stays within one day in most time zones.
  public static let beginningMilliseconds: Int64 = 1_767_614_400_000

  /// The true time at an instant of the world, in milliseconds since 1970.
  public static func milliseconds(at instant: Instant) -> Int64 {
    milliseconds(atNanoseconds: instant.nanoseconds)
  }

  /// The true time at an instant of the world, in nanoseconds since 1970.
  public static func nanoseconds(at instant: Instant) -> Int64 {
    let (sum, overflow) = instant.nanoseconds.addingReportingOverflow(
      beginningMilliseconds * 1_000_000)
    return overflow ? .max : sum
  }

  /// The true time so many nanoseconds after the world's beginning, rounded down to milliseconds.
  public static func milliseconds(atNanoseconds nanoseconds: Int64) -> Int64 {
    let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return beginningMilliseconds + quotient - (remainder < 0 ? 1 : 0)
  }
}
