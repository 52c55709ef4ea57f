import Backend
import HostileWire
import Network
import Simulator

@testable import Devices

/// A database that serves its client honestly and, when it is told to, says what comes into its head beside.
final class LyingServer: Sendable {
  let host: NetworkHost
  private let world: World
  private let state: WorldBound<State>

  private struct State {
    var server = DatabaseServer(rules: nil)
    var connection: Connection?
    var lastConnection = 0
    /// Requests by number that were answered by nobody yet: an honest answer or a lie, whichever is first.
    var unanswered: [Int] = []
    var queries: [QuerySpec] = []
    var tags: [Int] = []
    var isHonest = true
    var lies: HostileWire

    mutating func note(_ message: ClientMessage) {
      unanswered.append(message.number)
      if unanswered.count > 20 { unanswered.removeFirst() }
      if case .listen(let query, let tag, _) = message.request {
        queries.append(query)
        if let tag { tags.append(tag) }
      }
    }
  }

  init(_ name: String, seed: UInt64, _ rig: DeviceRig) throws {
    world = rig.world
    host = try rig.network.addHost(name, on: .perfect)
    state = WorldBound(State(lies: HostileWire(seed: seed)), in: rig.world)
    try rig.network.listen(on: host, service: DatabaseService.name, lane: rig.world.lane(name)) {
      [weak self] connection in
      let number = WorldBound(0, in: connection.lane.world)
      return { [weak self] event in self?.handle(event, of: connection, number) }
    }
  }

  private var milliseconds: Int64 { TrueTime.milliseconds(at: world.now) }

  /// - Parameter number: The connection's number, which several may have in turn at one instant.
  private func handle(
    _ event: ConnectionEvent, of connection: Connection, _ number: WorldBound<Int>
  ) {
    let now = milliseconds
    switch event {
    case .opened:
      let actions = state.withValue { state in
        state.lastConnection += 1
        let opened = state.lastConnection
        number.withValue { $0 = opened }
        state.connection = connection
        (state.unanswered, state.queries, state.tags) = ([], [], [])
        return state.server.connect(ConnectionID(state.lastConnection), nowMilliseconds: now)
      }
      send(actions, over: connection)
    case .received(let payload):
      guard let message = payload as? ClientMessage else { return }
      let actions = state.withValue { state in
        state.note(message)
        let id = ConnectionID(number.withValue { $0 })
        return state.server.receive(message, from: id, nowMilliseconds: now)
      }
      send(actions, over: connection)
    case .closed:
      // What was stored for this moment, others hear: also a client that has connected anew.
      let (present, actions) = state.withValue { state in
        let closed = number.withValue { $0 }
        let actions = state.server.disconnect(ConnectionID(closed), nowMilliseconds: now)
        if closed == state.lastConnection { state.connection = nil }
        return (state.connection, actions)
      }
      if let present { send(actions, over: present) }
    }
  }

  /// What a server of many would send to this client; a liar keeps some of it to itself.
  private func send(_ actions: [ServerAction], over connection: Connection) {
    for case .send(_, let message) in actions {
      let isKept = state.withValue { !$0.isHonest && $0.lies.happens(onceIn: 4) }
      if !isKept { connection.send(message) }
    }
  }

  /// Says so many things that are not so.
  func lie(_ count: Int) {
    for _ in 0..<count {
      let (connection, message) = state.withValue { state in
        state.isHonest = false
        let message = state.lies.serverMessage(
          answering: state.unanswered, queries: state.queries, tags: state.tags)
        return (state.connection, message)
      }
      connection?.send(message)
    }
  }

  /// Says one thing beside what is so.
  func say(_ message: ServerMessage) { state.withValue { $0.connection }?.send(message) }

  /// Begins anew with an honest connection.
  func repent() {
    let connection = state.withValue { state in
      state.isHonest = true
      return state.connection
    }
    connection?.abort()
  }

  /// Changes data as another client would.
  func write(_ path: Path, _ node: Node) {
    let (connection, actions) = state.withValue { state in
      let actions = state.server.administer(
        set: node, at: path, as: "other", nowMilliseconds: milliseconds)
      return (state.connection, actions)
    }
    if let connection { send(actions, over: connection) }
  }

  func read(_ path: Path) -> Node { state.withValue { $0.server.read(path) } }
}
