internal import Harness
import Simulator

extension WallClock {
  /// The clock that a phone has in a run with the knob `clocks`, where the scenario names none.
  ///
  /// Mildly: up to 5 s wrong, up to 20 parts per million fast or slow, in any time zone. At the extremes: an hour, a day
  /// or 400 days wrong, and up to 500 parts per million fast or slow.
  static func drawn(by setting: KnobSetting, for phone: String) -> WallClock {
    let isBehind = setting.happens(0.5, "\(phone).behind")
    let skew: Duration =
      setting.isExtreme
      ? setting.element(of: [.hours(1), .days(1), .days(400)], "\(phone).skew")
      : setting.duration(in: .zero ... .seconds(5), "\(phone).skew")
    let drift: ClosedRange<Double> = setting.isExtreme ? -500...500 : -20...20
    return WallClock(
      skew: isBehind ? .zero - skew : skew,
      driftPartsPerMillion: setting.number(in: drift, "\(phone).drift"),
      zoneOffset: setting.element(of: zones, "\(phone).zone"))
  }

  /// Offsets of time zones that people live in: Honolulu, New York, St. John's, UTC, Berlin, Delhi, Kathmandu, Tokyo,
  /// the Chathams, Kiritimati.
  private static let zones: [Duration] = [
    -600, -300, -210, 0, 60, 330, 345, 540, 765, 840,
  ].map { .minutes($0) }
}
