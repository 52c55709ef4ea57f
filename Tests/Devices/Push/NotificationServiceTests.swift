import Backend
import Devices
import Network
import Simulator
import Testing

/// Has a notification shown in capitals, with another number.
private actor Changing: NotificationService {
  nonisolated let lane: Lane
  init(services: NotificationServices) { lane = services.lane }

  func received(
    _ content: NotificationContent, show: @escaping @Sendable (NotificationContent) -> Void
  ) {
    var changed = content
    changed.title = content.title.uppercased()
    changed.badge = 7
    show(changed)
    show(content)
  }
}

/// Says nothing in time; at the end, if the notification is called "late".
private actor Slow: NotificationService {
  nonisolated let lane: Lane
  private var last: (@Sendable () -> Void)?
  init(services: NotificationServices) { lane = services.lane }

  func received(
    _ content: NotificationContent, show: @escaping @Sendable (NotificationContent) -> Void
  ) {
    guard content.title == "late" else { return }
    var changed = content
    changed.title = "no time"
    last = { [changed] in show(changed) }
  }

  func timeWillExpire() { last?() }
}

/// Tells the backend of a notification, has it shown, and tries to tell more.
private actor Telling: NotificationService {
  nonisolated let lane: Lane
  private let services: NotificationServices

  init(services: NotificationServices) {
    lane = services.lane
    self.services = services
  }

  func received(
    _ content: NotificationContent, show: @escaping @Sendable (NotificationContent) -> Void
  ) {
    let (database, process, lane) = (services.database, services.process, lane)
    let name = Key(content.title)
    database.post { database in
      database.set(Path(["told", name]), to: true) { _ in
        show(content)
        process.schedule(after: .seconds(1), on: lane) {
          database.post { $0.set(Path(["behind", name]), to: true) }
        }
      }
    }
  }
}

@Suite("Notification service extensions")
struct NotificationServiceTests {
  private static func push(
    _ title: String, to token: PushToken, _ rig: ServicesRig, isMutable: Bool = true
  ) {
    rig.push(
      PushMessage(
        notification: PushMessage.Notification(title: title, body: ""), badge: 1, priority: .high,
        isMutable: isMutable), to: token)
  }

  @Test("it changes what is shown, also for an app that its person has closed; once for each")
  func changes() {
    let world = ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", .init(service: Changing.self))
      let token = try await rig.token(of: bob)
      try await bob.kill()
      Self.push("a", to: token, rig)
      try await bob.expectNotifications { $0.titles == ["A"] && $0.badge == 7 }
      Self.push("b", to: token, rig, isMutable: false)
      try await bob.expectNotifications { $0.titles == ["A", "b"] && $0.badge == 1 }
      await bob.setPermission(.provisional)
      Self.push("c", to: token, rig)
      try await bob.expectNotifications { $0.titles == ["A", "b", "C"] && $0.bannerCount == 2 }
      await bob.setPermission(.denied)
      Self.push("d", to: token, rig)
      try await bob.expectNotifications(for: .minutes(1)) { $0.titles.count == 3 }
      #expect(bob.lifeState == .terminated)
    }
    // Not for the second, which is not meant for it, nor for the last, which nobody may see.
    #expect(world.journal.entries.count { $0.text.hasPrefix("extension runs") } == 2)
  }

  @Test("an app in the foreground is asked about what the extension made of it")
  func foreground() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", .init(suppressed: ["A"], service: Changing.self))
      let token = try await rig.token(of: bob)
      Self.push("a", to: token, rig)
      Self.push("b", to: token, rig)
      try await bob.expectNotifications { $0.titles == ["B"] }
      try await bob.expectNotifications(for: .seconds(5)) { $0.titles == ["B"] }
    }
  }

  @Test("Android phones have none, nor has an app that declares none")
  func none() {
    ServicesRig.run { rig in
      let android = try await rig.phone(
        "Android", .init(service: Changing.self), transport: .fcmAndroid)
      let plain = try await rig.phone("Plain")
      for phone in [android, plain] {
        Self.push("a", to: try await rig.token(of: phone), rig)
        try await phone.expectNotifications(within: .seconds(2)) { $0.titles == ["a"] }
      }
    }
  }

  @Test("one that runs out of time has the original shown a second later, or what it says then")
  func expires() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", .init(service: Slow.self))
      let token = try await rig.token(of: bob)
      Self.push("late", to: token, rig)
      Self.push("never", to: token, rig)
      try await bob.expectNotifications(for: .seconds(29)) { $0.notifications.isEmpty }
      try await bob.expectNotifications(within: .seconds(2)) { $0.titles.contains("no time") }
      try await bob.expectNotifications(within: .seconds(2)) {
        Set($0.titles) == ["no time", "never"]
      }
    }
  }

  @Test("it has a connection of its own while the app is suspended, and ends with the notification")
  func tells() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", on: .lte, .init(service: Telling.self))
      let token = try await rig.token(of: bob)
      try await bob.enterBackground()
      try await bob.suspend()
      Self.push("a", to: token, rig)
      try await bob.expectNotifications { $0.titles == ["a"] }
      #expect(await rig.backend.read(Path(["told", "a"])).scalar == .bool(true))
      #expect(bob.lifeState == .suspended)
      try await rig.sleep(.seconds(20))
      #expect(await rig.backend.read(Path(["behind", "a"])).isEmpty)
    }
  }
}
