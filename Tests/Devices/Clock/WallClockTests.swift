import Simulator
import Testing

@testable import Devices

@Suite("Wall clock")
struct WallClockTests {
  private let beginning = TrueTime.beginningMilliseconds

  private func shown(_ clock: WallClock, after duration: Duration) -> Int64 {
    clock.milliseconds(at: Instant.zero.advanced(by: duration)) - beginning
  }

  @Test("a right clock shows the true time")
  func isRight() {
    #expect(shown(WallClock(), after: .zero) == 0)
    #expect(shown(WallClock(), after: .milliseconds(1500)) == 1500)
  }

  @Test("skew moves the clock by the same amount at all times, to either side")
  func skews() {
    #expect(shown(WallClock(skew: .hours(1)), after: .seconds(10)) == 3_610_000)
    #expect(shown(WallClock(skew: .seconds(-90)), after: .seconds(10)) == -80_000)
    #expect(shown(WallClock(skew: .seconds(-90)), after: .days(2)) == 172_800_000 - 90_000)
  }

  @Test(
    "drift grows with time: 100 ppm are 8.64 s a day",
    arguments: [(100.0, 8_640), (-100.0, -8_640), (0.0, 0)])
  func drifts(partsPerMillion: Double, milliseconds: Int64) {
    let clock = WallClock(driftPartsPerMillion: partsPerMillion)
    #expect(shown(clock, after: .zero) == 0)
    #expect(shown(clock, after: .days(1)) == 86_400_000 + milliseconds)
    #expect(shown(clock, after: .days(10)) == 864_000_000 + 10 * milliseconds)
  }

  @Test("the time zone changes what the hands show and not the time since 1970")
  func keepsZoneApart() {
    #expect(shown(WallClock(zoneOffset: .hours(9)), after: .seconds(1)) == 1000)
  }

  @Test("a clock that is wrong beyond measure shows some time, and traps nobody")
  func saturates() {
    let clocks = [
      WallClock(skew: .seconds(Int64.max)), WallClock(skew: .minutes(.min)),
      WallClock(driftPartsPerMillion: .nan), WallClock(driftPartsPerMillion: .infinity),
      WallClock(driftPartsPerMillion: -1e300),
    ]
    for clock in clocks {
      #expect(clock.flaw != nil)
      let year: Int64 = 366 * 86_400_000
      #expect(abs(shown(clock, after: .days(400))) <= 293 * year)
    }
    #expect(shown(clocks[2], after: .seconds(1)) == 1_000)
  }

  @Test("a moment before the beginning counts as the millisecond that it lies in")
  func roundsDown() {
    #expect(shown(WallClock(skew: .nanoseconds(-1)), after: .zero) == -1)
    #expect(shown(WallClock(skew: .microseconds(-1000)), after: .zero) == -1)
    #expect(shown(WallClock(skew: .microseconds(-1001)), after: .zero) == -2)
    #expect(shown(WallClock(skew: .nanoseconds(999_999)), after: .zero) == 0)
  }
}
