import Backend
import Devices
import Simulator
import Testing

@Suite("Phones whose token changes")
struct PhoneFormerTokenTests {
  private static func push(_ title: String, to token: PushToken, _ rig: ServicesRig) {
    rig.push(
      PushMessage(
        notification: PushMessage.Notification(title: title, body: ""), priority: .high), to: token)
  }

  @Test("a restored phone keeps its data, and the old token works beside the new one for a while")
  func restored() {
    let world = ServicesRig.run { rig in
      let bob = try await rig.phone("Bob")
      let old = try await rig.token(of: bob)
      try bob.app().services.keychain.set("kept", as: "key")
      Self.push("shown", to: old, rig)
      try await bob.expectNotifications { $0.titles == ["shown"] }
      let commits = bob.disk.commitCount
      try await bob.restoreFromBackup(formerToken: .reachesPhone(for: .hours(1)))
      #expect(bob.lifeState == .terminated && bob.notifications.notifications.isEmpty)
      #expect(bob.disk.commitCount == commits)
      Self.push("unopened", to: old, rig)
      try await bob.expectNotifications { $0.titles == ["unopened"] }
      bob.notifications.remove { _ in true }
      try await bob.launch()
      try await bob.expect { $0.lines.contains("token") }
      let new = try await rig.token(of: bob)
      #expect(new != old)
      #expect(try bob.app().services.keychain.text("key") == "kept")
      Self.push("to the old", to: old, rig)
      Self.push("to the new", to: new, rig)
      try await bob.expectNotifications { Set($0.titles) == ["to the old", "to the new"] }
      // Both are told again on the next connection.
      await bob.setAirplaneMode(true)
      try await rig.sleep(.minutes(1))
      await bob.setAirplaneMode(false)
      try await rig.sleep(.minutes(1))
      Self.push("again", to: old, rig)
      try await bob.expectNotifications { $0.titles.last == "again" }
      try await rig.sleep(.hours(1))
      Self.push("late", to: old, rig)
      try await bob.expectNotifications(for: .minutes(1)) { $0.titles.count == 3 }
    }
    #expect(world.journal.entries.count { $0.text.contains("push refused") } == 1)
  }

  @Test("a message to an old token that reaches nobody is accepted and shown by no phone")
  func reachesNobody() {
    let world = ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", transport: .fcmAndroid)
      let old = try await rig.token(of: bob)
      try bob.app().services.keychain.set("gone", as: "key")
      try await bob.reinstall(formerToken: .reachesNobody(for: .hours(1)))
      try await bob.launch()
      try await bob.expect { $0.lines == ["token"] }
      #expect(try bob.app().services.keychain.text("key") == nil)
      for _ in 1...2 {
        Self.push("old", to: old, rig)
        try await bob.expectNotifications(for: .minutes(59)) { $0.notifications.isEmpty }
      }
      try await rig.sleep(.minutes(3))
      Self.push("old", to: old, rig)
      try await rig.sleep(.seconds(1))
    }
    #expect(world.journal.entries.count { $0.text.contains("dropped: unregistered") } == 2)
    #expect(world.journal.entries.count { $0.text.contains("push refused") } == 1)
  }
}
