import Devices
internal import Simulator
import Testing

@testable import Chat

@Suite("Relative times")
struct RelativeTimeTests {
  private static let minute: Int64 = 60_000
  private static let hour: Int64 = 60 * minute
  private static let day: Int64 = 24 * hour
  /// 2026-01-05, 12:00 UTC.
  private static let noon: Int64 = 1_767_614_400_000

  private static func text(_ age: Int64, now: Int64 = noon, zoneMinutes: Int = 0) -> String {
    let clock = WallClock(zoneOffset: .minutes(zoneMinutes))
    return RelativeTime(nowMilliseconds: now, clock: clock, words: ChatText()).text(now - age)
  }

  private static let ages: [(age: Int64, text: String)] = [
    (0, "now"), (minute - 1, "now"), (minute, "1 minute ago"), (2 * minute - 1, "1 minute ago"),
    (5 * minute, "5 minutes ago"), (hour - 1, "59 minutes ago"), (hour, "1 hour ago"),
    (2 * hour, "2 hours ago"), (12 * hour, "12 hours ago"), (12 * hour + 1, "yesterday"),
    (36 * hour, "yesterday"), (36 * hour + 1, "2 days ago"), (3 * day, "3 days ago"),
    (400 * day, "400 days ago"),
  ]

  @Test(
    "less than a minute is now, then minutes, hours of the day, yesterday, days (SH-19, C-21)",
    arguments: ages)
  func tells(age: Int64, text: String) {
    #expect(Self.text(age) == text)
  }

  @Test(
    "what is still to come by the viewer's clock is now, however far",
    arguments: [Int64(1), 432_000_000])
  func clampsTheFuture(milliseconds: Int64) {
    #expect(Self.text(-milliseconds) == "now")
  }

  @Test("minutes win over yesterday across midnight; an hour does not (C-21)")
  func crossesMidnight() {
    let early = Self.noon + 12 * Self.hour + 10 * Self.minute
    #expect(Self.text(59 * Self.minute, now: early) == "59 minutes ago")
    #expect(Self.text(Self.hour, now: early) == "yesterday")
    #expect(Self.text(10 * Self.minute + 1, now: early) == "10 minutes ago")
  }

  @Test("days are those of the viewer's zone, east and west")
  func respectsZones() {
    // 90 minutes ago: 10:30 UTC, which was yesterday only where midnight lies between.
    #expect(Self.text(90 * Self.minute) == "1 hour ago")
    #expect(Self.text(90 * Self.minute, zoneMinutes: 13 * 60) == "yesterday")
    #expect(Self.text(90 * Self.minute, zoneMinutes: -11 * 60) == "yesterday")
    #expect(Self.text(30 * Self.hour, zoneMinutes: 12 * 60) == "2 days ago")
  }

  @Test("a text stays as long as is said, and not a millisecond longer")
  func saysWhenItChanges() {
    let ages: [Int64] = [
      0, 1, Self.minute, 5 * Self.minute + 7, Self.hour - 1, Self.hour, 3 * Self.hour + 1,
      11 * Self.hour + 59 * Self.minute, 20 * Self.hour, 3 * Self.day, -5000, -2 * Self.hour,
    ]
    for zone in [0, 330, -600] {
      for age in ages {
        let clock = WallClock(zoneOffset: .minutes(zone))
        let moment = Self.noon - age
        func time(_ now: Int64) -> RelativeTime {
          RelativeTime(nowMilliseconds: now, clock: clock, words: ChatText())
        }
        let text = time(Self.noon).text(moment)
        let wait = time(Self.noon).millisecondsUntilChange(of: moment)
        #expect(wait > 0)
        #expect(time(Self.noon + wait - 1).text(moment) == text, "\(age) in zone \(zone)")
      }
    }
    let fresh = RelativeTime(nowMilliseconds: Self.noon, clock: WallClock(), words: ChatText())
    #expect(fresh.millisecondsUntilChange(of: Self.noon) == Self.minute)
    #expect(fresh.millisecondsUntilChange(of: Self.noon - 3 * Self.day) == 12 * Self.hour)
  }

  @Test("a day on which clocks are put has its own midnight, and its own hours")
  func crossesChanges() {
    let clock = WallClock(zone: .berlin)
    // 2026-03-29 and 2026-10-25, 0:00 in Berlin.
    for (midnight, hours) in [(1_774_738_800_000 as Int64, 23 as Int64), (1_792_879_200_000, 25)] {
      #expect(TimeOfDay.exactText(midnight, in: clock).hasSuffix("00:00:00"))
      #expect(TimeOfDay.millisecondsUntilMidnight(midnight, in: clock) == hours * Self.hour)
      let evening = midnight + (hours - 1) * Self.hour
      #expect(TimeOfDay.text(evening, in: clock) == "23:00")
      #expect(TimeOfDay.millisecondsUntilMidnight(evening, in: clock) == Self.hour)
      let time = RelativeTime(nowMilliseconds: evening, clock: clock, words: ChatText())
      #expect(time.text(midnight) == "\(hours - 1) hours ago")
      #expect(time.text(midnight - 1) == "yesterday")
    }
  }

  @Test(
    "ages are told in the forms of each language",
    arguments: [
      (PhoneLocale.german, [1: "vor 1 Minute", 2: "vor 2 Minuten", 22: "vor 22 Minuten"]),
      (
        .polish,
        [1: "1 minutę temu", 3: "3 minuty temu", 12: "12 minut temu", 22: "22 minuty temu"]
      ),
      (
        .arabic,
        [
          1: "قبل دقيقة واحدة", 2: "قبل دقيقتين", 3: "قبل ٣ دقائق", 11: "قبل ١١ دقيقة",
          55: "قبل ٥٥ دقيقة",
        ]
      ),
    ])
  func speaksLanguages(locale: PhoneLocale, texts: [Int64: String]) {
    let time = RelativeTime(
      nowMilliseconds: Self.noon, clock: WallClock(), words: ChatText(in: locale))
    // order: each is checked by itself.
    for (minutes, text) in texts { #expect(time.text(Self.noon - minutes * Self.minute) == text) }
  }

  private static let exactTimes: [(milliseconds: Int64, zoneMinutes: Int, text: String)] = [
    (0, 0, "1970-01-01 00:00:00"), (-1000, 0, "1969-12-31 23:59:59"),
    (noon, 0, "2026-01-05 12:00:00"), (noon, 720, "2026-01-06 00:00:00"),
    (noon + 65_000, -780, "2026-01-04 23:01:05"), (951_782_400_000, 0, "2000-02-29 00:00:00"),
    (4_107_542_400_000, 0, "2100-03-01 00:00:00"),
  ]

  @Test(
    "an exact time has the date of the viewer's zone, also on leap days and before 1970 (SH-20)",
    arguments: exactTimes)
  func tellsExactly(milliseconds: Int64, zoneMinutes: Int, text: String) {
    let clock = WallClock(zoneOffset: .minutes(zoneMinutes))
    #expect(TimeOfDay.exactText(milliseconds, in: clock) == text)
  }
}
