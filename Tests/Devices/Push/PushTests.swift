import Backend
import Devices
import Network
import Simulator
import Testing

@Suite("Push messages over the network")
struct PushTests {
  private static func hello(
    _ title: String = "Alice", _ body: String = "hello", badge: Int? = nil,
    collapseKey: String? = nil
  ) -> PushMessage {
    PushMessage(
      notification: PushMessage.Notification(title: title, body: body), badge: badge,
      data: ["chat": "1"], collapseKey: collapseKey, priority: .high)
  }

  @Test("a notification reaches a phone whose app was killed, and a tap launches the app")
  func killedApp() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob")
      let token = try await rig.token(of: bob)
      try await bob.kill()
      rig.push(Self.hello(badge: 3), to: token)
      try await bob.expectNotifications(within: .seconds(1)) {
        $0.titles == ["Alice"] && $0.badge == 3 && $0.bannerCount == 1
      }
      #expect(bob.notifications.notifications.first?.data == ["chat": "1"])

      try await bob.tapNotification()
      try await bob.expect { $0.lines.contains("tapped Alice") }
      #expect(bob.notifications.notifications.isEmpty)
      #expect(bob.lifeState == .foreground)
    }
  }

  @Test("what is in the foreground decides whether there is a banner; in the background there is")
  func suppression() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", ProbeApp.Configuration(suppressed: ["Alice"]))
      let token = try await rig.token(of: bob)
      rig.push(Self.hello("Alice", badge: 9), to: token)
      rig.push(Self.hello("Carol"), to: token)
      try await bob.expectNotifications { $0.titles == ["Carol"] }
      try await bob.expectNotifications(
        all: .that(\.titles, is: ["Carol"]), .that(\.badge, is: 0), for: .seconds(5))
      try await bob.enterBackground()
      rig.push(Self.hello("Alice"), to: token)
      try await bob.expectNotifications { $0.titles == ["Carol", "Alice"] && $0.bannerCount == 2 }
    }
  }

  @Test("a phone that cannot be reached gets its messages when it can, the collapsed ones once")
  func stored() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", transport: .fcmAndroid)
      let token = try await rig.token(of: bob)
      await bob.setAirplaneMode(true)
      for number in 1...3 { rig.push(Self.hello("\(number)", collapseKey: "chat"), to: token) }
      // Until its own limit of 30 s the service takes the phone for reachable; then all come back.
      try await bob.expectNotifications(for: .minutes(2)) { $0.notifications.isEmpty }
      #expect(await rig.backend.push.storedCount(for: token) == 1)

      await bob.setAirplaneMode(false)
      try await bob.expectNotifications(within: .seconds(2), since: bob.reconnected) {
        $0.titles == ["3"] && $0.bannerCount == 1
      }
    }
  }

  @Test("a message is told once although its confirmation is lost")
  func once() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob")
      let token = try await rig.token(of: bob)
      try await rig.sleep(.seconds(1))
      let lost = bob.partition(.outgoing)
      rig.push(Self.hello(), to: token)
      try await bob.expectNotifications { $0.bannerCount == 1 }
      // The service gives the connection up and the message back.
      try await rig.sleep(.minutes(2))
      lost.end()
      await bob.setAirplaneMode(true)
      await bob.setAirplaneMode(false)
      try await rig.sleep(.minutes(2))
      #expect(await rig.backend.push.storedCount(for: token) == 0)
      #expect(bob.notifications.shade.bannerCount == 1)
    }
  }

  @Test("messages overtake each other", arguments: [1, 2])
  func unordered(seed: UInt64) {
    ServicesRig.run(seed: seed) { rig in
      let bob = try await rig.phone("Bob")
      let token = try await rig.token(of: bob)
      let sent = (1...10).map(String.init)
      for title in sent { rig.push(Self.hello(title, collapseKey: title), to: token) }
      try await bob.expectNotifications(within: .seconds(1)) { $0.notifications.count == 10 }
      #expect(bob.notifications.shade.titles != sent)
      #expect(bob.notifications.shade.titles.map { Int($0) ?? 0 }.sorted() == Array(1...10))
    }
  }

  @Test("data alone wakes a suspended app for a while, and launches none that was killed")
  func data() {
    let world = ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", transport: .fcmAndroid)
      let token = try await rig.token(of: bob)
      rig.push(PushMessage(data: ["key": "one"], priority: .high), to: token)
      try await bob.expect { $0.lines.last == "data one" }
      try await bob.enterBackground()
      try await bob.suspend()
      rig.push(PushMessage(badge: 4, data: ["key": "two"], priority: .high), to: token)
      try await rig.sleep(.seconds(5))
      #expect(bob.display.screen?.lines.suffix(2) == ["background", "data two"])
      #expect(bob.lifeState == .background && bob.notifications.badge == 4)
      try await rig.sleep(.seconds(30))
      #expect(bob.lifeState == .suspended)
      try await bob.kill()
      rig.push(PushMessage(badge: 5, data: ["key": "three"], priority: .high), to: token)
      try await rig.sleep(.seconds(5))
      #expect(bob.notifications.shade.bannerCount == 0 && bob.notifications.badge == 5)
      #expect(bob.lifeState == .terminated)
    }
    let untold = "push #3 set the badge to 5 and reached no app: the app is not running"
    #expect(world.journal.entries.contains { $0.text == untold })
  }

  @Test("a response without opening the app reaches it behind the screen, whatever it was doing")
  func responses() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob")
      let token = try await rig.token(of: bob)
      try await bob.enterBackground()
      try await bob.suspend()
      for state in [LifeState.suspended, .terminated] {
        if state == .terminated { try await bob.kill() }
        rig.push(Self.hello("Alice"), to: token)
        try await bob.expectNotifications { $0.titles == ["Alice"] }
        try await bob.respond(.reply("yes"))
        try await rig.sleep(.seconds(1))
        #expect(bob.lifeState == .background && bob.notifications.notifications.isEmpty)
        let replies = bob.display.screen?.lines.filter { $0 == "reply “yes” to Alice" }
        #expect(replies?.count == 1)
        try await rig.sleep(.seconds(30))
        #expect(bob.lifeState == .suspended)
      }
      try await bob.enterForeground()
      rig.push(Self.hello("Carol"), to: token)
      try await bob.expectNotifications { $0.titles == ["Carol"] }
      try await bob.clearNotifications()
      try await bob.expect { $0.lines.last == "swipe away Carol" }
      await #expect(throws: NotificationMissing.self) { try await bob.respond(.dismissed) }
    }
  }

  @Test("more than a hundred waiting messages are dropped, and the app is told")
  func tooMany() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", transport: .fcmAndroid)
      let token = try await rig.token(of: bob)
      await bob.setAirplaneMode(true)
      // The first one lets the service notice.
      for number in 0...100 {
        rig.push(PushMessage(data: ["key": "\(number)"], priority: .high), to: token)
      }
      try await rig.sleep(.minutes(2))
      await bob.setAirplaneMode(false)
      try await bob.expect { $0.lines.last == "deleted 101" }
    }
  }

  @Test("an app that is installed anew has another token, and the old one is refused")
  func reinstalled() {
    let world = ServicesRig.run { rig in
      let bob = try await rig.phone("Bob")
      let old = try await rig.token(of: bob)
      rig.push(Self.hello(badge: 1), to: old)
      try await bob.expectNotifications { $0.badge == 1 }
      try await bob.reinstall()
      #expect(bob.notifications.shade.notifications.isEmpty)
      #expect(bob.notifications.badge == 0)
      try await bob.launch()
      try await bob.expect { $0.lines == ["token"] }
      let new = try await rig.token(of: bob)
      #expect(new != old)
      rig.push(Self.hello("old"), to: old)
      rig.push(Self.hello("new"), to: new)
      try await bob.expectNotifications { $0.titles == ["new"] }
      try await bob.expectNotifications(for: .seconds(5)) { $0.titles == ["new"] }
    }
    #expect(world.journal.entries.contains { $0.text.contains("push refused: token") })
  }

  @Test("a relaunched app is told the token that it has, without asking the service")
  func relaunched() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob")
      let token = try await rig.token(of: bob)
      try await bob.kill()
      try await bob.relaunch()
      try await bob.expect { $0.lines == ["token"] }
      #expect(try await rig.token(of: bob) == token)
    }
  }

  @Test("a server function's push arrives, and is counted for the function")
  func fromFunction() throws {
    let fanOut = try ServerFunction("fanOut", .onCreate, at: "messages/{id}") { run in
      guard case .string(let token)? = try await run.read("tokens/bob").scalar else { return }
      let refusals = try await run.send([
        (Self.hello("Alice", "message"), PushToken(token)),
        (Self.hello("Alice", "nobody"), PushToken("gone")),
      ])
      #expect(refusals.first == .some(nil) && refusals.last != .some(nil))
    }
    ServicesRig.run(functions: [fanOut]) { rig in
      let bob = try await rig.phone("Bob")
      try await rig.sleep(.seconds(1))
      await rig.backend.administer(set: "hi", at: "messages/1")
      try await bob.expectNotifications(within: .seconds(5)) { $0.bodies == ["message"] }
      let reading = await rig.backend.meter()
      #expect(reading[.pushes, program: "fanOut"] == 1)
      #expect(
        reading[.pushBytes, program: "fanOut"] == Self.hello("Alice", "message").payloadByteCount)
    }
  }

  @Test("the app removes notifications and sets the badge; a dead process does neither")
  func removal() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob")
      let token = try await rig.token(of: bob)
      rig.push(Self.hello("a", collapseKey: "a"), to: token)
      rig.push(Self.hello("b", collapseKey: "b"), to: token)
      try await bob.expectNotifications { $0.notifications.count == 2 }
      let app = try bob.app()
      app.services.notifications.remove { $0.title == "a" }
      app.services.notifications.setBadge(2)
      try await bob.expectNotifications(within: .zero) { $0.titles == ["b"] && $0.badge == 2 }

      try await bob.kill()
      app.services.notifications.remove { _ in true }
      app.services.notifications.setBadge(0)
      try await bob.expectNotifications(within: .zero) { $0.titles == ["b"] && $0.badge == 2 }
      try await bob.clearNotifications()
      try await bob.expectNotifications(within: .zero) { $0.titles.isEmpty && $0.badge == 2 }
      await #expect(throws: NotificationMissing.self) { try await bob.tapNotification() }
    }
  }

  @Test("a suspended app's notifications show, and data wake it behind the screen")
  func suspended() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", ProbeApp.Configuration(suppressed: ["Alice"]))
      let token = try await rig.token(of: bob)
      try await bob.enterBackground()
      try await bob.suspend()
      rig.push(Self.hello(), to: token)
      rig.push(PushMessage(data: ["key": "one"]), to: token)
      try await bob.expectNotifications { $0.titles == ["Alice"] }
      try await rig.sleep(.seconds(5))
      #expect(bob.display.screen?.lines.contains("data one") == true)
      #expect(bob.lifeState == .background)

      try await bob.tapNotification { $0.title == "Alice" }
      try await bob.expect { $0.lines.contains("data one") && $0.lines.last == "tapped Alice" }
      #expect(bob.lifeState == .foreground)
    }
  }

  @Test("a world whose phones had pushes and transfers is freed after its end")
  func freed() {
    weak var world: World?
    world = ServicesRig.run { rig in
      let bob = try await rig.phone("Bob")
      let token = try await rig.token(of: bob)
      rig.push(Self.hello(), to: token)
      try await bob.app().services.storage.upload(
        FileContent(fingerprint: 1, byteCount: 600_000), to: "a"
      ) { _ in }
      try await bob.expectNotifications { $0.bannerCount == 1 }
    }
    #expect(world == nil)
  }
}
