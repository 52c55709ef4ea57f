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
