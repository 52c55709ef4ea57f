internal import Devices
internal import Simulator

/// Times as the app writes them, on the viewing phone's clock and in its zone.
enum TimeOfDay {
  private static let dayLength: Int64 = 86_400_000

  /// Hours and minutes of a moment, such as "12:05".
  static func text(_ milliseconds: Int64, in clock: WallClock) -> String {
    let minutes = Int(sinceMidnight(milliseconds, in: clock) / 60_000)
    return "\(two(minutes / 60)):\(two(minutes % 60))"
  }

  /// A moment to the second, with its date, such as "2026-01-31 12:05:09".
  static func exactText(_ milliseconds: Int64, in clock: WallClock) -> String {
    let seconds = Int(sinceMidnight(milliseconds, in: clock) / 1000) % 60
    return "\(dateText(ofDay: day(milliseconds, in: clock))) "
      + "\(text(milliseconds, in: clock)):\(two(seconds))"
  }

  /// The day of a moment in the clock's zone, counted from 1970-01-01.
  static func day(_ milliseconds: Int64, in clock: WallClock) -> Int64 {
    let local = local(milliseconds, in: clock)
    return (local - sinceMidnight(milliseconds, in: clock)) / dayLength
  }

  /// The hour of the day of a moment, 0 to 23.
  static func hour(_ milliseconds: Int64, in clock: WallClock) -> Int {
    Int(sinceMidnight(milliseconds, in: clock) / 3_600_000)
  }

  /// The full hour in which something happened, such as "12:00".
  static func hourText(_ hour: Int) -> String { "\(two(hour)):00" }

  /// A day that is counted from 1970-01-01, such as "2026-01-31".
  static func dateText(ofDay day: Int64) -> String {
    let date = CivilDate(ofDay: day)
    return "\(date.year)-\(two(date.month))-\(two(date.day))"
  }

  /// The time until the next midnight in the clock's zone, in milliseconds; a day on which clocks are put is longer or
  /// shorter than others.
  static func millisecondsUntilMidnight(_ milliseconds: Int64, in clock: WallClock) -> Int64 {
    let rest = dayLength - sinceMidnight(milliseconds, in: clock)
    let shift =
      offset(milliseconds, in: clock) - offset(milliseconds + rest, in: clock)
    return max(1, rest + shift)
  }

  /// The offset of the clock's zone from UTC at a moment, in milliseconds.
  private static func offset(_ milliseconds: Int64, in clock: WallClock) -> Int64 {
    clock.zone.offset(atMilliseconds: milliseconds).milliseconds
  }

  private static func local(_ milliseconds: Int64, in clock: WallClock) -> Int64 {
    milliseconds + offset(milliseconds, in: clock)
  }

  private static func sinceMidnight(_ milliseconds: Int64, in clock: WallClock) -> Int64 {
    (local(milliseconds, in: clock) % dayLength + dayLength) % dayLength
  }

  private static func two(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
