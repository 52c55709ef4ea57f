public import Simulator

/// What a phone believes the time to be: a clock on the wall, wrong in the ways real ones are.
public struct WallClock: Hashable, Sendable {
  /// How far the clock is ahead of the true time; negative when it is behind.
  public var skew: Duration
  /// How much faster than true time it runs, in parts per million; negative when slower.
  public var driftPartsPerMillion: Double
  /// The offset of the phone's time zone from UTC.
  public var zoneOffset: Duration

  /// A clock; by default a right one in UTC.
  public init(
    skew: Duration = .zero, driftPartsPerMillion: Double = 0, zoneOffset: Duration = .zero
  ) {
    self.skew = skew
    self.driftPartsPerMillion = driftPartsPerMillion
    self.zoneOffset = zoneOffset
  }

  /// The time that the clock shows at an instant of the world, in milliseconds since 1970, UTC.
  public func milliseconds(at instant: Instant) -> Int64 {
    let drift = Double(instant.nanoseconds) * driftPartsPerMillion / 1e6
    let shown = instant.nanoseconds + skew.nanoseconds + Int64(drift.rounded())
    return TrueTime.milliseconds(atNanoseconds: shown)
  }
}

/// The time that clocks would show if they were right.
public enum TrueTime {
  /// When every world begins: Monday, 2026-01-05, 12:00:00 UTC, in milliseconds since 1970.
  ///
  /// Noon of a working day, so that a scenario of a few hours stays within one day in most time zones.
  public static let beginningMilliseconds: Int64 = 1_767_614_400_000

  /// The true time at an instant of the world, in milliseconds since 1970.
  public static func milliseconds(at instant: Instant) -> Int64 {
    milliseconds(atNanoseconds: instant.nanoseconds)
  }

  static func milliseconds(atNanoseconds nanoseconds: Int64) -> Int64 {
    let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return beginningMilliseconds + quotient - (remainder < 0 ? 1 : 0)
  }
}
