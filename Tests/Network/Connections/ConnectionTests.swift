import Simulator
import Testing

@testable import Network

@Suite("Connections in a world")
struct ConnectionTests {
  static let fifty = LinkProfile(
    "fifty", bothWays: DirectionProfile(latency: .constant(.milliseconds(50))))

  /// A phone with a connection to a backend that answers each message with "re: …".
  struct Call: Sendable {
    let phone: NetworkHost
    let backend: NetworkHost
    let connection: Connection
    let atPhone: Log
    let atBackend: Log
  }

  static func call(
    _ rig: Rig, over profile: LinkProfile = fifty, answering: Bool = true
  ) throws -> Call {
    let (atPhone, atBackend) = (rig.log(), rig.log())
    let (phone, backend) = try rig.service(phone: profile, log: atBackend) { connection, payload in
      if answering { connection.send(Note("re: \(payload.summary)")) }
    }
    let connection = rig.network.connect(
      from: phone, to: backend, service: "database", lane: rig.world.lane("phone")
    ) { atPhone.add($0) }
    return Call(
      phone: phone, backend: backend, connection: connection, atPhone: atPhone,
      atBackend: atBackend)
  }

  @Test("a connection opens after two round trips and carries messages both ways, in order")
  func opensAndCarries() {
    Rig.run { rig in
      let call = try Self.call(rig)
      #expect(!call.connection.isOpen)
      call.connection.send(Note("early"))
      try await rig.sleep(.seconds(1))
      #expect(call.connection.isOpen)
      call.connection.send(Note("later"))
      try await rig.sleep(.seconds(1))
      #expect(call.atPhone.texts == ["opened", "re: early", "re: later"])
      let opened = try #require(call.atPhone.first("opened"))
      // Segments sent at the same instant arrive a nanosecond apart, so that no schedule can reorder them.
      #expect((200_000_000..<200_000_010).contains(opened.nanoseconds))
      #expect(call.atBackend.texts == ["opened", "early", "later"])
      #expect(call.atBackend.first("later") == Instant(nanoseconds: 1_050_000_000))
      #expect(rig.network.unacknowledged == [])
    }
  }

  @Test("High Latency DNS waits three seconds before a connection, and before nothing else")
  func lookup() {
    Rig.run { rig in
      let call = try Self.call(rig, over: .highLatencyDNS)
      call.connection.send(Note("hello"))
      try await rig.sleep(.seconds(4))
      let opened = try #require(call.atPhone.first("opened"))
      #expect(opened > Instant(nanoseconds: 3_000_000_000))
      #expect(opened < Instant(nanoseconds: 3_010_000_000))
      let answered = try #require(call.atPhone.first("re: hello"))
      #expect(opened.duration(to: answered) < .milliseconds(5))
    }
  }

  @Test(
    "every named profile that can carry a message carries one, and 100% Loss times out",
    arguments: LinkProfile.named)
  func namedProfiles(profile: LinkProfile) {
    Rig.run(seed: 4) { rig in
      let call = try Self.call(rig, over: profile)
      call.connection.send(Note("hello"))
      try await rig.sleep(.seconds(40))
      if profile == .totalLoss {
        #expect(call.atPhone.texts == ["closed: could not be opened in time"])
      } else {
        #expect(call.atPhone.texts == ["opened", "re: hello"])
      }
    }
  }

  @Test(
    "on a very bad network a long exchange stays complete and in order", arguments: UInt64(1)...10)
  func veryBadNetwork(seed: UInt64) {
    Rig.run(seed: seed, schedule: .random) { rig in
      let call = try Self.call(rig, over: .veryBadNetwork)
      for index in 0..<50 {
        call.connection.send(Note("\(index)", bytes: 700))
        try await rig.sleep(.milliseconds(200))
      }
      try await rig.sleep(.minutes(2))
      #expect(call.atBackend.texts == ["opened"] + (0..<50).map { "\($0)" })
      #expect(call.atPhone.texts == ["opened"] + (0..<50).map { "re: \($0)" })
    }
  }

  @Test("a large message takes what its bytes take at the link's bandwidth")
  func throughput() {
    Rig.run { rig in
      let call = try Self.call(rig, over: .lte, answering: false)
      try await rig.sleep(.seconds(1))
      call.connection.send(Note("photo", bytes: 5_000_000))
      try await rig.sleep(.seconds(20))
      let arrived = try #require(call.atBackend.first("photo"))
      // 40 Mbit at 10 Mbit/s and 3.6 % of headers: no less than 4.1 s; slow start and losses in the queue cost the rest.
      let took = Instant(nanoseconds: 1_000_000_000).duration(to: arrived)
      #expect(took > .milliseconds(4_100))
      #expect(took < .milliseconds(5_500))
    }
  }

  @Test("where nobody listens a connection is refused after a round trip")
  func refused() {
    Rig.run { rig in
      let log = rig.log()
      let (phone, backend) = try rig.service(phone: Self.fifty, log: rig.log())
      _ = rig.network.connect(
        from: phone, to: backend, service: "other", lane: rig.world.lane("phone")
      ) { log.add($0) }
      try await rig.sleep(.seconds(1))
      #expect(
        log.all == [.init(text: "closed: refused", at: Instant(nanoseconds: 100_000_000))])
    }
  }

  @Test(
    "a listener that was closed refuses, and its name is free again; two of one name are an error")
  func listeners() {
    Rig.run { rig in
      let log = rig.log()
      let host = try rig.network.addHost("backend")
      let phone = try rig.network.addHost("phone")
      let lane = rig.world.lane("backend")
      let listener = try rig.network.listen(on: host, service: "s", lane: lane) { _ in { _ in } }
      #expect(throws: NetworkError.duplicateService("s", host: "backend")) {
        try rig.network.listen(on: host, service: "s", lane: lane) { _ in { _ in } }
      }
      listener.close()
      _ = rig.network.connect(from: phone, to: host, service: "s", lane: rig.world.lane("phone")) {
        log.add($0)
      }
      try await rig.sleep(.seconds(1))
      #expect(log.texts == ["closed: refused"])
      try rig.network.listen(on: host, service: "s", lane: lane) { _ in { _ in } }
    }
  }

  @Test("closing is told to both sides, and what was sent before it arrives")
  func closes() {
    Rig.run { rig in
      let call = try Self.call(rig, answering: false)
      try await rig.sleep(.seconds(1))
      call.connection.send(Note("last"))
      call.connection.close()
      #expect(call.atPhone.texts == ["opened"], "the news never comes from within the call")
      call.connection.send(Note("too late"))
      try await rig.sleep(.seconds(1))
      #expect(call.atPhone.texts == ["opened", "closed: closed by this side"])
      #expect(call.atBackend.texts == ["opened", "last", "closed: closed by the other side"])
      #expect(rig.network.fabric.withValue { $0.connections.inOrder.isEmpty })
    }
  }

  @Test("an abort resets the other side")
  func aborts() {
    Rig.run { rig in
      let call = try Self.call(rig)
      try await rig.sleep(.seconds(1))
      call.connection.abort()
      try await rig.sleep(.seconds(1))
      #expect(call.atPhone.texts.last == "closed: closed by this side")
      #expect(call.atBackend.texts.last == "closed: reset")
    }
  }

  @Test("a side that forgot the connection answers a message on it with a reset")
  func unknownConnection() {
    Rig.run { rig in
      let call = try Self.call(rig, answering: false)
      try await rig.sleep(.seconds(1))
      let backendSide = try #require(rig.network.peer(of: call.connection))
      rig.network.airplaneMode(call.phone, for: .seconds(5))
      try await rig.sleep(.seconds(6))
      #expect(backendSide.isOpen, "nobody told the backend")
      backendSide.send(Note("anybody there?"))
      try await rig.sleep(.seconds(1))
      #expect(call.atBackend.texts.last == "closed: reset")
    }
  }

  @Test("an idle connection lives for a day on few events")
  func idleDay() {
    let world = Rig.run { rig in
      let call = try Self.call(rig)
      try await rig.sleep(.seconds(1))
      let before = rig.world.eventCount
      try await rig.sleep(.hours(24))
      #expect(call.connection.isOpen)
      let events = rig.world.eventCount - before
      // 1,920 keep-alives: a timer, the probe, its acknowledgement, and now and then a look at the silence limit.
      #expect(events < 1_920 * 4 + 100)
    }
    #expect(world.now > Instant(nanoseconds: 86_400_000_000_000))
  }

  @Test("a world whose connections are only kept alive is quiet")
  func keepAliveIsQuiet() {
    Rig.run { rig in
      let call = try Self.call(rig)
      call.connection.send(Note("hello"))
      try await rig.world.untilQuiet()
      #expect(call.atPhone.texts == ["opened", "re: hello"])
      #expect(rig.world.now < Instant(nanoseconds: 1_000_000_000))
    }
  }

  @Test("what is not acknowledged can be listed for a failure's story")
  func unacknowledged() {
    Rig.run { rig in
      let call = try Self.call(rig)
      call.connection.send(Note("waits"))
      #expect(
        rig.network.unacknowledged == ["Alice→backend c1 waits, waiting for the connection to open"]
      )
      try await rig.sleep(.seconds(1))
      rig.network.partition([call.phone], from: [call.backend])
      call.connection.send(Note("lost"))
      try await rig.sleep(.seconds(1))
      let lines = rig.network.unacknowledged
      #expect(lines.count == 1)
      #expect(lines[0].hasPrefix("Alice→backend c1 lost, sent "))
      #expect(lines[0].hasSuffix("×, not acknowledged"))
    }
  }

  @Test("tasks that outlive the world may still call its network, and nothing comes of it")
  func endOfTheWorld() {
    Rig.run { rig in
      let call = try Self.call(rig)
      let log = rig.log()
      rig.world.lane("survivor").spawn {
        try? await rig.sleep(.days(300))
        call.connection.send(Note("from beyond"))
        let connection = rig.network.connect(
          from: call.phone, to: call.backend, service: "database", lane: rig.world.lane("again")
        ) { log.add($0) }
        connection.send(Note("from beyond"))
        connection.close()
        rig.network.isolate(call.phone).end()
      }
      call.connection.send(Note("last"))
      try await rig.sleep(.milliseconds(225))
    }
  }
}
