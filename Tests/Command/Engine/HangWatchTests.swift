import Simulator
import Testing

@testable import Command

@Suite("Noticing steps that never end")
struct HangWatchTests {
  private static func busy(_ pulse: Pulse?, ordinal: Int = 0) -> [(
    worker: Int, occupation: Workforce.Occupation
  )] {
    let plan = PlannedRun(
      ordinal: ordinal, scenario: Sample.fine, configuration: RunConfiguration())
    return [(0, Workforce.Occupation(plan: plan, begin: start, pulse: pulse))]
  }

  private static let start = SuspendingClock.now

  private static func instant(_ milliseconds: Int) -> SuspendingClock.Instant {
    start.advanced(by: .milliseconds(milliseconds))
  }

  private static func pulse() -> Pulse {
    var pulse: Pulse?
    _ = Runner.run(Sample.fine, RunConfiguration()) { pulse = $0 }
    guard let pulse else { preconditionFailure("the runner showed no pulse") }
    return pulse
  }

  @Test("a thread that stands still for all of the patience is found")
  func standsStill() {
    let pulse = Self.pulse()
    var watch = HangWatch(patience: .seconds(1))
    for time in stride(from: 0, to: 1000, by: 100) {
      let found = watch.look(at: Self.busy(pulse), now: Self.instant(time))
      #expect(found.isEmpty)
    }
    let found = watch.look(at: Self.busy(pulse), now: Self.instant(1000))
    #expect(found.map(\.worker) == [0])
  }

  @Test("another run or another world begins the patience anew")
  func movesOn() {
    var watch = HangWatch(patience: .seconds(1))
    for time in stride(from: 0, to: 5000, by: 100) {
      let busy = Self.busy(Self.pulse(), ordinal: time / 500)
      let found = watch.look(at: busy, now: Self.instant(time))
      #expect(found.isEmpty)
    }
  }

  @Test("a process that was stopped for an hour does not blame its scenarios")
  func stoppedProcess() {
    let pulse = Self.pulse()
    var watch = HangWatch(patience: .seconds(1))
    _ = watch.look(at: Self.busy(pulse), now: Self.instant(0))
    let found = watch.look(at: Self.busy(pulse), now: Self.instant(3_600_000))
    #expect(found.isEmpty)
  }
}
