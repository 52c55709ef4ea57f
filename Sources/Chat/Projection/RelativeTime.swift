internal import Devices
internal import Simulator

/// The age of a moment in a person's words, by the viewing phone's clock and calendar (C-21).
struct RelativeTime: Sendable {
  /// The time that the phone's clock shows, in milliseconds since 1970.
  let nowMilliseconds: Int64
  /// The phone's clock, for its zone.
  let clock: WallClock
  /// The words.
  let words: ChatText

  private static let minute: Int64 = 60_000
  private static let hour: Int64 = 3_600_000

  /// The words for a moment. Less than a minute ago, or in the future by this clock, is now; then minutes, across
  /// midnight too; then hours of the same day, yesterday, and days of the calendar.
  func text(_ milliseconds: Int64) -> String {
    let age = nowMilliseconds - milliseconds
    if age < Self.minute { return words[.now] }
    if age < Self.hour { return count(age / Self.minute, .minutesAgo) }
    let days = self.days(since: milliseconds)
    switch days {
    case ...0: return count(age / Self.hour, .hoursAgo)
    case 1: return words[.yesterday]
    default: return count(days, .daysAgo)
    }
  }

  private func count(_ number: Int64, _ phrase: ChatText.Phrase) -> String {
    words.counted(phrase, Int(number))
  }

  /// The time until the words for a moment can first change, in milliseconds.
  func millisecondsUntilChange(of milliseconds: Int64) -> Int64 {
    let age = nowMilliseconds - milliseconds
    if age < Self.minute { return Self.minute - age }
    if age < Self.hour { return Self.minute - age % Self.minute }
    let midnight = TimeOfDay.millisecondsUntilMidnight(nowMilliseconds, in: clock)
    return days(since: milliseconds) > 0 ? midnight : min(Self.hour - age % Self.hour, midnight)
  }

  /// The number of midnights of the viewer's zone between a moment and now.
  private func days(since milliseconds: Int64) -> Int64 {
    TimeOfDay.day(nowMilliseconds, in: clock) - TimeOfDay.day(milliseconds, in: clock)
  }
}
