import Simulator
import Testing

@testable import RehearsalCommand

@Suite("Noticing steps that never end")
struct HangWatchTests {
  private static let start = SuspendingClock.now
  private final class World: Sendable {}
  private static let world = World()

  private static func sighting(
    _ world: World = world, ordinal: Int = 0, steps: UInt64 = 1, isKnownToHang: Bool = false
  ) -> HangWatch.Sighting {
    HangWatch.Sighting(
      ordinal: ordinal, world: ObjectIdentifier(world), steps: steps, isKnownToHang: isKnownToHang)
  }

  private static func instant(_ milliseconds: Int) -> SuspendingClock.Instant {
    start.advanced(by: .milliseconds(milliseconds))
  }

  @Test("a step that runs for all of the patience is found")
  func standsStill() {
    var watch = HangWatch(patience: .seconds(1))
    for time in stride(from: 0, to: 1000, by: 100) {
      let isFound = watch.look(at: Self.sighting(), now: Self.instant(time))
      #expect(!isFound)
    }
    let isFound = watch.look(at: Self.sighting(), now: Self.instant(1000))
    #expect(isFound)
  }

  @Test("time that counts for nothing neither ends the patience nor begins it anew")
  func passes() {
    var watch = HangWatch(patience: .seconds(1))
    for time in stride(from: 0, through: 900, by: 100) {
      let isFound = watch.look(at: Self.sighting(), now: Self.instant(time))
      #expect(!isFound)
    }
    for time in stride(from: 1000, through: 9000, by: 100) { watch.pass(now: Self.instant(time)) }
    let isFound = watch.look(at: Self.sighting(), now: Self.instant(9099))
    #expect(!isFound)
    let isFoundLater = watch.look(at: Self.sighting(), now: Self.instant(9100))
    #expect(isFoundLater)
  }

  @Test("another run, another world or another step begins the patience anew")
  func movesOn() {
    var watch = HangWatch(patience: .seconds(1))
    for time in stride(from: 0, to: 5000, by: 100) {
      let isFound = watch.look(
        at: Self.sighting(ordinal: time / 500), now: Self.instant(time))
      #expect(!isFound)
    }
    for time in stride(from: 5000, to: 10_000, by: 100) {
      let sighting = Self.sighting(steps: UInt64(time / 500))
      let isFound = watch.look(at: sighting, now: Self.instant(time))
      #expect(!isFound)
    }
    let other = World()
    for time in stride(from: 10_000, to: 15_000, by: 100) {
      let sighting = Self.sighting(time / 500 % 2 == 0 ? other : Self.world)
      let isFound = watch.look(at: sighting, now: Self.instant(time))
      #expect(!isFound)
    }
  }

  @Test("nothing is found where nothing is played, however long that lasts")
  func idle() {
    var watch = HangWatch(patience: .seconds(1))
    for time in stride(from: 0, to: 5000, by: 100) {
      let isFound = watch.look(at: nil, now: Self.instant(time))
      #expect(!isFound)
    }
  }

  @Test("a step that is known to hang is found sooner")
  func known() {
    var watch = HangWatch(patience: .seconds(10))
    var found: Int?
    for time in stride(from: 0, to: 5000, by: 100) where found == nil {
      if watch.look(at: Self.sighting(isKnownToHang: true), now: Self.instant(time)) {
        found = time
      }
    }
    #expect(found == 500)
  }

  @Test("a process that was stopped for an hour does not blame its scenarios")
  func stoppedProcess() {
    var watch = HangWatch(patience: .seconds(1))
    _ = watch.look(at: Self.sighting(), now: Self.instant(0))
    let isFound = watch.look(at: Self.sighting(), now: Self.instant(3_600_000))
    #expect(!isFound)
  }

  @Test("the slowest step of a run is kept from 200 ms on, by looks that come in time")
  func slowest() {
    var watch = HangWatch(patience: .seconds(10))
    var time = 0
    /// Looks so often at one step, each time so many milliseconds later.
    func stand(_ steps: UInt64, _ looks: Int, ordinal: Int = 0, apart: Int = 100) {
      for _ in 0..<looks {
        _ = watch.look(
          at: Self.sighting(ordinal: ordinal, steps: steps), now: Self.instant(time))
        time += apart
      }
    }
    stand(1, 2)
    #expect(watch.slowest == nil)
    stand(2, 4)
    #expect(watch.slowest == SlowStep(step: 2, time: .milliseconds(300)))
    stand(3, 3)
    #expect(watch.slowest == SlowStep(step: 2, time: .milliseconds(300)))
    // Where looks come late, the machine is busy, and the step is not to blame for all of it.
    stand(4, 4, apart: 1000)
    #expect(watch.slowest == SlowStep(step: 2, time: .milliseconds(300)))
    stand(1, 1, ordinal: 1)
    #expect(watch.slowest == nil)
    // Before its first step a run has none.
    stand(0, 9, ordinal: 2)
    #expect(watch.slowest == nil)
  }

  @Test("a run that takes too long in all is found, and another one has the whole limit")
  func slowRun() {
    var watch = RunWatch(limit: .seconds(1))
    for time in stride(from: 0, to: 1000, by: 100) {
      let isFound = watch.look(at: time < 500 ? 1 : 2, now: Self.instant(time))
      #expect(!isFound)
    }
    for time in stride(from: 1000, to: 1500, by: 100) {
      let isFound = watch.look(at: 2, now: Self.instant(time))
      #expect(!isFound)
    }
    let isLate = watch.look(at: 2, now: Self.instant(1500))
    #expect(isLate)
    for time in stride(from: 1600, to: 5000, by: 100) {
      let isFound = watch.look(at: nil, now: Self.instant(time))
      #expect(!isFound)
    }
  }
}
