import Simulator
import Testing

@testable import Devices

@Suite("Time zones")
struct PhoneTimeZoneTests {
  /// The changes of 2026 as `zdump -v` of the tz database tells them, in seconds since 1970, and the offset afterwards.
  private static let changes: [(zone: PhoneTimeZone, seconds: Int64, before: Int, after: Int)] = [
    (.berlin, 1_774_746_000, 60, 120), (.berlin, 1_792_890_000, 120, 60),
    (.warsaw, 1_774_746_000, 60, 120), (.newYork, 1_772_953_200, -300, -240),
    (.newYork, 1_793_512_800, -240, -300), (.lordHowe, 1_775_314_800, 660, 630),
    (.lordHowe, 1_791_041_400, 630, 660),
  ]

  @Test("clocks are put at the very second that the tz database names", arguments: changes)
  func puts(zone: PhoneTimeZone, seconds: Int64, before: Int, after: Int) {
    let moment = seconds * 1_000
    #expect(zone.offset(atMilliseconds: moment - 1) == .minutes(before))
    #expect(zone.offset(atMilliseconds: moment) == .minutes(after))
    #expect(zone.nextChange(afterMilliseconds: moment - 1) == moment)
    #expect(zone.nextChange(afterMilliseconds: moment) != moment)
  }

  @Test("the changes of a year follow each other, across New Year too")
  func follows() {
    // 2026-12-31, 23:30 UTC.
    let newYearsEve: Int64 = 1_798_759_800_000
    // 2027-03-28 and 2027-04-03, 15:00.
    #expect(PhoneTimeZone.berlin.nextChange(afterMilliseconds: newYearsEve) == 1_806_195_600_000)
    #expect(PhoneTimeZone.lordHowe.nextChange(afterMilliseconds: newYearsEve) == 1_806_764_400_000)
    #expect(PhoneTimeZone.lordHowe.offset(atMilliseconds: newYearsEve) == .hours(11))
  }

  @Test("a zone without daylight saving time has one offset for ever")
  func isSteady() {
    for (zone, minutes) in [
      (PhoneTimeZone.kolkata, 330), (.riyadh, 180), (.fixed(.hours(-9)), -540),
    ] {
      for moment in [0, 1_767_614_400_000, 1_784_000_000_000] as [Int64] {
        #expect(zone.offset(atMilliseconds: moment) == .minutes(minutes))
        #expect(zone.nextChange(afterMilliseconds: moment) == nil)
      }
    }
  }

  @Test("a date is that of its day, both ways, for 400 years")
  func dates() {
    #expect(CivilDate(ofDay: 0) == CivilDate(year: 1970, month: 1, day: 1))
    #expect(CivilDate(ofDay: 11_016) == CivilDate(year: 2000, month: 2, day: 29))
    for day in stride(from: Int64(-30_000), to: 120_000, by: 1) {
      let date = CivilDate(ofDay: day)
      #expect(date.dayNumber == day)
      guard date.dayNumber == day else { return }
    }
  }

  @Test("a clock that drifts is waited for until it shows a moment, and not longer")
  func waits() {
    for drift in [0.0, 500, -500, 250_000] {
      let clock = WallClock(skew: .minutes(3), driftPartsPerMillion: drift)
      let moment = TrueTime.beginningMilliseconds + 86_400_000
      let wait = clock.time(untilShowing: moment, from: .zero)
      let shown = clock.milliseconds(at: Instant.zero.advanced(by: wait))
      #expect(abs(shown - moment) <= 2, "\(drift)")
      #expect(clock.time(untilShowing: moment - 90_000_000, from: .zero) == .zero)
    }
  }
}
