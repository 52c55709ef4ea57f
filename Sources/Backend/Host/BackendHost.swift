internal import Harness
public import Network
internal import RehearsalCollections
public import Simulator

/// The database as the network knows it.
package enum DatabaseService {
  /// The name under which the backend listens for connections.
  package static let name = "database"
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
  /// The users' accounts, and the service that issues tokens.
  public nonisolated let accounts: AccountService
  nonisolated let meterCell: WorldBound<Meter>

  nonisolated let network: Network
  package internal(set) var server: DatabaseServer
  var connections = AscendingTable<ConnectionID, Connection>()
  var lastConnection = 0
  /// Fire when the token of a connection has expired.
  var tokenTimers = AscendingTable<ConnectionID, WorldTimer>()
  /// The time that a request takes; see ``BackendPath/processing``.
  var processing: ClosedRange<Duration>
  var requests = RequestQueue()
  private let subject: JournalSource
  var runtime: FunctionRuntime
  var deliveries = FunctionDeliveries()
  var functionInputs = FunctionInputs()
  var plannedCuts: [PlannedFunctionCut] = []
  nonisolated let refusals: WorldBound<[PlannedRefusal]>
  /// The counters of events at which faults can strike; nil in runs without such.
  nonisolated let strikePlaces: BackendStrikePlaces?
  private nonisolated let commitObservers: WorldBound<[CommitObserver]>
  private nonisolated let refusalObservers: WorldBound<[@Sendable (Refusal) -> Void]>

  /// Someone who hears of every commit, with the name of the phone that it came from.
  private struct CommitObserver {
    /// Whether it tells by itself what it touches that the world doesn't keep.
    let isConfined: Bool
    let look: @Sendable (Commit, String?) -> Void
  }

  /// A backend that listens for connections.
  ///
  /// - Parameters:
  ///   - rules: The security rules; nil allows everything.
  ///   - functions: Programs that run on accepted writes and stored files; their names must differ.
  ///   - storageRules: The rules for operations on files.
  ///   - timing: The times that functions and push messages take.
  ///   - path: The way to the backend behind the phones' links, and the time that a request takes.
  /// - Throws: ``NetworkError`` when there already is a host of the name.
  public init(
    named name: String = "backend", rules: RuleSet?, functions: [ServerFunction] = [],
    storageRules: StorageRules = .open, timing: BackendTiming = BackendTiming(),
    path: BackendPath = .none, on network: Network,
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
    var path = path
    if let flaw = path.flaw {
      let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
      network.world.misuse(Misuse(flaw), at: location)
      path = .none
    }
    processing = path.processing
    lane = network.world.lane(name, isConfined: true)
    host = try network.addHost(name, on: path.link)
    subject = host.subject
    server = DatabaseServer(rules: rules)
    runtime = FunctionRuntime(functions)
    meterCell = WorldBound(Meter(), in: network.world)
    commitObservers = WorldBound([], in: network.world)
    refusalObservers = WorldBound([], in: network.world)
    refusals = WorldBound([], in: network.world)
    strikePlaces = network.world.nemesis.map {
      BackendStrikePlaces(of: name, $0)
    }
    push = try PushHost(
      lane: network.world.lane("\(name)/push", isConfined: true), on: host, of: network,
      timing: timing,
      meter: meterCell)
    storage = try StorageHost(
      lane: network.world.lane("\(name)/storage", isConfined: true), rules: storageRules, on: host,
      of: network,
      meter: meterCell, strikePlaces: strikePlaces)
    accounts = AccountService(of: host, in: network.world)
    try network.listen(on: host, service: IdentityChannel.name, lane: lane) {
      [accounts] connection in
      { event in accounts.handle(event, of: connection) }
    }
    try network.listen(on: host, service: DatabaseService.name, lane: lane) {
      [weak self] connection in
      let number = WorldBound<ConnectionID?>(nil, in: connection.lane.world)
      return { [weak self] event in
        self?.runIsolated((event, connection, number)) { $0.handle($1.0, of: $1.1, $1.2) }
      }
    }
    storage.observeFiles { [weak self] file in self?.post { $0.trigger(by: file) } }
    registerWithNemesis(network, hasFunctions: !functions.isEmpty)
    network.world.addFinalState("\(name)'s data") { [weak self] in
      // The whole last: it has the priorities, too.
      guard let root = self?.inspect({ $0.server.root }) else { return [] }
      return root.finalState(below: .root) + [FinalState("everything", root)]
    }
    network.world.addFinalState("\(name)'s files") { [storage] in
      storage.inspect { $0.finalState }
    }
  }

  /// Returns the data at a path, past all rules, for assertions of a scenario.
  public func read(_ path: Path) -> Node {
    server.read(path)
  }

  /// Returns the data that a listener of a query is shown, past all rules.
  package func shown(to query: QuerySpec) -> Node {
    server.shown(to: query)
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

  /// Puts other security rules into force, as a deployment does: they hold at once, and listeners that they refuse end.
  ///
  /// - Parameter rules: The rules; nil allows everything.
  public func use(rules: RuleSet?) {
    execute(server.deploy(rules, nowMilliseconds: milliseconds))
  }

  /// Runs a function on what it waits for from now on; it takes the place of one of the same name.
  public func deploy(_ function: ServerFunction) { runtime.deploy(function) }

  /// Looks at every write that takes effect, in the very step of it and before anybody is told, with the name of the
  /// phone that made it; nil for programs.
  ///
  /// An observer must not change anything of its world but end the run.
  public nonisolated func observeCommits(
    _ look: @escaping @Sendable (Commit, String?) -> Void
  ) {
    observeCommits(isConfined: false, look)
  }

  /// The same; `isConfined` says whether `look` tells by itself what it touches that the world doesn't keep.
  package nonisolated func observeCommits(
    isConfined: Bool, _ look: @escaping @Sendable (Commit, String?) -> Void
  ) {
    commitObservers.withValue { $0.append(CommitObserver(isConfined: isConfined, look: look)) }
  }

  /// Looks at every write that is refused, in the very step of it. An observer touches nothing but values that its world
  /// keeps.
  package nonisolated func observeRefusals(_ look: @escaping @Sendable (Refusal) -> Void) {
    refusalObservers.withValue { $0.append(look) }
  }

  /// Returns the counts of the backend's work so far, by kind and by caller; the difference of two readings is the work
  /// between them.
  public func meter() -> MeterReading {
    meterCell.withValue { $0.reading }
  }

  /// The server's clock, in milliseconds since 1970; the true time.
  public nonisolated var milliseconds: Int64 { TrueTime.milliseconds(at: lane.world.now) }

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
      if !delays(.message(payload), of: id) { receive(payload, from: id) }
    case .closed:
      guard let id = number.withValue({ $0 }) else { return }
      if !delays(.end, of: id) { end(id) }
    }
  }

  /// Handles a request.
  func receive(_ payload: any Payload, from id: ConnectionID) {
    guard let connection = connections[id] else { return }
    guard let message = payload.exactly(ClientMessage.self) else {
      note("garbage", "\(id) is closed: \(payload.summary) is no request")
      return connection.close()
    }
    meterCell.withValue { $0.record(message, from: id) }
    let actions =
      refusal(
        of: message, by: .client(id, uid: server.uid(on: id)), on: id, from: connection.remote)
      ?? server.receive(message, from: id, nowMilliseconds: milliseconds)
    execute(actions, causedBy: message, from: id, as: payload)
    if case .authenticate(let token) = message.request { awaitExpiry(of: token, on: id) }
  }

  /// Lets go of a connection that ended.
  func end(_ id: ConnectionID) {
    connections[id] = nil
    requests.forget(id)
    tokenTimers[id].take()?.cancel()
    execute(server.disconnect(id, nowMilliseconds: milliseconds))
    meterCell.withValue { $0.forget(id) }
  }

  func execute(
    _ actions: [ServerAction], causedBy cause: ClientMessage? = nil,
    from connection: ConnectionID? = nil, as request: (any Payload)? = nil
  ) {
    meterCell.withValue { $0.record(actions, causedBy: cause, from: connection) }
    // A span lends the actions, which a loop would copy, and so would a switch over one that is lent.
    let actions = actions.span
    for index in actions.indices { execute(actions[index], inReplyTo: request) }
  }

  private func execute(_ action: ServerAction, inReplyTo request: (any Payload)?) {
    switch action {
    case .send(let id, let message):
      let isResponse =
        switch message {
        case .response, .answer: true
        default: false
        }
      guard let connection = connections[id] else { return }
      let due = isResponse ? strikePlaces?.answer(to: connection.remote) : nil
      _ = due?.strikeBefore()
      connection.send(message, inReplyTo: isResponse ? request : nil)
      due?.strikeAfter()
    case .committed(let commit):
      note(commit, "backend commit \(commit)")
      record(commit)
      let phone = commit.author.connection.flatMap { connections[$0]?.remote.name }
      for observer in commitObservers.withValue({ $0 }) {
        if !observer.isConfined { lane.world.callsForeignCode() }
        observer.look(commit, phone)
      }
      trigger(by: commit)
      strikePlaces?.commit.arrive()?.strikeAfter()
    case .refused(let refusal):
      for look in refusalObservers.withValue({ $0 }) { look(refusal) }
      note(refusal, "refused \(refusal)")
    case .warned(_, let text):
      note(text, "warning: \(text)")
    }
  }

  /// Tells a report the values that a commit wrote.
  private func record(_ commit: Commit) {
    guard let recorder = lane.world.recorder else { return }
    for change in commit.changes {
      let node = change.node
      recorder.write(
        change.path.description, node.isEmpty ? nil : node.text(atMost: RunRecorder.mostBytes))
    }
  }

  func note(_ content: some Digestible, _ text: @autoclosure () -> String) {
    lane.world.journal.record(.backend, about: subject, content, text())
  }
}
