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
    let date = date(ofDay: day(milliseconds, in: clock))
    return "\(date.year)-\(two(date.month))-\(two(date.day)) "
      + "\(text(milliseconds, in: clock)):\(two(seconds))"
  }

  /// The day of a moment in the clock's zone, counted from 1970-01-01.
  static func day(_ milliseconds: Int64, in clock: WallClock) -> Int64 {
    let local = local(milliseconds, in: clock)
    return (local - sinceMidnight(milliseconds, in: clock)) / dayLength
  }

  /// The time until the next midnight in the clock's zone, in milliseconds.
  static func millisecondsUntilMidnight(_ milliseconds: Int64, in clock: WallClock) -> Int64 {
    dayLength - sinceMidnight(milliseconds, in: clock)
  }

  private static func local(_ milliseconds: Int64, in clock: WallClock) -> Int64 {
    milliseconds + clock.zoneOffset.nanoseconds / 1_000_000
  }

  private static func sinceMidnight(_ milliseconds: Int64, in clock: WallClock) -> Int64 {
    (local(milliseconds, in: clock) % dayLength + dayLength) % dayLength
  }

  /// The civil date of a day of our era; years begin in March here, so that a leap day is the last of its year.
  private static func date(ofDay day: Int64) -> (year: Int, month: Int, day: Int) {
    let shifted = Int(day) + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let isNextYear = month >= 10
    return (
      era * 400 + yearOfEra + (isNextYear ? 1 : 0), isNextYear ? month - 9 : month + 3,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }

  private static func two(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
