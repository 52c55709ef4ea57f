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
