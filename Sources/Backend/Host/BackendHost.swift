public import Network
public import Simulator

/// The database as the network knows it.
public enum DatabaseService {
  /// The name under which the backend listens for connections.
  public static let name = "database"
}

/// The virtual backend: the machine on which the database runs.
///
/// The actor is a thin shell around ``DatabaseServer``: it hands it what connections bring, and sends,
/// writes down and passes on what it answers.
public actor BackendHost: LaneActor {
  public nonisolated let lane: Lane
  /// The backend as the network knows it.
  public nonisolated let host: Host

  private nonisolated let network: Network
  private var server: DatabaseServer
  private var connections: [ConnectionID: Connection] = [:]
  private var lastConnection = 0
  private let subject: Subject
  /// The request that is being answered in this very step, for traps that look at answers.
  private nonisolated let answering: Confined<ClientRequest?>

  /// A backend that listens for connections.
  ///
  /// - Parameter rules: The security rules; nil allows everything.
  /// - Throws: ``NetworkError`` when there already is a host of the name.
  public init(
    named name: String = "backend", rules: RuleSet?, on network: Network
  ) throws(NetworkError) {
    self.network = network
    lane = network.world.lane(name)
    host = try network.addHost(name)
    subject = host.subject
    server = DatabaseServer(rules: rules)
    answering = Confined(nil, in: network.world)
    try network.listen(on: host, service: DatabaseService.name, lane: lane) {
      [weak self] connection in
      let number = Confined<ConnectionID?>(nil, in: connection.lane.world)
      return { [weak self] event in
        self?.assumeIsolated { $0.handle(event, of: connection, number) }
      }
    }
  }

  /// What stands at a path, past all rules, for assertions of a scenario.
  public func read(_ path: Path) -> Node {
    server.read(path)
  }

  /// The server's clock, in milliseconds since 1970; the true time.
  public var milliseconds: Int64 { TrueTime.milliseconds(at: lane.world.now) }

  /// Lets the next matching write of a phone be committed and loses its acknowledgement, with everything
  /// behind it on the connection, which then breaks.
  ///
  /// - Parameters:
  ///   - phone: Whose write it is.
  ///   - ending: Whether both sides learn at once that the connection broke, or find out by themselves.
  ///   - matches: Which write; any when not given.
  @discardableResult
  public nonisolated func loseNextAcknowledgement(
    to phone: Host, then ending: ConnectionBreak = .reset, at instant: Instant? = nil,
    for duration: Duration? = nil, of matches: @escaping @Sendable (ClientRequest) -> Bool
  ) -> FaultHandle {
    let answering = answering
    return network.loseNext(from: host, to: phone, then: ending, at: instant, for: duration) {
      message in
      guard case .response? = message as? ServerMessage,
        let request = answering.withValue({ $0 })
      else { return false }
      return request.isWrite && matches(request)
    }
  }

  private func handle(
    _ event: ConnectionEvent, of connection: Connection, _ number: Confined<ConnectionID?>
  ) {
    switch event {
    case .opened:
      lastConnection += 1
      let id = ConnectionID(lastConnection)
      number.withValue { $0 = id }
      connections[id] = connection
      carryOut(server.connect(id, nowMilliseconds: milliseconds))
    case .received(let payload):
      guard let id = number.withValue({ $0 }), let message = payload as? ClientMessage else {
        return
      }
      answering.withValue { $0 = message.request }
      carryOut(server.receive(message, from: id, nowMilliseconds: milliseconds))
      answering.withValue { $0 = nil }
    case .closed:
      guard let id = number.withValue({ $0 }) else { return }
      connections[id] = nil
      carryOut(server.disconnect(id, nowMilliseconds: milliseconds))
    }
  }

  private func carryOut(_ actions: [ServerAction]) {
    for action in actions {
      switch action {
      case .send(let id, let message):
        connections[id]?.send(message)
      case .committed(let commit):
        note(commit.stableHash, "commit \(commit)")
      case .refused(let refusal):
        note(refusal.stableHash, "refused \(refusal)")
      case .warned(_, let text):
        note(StableHash.of(text), "warning: \(text)")
      }
    }
  }

  private func note(_ bits: UInt64, _ text: @autoclosure () -> String) {
    lane.world.journal.record(.backend, about: subject, bits, text())
  }
}
