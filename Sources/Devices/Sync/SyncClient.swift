public import Backend
internal import Harness
internal import Network
internal import RehearsalCollections
public import Simulator

/// The outcome of a write, as its writer is told.
public enum WriteOutcome: Hashable, Sendable {
  /// The server committed it.
  case committed
  /// The server refused it for good, and why.
  case refused(String)
}

/// The database client of one process: the sync engine, its conversation, and the connection below.
///
/// It lives on a lane of its own, as the platform's client lives on a queue of its own; an app talks to
/// it by posts and is answered by calls on this lane, which it turns into posts to itself.
public actor SyncClient: LaneActor {
  /// Called on the client's lane.
  public typealias EventHandler = @Sendable (RaisedEvent.Content) -> Void
  /// Called on the client's lane once the server has answered; never for a write whose process died.
  public typealias Completion = @Sendable (WriteOutcome) -> Void
  /// Called on the client's lane with what a read brought; never where the connection is lost before the answer.
  public typealias ReadCompletion = @Sendable (Result<Node, ReadFailure>) -> Void

  public nonisolated let lane: Lane
  /// The process that the client is part of.
  let process: AppProcess
  private let subject: JournalSource
  let connection: WorldBound<ReconnectingConnection?>
  let network: Network
  let host: NetworkHost
  let server: NetworkHost
  /// What the app has set before the client started.
  nonisolated let persistence: WorldBound<PersistenceSettings>
  /// The queries that are kept up to date without listeners.
  var keptQueries: [QuerySpec: ListenerID] = [:]
  private let radio: Radio?
  /// The counters of messages at which faults can strike; nil in runs without such.
  private let strikePlaces: PhoneStrikePlaces?

  /// Has a token ready for each connection; nil before the client has started.
  let tokens: WorldBound<TokenKeeper?>
  let account: PhoneAccount
  /// Whether the server has refused the token, so that the next connection needs another.
  var needsNewToken = false
  var session: ClientSession
  var engine: SyncEngine
  private var handlers = AscendingTable<ListenerID, EventHandler>()
  private var completions: [WriteID: Completion] = [:]
  private var onDisconnects = OnDisconnectRequests()
  var reads = OutstandingReads()
  var isSwitchedOff = false
  /// Whether the lock kept the files closed at the launch, and nothing was asked of the client since.
  private(set) var waitsForFirstCall = false
  var transactionEnds: [TransactionID: @Sendable (TransactionOutcome) -> Void] = [:]
  var tokenWatchers: [@Sendable (IDToken?) -> Void] = []
  private var connectionWatchers: [(number: Int, look: @Sendable (Bool) -> Void)] = []
  private var lastWatcher = 0
  private var lastListener = 0
  var lastTransaction = 0
  private var pushIDs = PushIDGenerator()
  private var pushOrdinal: UInt64 = 0
  private var restoreOrdinal: UInt64 = 0
  private nonisolated let clockOffset: WorldBound<Int64>
  /// The server's time that the last handshake told, in milliseconds since 1970, and the instant at which it came; nil before
  /// the first.
  package private(set) var greeting: (milliseconds: Int64, instant: Instant)?
  /// The writes that were queued when a connection was ready, those among them that an earlier one took along
  /// without an answer, for probes.
  private var queued: Set<WriteID> = []
  private var unanswered: Set<WriteID> = []

  static let table = DiskTable<DiskState>("database")
  private static let restoreStream = ChoiceStream("database.restored-listens")
  static let pushStream = ChoiceStream("database.push-id")

  /// - Parameter radio: The radio that counts the messages, if anybody wants them counted.
  init(
    lane: Lane, process: AppProcess, account: PhoneAccount, from host: NetworkHost,
    to server: NetworkHost,
    on network: Network, persists: Bool = false, radio: Radio? = nil,
    strikePlaces: PhoneStrikePlaces? = nil
  ) {
    self.lane = lane
    self.process = process
    self.network = network
    self.host = host
    self.server = server
    self.radio = radio
    self.strikePlaces = strikePlaces
    subject = host.subject
    self.account = account
    tokens = WorldBound(nil, in: lane.world)
    session = ClientSession(token: nil)
    engine = SyncEngine()
    persistence = WorldBound(PersistenceSettings(isEnabled: persists), in: lane.world)
    connection = WorldBound(nil, in: lane.world)
    clockOffset = WorldBound(0, in: lane.world)
  }

  var world: World { lane.world }

  /// The server's clock as this client estimates it, in milliseconds since 1970: the phone's clock and the offset that the
  /// last handshake told.
  ///
  /// Source: Firebase documentation, "Enabling Offline Capabilities", `.info/serverTimeOffset`.
  public nonisolated var serverMilliseconds: Int64 {
    process.wallMilliseconds + clockOffset.withValue { $0 }
  }

  /// Restores what the disk holds and opens the connection.
  ///
  /// Where the phone's lock keeps the files closed, that is left to the first call that needs them, as an app makes none before
  /// it can use its own files. Source: firebase-ios-sdk, `FIRDatabase` (`ensureRepo`), which does so in every launch; without a
  /// lock it is ours to begin at once.
  func start() {
    guard process.isAlive else { return }
    startTokens()
    let isKept = persistence.withValue { $0.isEnabled }
    waitsForFirstCall = isKept && !process.isProtectedDataAvailable
    if !waitsForFirstCall { open() }
  }

  /// Begins what a launch on a locked phone has left to the first call.
  func openAtFirstCall() {
    guard waitsForFirstCall else { return }
    waitsForFirstCall = false
    open()
  }

  private func open() {
    openDisk()
    guard process.isAlive else { return }
    engine.pool = NodePool.shared(in: world)
    let link = ReconnectingConnection(
      from: host, to: server, service: DatabaseService.name, lane: lane, on: network,
      isGreeted: true, watchesInterface: !isOnAndroid, configuration: configuration,
      prepare: { [weak self] proceed in
        self?.runIsolated(proceed) { $0.prepareToConnect($1) }
      },
      handler: { [weak self] event in
        self?.runIsolated(event) { $0.handle($1) }
      })
    connection.withValue { $0 = link }
    let connection = connection
    process.atEnd {
      let link = connection.withValue { connection in
        defer { connection = nil }
        return connection
      }
      link?.stop()
    }
    process.atEnd { [weak self] in
      guard let self else { return }
      // A look from outside: no lane of the process runs any more. Until then the client is held, though nobody else does.
      lane.postToSystem(at: lane.world.now, background: false) {
        self.assumeIsolated {
          if $0.engine.hasPendingWrites { $0.world.probe(.killedWithQueuedWrites) }
        }
      }
    }
    link.start()
  }

  // MARK: - What an app asks for

  /// Listens to a query; the handler hears first what is known already.
  ///
  /// A path that the platform refuses at the call ends the run: there the app would crash.
  @discardableResult
  public func listen(
    to query: QuerySpec, for kinds: EventKinds = .all, _ handler: @escaping EventHandler
  ) -> ListenerID {
    let id = nextListener()
    let isAllowed = allows("listen") { () throws(DataError) in
      try CallCheck.reference(query.path)
    }
    guard isAllowed else { return id }
    handlers[id] = handler
    tellEngineTime()
    perform(engine.listen(to: query, as: id, for: kinds))
    return id
  }

  func nextListener() -> ListenerID {
    lastListener += 1
    return ListenerID(lastListener)
  }

  /// Takes what is to be called once a write is answered.
  func takeCompletion(of id: WriteID) -> Completion? { completions.removeValue(forKey: id) }

  /// Takes the operations for a disconnection that wait for a connection.
  func takeQueuedOnDisconnects() -> [OnDisconnectRequests.Request] { onDisconnects.takeQueued() }

  /// Ends a listener.
  public func unlisten(_ id: ListenerID, from query: QuerySpec) {
    handlers[id] = nil
    tellEngineTime()
    perform(engine.unlisten(id, from: query))
  }

  /// Replaces a location's value.
  ///
  /// A path or a value that the platform refuses at the call ends the run: there the app would crash.
  public func set(_ path: Path, to node: Node, completion: Completion? = nil) {
    guard allows("set", { () throws(DataError) in try CallCheck.write(path, node) }) else { return }
    let (id, output) = engine.overwrite(at: path, with: node, nowMilliseconds: serverMilliseconds)
    completions[id] = completion
    perform(output)
  }

  /// Replaces several paths below a location, all or none; no paths at all are committed at once, with or without a connection.
  ///
  /// Source of the latter: firebase-ios-sdk, `FRepo` (`update:withNodes:withCallback:`). Paths or values that the platform refuses
  /// at the call end the run: there the app would crash.
  public func update(
    _ path: Path, _ changes: [PathChange], completion: Completion? = nil
  ) {
    guard allows("update", { () throws(DataError) in try CallCheck.update(path, changes) }) else {
      return
    }
    if changes.isEmpty {
      completion?(.committed)
      return
    }
    let (id, output) = engine.merge(at: path, changes, nowMilliseconds: serverMilliseconds)
    completions[id] = completion
    perform(output)
  }

  /// Has the server do something once it notices that this client is gone.
  ///
  /// It is asked once: after the next connection nothing is to be done any more unless the app asks again, best whenever
  /// ``watchConnection(_:)`` tells of a connection. While there is none, it waits; it goes out behind the writes that wait. When
  /// the connection is lost, the client does at once what the server has acknowledged. Sources: firebase-ios-sdk,
  /// `FPersistentConnection` (`onDisconnectPutData:forPath:withCallback:`, `restoreState`), `FRepo` (`runOnDisconnectEvents`).
  ///
  /// - Parameter completion: Called once the server has answered; never where the connection is lost before.
  public func onDisconnect(
    _ path: Path, _ operation: OnDisconnectOperation, completion: Completion? = nil
  ) {
    let isAllowed = allows("onDisconnect") { () throws(DataError) in
      try CallCheck.onDisconnect(path, operation)
    }
    guard isAllowed else { return }
    if case .update(let changes) = operation, changes.isEmpty {
      completion?(.committed)
      return
    }
    let request = OnDisconnectRequests.Request(
      path: path, operation: operation, completion: completion)
    if session.isReady { send(request) } else { onDisconnects.queue(request) }
  }

  private func send(_ request: OnDisconnectRequests.Request) {
    let number = onDisconnects.send(request)
    execute(
      session.request(.onDisconnect(request.path, request.operation), about: .onDisconnect(number)))
  }

  /// A new key that sorts after all keys made before it.
  public func pushID() -> Key {
    pushOrdinal += 1
    let entity = StableHash.of(lane.name)
    let high = world.choices.draw(Self.pushStream, entity: entity, ordinal: 2 * pushOrdinal)
    let low = world.choices.draw(Self.pushStream, entity: entity, ordinal: 2 * pushOrdinal + 1)
    return pushIDs.next(
      at: serverMilliseconds, random: UInt128(high) << 64 | UInt128(low))
  }

  /// Tells `.info/connected`: now, and at each change.
  ///
  /// - Returns: A number for ``unwatchConnection(_:)``.
  @discardableResult
  public func watchConnection(_ watcher: @escaping @Sendable (Bool) -> Void) -> Int {
    openAtFirstCall()
    lastWatcher += 1
    connectionWatchers.append((lastWatcher, watcher))
    watcher(session.isConnected)
    return lastWatcher
  }

  /// Tells a watcher nothing more; does nothing for a number that no watcher has.
  public func unwatchConnection(_ number: Int) {
    connectionWatchers.removeAll { $0.number == number }
  }

  /// The writes that the server has not answered, in order.
  var unfinished: [String] {
    engine.pendingWrites.map { "queued \($0.id): \($0.request.summary)" }
  }

  /// The state of the conversation with the server in a word, and whether writes wait, for coverage.
  var stateName: String {
    session.phase.rawValue + (engine.hasPendingWrites ? ", writing" : "")
  }

  /// The queries that the server is listened to for, each with the server's data of it; nil where not all is known.
  var listened: [(query: QuerySpec, node: Node?)] { engine.listened }

  /// Traps where the parts of the client's state contradict each other.
  func checkInvariants() { engine.checkInvariants() }

  // MARK: - What the connection brings

  func handle(_ event: ReconnectingConnection.Event) {
    guard process.isAlive else { return }
    tellEngineTime()
    switch event {
    case .opened:
      let before = session.phase
      session.opened()
      coverTurn(from: before)
    case .received(let payload):
      guard let message = payload.exactly(ServerMessage.self) else { return }
      handOver(counted: strikePlaces?.received) {
        let before = session.phase
        let actions = session.received(message, localMilliseconds: process.wallMilliseconds)
        coverTurn(from: before)
        execute(actions)
      }
    case .lost:
      let wasConnected = session.isConnected
      if session.isReady {
        unanswered.formUnion(engine.pendingWrites.map(\.id))
        unanswered.subtract(session.heldWrites)
      }
      let before = session.phase
      session.lost()
      coverTurn(from: before)
      perform(engine.disconnected(keeping: session.heldBatches))
      reads.connectionLost()
      let undone = onDisconnects.connectionLost()
      if wasConnected { tellConnection(false) }
      guard process.isAlive else { return }
      perform(engine.serverWillDo(undone, nowMilliseconds: serverMilliseconds))
    }
  }

  /// Counts a turn of the session for coverage: most of them lie between two gestures of a day.
  private func coverTurn(from before: ClientSession.Phase) {
    guard session.phase != before, lane.world.playsDay else { return }
    lane.world.cover("session: \(before.rawValue) → \(stateName)")
  }

  private func tellConnection(_ isConnected: Bool) {
    guard process.isAlive else { return }
    for watcher in connectionWatchers { watcher.look(isConnected) }
  }

  /// Passes a message over the radio, which may be the end of the process.
  private func handOver(counted counter: StrikeCounter?, _ message: () -> Void) {
    counter.pass { if let radio { radio.pass(message) } else { message() } }
  }

  func execute(_ actions: [ClientSession.Action]) {
    for action in actions {
      guard process.isAlive else { return }
      execute(action)
    }
  }

  /// Not inlined into the loop, where the compiler would begin an access to each part of the state at every turn.
  @inline(never)
  private func execute(_ action: ClientSession.Action) {
    switch action {
    case .send(let message):
      handOver(counted: strikePlaces?.sent) { _ = connection.withValue { $0 }?.send(message) }
    case .clockOffset(let offset):
      clockOffset.withValue { $0 = offset }
      greeting = (serverMilliseconds, world.now)
    case .reconnectWithNewToken:
      needsNewToken = true
      connection.withValue { $0 }?.reconnect()
    case .ready:
      queued = Set(engine.pendingWrites.map(\.id))
      perform(shufflingListens(engine.connected(without: session.heldWrites)))
      sendReads()
      for request in onDisconnects.takeQueued() { send(request) }
    case .connected:
      tellConnection(true)
    case .listenAnswered(let listen, let status):
      listenAnswered(listen, status)
    case .writeAnswered(let id, let status):
      writeAnswered(id, status)
    case .transactionAnswered(let batch, let status):
      transactionAnswered(batch, status)
    case .onDisconnectAnswered(let number, let status):
      onDisconnects.answered(number, isAccepted: status == .ok)?
        .completion?(status == .ok ? .committed : .refused(status.text))
    case .readAnswered(let number, let answer):
      readAnswered(number, answer)
    case .overwrite(let path, let node, let tag):
      perform(engine.serverOverwrite(at: path, with: node, tag: tag))
    case .merge(let path, let changes, let tag):
      perform(engine.serverMerge(at: path, changes, tag: tag))
    case .rangeMerge(let path, let merges, let tag):
      perform(engine.serverRangeMerge(at: path, merges, tag: tag))
    case .revoked(let query, let reason):
      world.probe(.listenerRevoked)
      perform(engine.listensRevoked(at: query.path, reason: reason))
    }
  }

  /// Restores listens in an order that the seed draws, since the platform's client goes through an unordered dictionary.
  ///
  /// Source: firebase-ios-sdk, `FPersistentConnection` (`restoreState`, which enumerates `listens`).
  private func shufflingListens(_ output: Output) -> Output {
    var output = output
    let count = output.actions.prefix { if case .startListening = $0 { true } else { false } }.count
    for place in stride(from: count - 1, to: 0, by: -1) {
      restoreOrdinal += 1
      let draw = world.choices.unit(
        Self.restoreStream, entity: lane.identifier, ordinal: restoreOrdinal)
      output.actions.swapAt(place, min(Int(draw * Double(place + 1)), place))
    }
    return output
  }

  private func listenAnswered(_ listen: ServerListen, _ status: ResponseStatus) {
    switch status {
    case .ok:
      perform(engine.listenCompleted(listen))
    case .permissionDenied, .expiredToken, .dataStale, .indexNotDefined, .invalid:
      perform(engine.listenFailed(listen, reason: status.text))
    }
  }

  private func writeAnswered(_ id: WriteID, _ status: ResponseStatus) {
    let completion = completions.removeValue(forKey: id)
    reachProbes(of: id, status)
    perform(status == .ok ? engine.acknowledge(id) : engine.revert(id))
    // The process can have died in the commit; then the write is still in the queue on the disk.
    guard process.isAlive else { return }
    completion?(status == .ok ? .committed : .refused(status.text))
  }

  private func reachProbes(of id: WriteID, _ status: ResponseStatus) {
    let wasQueued = queued.remove(id) != nil
    if unanswered.remove(id) != nil {
      world.probe(status == .ok ? .resendCommitted : .resendRefused)
    } else if wasQueued, status != .ok {
      world.probe(.queuedWriteRefused)
    }
  }

  /// Tells listeners, then carries out the actions, and makes the changes of the disk at once before both:
  /// nothing is shown or sent that a crash could take back.
  ///
  /// - Parameter endsFirst: Whether the ends of transactions are told before the events.
  func perform(_ output: Output, endsFirst: Bool = false) {
    guard process.isAlive else { return }
    if output.actions.contains(where: { if case .persist = $0 { true } else { false } }), !commit()
    {
      return
    }
    if endsFirst { tellEnds(in: output) }
    guard process.isAlive else { return }
    // Spans lend what a loop would copy.
    let events = output.events.span
    for index in events.indices { handlers[events[index].listener]?(events[index].content) }
    let actions = output.actions.span
    for index in actions.indices {
      guard process.isAlive else { return }
      perform(actions[index])
    }
  }

  private func perform(_ action: SyncAction) {
    switch action {
    case .startListening(let listen):
      // The hashes cost a look at all that is known of the query.
      guard session.isReady else { return }
      let hash = engine.hash(for: listen)
      execute(
        session.request(
          .listen(listen.query, tag: listen.tag, hash: hash), about: .listen(listen)))
    case .stopListening(let listen):
      execute(session.request(.unlisten(listen.query, tag: listen.tag), about: .other))
    case .send(let write):
      execute(session.request(write.request, about: .write(write.id)))
    case .sendTransaction(let batch):
      execute(
        session.request(
          .put(batch.path, batch.node, hash: batch.dataHash), about: .transaction(batch)))
    case .endTransaction(let id, let outcome):
      tellEnd(of: id, outcome)
    case .persist:
      break
    }
  }
}
