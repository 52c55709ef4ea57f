import Network
import Simulator
import Testing

/// A payload with a text and a size.
struct Note: Payload, Hashable, CustomStringConvertible {
  let text: String
  let byteCount: Int

  init(_ text: String, bytes: Int = 100) {
    self.text = text
    byteCount = bytes
  }

  func digest(into hash: inout StableHash) { hash.mix(text) }
  var summary: String { text }
  var description: String { text }
}

/// A list that events are appended to from any lane of a world, each with its instant.
final class Log: Sendable {
  struct Entry: Hashable, Sendable, CustomStringConvertible {
    let text: String
    let at: Instant
    var description: String { "\(text) at \(at)" }
  }

  private let entries: WorldBound<[Entry]>

  init(in world: World) {
    entries = WorldBound([], in: world)
  }

  func add(_ text: String) {
    let now = entries.world.now
    entries.withValue { $0.append(Entry(text: text, at: now)) }
  }

  var all: [Entry] { entries.withValue { $0 } }
  var texts: [String] { all.map(\.text) }
  func first(_ text: String) -> Instant? { all.first { $0.text == text }?.at }

  /// Writes down a connection's events.
  func add(_ event: ConnectionEvent) {
    switch event {
    case .opened: add("opened")
    case .received(let payload): add(payload.summary)
    case .closed(let reason): add("closed: \(reason)")
    }
  }
}

/// A world with a network, driven until the test's body is done.
struct Rig: Sendable {
  let world: World
  let network: Network

  /// Runs a test in a world of its own; whatever it throws, and every other end than passed, is an issue.
  @discardableResult
  static func run(
    seed: UInt64 = 1, schedule: Schedule = .fifo, recording: Bool = false,
    location: Testing.SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (Rig) async throws -> Void
  ) -> World {
    let world = World(seed: seed, schedule: schedule, recording: recording)
    let verdict = world.run {
      try await body(Rig(world: world, network: Network(world: world)))
    }
    if case .passed = verdict {
    } else {
      Issue.record("the world ended as \(verdict)", sourceLocation: location)
    }
    return world
  }

  func log() -> Log { Log(in: world) }

  func sleep(_ duration: Duration) async throws {
    try await world.clock.sleep(for: duration)
  }

  /// Two hosts with an endpoint each, the second of which writes down what arrives.
  func pair(
    _ profile: LinkProfile = .perfect, to other: LinkProfile = .perfect, log: Log
  ) throws -> (a: NetworkHost, b: NetworkHost, there: Route, back: Route) {
    let a = try network.addHost("A", on: profile)
    let b = try network.addHost("B", on: other)
    let atA = network.endpoint(on: a, lane: world.lane("A")) { log.add("A: \($0.payload.summary)") }
    let atB = network.endpoint(on: b, lane: world.lane("B")) { log.add($0.payload.summary) }
    return (a, b, network.route(from: atA, to: atB), network.route(from: atB, to: atA))
  }

  /// A phone and a backend that listens for "database"; `serve` answers a message on the backend's lane.
  func service(
    phone: LinkProfile, log: Log,
    serve: @escaping @Sendable (Connection, any Payload) -> Void = { _, _ in }
  ) throws -> (phone: NetworkHost, backend: NetworkHost) {
    let phone = try network.addHost("Alice", on: phone)
    let backend = try network.addHost("backend")
    try network.listen(on: backend, service: "database", lane: world.lane("backend")) {
      connection in
      { event in
        log.add(event)
        if case .received(let payload) = event { serve(connection, payload) }
      }
    }
    return (phone, backend)
  }
}
