import Backend
import Network
import Simulator
import Testing

/// Phones without any client: they send requests, and what comes back is kept.
private struct Callers: Sendable {
  let world: World
  let network: Network
  let backend: BackendHost
  private let received: WorldBound<[ServerMessage]>

  /// Runs a test in a world of its own; every other end than passed is an issue.
  static func run(
    rules: String? = nil, location: Testing.SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (Callers) async throws -> Void
  ) {
    let world = World(seed: 1, recording: true)
    let verdict = world.run {
      let network = Network(world: world)
      let rules = try rules.map { try RuleSet($0) }
      let backend = try BackendHost(rules: rules, on: network)
      try await body(
        Callers(
          world: world, network: network, backend: backend, received: WorldBound([], in: world)))
    }
    if case .passed = verdict {
    } else {
      Issue.record("the world ended as \(verdict)", sourceLocation: location)
    }
  }

  /// Connects a phone; what it is told is kept.
  func connect(_ name: String) throws -> (host: NetworkHost, connection: Connection) {
    let host = try network.addHost(name, on: .perfect)
    let received = received
    let connection = network.connect(
      from: host, to: backend.host, service: DatabaseService.name, lane: world.lane(name)
    ) { event in
      if case .received(let payload) = event, let message = payload as? ServerMessage {
        received.withValue { $0.append(message) }
      }
    }
    return (host, connection)
  }

  func sleep(_ duration: Duration) async throws { try await world.clock.sleep(for: duration) }

  /// The answers so far, as "NUMBER ok" or "NUMBER refused".
  var answers: [String] {
    received.withValue { $0 }.compactMap { message in
      guard case .response(let number, let status) = message else { return nil }
      return "\(number) \(status == .ok ? "ok" : "refused")"
    }
  }

  var handshakes: [Int64] {
    received.withValue { $0 }.compactMap { message in
      if case .handshake(let time, _) = message { time } else { nil }
    }
  }
}

/// Something that no client of the database sends.
private struct Rubbish: Payload {
  var byteCount: Int { 10 }
  var summary: String { "rubbish" }
  func digest(into hash: inout StableHash) {}
}

@Suite("Backend host")
struct BackendHostTests {
  private static func put(_ path: Path, _ node: Node) -> ClientRequest {
    .put(path, node, hash: nil)
  }

  @Test("a new connection is greeted with the backend's own time, before anything is asked")
  func greets() {
    Callers.run { callers in
      try await callers.sleep(.seconds(5))
      _ = try callers.connect("a")
      try await callers.sleep(.seconds(1))
      let time = try #require(callers.handshakes.first)
      #expect(callers.handshakes.count == 1)
      #expect((5000...6000).contains(time - TrueTime.beginningMilliseconds))
    }
  }

  @Test("requests are answered by number, with rules in force, and timestamps are the backend's")
  func answers() {
    let rules = #"{"rules": {"open": {".write": true}}}"#
    Callers.run(rules: rules) { callers in
      let (_, connection) = try callers.connect("a")
      try await callers.sleep(.seconds(1))
      connection.send(ClientMessage(number: 1, Self.put("open", Node(ServerValue.timestamp))))
      connection.send(ClientMessage(number: 2, Self.put("closed", true)))
      try await callers.sleep(.seconds(1))
      #expect(callers.answers == ["1 ok", "2 refused"])
      guard case .number(let time) = await callers.backend.read("open").scalar else {
        Issue.record("there is no time")
        return
      }
      #expect((1000...2000).contains(Int64(time) - TrueTime.beginningMilliseconds))
      #expect(await callers.backend.read("closed").isEmpty)
      let told = callers.world.journal.entries.filter { $0.kind == .backend }.map(\.text)
      #expect(told.contains { $0.contains("commit") } && told.contains { $0.contains("refused") })
    }
  }

  @Test("what is no request closes its connection, and no other")
  func closesForRubbish() {
    Callers.run { callers in
      let (_, connection) = try callers.connect("a")
      let (_, other) = try callers.connect("b")
      try await callers.sleep(.seconds(1))
      connection.send(Rubbish())
      connection.send(ClientMessage(number: 1, Self.put("x", true)))
      other.send(ClientMessage(number: 2, Self.put("y", true)))
      try await callers.sleep(.seconds(1))
      #expect(callers.answers == ["2 ok"])
      #expect(!connection.isOpen && other.isOpen)
      #expect(await callers.backend.read(.root) == ["y": true])
      let told = callers.world.journal.entries.filter { $0.kind == .backend }.map(\.text)
      #expect(told.contains { $0.hasPrefix("#1 is closed: ") && $0.hasSuffix(" is no request") })
    }
  }

  @Test(
    "what is to be done at a disconnection is done when the connection closes, and only its own")
  func carriesOutOnDisconnect() {
    Callers.run { callers in
      let (a, b) = (try callers.connect("a").connection, try callers.connect("b").connection)
      try await callers.sleep(.seconds(1))
      a.send(ClientMessage(number: 1, .onDisconnect("a", .set(true))))
      b.send(ClientMessage(number: 1, .onDisconnect("b", .set(true))))
      try await callers.sleep(.seconds(1))
      #expect(await callers.backend.read(.root).isEmpty)
      a.close()
      try await callers.sleep(.seconds(1))
      #expect(await callers.backend.read(.root).description == #"{"a":true}"#)
    }
  }

  @Test("the acknowledgement of the chosen write is lost after its commit, and no other")
  func losesAcknowledgement() {
    Callers.run { callers in
      let (host, connection) = try callers.connect("a")
      let (_, other) = try callers.connect("b")
      try await callers.sleep(.seconds(1))
      callers.backend.loseNextAcknowledgement(to: host) { request in
        if case .put(let path, _, _) = request { path == "second" } else { false }
      }
      connection.send(ClientMessage(number: 1, Self.put("first", true)))
      other.send(ClientMessage(number: 7, Self.put("second", 1)))
      try await callers.sleep(.seconds(1))
      connection.send(ClientMessage(number: 2, Self.put("second", 2)))
      try await callers.sleep(.seconds(1))
      #expect(callers.answers.sorted() == ["1 ok", "7 ok"])
      #expect(await callers.backend.read("second") == 2)
      #expect(!connection.isOpen && other.isOpen)
    }
  }
}
