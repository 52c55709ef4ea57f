import Network
import Simulator

/// Two hosts, both with Linux's kernel, that carry out a transport case over a connection without TLS.
///
/// `Sendable`: what changes is bound to the world.
final class TransportRun: Sendable {
  /// A number of bytes, written at once.
  private struct Bytes: Payload {
    let byteCount: Int
    let mark: String
    var summary: String { mark }
    func digest(into hash: inout StableHash) { hash.mix(mark) }
  }

  private struct State {
    var marks: [String: Double] = [:]
    /// The next step of the client and of the server.
    var clientStep = 0
    var serverStep = 0
    /// Messages of an `every` step that the client has written.
    var written = 0
    var isTimerSet = false
    /// Messages that a side has read.
    var readByClient: [String] = []
    var readByServer: [String] = []
    var client: Connection?
    var server: Connection?
    var counts: [String: Int] = [:]
  }

  private let transportCase: TransportCase
  private let world: World
  private let network: Network
  private let clientLane: Lane
  private let state: WorldBound<State>

  private init(_ transportCase: TransportCase, in world: World) {
    self.transportCase = transportCase
    self.world = world
    network = Network(world: world)
    clientLane = world.lane("A")
    state = WorldBound(State(), in: world)
  }

  /// Plays a case; returns the milliseconds after the client's call to connect by mark.
  static func times(of transportCase: TransportCase) -> [String: Double] {
    let world = World(seed: 1)
    let run = WorldBound<[String: Double]>([:], in: world)
    let result = Box()
    world.run {
      let player = TransportRun(transportCase, in: world)
      try player.begin()
      // Longer than any case takes; waiting costs nothing.
      try await world.clock.sleep(for: .hours(1))
      let marks = player.state.withValue { $0.marks }
      run.withValue { $0 = marks }
    } atVerdict: {
      result.times = run.withValue { $0 }
    }
    return result.times
  }

  /// Hands the times out of the run.
  private final class Box {
    var times: [String: Double] = [:]
  }

  private func begin() throws {
    let profile = LinkProfile(
      "case", down: transportCase.down.profile, up: transportCase.up.profile)
    let client = try network.addHost("A", on: profile)
    let server = try network.addHost("B")
    network.loseSegments { [self] source, kind in loses(kind, from: source == client) }
    var configuration = ConnectionConfiguration()
    configuration.system = .linux
    configuration.isSecured = false
    configuration.connectTimeout = .hours(1)
    configuration.keepAliveInterval = .days(1)
    configuration.silenceLimit = .days(1)
    try network.listen(
      on: server, service: "case", lane: world.lane("B"), configuration: configuration
    ) { [self] connection in
      state.withValue { $0.server = connection }
      return { [self] event in
        if case .received(let payload) = event { readByServer(payload) }
        advanceServer()
      }
    }
    let connection = network.connect(
      from: client, to: server, service: "case", lane: clientLane,
      configuration: configuration
    ) { [self] event in
      switch event {
      case .opened: note("connected")
      case .received(let payload):
        note(payload.summary)
        state.withValue { $0.readByClient.append(payload.summary) }
      case .closed: return
      }
      advanceClient()
    }
    state.withValue { $0.client = connection }
  }

  private func loses(_ kind: SegmentKind, from isClient: Bool) -> Bool {
    let way = isClient ? transportCase.up : transportCase.down
    let key = "\(isClient)\(kind.rawValue)"
    let count = state.withValue { state in
      state.counts[key, default: 0] += 1
      return state.counts[key, default: 0]
    }
    let elapsed = Duration.nanoseconds(world.now.nanoseconds)
    if transportCase.dark.contains(where: { $0.contains(elapsed) }) { return true }
    if way.dropped[kind]?.contains(count) == true { return true }
    return kind == .data && way.everyData.map { count.isMultiple(of: $0) } == true
  }

  private func note(_ mark: String) {
    let ms = Double(world.now.nanoseconds) / 1e6
    state.withValue { $0.marks[mark] = ms }
  }

  private func readByServer(_ payload: any Payload) {
    note(payload.summary)
    state.withValue { $0.readByServer.append(payload.summary) }
  }

  /// Does the client's steps as far as they can be done.
  private func advanceClient() {
    guard let connection = state.withValue({ $0.client }) else { return }
    while let step = state.withValue({ next($0.clientStep) }) {
      switch step {
      case .up(let bytes, let mark):
        connection.send(Bytes(byteCount: bytes, mark: mark))
      case .down(_, let mark):
        guard state.withValue({ $0.readByClient.contains(mark) }) else { return }
      case .wait(let until):
        guard isPast(until) else { return }
      case .every(let bytes, let count, let from, let each, let mark):
        let written = state.withValue { $0.written }
        if written < count {
          guard isPast(from + each * written) else { return }
          state.withValue { $0.written += 1 }
          connection.send(Bytes(byteCount: bytes, mark: "\(mark)\(written + 1)"))
          continue
        }
        state.withValue { $0.written = 0 }
      }
      state.withValue { $0.clientStep += 1 }
    }
  }

  private func next(_ step: Int) -> TransportCase.Step? {
    step < transportCase.steps.count ? transportCase.steps[step] : nil
  }

  /// Whether the time has come; sets a timer for it otherwise.
  private func isPast(_ time: Duration) -> Bool {
    let instant = Instant.zero.advanced(by: time)
    if world.now >= instant { return true }
    if state.withValue({ $0.isTimerSet }) { return false }
    state.withValue { $0.isTimerSet = true }
    clientLane.schedule(at: instant) { [self] in
      state.withValue { $0.isTimerSet = false }
      advanceClient()
    }
    return false
  }

  /// Does the server's steps as far as they can be done.
  private func advanceServer() {
    guard let connection = state.withValue({ $0.server }) else { return }
    while let step = state.withValue({ next($0.serverStep) }) {
      switch step {
      case .up(_, let mark):
        guard state.withValue({ $0.readByServer.contains(mark) }) else { return }
      case .down(let bytes, let mark):
        connection.send(Bytes(byteCount: bytes, mark: mark))
      case .wait:
        break
      case .every(_, let count, _, _, let mark):
        guard state.withValue({ $0.readByServer.contains("\(mark)\(count)") }) else { return }
      }
      state.withValue { $0.serverStep += 1 }
    }
  }
}
