internal import Harness
public import Network
public import Simulator

/// The database as the network knows it.
public enum DatabaseService {
  /// The name under which the backend listens for connections.
  public static let name = "database"
}

/// The virtual backend: the machine on which the database and the server functions run.
///
/// The actor is a thin shell around `DatabaseServer` and `FunctionRuntime`: it hands them what connections and
/// timers bring, and sends, writes down and passes on what they answer. File storage and the push service stand
/// beside it on lanes of their own.
public actor BackendHost: LaneActor {
  public nonisolated let lane: Lane
  /// The backend as the network knows it.
  public nonisolated let host: NetworkHost
  /// The times that the backend's own work takes.
  public nonisolated let timing: BackendTiming
  /// The push service, to which phones' systems have connections of their own.
  public nonisolated let push: PushHost
  /// File storage, to which apps have connections of their own.
  public nonisolated let storage: StorageHost
  private nonisolated let meterCell: WorldBound<Meter>

  private nonisolated let network: Network
  private var server: DatabaseServer
  private var connections = ConnectionTable<Connection>()
  private var lastConnection = 0
  private let subject: JournalSource
  private var runtime: FunctionRuntime
  private var deliveries = FunctionDeliveries()
  private nonisolated let refusals: WorldBound<[PlannedRefusal]>
  private nonisolated let commitObservers: WorldBound<[CommitObserver]>

  /// Someone who hears of every commit, with the name of the phone that it came from.
  private struct CommitObserver {
    let look: @Sendable (Commit, String?) -> Void
  }

  /// A backend that listens for connections.
  ///
  /// - Parameters:
  ///   - rules: The security rules; nil allows everything.
  ///   - functions: Programs that run on accepted writes; their names must differ.
  ///   - storageRules: The rules for operations on files.
  ///   - timing: The times that functions and push messages take.
  /// - Throws: ``NetworkError`` when there already is a host of the name.
  public init(
    named name: String = "backend", rules: RuleSet?, functions: [ServerFunction] = [],
    storageRules: StorageRules = .open, timing: BackendTiming = BackendTiming(),
    on network: Network,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) throws(NetworkError) {
    self.network = network
    var timing = timing
    if let flaw = timing.flaw {
      let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
      network.world.misuse(Misuse(flaw), at: location)
      timing = BackendTiming()
    }
    self.timing = timing
    lane = network.world.lane(name)
    host = try network.addHost(name)
    subject = host.subject
    server = DatabaseServer(rules: rules)
    runtime = FunctionRuntime(functions)
    meterCell = WorldBound(Meter(), in: network.world)
    commitObservers = WorldBound([], in: network.world)
    refusals = WorldBound([], in: network.world)
    push = try PushHost(
      lane: network.world.lane("\(name)/push"), on: host, of: network, timing: timing,
      meter: meterCell)
    storage = try StorageHost(
      lane: network.world.lane("\(name)/storage"), rules: storageRules, on: host, of: network,
      meter: meterCell)
    try network.listen(on: host, service: DatabaseService.name, lane: lane) {
      [weak self] connection in
      let number = WorldBound<ConnectionID?>(nil, in: connection.lane.world)
      return { [weak self] event in
        self?.runIsolated((event, connection, number)) { $0.handle($1.0, of: $1.1, $1.2) }
      }
    }
    registerWithNemesis(network)
  }

  /// Returns the data at a path, past all rules, for assertions of a scenario.
  public func read(_ path: Path) -> Node {
    server.read(path)
  }

  /// Replaces what stands at a path as a trusted program does, past all rules; functions run on it.
  public func administer(set node: Node, at path: Path, as program: String = "scenario") {
    execute(server.administer(set: node, at: path, as: program, nowMilliseconds: milliseconds))
  }

  /// Changes several paths below a location at once as a trusted program does, past all rules; functions run on it.
  ///
  /// - Parameter changes: paths relative to the location, none of them within another.
  public func administer(_ path: Path, _ changes: [PathChange], as program: String = "scenario") {
    execute(server.administer(path, changes, as: program, nowMilliseconds: milliseconds))
  }

  /// Puts other security rules into force; nil allows everything.
  ///
  /// - Throws: ``BackendError`` once a phone has connected or something was written.
  public func use(rules: RuleSet?) throws(BackendError) {
    guard lastConnection == 0, server.commitCount == 0 else {
      throw .rulesInUse(connections: lastConnection, commits: server.commitCount)
    }
    server = DatabaseServer(rules: rules, root: server.root)
  }

  /// Looks at every write that takes effect, in the very step of it and before anybody is told, with the name of the
  /// phone that made it; nil for programs.
  ///
  /// An observer must not change anything of its world but end the run.
  public nonisolated func observeCommits(
    _ look: @escaping @Sendable (Commit, String?) -> Void
  ) {
    commitObservers.withValue { $0.append(CommitObserver(look: look)) }
  }

  /// Returns the counts of the backend's work so far, by kind and by caller; the difference of two readings is the work
  /// between them.
  public func meter() -> MeterReading {
    meterCell.withValue { $0.reading }
  }

  /// The server's clock, in milliseconds since 1970; the true time.
  public nonisolated var milliseconds: Int64 { TrueTime.milliseconds(at: lane.world.now) }

  /// Lets the next matching write of a phone be committed and loses its acknowledgement, with everything
  /// behind it on the connection, which then breaks.
  ///
  /// - Parameters:
  ///   - phone: The phone whose write is acknowledged.
  ///   - ending: Whether both sides learn at once that the connection broke, or find out by themselves.
  ///   - matches: A condition that picks the write.
  @discardableResult
  package nonisolated func loseNextAcknowledgement(
    to phone: NetworkHost, then ending: ConnectionBreak = .reset, at instant: Instant? = nil,
    for duration: Duration? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, of matches: @escaping @Sendable (ClientRequest) -> Bool
  ) -> FaultHandle {
    let world = network.world
    let rule = NextMessageRule(.breakConnection(ending)) { message in
      guard case .response(_, let status)? = message.payload as? ServerMessage,
        let request = (message.request as? ClientMessage)?.request, request.isWrite,
        matches(request)
      else { return false }
      if status == .ok { world.probe(.acknowledgementLost) }
      return true
    }
    return network.install(
      rule, from: [host], to: [phone], at: instant, for: duration, fileID: fileID,
      filePath: filePath, line: line)
  }

  /// Refuses the next matching write of a phone, whatever the rules say, as a backend does whose rules were deployed
  /// with a mistake or whose quota is used up.
  ///
  /// - Parameters:
  ///   - phone: The phone that writes.
  ///   - count: The number of writes to refuse, one after the other.
  ///   - matches: A condition that picks the writes.
  package nonisolated func refuseNext(
    from phone: NetworkHost, count: Int = 1, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, of matches: @escaping @Sendable (ClientRequest) -> Bool
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    guard
      lane.world.takes(
        count, in: 1...1_000_000, "refuseNext(from: \(phone), count:)", at: location)
    else { return }
    refusals.withValue {
      $0.append(PlannedRefusal(phone: phone.name, count: count, matches: matches))
    }
  }

  /// The refusal of a request that a scenario wants refused; nil for all others.
  private func refuse(
    _ message: ClientMessage, from id: ConnectionID, of phone: NetworkHost
  ) -> [ServerAction]? {
    // Asked outside of the planned refusals' own state, which a predicate may add to.
    let planned = refusals.withValue { $0 }
    guard !planned.isEmpty, message.request.isWrite,
      let index = planned.firstIndex(where: {
        $0.phone == phone.name && $0.matches(message.request)
      })
    else { return nil }
    refusals.withValue { refusals in
      refusals[index].count -= 1
      if refusals[index].count == 0 { refusals.remove(at: index) }
    }
    let refusal = Refusal(
      author: .client(id, uid: server.uid(on: id)), kind: .put, paths: message.request.paths,
      cause: .invalid("the scenario wants it refused"))
    return [.refused(refusal), .send(id, .response(number: message.number, .permissionDenied))]
  }

  // MARK: - What connections bring

  private func handle(
    _ event: ConnectionEvent, of connection: Connection, _ number: WorldBound<ConnectionID?>
  ) {
    switch event {
    case .opened:
      lastConnection += 1
      let id = ConnectionID(lastConnection)
      number.withValue { $0 = id }
      connections[id] = connection
      meterCell.withValue { $0.attribute(id, to: connection.remote.name) }
      execute(server.connect(id, nowMilliseconds: milliseconds))
    case .received(let payload):
      guard let id = number.withValue({ $0 }) else { return }
      guard let message = payload as? ClientMessage else {
        note(StableHash.of("garbage"), "\(id) is closed: \(payload.summary) is no request")
        return connection.close()
      }
      meterCell.withValue { $0.record(message, from: id) }
      let actions =
        refuse(message, from: id, of: connection.remote)
        ?? server.receive(message, from: id, nowMilliseconds: milliseconds)
      execute(actions, causedBy: message, from: id, as: payload)
    case .closed:
      guard let id = number.withValue({ $0 }) else { return }
      connections[id] = nil
      execute(server.disconnect(id, nowMilliseconds: milliseconds))
      meterCell.withValue { $0.forget(id) }
    }
  }

  private func execute(
    _ actions: [ServerAction], causedBy cause: ClientMessage? = nil,
    from connection: ConnectionID? = nil, as request: (any Payload)? = nil
  ) {
    meterCell.withValue { $0.record(actions, causedBy: cause, from: connection) }
    for action in actions {
      switch action {
      case .send(let id, let message):
        let isResponse = if case .response = message { true } else { false }
        connections[id]?.send(message, inReplyTo: isResponse ? request : nil)
      case .committed(let commit):
        note(commit.stableHash, "commit \(commit)")
        let phone = commit.author.connection.flatMap { connections[$0]?.remote.name }
        for observer in commitObservers.withValue({ $0 }) { observer.look(commit, phone) }
        trigger(by: commit)
      case .refused(let refusal):
        note(refusal.stableHash, "refused \(refusal)")
      case .warned(_, let text):
        note(StableHash.of(text), "warning: \(text)")
      }
    }
  }

  // MARK: - Server functions

  private func trigger(by commit: Commit) {
    guard !runtime.functions.isEmpty else { return }
    let (now, choices) = (lane.world.now, lane.world.choices)
    let actions = runtime.note(commit) { function, _ in
      deliveries.delays(of: function, at: now, timing, choices)
    }
    execute(actions)
  }

  private func run(_ delivery: FunctionRuntime.DeliveryID, _ function: String) {
    let choices = lane.world.choices
    let actions = runtime.run(delivery, in: server.root, nowMilliseconds: milliseconds) { attempt in
      deliveries.retryDelay(of: function, after: attempt, choices)
    }
    execute(actions)
  }

  private func execute(_ actions: [FunctionRuntime.Action]) {
    meterCell.withValue { $0.record(actions) }
    for action in actions {
      switch action {
      case .schedule(let delivery, let function, let delay):
        note(
          UInt64(bitPattern: delay), "function \(function) #\(delivery.number) in \(delay) ms")
        lane.world.explain(
          Wait(.processing, at: "backend", "function \(function) #\(delivery.number)"))
        schedule(after: .milliseconds(delay)) { $0.run(delivery, function) }
      case .execute(let function, let event, let effects):
        note(
          StableHash.of(event.id),
          "function \(function) ran for \(event.path): \(effects.count) effects")
        for effect in effects { execute(effect, as: function) }
      case .failed(let function, let event, let problem, let isDropped):
        note(
          StableHash.of(event.id),
          "function \(function) failed for \(event.path), try \(event.attempt): \(problem); "
            + (isDropped ? "dropped" : "tried again"))
      case .skipped(let function, let event, let problem):
        note(
          StableHash.of(event.id), "function \(function) skipped for \(event.path): \(problem)")
      }
    }
  }

  private func execute(_ effect: FunctionEffect, as function: String) {
    switch effect {
    case .set(let path, let node):
      execute(server.administer(set: node, at: path, as: function, nowMilliseconds: milliseconds))
    case .update(let path, let changes):
      execute(server.administer(path, changes, as: function, nowMilliseconds: milliseconds))
    case .push(let message, let token):
      push.post { $0.send(message, to: token, as: function) }
    case .deleteFile(let path):
      storage.post { $0.administer(delete: path, as: function) }
    case .log(let text):
      note(StableHash.of(text), "function \(function): \(text)")
    }
  }

  private func note(_ bits: UInt64, _ text: @autoclosure () -> String) {
    lane.world.journal.record(.backend, about: subject, bits, text())
  }
}
