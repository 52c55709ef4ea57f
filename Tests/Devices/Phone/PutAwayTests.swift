import Backend
import Simulator
import Testing

@testable import Devices
@testable import Network

@Suite("An app that is put away")
struct PutAwayTests {
  /// A phone whose client listens to a place, has something done at its end, and writes down when it is connected.
  private static func listener(_ rig: DeviceRig, _ heard: Log) async throws -> Phone<NoteApp> {
    let alice = try rig.phone("Alice")
    try await alice.launch()
    try await rig.sleep(.seconds(1))
    let database = try #require(await alice.database)
    await database.listen(to: QuerySpec("news"), for: .value) { content in
      if case .data(let event) = content { heard.add("\(event.node)") }
    }
    await database.watchConnection { heard.add($0 ? "connected" : "gone") }
    await database.onDisconnect("left", .set(true))
    try await rig.sleep(.seconds(1))
    return alice
  }

  @Test("what comes for a suspended app waits in its socket, and is read at once when it is back")
  func burst() {
    DeviceRig.run { rig in
      let heard = Log(in: rig.world)
      let alice = try await Self.listener(rig, heard)
      let bob = try rig.client("Bob")
      try await alice.enterBackground()
      try await alice.suspend()
      let before = heard.texts
      for number in 1...5 {
        await bob.set("news", to: Node(.number(Double(number))))
        try await rig.sleep(.seconds(30))
      }
      #expect(heard.texts == before, "a suspended app has heard something")
      #expect(await rig.backend.read("left").isEmpty, "the kernel acknowledges what comes")
      try await alice.enterForeground()
      try await rig.sleep(.microseconds(1))
      #expect(heard.texts.dropFirst(before.count) == ["1", "2", "3", "4", "5"])
    }
  }

  @Test(
    "a suspended app sends no keep-alive: the server gives it up, and it connects again when it is back"
  )
  func silence() {
    DeviceRig.run { rig in
      let heard = Log(in: rig.world)
      let alice = try await Self.listener(rig, heard)
      try await alice.enterBackground()
      try await alice.suspend()
      try await rig.sleep(.seconds(70))
      #expect(await rig.backend.read("left").isEmpty)
      try await rig.sleep(.seconds(10))
      #expect(await rig.backend.read("left") == true)
      #expect(!heard.texts.contains("gone"))
      try await alice.enterForeground()
      try await rig.sleep(.seconds(1))
      #expect(heard.texts.suffix(2) == ["gone", "connected"])
    }
  }

  @Test(
    "sockets that the system takes are gone for the server at once, and for the app when it is back"
  )
  func reclaimed() {
    DeviceRig.run { rig in
      let heard = Log(in: rig.world)
      let alice = try await Self.listener(rig, heard)
      alice.reclaimSockets()
      try await rig.sleep(.seconds(1))
      #expect(await rig.backend.read("left").isEmpty, "an app on the screen keeps its sockets")
      try await alice.enterBackground()
      try await alice.suspend()
      alice.reclaimSockets()
      try await rig.sleep(.seconds(1))
      #expect(await rig.backend.read("left") == true)
      #expect(!heard.texts.contains("gone"))
      try await alice.enterForeground()
      try await rig.sleep(.seconds(1))
      #expect(heard.texts.suffix(2) == ["gone", "connected"])
    }
  }

  @Test("an app that has asked for more time in the background has 30 s, or until it is done")
  func backgroundTask() {
    DeviceRig.run { rig in
      let expired = Log(in: rig.world)
      let alice = try rig.phone("Alice")
      try await alice.launch()
      let process = try alice.runningAppAndProcess().process
      let task = process.beginBackgroundTask { expired.add("expired") }
      try await alice.enterBackground()
      try await rig.sleep(.seconds(20))
      #expect(alice.lifeState == .background)
      process.endBackgroundTask(task)
      try await rig.sleep(.milliseconds(1))
      #expect(alice.lifeState == .suspended && expired.texts.isEmpty)

      try await alice.enterForeground()
      let number = WorldBound(0, in: rig.world)
      let other = process.beginBackgroundTask {
        expired.add("expired")
        process.endBackgroundTask(number.withValue { $0 })
      }
      number.withValue { $0 = other }
      try await alice.enterBackground()
      try await rig.sleep(.milliseconds(29_900))
      #expect(alice.lifeState == .background && expired.texts.isEmpty)
      try await rig.sleep(.seconds(2))
      #expect(alice.lifeState == .suspended && expired.texts == ["expired"])
    }
  }

  @Test("an app that does not end its background task in time is ended")
  func overstays() {
    DeviceRig.run { rig in
      let alice = try rig.phone("Alice")
      try await alice.launch()
      let process = try alice.runningAppAndProcess().process
      _ = process.beginBackgroundTask {}
      try await alice.enterBackground()
      try await rig.sleep(.seconds(30))
      #expect(alice.lifeState == .background)
      try await rig.sleep(.seconds(2))
      #expect(alice.lifeState == .terminated)
      try await alice.relaunch()
      try await alice.expect { $0.isForeground }
    }
  }

  @Test(
    "the background task of an app that was woken expires, and one that does not end it is ended",
    arguments: [true, false])
  func expiresWhenWoken(ends: Bool) {
    DeviceRig.run { rig in
      let expired = Log(in: rig.world)
      let alice = try rig.phone("Alice")
      try await alice.launch()
      let process = try alice.runningAppAndProcess().process
      try await alice.enterBackground()
      try await alice.suspend()
      await alice.wake()
      let number = WorldBound(0, in: rig.world)
      let task = process.beginBackgroundTask {
        expired.add("expired")
        if ends { process.endBackgroundTask(number.withValue { $0 }) }
      }
      number.withValue { $0 = task }
      try await rig.sleep(.milliseconds(29_900))
      #expect(alice.lifeState == .background && expired.texts.isEmpty)
      try await rig.sleep(.seconds(2))
      #expect(expired.texts == ["expired"])
      #expect(alice.lifeState == (ends ? .suspended : .terminated))
    }
  }

  @Test("a phone gives other times behind the screen where it is told to")
  func otherTimes() {
    DeviceRig.run { rig in
      let alice = try rig.phone("Alice")
      try await alice.launch()
      await alice.setBackgroundTimes(
        BackgroundTimes(plain: .seconds(2), task: .seconds(10), wake: .seconds(20)))
      let process = try alice.runningAppAndProcess().process
      try await alice.enterBackground()
      try await rig.sleep(.milliseconds(1_900))
      #expect(alice.lifeState == .background)
      try await rig.sleep(.milliseconds(200))
      #expect(alice.lifeState == .suspended)
      await alice.wake()
      try await rig.sleep(.milliseconds(19_900))
      #expect(alice.lifeState == .background)
      try await rig.sleep(.milliseconds(200))
      #expect(alice.lifeState == .suspended)
      try await alice.enterForeground()
      let expired = Log(in: rig.world)
      _ = process.beginBackgroundTask { expired.add("expired") }
      try await alice.enterBackground()
      try await rig.sleep(.milliseconds(9_900))
      #expect(expired.texts.isEmpty)
      try await rig.sleep(.milliseconds(200))
      #expect(expired.texts == ["expired"])
    }
  }

  @Test("an app that is woken behind the screen waits for its next attempt to connect")
  func keepsBackOff() {
    DeviceRig.run { rig in
      let phone = try rig.phone("Ann")
      try await phone.launch()
      try await rig.sleep(.seconds(1))
      let fault = rig.backend.restart()
      try await rig.sleep(.minutes(5))
      try await phone.enterBackground()
      try await phone.suspend()
      fault.end()
      await phone.wake()
      try await rig.sleep(.milliseconds(100))
      #expect(await phone.database?.stateName != "ready")
      try await phone.enterForeground()
      try await rig.sleep(.milliseconds(100))
      #expect(await phone.database?.stateName == "ready")
    }
  }

  @Test("an app in the background can be ended for its memory, one on the screen cannot")
  func memory() {
    DeviceRig.run { rig in
      let alice = try rig.phone("Alice")
      try await alice.launch()
      await alice.killForMemory()
      #expect(alice.lifeState == .foreground)
      try await alice.enterBackground()
      try await alice.suspend()
      try await rig.sleep(.seconds(1))
      await alice.killForMemory()
      #expect(alice.lifeState == .terminated)
      #expect(rig.log.texts == ["Alice background"], "it is told nothing")
      try await alice.relaunch()
      try await alice.expect { $0.isForeground }
    }
  }
}
