import Backend
import Devices
import Network
import Simulator
import Testing

@Suite("An Android phone")
struct AndroidPhoneTests {
  private static func push(
    _ data: String, _ priority: PushMessage.Priority, to token: PushToken, _ rig: ServicesRig
  ) {
    rig.push(PushMessage(data: ["key": data], priority: priority), to: token)
  }

  @Test(
    "that dozes gets urgent messages at once, and others in a maintenance window, which come ever more rarely"
  )
  func dozes() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", transport: .fcmAndroid)
      let token = try await rig.token(of: bob)
      try await bob.enterBackground()
      try await rig.sleep(.minutes(1))
      await bob.setDozing(true)
      // The service hears of it.
      try await rig.sleep(.seconds(10))
      Self.push("normal", .normal, to: token, rig)
      Self.push("urgent", .high, to: token, rig)
      try await rig.sleep(.minutes(59))
      #expect(bob.display.screen?.lines.last == "data urgent")
      try await rig.sleep(.minutes(2))
      #expect(bob.display.screen?.lines.last == "data normal")
      // The window lasts five minutes; the next one comes two hours after it.
      try await rig.sleep(.minutes(10))
      Self.push("late", .normal, to: token, rig)
      try await rig.sleep(.minutes(110))
      #expect(bob.display.screen?.lines.last == "data normal")
      try await rig.sleep(.minutes(10))
      #expect(bob.display.screen?.lines.last == "data late")
    }
  }

  @Test("dozes no more once its person opens the app, and goes on dozing over a lost connection")
  func wakes() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", transport: .fcmAndroid)
      let token = try await rig.token(of: bob)
      try await bob.enterBackground()
      try await rig.sleep(.minutes(1))
      await bob.setDozing(true)
      bob.resetConnections()
      try await rig.sleep(.minutes(1))
      Self.push("one", .normal, to: token, rig)
      try await rig.sleep(.minutes(5))
      #expect(bob.display.screen?.lines.contains("data one") == false)
      try await bob.enterForeground()
      try await bob.expect { $0.lines.last == "data one" }
      // One that is in somebody's hands does not doze.
      await bob.setDozing(true)
      Self.push("two", .normal, to: token, rig)
      try await bob.expect { $0.lines.last == "data two" }
    }
  }

  @Test("an iPhone does not doze")
  func iPhone() {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob")
      let token = try await rig.token(of: bob)
      try await bob.enterBackground()
      try await rig.sleep(.minutes(1))
      await bob.setDozing(true)
      Self.push("one", .normal, to: token, rig)
      try await rig.sleep(.seconds(5))
      #expect(bob.display.screen?.lines.last == "data one")
    }
  }

  @Test(
    "has Linux's kernel, which takes a quarter of an hour to notice a dead path; an iPhone takes a minute or two"
  )
  func kernel() {
    ServicesRig.run { rig in
      let alice = try await rig.phone("Alice")
      let bob = try await rig.phone("Bob", transport: .fcmAndroid)
      let connections = { @Sendable (phone: ProbePhone) in
        await rig.backend.meter()[.connections, device: phone.name]
      }
      try await rig.sleep(.seconds(5))
      for phone in [alice, bob] { rig.network.breakSilently(phone.host) }
      try await rig.sleep(.minutes(3))
      #expect(await connections(alice) == 2)
      try await rig.sleep(.minutes(12))
      #expect(await connections(bob) == 1)
      try await rig.sleep(.minutes(4))
      #expect(await connections(bob) == 2)
    }
  }
}
