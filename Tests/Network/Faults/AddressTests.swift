import Simulator
import Testing

@testable import Network

@Suite("Addresses and names")
struct AddressTests {
  /// A phone's connection to a service, which is kept open, with what its owner is told.
  private static func kept(_ rig: Rig, on profile: LinkProfile = .lte) throws -> (
    connection: ReconnectingConnection, phone: NetworkHost, log: Log
  ) {
    let log = rig.log()
    let (phone, backend) = try rig.service(phone: profile, log: rig.log())
    let connection = ReconnectingConnection(
      from: phone, to: backend, service: "database", lane: rig.world.lane("phone"),
      on: rig.network
    ) { event in
      switch event {
      case .opened: log.add("opened")
      case .received(let payload): log.add(payload.summary)
      case .lost(let reason): log.add("lost: \(reason)")
      }
    }
    connection.start()
    return (connection, phone, log)
  }

  @Test("after a handover a new connection is made at once, whatever the back-off was")
  func handover() {
    Rig.run { rig in
      let (connection, phone, log) = try Self.kept(rig, on: .wifi)
      try await rig.sleep(.seconds(1))
      for _ in 0..<5 {
        try rig.network.handOver(phone, to: .lte)
        let moved = rig.world.now
        try await rig.sleep(.seconds(1))
        #expect(log.texts.suffix(2) == ["lost: network interface down", "opened"])
        let opened = try #require(log.all.last).at
        #expect(moved.duration(to: opened) < .milliseconds(300))
      }
      connection.stop()
    }
  }

  @Test(
    "behind a captive portal everything connects and nothing arrives, until the person has signed in"
  )
  func captivePortal() {
    Rig.run { rig in
      let (connection, phone, log) = try Self.kept(rig)
      try await rig.sleep(.seconds(1))
      let portal = rig.network.captivePortal(phone)
      try await rig.sleep(.seconds(40))
      #expect(log.texts == ["opened", "lost: network interface down"], "TLS does not time out")
      portal.end()
      try await rig.sleep(.seconds(40))
      // The server did not wait for so long, and its kernel has gone on telling its end.
      #expect(log.texts.dropFirst(2) == ["lost: closed by the other side", "opened"])
      connection.stop()
    }
  }

  @Test(
    "a name that cannot be looked up fails the attempt; one that is known serves for five minutes")
  func names() {
    Rig.run { rig in
      let (connection, phone, log) = try Self.kept(rig)
      try await rig.sleep(.seconds(1))
      let fault = rig.network.loseNames(of: phone)
      connection.reconnect()
      try await rig.sleep(.seconds(2))
      #expect(log.texts.last == "opened", "the name is known")
      try await rig.sleep(.minutes(5))
      connection.reconnect()
      try await rig.sleep(.seconds(2))
      #expect(log.texts.last == "lost: name not found")
      fault.end()
      try await rig.sleep(.minutes(1))
      #expect(log.texts.last == "opened")
    }
  }

  @Test("a name is looked up once within five minutes, and again on another network")
  func remembersNames() {
    Rig.run { rig in
      let (connection, phone, log) = try Self.kept(rig, on: .highLatencyDNS)
      try await rig.sleep(.seconds(5))
      let again = rig.world.now
      connection.reconnect()
      try await rig.sleep(.seconds(5))
      let known = try #require(log.all.last).at
      #expect(again.duration(to: known) < .seconds(1))
      let moved = rig.world.now
      try rig.network.handOver(phone, to: .highLatencyDNS)
      try await rig.sleep(.seconds(5))
      let asked = try #require(log.all.last).at
      #expect(moved.duration(to: asked) > .seconds(3))
    }
  }
}
