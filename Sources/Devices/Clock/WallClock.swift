public import Simulator

/// The wall clock of a phone: the time that it shows, which can be wrong as on real phones.
public struct WallClock: Hashable, Sendable, Digestible {
  /// The offset of the clock from the true time, at most 50 years either way; negative when the clock is behind.
  public var skew: Duration
  /// The drift of the clock against true time, in parts per million, at most a million either way; negative when it is
  /// slow.
  public var driftPartsPerMillion: Double
  /// The phone's time zone.
  public var zone: PhoneTimeZone

  /// A clock; by default a right one in UTC.
  public init(
    skew: Duration = .zero, driftPartsPerMillion: Double = 0, zone: PhoneTimeZone = .utc
  ) {
    self.skew = skew
    self.driftPartsPerMillion = driftPartsPerMillion
    self.zone = zone
  }

  /// A clock in a zone with one offset from UTC for ever.
  public init(skew: Duration = .zero, driftPartsPerMillion: Double = 0, zoneOffset: Duration) {
    self.init(
      skew: skew, driftPartsPerMillion: driftPartsPerMillion, zone: .fixed(zoneOffset))
  }

  /// The offset from UTC of the zone's standard time, at most a day; who sets it moves to a zone with that offset for ever.
  public var zoneOffset: Duration {
    get { zone.standardOffset }
    set { zone = .fixed(newValue) }
  }

  /// The time that the clock shows at an instant of the world, in milliseconds since 1970, UTC.
  ///
  /// Saturates 292 years before and after the world's beginning; a drift that is no number counts as none.
  public func milliseconds(at instant: Instant) -> Int64 {
    TrueTime.milliseconds(atNanoseconds: shown(at: instant).nanoseconds)
  }

  /// The same in nanoseconds, which end 292 years after 1970.
  public func nanoseconds(at instant: Instant) -> Int64 {
    TrueTime.nanoseconds(at: shown(at: instant))
  }

  private func shown(at instant: Instant) -> Instant {
    // As most clocks are, and the rest is arithmetic on 128 bits for each look at one.
    if skew == .zero, driftPartsPerMillion == 0 { return instant }
    let drift = (Double(instant.nanoseconds) * driftPartsPerMillion / 1e6).rounded()
    let drifted = drift.isNaN ? 0 : Int64(min(max(drift, -0x1p62), 0x1p62))
    return instant.advanced(by: skew).advanced(by: .nanoseconds(drifted))
  }

  /// The time until the clock shows a moment for the first time, by the world's clock; zero where it is over.
  func time(untilShowing milliseconds: Int64, from now: Instant) -> Duration {
    let rate = 1 + driftPartsPerMillion / 1e6
    let ahead = Double(milliseconds - self.milliseconds(at: now))
    guard ahead > 0, rate > 0 else { return .zero }
    return .milliseconds(Int64(min(ahead / rate, 0x1p52).rounded(.up)))
  }

  /// Says what makes the clock impossible, or nil where nothing does.
  var flaw: String? {
    let fifty = Duration.hours(438_300)
    if skew < .zero - fifty || skew > fifty {
      return "WallClock.skew to be at most 50 years either way; it is \(skew.stopwatch)"
    }
    if !(-1e6...1e6).contains(driftPartsPerMillion) {
      return """
        WallClock.driftPartsPerMillion to be a number from -1000000 to 1000000; it is \(driftPartsPerMillion)
        """
    }
    if zoneOffset < .hours(-24) || zoneOffset > .hours(24) {
      return "WallClock.zoneOffset to be at most a day either way; it is \(zoneOffset.stopwatch)"
    }
    return nil
  }
}

/// A phone's clock was set.
struct ClockEvent: JournalEvent {
  let clock: WallClock

  var kind: Journal.Kind { .life }
  var text: String {
    """
    clock set: skew \(clock.skew.stopwatch), drift \(clock.driftPartsPerMillion) ppm, zone \
    \(clock.zone)
    """
  }

  func digest(into hash: inout StableHash) { clock.digest(into: &hash) }
}
