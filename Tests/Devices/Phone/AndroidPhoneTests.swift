import Backend
import Devices
import Network
import Simulator
import Synchronization
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

  /// The number of connections of a phone's that the backend has seen.
  private static func connections(of phone: ProbePhone, _ rig: ServicesRig) async -> Int {
    await rig.backend.meter()[.connections, device: phone.name]
  }

  @Test(
    "gives up an attempt that stalls within TLS after half a minute; an iPhone leaves it to its kernel",
    arguments: [(PushTransport.apns, 1), (.fcmAndroid, 2)])
  func stallsWithinTLS(transport: PushTransport, count: Int) {
    ServicesRig.run { rig in
      // Slow enough that the server has not finished TLS by the step in which it is seen to have begun.
      let bob = try await rig.phone(
        "Bob", on: .lte, .init(wantsPush: false), transport: transport)
      try await rig.sleep(.minutes(1))
      await bob.setAirplaneMode(true)
      await bob.setAirplaneMode(false)
      while !rig.network.isWithinTLS(bob.host) { try await rig.sleep(.milliseconds(1)) }
      rig.network.breakSilently(bob.host)
      try await rig.sleep(.seconds(28))
      #expect(await Self.connections(of: bob, rig) == 1)
      try await rig.sleep(.seconds(7))
      #expect(await Self.connections(of: bob, rig) == count)
    }
  }

  @Test(
    "does not hear that the network is back, and tries when its wait is over; an iPhone tries at once",
    arguments: [PushTransport.apns, .fcmAndroid])
  func returningNetwork(transport: PushTransport) {
    let waits = Mutex<[Duration]>([])
    for seed in 1...4 as ClosedRange<UInt64> {
      ServicesRig.run(seed: seed) { rig in
        let bob = try await rig.phone("Bob", .init(wantsPush: false), transport: transport)
        try await rig.sleep(.minutes(1))
        await bob.setAirplaneMode(true)
        try await rig.sleep(.minutes(10))
        let start = rig.world.now
        await bob.setAirplaneMode(false)
        while await Self.connections(of: bob, rig) == 1 { try await rig.sleep(.milliseconds(100)) }
        waits.withLock { $0.append(start.duration(to: rig.world.now)) }
      }
    }
    let longest = waits.withLock { $0 }.max() ?? .zero
    #expect(
      transport == .apns
        ? longest < .seconds(1) : longest > .seconds(5) && longest < .seconds(31))
  }

  @Test(
    "keeps its connection when its clock is set, and its back-off when the app comes to the foreground",
    arguments: [(PushTransport.apns, 2), (.fcmAndroid, 1)])
  func toldOfNothing(transport: PushTransport, count: Int) {
    ServicesRig.run { rig in
      let bob = try await rig.phone("Bob", .init(wantsPush: false), transport: transport)
      try await rig.sleep(.minutes(1))
      await bob.setClock { $0.skew = .hours(1) }
      try await rig.sleep(.seconds(5))
      #expect(await Self.connections(of: bob, rig) == count)
      // Attempts are refused for a while, so that the next one is seconds away.
      rig.network.reset(rig.backend.host, for: .minutes(2))
      try await rig.sleep(.minutes(2))
      try await bob.enterBackground()
      try await bob.enterForeground()
      try await rig.sleep(.milliseconds(300))
      #expect(await Self.connections(of: bob, rig) == (transport == .apns ? count + 1 : count))
      try await rig.sleep(.seconds(31))
      #expect(await Self.connections(of: bob, rig) == count + 1)
    }
  }
}
