import Backend
import Simulator
import Testing

@testable import Devices

@Suite("Messages without a notification, and permissions")
struct BackgroundPushTests {
  private static func data(_ key: String) -> PushMessage {
    PushMessage(data: ["key": key], priority: .normal)
  }

  private static func lines(of phone: ProbePhone) -> [String] {
    phone.display.screen?.lines.filter { $0.hasPrefix("data") } ?? []
  }

  @Test("three wakes in any hour")
  func budget() {
    var wakes = BackgroundWakes()
    func at(_ minutes: Int) -> Instant { Instant.zero.advanced(by: .minutes(minutes)) }
    let isWoken = [0, 10, 20, 59].map { wakes.take(at: at($0)) }
    #expect(isWoken == [true, true, true, false])
    #expect(wakes.next(after: at(59)) == at(60))
    let isWokenLater = [60, 69, 70].map { wakes.take(at: at($0)) }
    #expect(isWokenLater == [true, false, true])
    #expect(wakes.next(after: at(71)) == at(80) && wakes.next(after: at(90)) == at(90))
  }

  @Test("the newest of those that are held wakes the app once there is room, for half a minute")
  func held() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob")
      let token = try await rig.token(of: bob)
      try await bob.enterBackground()
      for number in 1...5 {
        try await rig.sleep(.minutes(2))
        rig.push(Self.data("\(number)"), to: token)
      }
      try await rig.sleep(.minutes(30))
      #expect(Self.lines(of: bob) == ["data 1", "data 2", "data 3"])
      try await rig.sleep(.minutes(23))
      #expect(Self.lines(of: bob).last == "data 5" && Self.lines(of: bob).count == 4)
      try await rig.sleep(.seconds(31))
      #expect(bob.lifeState == .suspended)
    }
  }

  @Test("a person who opens the app brings what is held; one who closes it discards it")
  func opened() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob")
      let token = try await rig.token(of: bob)
      for isClosed in [false, true] {
        try await bob.enterBackground()
        for number in 1...4 {
          try await rig.sleep(.minutes(2))
          rig.push(Self.data("\(number)"), to: token)
        }
        try await rig.sleep(.minutes(1))
        if isClosed {
          try await bob.kill()
          try await bob.launch()
          try await bob.expect(for: .minutes(1), within: .seconds(1)) { $0.lines == ["token"] }
        } else {
          try await bob.enterForeground()
          try await bob.expect { $0.lines.last == "data 4" }
        }
        try await rig.sleep(.hours(2))
      }
    }
  }

  @Test(
    "an app that the system ended is launched behind the screen, one that its person closed is not")
  func launched() {
    let world = ServicesRig.run { rig in
      let bob = try await rig.phone("Bob")
      let token = try await rig.token(of: bob)
      try await bob.enterBackground()
      try await bob.suspend()
      await bob.killForMemory()
      rig.push(Self.data("one"), to: token)
      try await rig.sleep(.seconds(5))
      #expect(bob.lifeState == .background && Self.lines(of: bob) == ["data one"])
      try await bob.kill()
      rig.push(Self.data("two"), to: token)
      try await rig.sleep(.seconds(5))
      #expect(bob.lifeState == .terminated)
      // The number on the icon is the system's own business.
      var numbered = Self.data("three")
      numbered.badge = 4
      rig.push(numbered, to: token)
      try await bob.expectNotifications(\.badge, is: 4)
    }
    for text in ["push #2 dropped", "push #3 set the badge to 4 and reached no app"] {
      #expect(
        world.journal.entries.contains { $0.text == "\(text): the app was closed by its person" })
    }
  }

  @Test("an app that is behind the screen already has half a minute from the message on")
  func behindScreen() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob")
      let token = try await rig.token(of: bob)
      try await bob.enterBackground()
      try await rig.sleep(.seconds(3))
      rig.push(Self.data("one"), to: token)
      try await rig.sleep(.seconds(28))
      #expect(bob.lifeState == .background && Self.lines(of: bob) == ["data one"])
      try await rig.sleep(.seconds(4))
      #expect(bob.lifeState == .suspended)
    }
  }

  @Test("an app that says that it is done is suspended, unless it has time for something else")
  func done() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob")
      let token = try await rig.token(of: bob)
      try await bob.enterBackground()
      // The five seconds that every app has are not shortened.
      rig.push(Self.data("done 1"), to: token)
      try await rig.sleep(.seconds(4))
      #expect(bob.lifeState == .background && Self.lines(of: bob) == ["data done 1"])
      try await rig.sleep(.seconds(2))
      #expect(bob.lifeState == .suspended)
      rig.push(Self.data("done 2"), to: token)
      try await rig.sleep(.seconds(1))
      #expect(bob.lifeState == .suspended && Self.lines(of: bob).last == "data done 2")
      // One that it has not done goes on behind one that it has.
      rig.push(Self.data("long"), to: token)
      try await rig.sleep(.seconds(10))
      rig.push(Self.data("done 3"), to: token)
      try await rig.sleep(.seconds(15))
      #expect(bob.lifeState == .background && Self.lines(of: bob).last == "data done 3")
      try await rig.sleep(.seconds(6))
      #expect(bob.lifeState == .suspended)
      // In front it says so to nobody.
      try await bob.enterForeground()
      rig.push(Self.data("done 4"), to: token)
      try await bob.expect { $0.lines.last == "data done 4" }
      try await bob.enterBackground()
      try await rig.sleep(.seconds(4))
      #expect(bob.lifeState == .background)
    }
  }

  @Test("an Android phone is woken by each message")
  func android() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", transport: .fcmAndroid)
      let token = try await rig.token(of: bob)
      try await bob.enterBackground()
      for number in 1...5 {
        try await rig.sleep(.minutes(2))
        rig.push(Self.data("\(number)"), to: token)
      }
      try await rig.sleep(.minutes(1))
      #expect(Self.lines(of: bob).count == 5)
    }
  }

  @Test("without a permission nothing is shown, and the app's number neither; a trial is quiet")
  func permission() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob")
      let token = try await rig.token(of: bob)
      func push(_ title: String) {
        rig.push(
          PushMessage(
            notification: PushMessage.Notification(title: title, body: ""), badge: 3,
            priority: .high), to: token)
      }
      push("a")
      try await bob.expectNotifications { $0.bannerCount == 1 }
      try bob.app().services.notifications.setBadge(2)
      await bob.setPermission(.denied)
      #expect(bob.notifications.badge == 0)
      try await bob.enterBackground()
      push("b")
      rig.push(PushMessage(badge: 4, data: ["key": "c"]), to: token)
      try await rig.sleep(.seconds(5))
      #expect(bob.notifications.shade.titles == ["a"] && bob.notifications.badge == 0)
      #expect(Self.lines(of: bob) == ["data c"])
      await bob.setPermission(.provisional)
      push("d")
      try await bob.expectNotifications { $0.titles == ["a", "d"] && $0.bannerCount == 1 }
      #expect(bob.notifications.badge == 0)
      await bob.setPermission(.allowed)
      push("e")
      try await bob.expectNotifications { $0.bannerCount == 2 && $0.badge == 3 }
    }
  }

  @Test("a foreground app is asked about a quiet notification, too")
  func asksForQuietOnes() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", ProbeApp.Configuration(suppressed: ["a"]))
      let token = try await rig.token(of: bob)
      await bob.setPermission(.provisional)
      for title in ["a", "b"] {
        rig.push(
          PushMessage(
            notification: PushMessage.Notification(title: title, body: ""), priority: .high),
          to: token)
      }
      try await bob.expectNotifications { $0.titles == ["b"] && $0.bannerCount == 0 }
      try await rig.sleep(.seconds(5))
      #expect(bob.notifications.shade.titles == ["b"])
    }
  }
}
