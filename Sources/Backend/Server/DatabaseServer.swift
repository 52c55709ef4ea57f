internal import RehearsalCollections

/// One JSON tree behind security rules, served to many connections as Firebase Realtime Database does.
///
/// A pure state machine: it is told what arrives and what time it is, and answers with actions. All
/// messages that a request causes, data before anything else, stand before the request's own
/// response. Source: the platform's clients restore listens before writes because "puts depend on
/// having received the corresponding data update before they complete" (firebase-js-sdk, issue 2501).
package struct DatabaseServer: Sendable {
  /// The tree as it stands.
  package internal(set) var root: Node
  /// The security rules; nil allows everything.
  package internal(set) var rules: RuleSet?
  /// Writes that took effect so far.
  package internal(set) var commitCount = 0

  var connections = AscendingTable<ConnectionID, Connection>()
  var listens = AscendingTable<ListenID, Listen>()
  /// Listens by the location they listen to.
  var locations = PathTrie<Key, ListenedLocation>()
  /// Listens by the data on which the rules' consent to them depends.
  var guards = PathTrie<Key, GuardedListens>()
  var listenCount = 0

  /// The server's state of a connection.
  struct Connection: Sendable {
    /// The caller who is signed in; nil for nobody.
    var auth: RuleAuth?
    /// The end of the life of the caller's token, by the server's clock in milliseconds; nil where it has none.
    var tokenExpiry: Int64?
    /// Begins with room for what an app listens to, as each enlargement hashes all queries again.
    var listens: [QuerySpec: ListenID] = Dictionary(minimumCapacity: 6)
    var onDisconnect = OnDisconnectQueue()
  }

  /// A listen in force.
  struct Listen: Sendable {
    let connection: ConnectionID
    let spec: QuerySpec
    /// The locations in `guards` that hold it.
    var guards: [Path]
  }

  /// A server over a tree, which nobody listens to yet.
  package init(rules: RuleSet?, root: Node = .empty) {
    self.rules = rules
    self.root = root
  }

  /// Returns the data at a location.
  package func read(_ path: Path) -> Node { root[path] }

  /// Returns the data that a listener of a query is shown.
  package func shown(to query: QuerySpec) -> Node {
    let node = root[query.path]
    guard !query.parameters.loadsAllData else { return node }
    let index = IndexedNode(node, order: query.parameters.order)
    return QueryWindow(query.parameters, over: index).shown(of: index)
  }

  /// Whether a connection is open.
  package func isConnected(_ id: ConnectionID) -> Bool { connections[id] != nil }

  /// Returns the user who is signed in on a connection; nil for nobody.
  package func uid(on id: ConnectionID) -> String? { connections[id]?.auth?.uid }

  /// Listens in force, over all connections.
  package var activeListenCount: Int { listens.count }

  /// Returns the queries that a connection listens to, in the order of their texts.
  func listens(of id: ConnectionID) -> [QuerySpec] {
    // order: sorted by their texts.
    (connections[id]?.listens.keys).map { $0.sorted { $0.description < $1.description } } ?? []
  }

  /// Opens a connection.
  ///
  /// - Parameter nowMilliseconds: the server's clock, milliseconds since 1970.
  /// - Returns: the handshake to send.
  package mutating func connect(
    _ id: ConnectionID, nowMilliseconds: Int64
  ) -> [ServerAction] {
    precondition(connections[id] == nil, "connection \(id) is open already: give each its own id")
    connections[id] = Connection()
    let handshake = ServerMessage.handshake(
      serverTimeMilliseconds: nowMilliseconds, session: "session-\(id.number)")
    return [.send(id, handshake)]
  }

  /// Takes a message; one that comes after its connection ended is dropped.
  ///
  /// - Parameter nowMilliseconds: the server's clock, milliseconds since 1970.
  package mutating func receive(
    _ message: ClientMessage, from id: ConnectionID, nowMilliseconds: Int64
  ) -> [ServerAction] {
    guard connections[id] != nil else { return [] }
    var actions: [ServerAction] = []
    let status: ResponseStatus
    switch message.request {
    case .authenticate(let token):
      status = authenticate(id, by: token, nowMilliseconds, &actions)
    case .listen(let spec, let tag, let hash):
      status = listen(id, to: spec, tag: tag, hash: hash, nowMilliseconds, &actions)
    case .unlisten(let spec, _):
      unlisten(id, from: spec)
      status = .ok
    case .get(let spec):
      switch get(spec, on: id, nowMilliseconds, &actions) {
      case .shown(let node):
        actions.append(.send(id, .answer(number: message.number, node)))
        return actions
      case .refused(let refusal): status = refusal
      }
    case .put(let path, let node, let hash):
      let write = Write(
        author: author(id), kind: hash == nil ? .put : .transaction, base: path,
        changes: [PathChange(path, node)], hash: hash)
      status = perform(write, nowMilliseconds, &actions)
    case .merge(let path, let changes):
      let write = Write(
        author: author(id), kind: .merge, base: path,
        changes: changes.map { PathChange(path.appending($0.path), $0.node) })
      status = perform(write, nowMilliseconds, &actions)
    case .onDisconnect(let path, let operation):
      status = store(operation, at: path, for: id, nowMilliseconds, &actions)
    }
    actions.append(.send(id, .response(number: message.number, status)))
    return actions
  }

  /// Closes a connection and runs the operations that it stored for this moment.
  ///
  /// - Parameter nowMilliseconds: the server's clock, milliseconds since 1970.
  package mutating func disconnect(
    _ id: ConnectionID, nowMilliseconds: Int64
  ) -> [ServerAction] {
    guard let connection = connections[id] else { return [] }
    for listen in connection.listens.values.sorted() { remove(listen) }
    var actions: [ServerAction] = []
    let author = author(id)
    for operation in connection.onDisconnect.operations {
      let write = Write(
        author: author, kind: .disconnection, base: operation.base, changes: operation.changes)
      _ = perform(write, nowMilliseconds, &actions)
    }
    connections[id] = nil
    return actions
  }

  func author(_ id: ConnectionID) -> Author {
    .client(id, uid: connections[id]?.auth?.uid)
  }

  /// Traps where the parts of the server's state contradict each other.
  package func checkInvariants() {
    root.checkInvariants()
    locations.checkInvariants()
    guards.checkInvariants()
    let owned = connections.all.reduce(0) { $0 + $1.listens.count }
    precondition(owned == listens.count, "\(listens.count) listens, \(owned) of them owned")
    // order: that of their numbers.
    for id in listens.keys {
      guard let listen = listens[id] else { continue }
      precondition(
        connections[listen.connection]?.listens[listen.spec] == id,
        "listen to \(listen.spec) is not its connection's")
      precondition(locations.slot(at: listen.spec.path.keys) != nil, "\(listen.spec) isn't indexed")
      for path in listen.guards {
        let slot = guards.slot(at: path.keys)
        precondition(
          slot.map { guards.values[$0].listens.contains(id) } ?? false,
          "\(path) doesn't guard \(listen.spec)")
      }
    }
  }
}
