import Backend
import Simulator
import Testing

@testable import Devices
@testable import Network

/// A world with a network and a backend, driven until the test's body is done.
struct DeviceRig: Sendable {
  let world: World
  let network: Network
  let backend: BackendHost
  let log: Log

  /// Runs a test in a world of its own; every other end than passed is an issue.
  @discardableResult
  static func run(
    seed: UInt64 = 1, schedule: Schedule = .fifo, rules: String? = nil,
    location: Testing.SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (DeviceRig) async throws -> Void
  ) -> World {
    let world = World(seed: seed, schedule: schedule, recording: true)
    let verdict = verdict(in: world, rules: rules, body)
    if case .passed = verdict {
    } else {
      Issue.record("the world ended as \(verdict)", sourceLocation: location)
    }
    return world
  }

  /// Runs a body in a world and returns how it ended.
  static func verdict(
    in world: World, rules: String? = nil,
    _ body: @escaping @Sendable (DeviceRig) async throws -> Void
  ) -> Verdict {
    world.run {
      let network = Network(world: world)
      let rules = try rules.map { try RuleSet($0) }
      let backend = try BackendHost(rules: rules, on: network)
      try await body(
        DeviceRig(world: world, network: network, backend: backend, log: Log(in: world)))
    }
  }

  func sleep(_ duration: Duration) async throws {
    try await world.clock.sleep(for: duration)
  }

  /// How many sides of connections there are, opening and half-open ones included.
  var connectionCount: Int {
    network.fabric.withValue { $0.connections.inOrder.count }
  }

  /// A process on a machine of its own, with nothing on its disk.
  func process(_ name: String, disk: Disk? = nil, clock: WallClock = WallClock()) -> AppProcess {
    process(name, disk: disk, clock: WorldBound(clock, in: world))
  }

  private func process(
    _ name: String, disk: Disk? = nil, clock: WorldBound<WallClock>
  ) -> AppProcess {
    AppProcess(
      name: name, world: world, disk: disk ?? Disk(in: world, of: JournalSource(name)),
      wallClock: clock)
  }

  /// A client of the database on a machine of its own, which is about to connect.
  ///
  /// - Parameters:
  ///   - account: The person's account; by default one whose tokens have no end.
  ///   - system: The kernel of the machine; an iPhone's by default.
  ///   - wall: The clock on the wall where it is set in the course of the test; by default `clock`.
  func client(
    _ name: String, user: String? = nil, account: PhoneAccount? = nil,
    on profile: LinkProfile = .wifi, system: OperatingSystem? = nil,
    clock: WallClock = WallClock(), wall: WorldBound<WallClock>? = nil
  ) throws -> TestClient {
    let process = process(name, clock: wall ?? WorldBound(clock, in: world))
    let host = try network.addHost(name, on: profile, system: system)
    let sync = SyncClient(
      lane: world.lane("\(name)/sync"), process: process,
      account: account ?? PhoneAccount(of: user, by: nil, in: world), from: host, to: backend.host,
      on: network)
    sync.post { $0.start() }
    return TestClient(name: name, process: process, host: host, sync: sync, log: log)
  }

  /// A phone with the little app of these tests.
  func phone(_ name: String, clock: WallClock = WallClock()) throws -> Phone<NoteApp> {
    try Phone(
      name: name, user: name.lowercased(), on: .wifi, clock: clock, network: network,
      server: backend.host, configuration: log)
  }
}

/// A client of the database with the process that it is part of.
struct TestClient: Sendable {
  let name: String
  let process: AppProcess
  let host: NetworkHost
  let sync: SyncClient
  let log: Log

  /// Writes down what a listener of a location hears, as "name: kind key value".
  @discardableResult
  func listen(to path: Path, for kinds: EventKinds = .value) async -> ListenerID {
    let (name, log) = (name, log)
    return await sync.listen(to: QuerySpec(path), for: kinds) { content in
      switch content {
      case .data(let event):
        let key = event.key.map { " \($0.text)" } ?? ""
        log.add("\(name): \(event.kind)\(key) \(event.node)")
      case .cancelled(let reason): log.add("\(name): cancelled \(reason)")
      }
    }
  }

  /// Writes a location; the outcome is written down as "name: path outcome".
  func set(_ path: Path, to node: Node) async {
    let (name, log) = (name, log)
    await sync.set(path, to: node) { outcome in
      switch outcome {
      case .committed: log.add("\(name): \(path) committed")
      case .refused: log.add("\(name): \(path) refused")
      }
    }
  }
}

/// A list that is appended to from any lane of a world, each entry with its instant.
final class Log: Sendable {
  private let entries: WorldBound<[(text: String, at: Instant)]>

  init(in world: World) {
    entries = WorldBound([], in: world)
  }

  func add(_ text: String) {
    let now = entries.world.now
    entries.withValue { $0.append((text, now)) }
  }

  var texts: [String] { entries.withValue { $0.map(\.text) } }

  /// The entries that begin with a text, without it.
  func texts(of prefix: String) -> [String] {
    texts.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
  }

  func first(_ text: String) -> Instant? {
    entries.withValue { entries in entries.first { $0.text == text }?.at }
  }
}
