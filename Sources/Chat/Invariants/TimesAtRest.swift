internal import Devices
internal import Simulator

/// Times as a phone must show them, by its own clock and in its zone (DS-11, SH-05, SH-19).
///
/// Reckons the hours and days by itself; the offsets are the zone's.
struct TimesAtRest {
  let zone: PhoneTimeZone
  /// The time that the phone's clock shows, in milliseconds since 1970.
  let milliseconds: Int64

  private static let minute: Int64 = 60_000
  private static let hour: Int64 = 60 * minute
  private static let day: Int64 = 24 * hour

  /// The milliseconds since 1970 that a clock without a zone would have to show the same.
  private func local(_ moment: Int64) -> Int64 {
    moment + zone.offset(atMilliseconds: moment).milliseconds
  }

  /// The day of a moment, counted from 1970, and the milliseconds since its midnight.
  private func split(_ moment: Int64) -> (day: Int64, rest: Int64) {
    let (day, rest) = local(moment).quotientAndRemainder(dividingBy: Self.day)
    return rest < 0 ? (day - 1, rest + Self.day) : (day, rest)
  }

  private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// The time of a day, such as "12:05".
  func ofDay(_ moment: Int64) -> String {
    let minutes = split(moment).rest / Self.minute
    return "\(Self.two(minutes / 60)):\(Self.two(minutes % 60))"
  }

  /// A moment with its date, such as "2026-01-31 12:05:09".
  func exact(_ moment: Int64) -> String {
    let (day, rest) = split(moment)
    let date = CivilDate(ofDay: day)
    return "\(date.year)-\(Self.two(Int64(date.month)))-\(Self.two(Int64(date.day))) "
      + "\(ofDay(moment)):\(Self.two(rest / 1_000 % 60))"
  }

  /// Whether a text tells how long ago a moment was, or exactly when. It may be older by what clocks and timers are apart.
  func tells(_ text: String, of moment: Int64, in words: ChatText) -> Bool {
    let shown = Self.plain(text)
    if shown == exact(moment) { return true }
    return [0, -5_000, 5_000].contains { shown == Self.plain(age(of: moment, $0, in: words)) }
  }

  /// The age of a moment in words, for a clock that is ahead by some milliseconds.
  private func age(of moment: Int64, _ ahead: Int64, in words: ChatText) -> String {
    let age = milliseconds + ahead - moment
    if age < Self.minute { return words[.now] }
    if age < Self.hour { return words.counted(.minutesAgo, Int(age / Self.minute)) }
    let days = split(milliseconds + ahead).day - split(moment).day
    if days < 1 { return words.counted(.hoursAgo, Int(age / Self.hour)) }
    return days == 1 ? words[.yesterday] : words.counted(.daysAgo, Int(days))
  }

  /// A text with its digits as they are written in English.
  static func plain(_ text: String) -> String {
    String(text.map { $0.wholeNumberValue.map { Character("\($0)") } ?? $0 })
  }
}
