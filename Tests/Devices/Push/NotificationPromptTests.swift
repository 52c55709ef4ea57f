import Backend
import Simulator
import Testing

@testable import Devices

@Suite("The question whether an app may notify")
struct NotificationPromptTests {
  private static func ask(_ phone: ProbePhone, provisionally: Bool = false) async throws {
    ask(try phone.app(), provisionally: provisionally)
  }

  private static func ask(_ app: ProbeApp, provisionally: Bool = false) {
    app.services.notifications.requestPermission(provisionally: provisionally, on: app) {
      $0.show("permission \($1.rawValue)")
    }
  }

  private static func answers(_ phone: ProbePhone) -> [String] {
    phone.display.screen?.lines.filter { $0.hasPrefix("permission") } ?? []
  }

  private static let hello = PushMessage(
    notification: PushMessage.Notification(title: "hello", body: ""), badge: 3, priority: .high)

  @Test(
    "it makes the app inactive, is asked once for all who ask, and everybody hears of the answer")
  func asked() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob")
      let token = try await rig.token(of: bob)
      await bob.setPermission(.notDetermined)
      rig.push(Self.hello, to: token)
      try await rig.sleep(.seconds(5))
      #expect(bob.notifications.shade.count == 0 && bob.notifications.badge == 0)
      await #expect(throws: NotificationPromptMissing.self) {
        try await bob.answerNotificationPrompt(allows: true)
      }
      try await Self.ask(bob)
      try await Self.ask(bob)
      try await bob.expectNotifications(\.isPromptShown, is: true)
      #expect(bob.display.screen?.lines.last == "inactive")
      #expect(bob.lifeState == .inactive && Self.answers(bob).isEmpty)
      await #expect(throws: LifeError.self) { try await bob.cover(with: .call) }
      try await bob.answerNotificationPrompt(allows: true)
      try await bob.expect { $0.lines.suffix(3).filter { $0 == "permission allowed" }.count == 2 }
      #expect(bob.lifeState == .foreground && !bob.notifications.shade.isPromptShown)
      rig.push(Self.hello, to: token)
      try await bob.expectNotifications { $0.bannerCount == 1 && $0.badge == 3 }
      // It has been answered.
      try await Self.ask(bob)
      try await bob.expect { $0.lines.filter { $0 == "permission allowed" }.count == 3 }
      #expect(bob.lifeState == .foreground)
    }
  }

  @Test("a no is for good, and a trial needs no question")
  func refused() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob")
      let token = try await rig.token(of: bob)
      await bob.setPermission(.notDetermined)
      try await Self.ask(bob)
      try await bob.expectNotifications(\.isPromptShown, is: true)
      try await bob.answerNotificationPrompt(allows: false)
      try await Self.ask(bob)
      try await bob.expect { $0.lines.suffix(2).allSatisfy { $0 == "permission denied" } }
      rig.push(Self.hello, to: token)
      try await rig.sleep(.seconds(5))
      #expect(bob.notifications.shade.count == 0 && bob.permission == .denied)
      await bob.setPermission(.notDetermined)
      try await Self.ask(bob, provisionally: true)
      try await bob.expect { $0.lines.last == "permission provisional" }
      #expect(bob.permission == .provisional && bob.lifeState == .foreground)
    }
  }

  @Test(
    "an app that is back soon keeps its answer, one that was away for a day asks again",
    arguments: [(Duration.zero, true), (.hours(23), true), (.hours(24), false)])
  func reinstalled(after absence: Duration, isKept: Bool) {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob")
      await bob.setPermission(.denied)
      let began = rig.world.now
      try await bob.reinstall(after: absence)
      #expect(began.duration(to: rig.world.now) == absence)
      #expect(bob.permission == (isKept ? .denied : .notDetermined))
      try await bob.launch()
      try await Self.ask(bob)
      if isKept {
        try await bob.expect { $0.lines.last == "permission denied" }
      } else {
        try await bob.expectNotifications(\.isPromptShown, is: true)
      }
    }
  }

  @Test("it waits for an app that is behind the screen, comes again, and goes with the process")
  func waits() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob")
      await bob.setPermission(.notDetermined)
      let behind = try bob.app()
      try await bob.enterBackground()
      Self.ask(behind)
      try await rig.sleep(.seconds(1))
      #expect(!bob.notifications.shade.isPromptShown && bob.lifeState == .background)
      try await bob.enterForeground()
      try await bob.expectNotifications(\.isPromptShown, is: true)
      #expect(bob.lifeState == .inactive)
      try await bob.enterBackground()
      #expect(!bob.notifications.shade.isPromptShown)
      try await bob.enterForeground()
      try await bob.expectNotifications(\.isPromptShown, is: true)
      try await bob.kill()
      #expect(!bob.notifications.shade.isPromptShown && bob.permission == .notDetermined)
      try await bob.relaunch()
      try await rig.sleep(.seconds(1))
      #expect(!bob.notifications.shade.isPromptShown && bob.lifeState == .foreground)
      // Behind a call, it waits for its end.
      let covered = try bob.app()
      try await bob.cover(with: .call)
      Self.ask(covered)
      try await rig.sleep(.seconds(1))
      #expect(!bob.notifications.shade.isPromptShown)
      try await bob.uncover()
      try await bob.expectNotifications(\.isPromptShown, is: true)
      try await bob.answerNotificationPrompt(allows: true)
      try await bob.expect { $0.lines.last == "permission allowed" }
    }
  }
}
