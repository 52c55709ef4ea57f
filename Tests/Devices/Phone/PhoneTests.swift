import Simulator
import Testing

@testable import Devices

@Suite("Phone")
struct PhoneTests {
  @Test("an app shows its disk after a launch, and what was not committed is gone after a kill")
  func relaunches() {
    DeviceRig.run { rig in
      let alice = try rig.phone("Alice")
      #expect(alice.display.screen == nil)
      try await alice.launch()
      try await alice.expect { $0.notes == [] }
      try await alice.app().add("kept")
      await (try alice.app()).scribble("lost")
      try await alice.expect(within: .zero) { $0.notes == ["kept", "lost"] }

      try await alice.kill()
      #expect(alice.display.screen == nil)
      #expect(throws: LifeError.self) { try alice.app() }
      try await alice.relaunch()
      try await alice.expect { $0.notes == ["kept"] }
    }
  }

  @Test("the digest tells what a clock was set to")
  func clocksInTheDigest() {
    func digest(_ change: @escaping @Sendable (inout WallClock) -> Void) -> UInt64 {
      DeviceRig.run { rig in
        let alice = try rig.phone("Alice")
        await alice.setClock(change)
      }.journal.digest
    }
    let digests: [UInt64] = [
      digest { _ in }, digest { $0.skew = .hours(1) }, digest { $0.skew = .hours(-1) },
      digest { $0.zoneOffset = .hours(1) }, digest { $0.driftPartsPerMillion = 1 },
    ]
    #expect(Set(digests).count == digests.count)
    #expect(digest { $0.skew = .hours(1) } == digests[1])
  }

  @Test("an app that is deleted loses its data, and must be launched to be seen")
  func reinstalls() {
    DeviceRig.run { rig in
      let alice = try rig.phone("Alice")
      try await alice.launch()
      try await alice.app().add("kept")
      try await alice.reinstall()
      #expect(alice.lifeState == .terminated)
      try await alice.launch()
      try await alice.expect { $0.notes == [] }
    }
  }

  @Test("what can't happen to an app is refused, and changes nothing")
  func refusesImpossible() {
    DeviceRig.run { rig in
      let alice = try rig.phone("Alice")
      await #expect(throws: LifeError(phone: "Alice", state: .terminated, event: .terminate)) {
        try await alice.kill()
      }
      try await alice.launch()
      await #expect(throws: LifeError(phone: "Alice", state: .foreground, event: .launch)) {
        try await alice.launch()
      }
      await #expect(
        throws: LifeError(phone: "Alice", state: .foreground, event: .enterForeground)
      ) { try await alice.enterForeground() }
      #expect(alice.lifeState == .foreground)
    }
  }

  @Test("the app is told when it goes to the background and when it comes back")
  func tellsLife() {
    DeviceRig.run { rig in
      let alice = try rig.phone("Alice")
      try await alice.launch()
      try await alice.enterBackground()
      try await alice.expectDrawn { !$0.isForeground }
      try await alice.enterForeground()
      try await alice.expect { $0.isForeground }
      #expect(rig.log.texts == ["Alice background", "Alice foreground"])
    }
  }

  @Test(
    "an app in the background is suspended after five seconds, and back in the foreground runs on")
  func suspends() {
    DeviceRig.run { rig in
      let alice = try rig.phone("Alice")
      try await alice.launch()
      let app = try alice.app()
      try await alice.enterBackground()
      try await rig.sleep(.seconds(4))
      #expect(alice.lifeState == .background)
      try await rig.sleep(.seconds(2))
      #expect(alice.lifeState == .suspended)
      app.post { $0.scribble("meanwhile") }
      try await rig.sleep(.hours(1))
      #expect(alice.display.screen?.notes == [], "a suspended app has run")
      #expect(throws: LifeError(phone: "Alice", state: .suspended, event: .gesture)) {
        try alice.app()
      }
      try await alice.enterForeground()
      try await alice.expect { $0.notes == ["meanwhile"] && $0.isForeground }
    }
  }

  @Test("an app that comes back in time is not suspended")
  func returnsInTime() {
    DeviceRig.run { rig in
      let alice = try rig.phone("Alice")
      try await alice.launch()
      try await alice.enterBackground()
      try await rig.sleep(.seconds(4))
      try await alice.enterForeground()
      try await alice.enterBackground()
      try await rig.sleep(.seconds(4))
      #expect(alice.lifeState == .background, "the first five seconds still counted")
    }
  }

  @Test("an app that is killed while it is suspended does nothing more, and can be launched again")
  func diesSuspended() {
    DeviceRig.run { rig in
      let alice = try rig.phone("Alice")
      try await alice.launch()
      let app = try alice.app()
      try await alice.enterBackground()
      try await alice.suspend()
      app.post { try? $0.add("ghost") }
      try await alice.kill()
      try await rig.sleep(.minutes(2))
      #expect(rig.log.texts(of: "Alice keeps") == [] && alice.disk.commitCount == 0)
      try await alice.relaunch()
      try await alice.expect { $0.notes == [] && $0.isForeground }
    }
  }

  @Test(
    "an app that dies in a commit shows nothing of it; what was durable is there after a relaunch",
    arguments: [Disk.CrashPoint.beforeCommit, .afterCommit], [Schedule.fifo, .random])
  func diesInCommit(point: Disk.CrashPoint, schedule: Schedule) {
    DeviceRig.run(schedule: schedule) { rig in
      let alice = try rig.phone("Alice")
      try await alice.launch()
      await alice.kill(atCommit: 2, point)
      try await alice.app().add("first")
      let app = try alice.app()
      await #expect(throws: CommitError.self) { try await app.add("second") }
      await #expect(throws: CommitError.self) { try await app.add("third") }
      await app.scribble("unseen")
      try await rig.sleep(.seconds(1))
      #expect(alice.display.screen == nil)
      #expect(alice.lifeState == .terminated)
      #expect(rig.log.texts == ["Alice keeps first"])

      try await alice.relaunch()
      let kept = point == .afterCommit ? ["first", "second"] : ["first"]
      try await alice.expect { $0.notes == kept }
    }
  }

  @Test("nothing that a killed app still does can be seen, heard or stored", arguments: 1...10)
  func isSilentWhenDead(seed: UInt64) {
    DeviceRig.run(seed: seed, schedule: .random) { rig in
      let alice = try rig.phone("Alice")
      try await alice.launch()
      let app = try alice.app()
      try await alice.kill()
      await app.scribble("ghost")
      await #expect(throws: CommitError.self) { try await app.add("ghost") }
      #expect(alice.display.screen == nil && alice.disk.commitCount == 0)
      try await rig.sleep(.minutes(5))
      #expect(rig.connectionCount == 0, "a dead app holds a connection")
    }
  }

  @Test("a phone knows when it got its network back, and whether it is online")
  func knowsNetwork() {
    DeviceRig.run { rig in
      let alice = try rig.phone("Alice")
      #expect(!alice.isOnline, "no app is running")
      try await alice.launch()
      #expect(alice.isOnline && alice.reconnected == .zero)
      try await rig.sleep(.seconds(3))
      await alice.setAirplaneMode(true)
      #expect(!alice.isOnline)
      try await rig.sleep(.seconds(4))
      await alice.setAirplaneMode(false)
      #expect(alice.isOnline)
      #expect(alice.reconnected == Instant.zero.advanced(by: .seconds(7)))
      try await rig.sleep(.seconds(1))
      await alice.setAirplaneMode(false)
      #expect(
        alice.reconnected == Instant.zero.advanced(by: .seconds(7)), "it was online all along")
    }
  }

  @Test("setting the clock on the wall shows at once")
  func setsClock() {
    DeviceRig.run { rig in
      let alice = try rig.phone("Alice", clock: WallClock(skew: .seconds(1)))
      try await alice.launch()
      await alice.setClock { $0.skew = .seconds(-5) }
      let clock = await (try alice.app()).wallMilliseconds
      #expect(clock == TrueTime.milliseconds(at: rig.world.now) - 5000)
    }
  }
}
