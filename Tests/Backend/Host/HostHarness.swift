import Backend
import Network
import Simulator
import Testing

/// A world with a backend, driven until the test's body is done.
struct HostRig: Sendable {
  let world: World
  let network: Network
  let backend: BackendHost

  /// Runs a test in a world of its own; whatever it throws, and every other end than passed, is an issue.
  @discardableResult
  static func run(
    seed: UInt64 = 1, rules: String? = nil, functions: [ServerFunction] = [],
    timing: BackendTiming = .immediate, path: BackendPath = .none, recording: Bool = false,
    location: Testing.SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (HostRig) async throws -> Void
  ) -> World {
    let world = World(seed: seed, recording: recording)
    let verdict = world.run {
      let network = Network(world: world)
      let backend = try BackendHost(
        rules: try rules.map { try RuleSet($0) }, functions: functions, timing: timing,
        path: path, on: network)
      try await body(HostRig(world: world, network: network, backend: backend))
    }
    if case .passed = verdict {
    } else {
      Issue.record("the world ended as \(verdict)", sourceLocation: location)
    }
    return world
  }

  func sleep(_ duration: Duration) async throws {
    try await world.sleep(for: duration)
  }

  /// A phone that is connected and signed in.
  func client(
    _ name: String, as uid: String? = nil, on profile: LinkProfile = .perfect
  ) async throws -> RawClient {
    let client = RawClient(
      host: try network.addHost(name, on: profile), lane: world.lane(name), rig: self)
    client.connect()
    if let uid { _ = try await client.request(.authenticate(uid: uid)) }
    return client
  }
}

/// A phone that speaks the database's messages and nothing else.
final class RawClient: Sendable {
  let host: NetworkHost
  let lane: Lane
  private let network: Network
  private let server: NetworkHost
  private let state: WorldBound<State>

  private struct State {
    var connection: Connection?
    var lastNumber = 0
    var answers: [Int: WorldContinuation<ResponseStatus>] = [:]
  }

  init(host: NetworkHost, lane: Lane, rig: HostRig) {
    self.host = host
    self.lane = lane
    network = rig.network
    server = rig.backend.host
    state = WorldBound(State(), in: rig.world)
  }

  func connect() {
    let connection = network.connect(
      from: host, to: server, service: DatabaseService.name, lane: lane
    ) { [weak self] event in
      guard case .received(let payload) = event,
        case .response(let number, let status)? = payload as? ServerMessage
      else { return }
      self?.state.withValue { $0.answers.removeValue(forKey: number) }?
        .resume(returning: status)
    }
    state.withValue { $0 = State(connection: connection) }
  }

  /// Sends a request and waits for its answer.
  func request(_ request: ClientRequest) async throws -> ResponseStatus {
    let reason: @Sendable () -> String = { "an answer to \(request.summary)" }
    return try await state.world.withContinuation(reason) { continuation in
      state.withValue { state in
        state.lastNumber += 1
        state.answers[state.lastNumber] = continuation
        state.connection?.send(ClientMessage(number: state.lastNumber, request))
      }
    }
  }

  /// Sends a request and waits for nothing.
  func send(_ request: ClientRequest) {
    state.withValue { state in
      state.lastNumber += 1
      state.connection?.send(ClientMessage(number: state.lastNumber, request))
    }
  }

  @discardableResult
  func put(_ path: Path, _ node: Node) async throws -> ResponseStatus {
    try await request(.put(path, node, hash: nil))
  }

  @discardableResult
  func merge(_ path: Path, _ changes: [(Path, Node)]) async throws -> ResponseStatus {
    try await request(.merge(path, changes.map { PathChange($0, $1) }))
  }

  func close() {
    state.withValue { $0.connection }?.close()
  }
}
