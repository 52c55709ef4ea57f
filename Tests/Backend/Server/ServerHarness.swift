import Backend

/// A server with clients that apply what they are told, and nothing else.
struct ServerHarness {
  var server: DatabaseServer
  var now: Int64 = 1_000
  private(set) var clients: [Int: MirrorClient] = [:]
  /// Everything that the server asked for since `clear()`.
  private(set) var actions: [ServerAction] = []
  private var requestCounts: [Int: Int] = [:]

  init(rules: String? = nil, root: Node = .empty) throws {
    server = DatabaseServer(rules: try rules.map { try RuleSet($0) }, root: root)
  }

  mutating func connect(_ client: Int, as uid: String? = nil) {
    clients[client] = MirrorClient()
    take(server.connect(ConnectionID(client), nowMilliseconds: now))
    if let uid { request(client, .authenticate(uid: uid)) }
  }

  mutating func disconnect(_ client: Int) {
    take(server.disconnect(ConnectionID(client), nowMilliseconds: now))
    clients[client] = nil
  }

  /// Sends a request; its response.
  @discardableResult
  mutating func request(_ client: Int, _ request: ClientRequest) -> ResponseStatus? {
    requestCounts[client, default: 0] += 1
    let number = requestCounts[client]!
    clients[client]?.willSend(request)
    let actions = server.receive(
      ClientMessage(number: number, request), from: ConnectionID(client), nowMilliseconds: now)
    take(actions)
    for case .send(ConnectionID(client), .response(number, let status)) in actions {
      clients[client]?.didRespond(to: request, status)
      return status
    }
    return nil
  }

  @discardableResult
  mutating func set(_ client: Int, _ path: Path, _ node: Node) -> ResponseStatus? {
    request(client, .put(path, node, hash: nil))
  }

  @discardableResult
  mutating func update(_ client: Int, _ path: Path, _ changes: [(Path, Node)])
    -> ResponseStatus?
  {
    request(client, .merge(path, changes.map { PathChange($0, $1) }))
  }

  @discardableResult
  mutating func listen(
    _ client: Int, _ path: Path, _ parameters: QueryParameters = .all, tag: Int? = nil,
    hash: ListenHash? = nil, holding held: Node? = nil
  ) -> ResponseStatus? {
    if let held {
      clients[client]?.hold(
        MirrorClient.Mirror(spec: QuerySpec(path, parameters), tag: tag, node: held))
    }
    return request(client, .listen(QuerySpec(path, parameters), tag: tag, hash: hash))
  }

  mutating func take(_ new: [ServerAction]) {
    server.checkInvariants()
    actions += new
    for case .send(let connection, let message) in new {
      clients[connection.number]?.receive(message)
    }
  }

  mutating func clear() { actions = [] }

  /// The messages to a client since `clear()`, as lines.
  func lines(to client: Int) -> [String] {
    actions.compactMap {
      guard case .send(ConnectionID(client), let message) = $0 else { return nil }
      return Self.line(message)
    }
  }

  var commits: [Commit] {
    actions.compactMap { if case .committed(let commit) = $0 { commit } else { nil } }
  }

  var refusals: [Refusal] {
    actions.compactMap { if case .refused(let refusal) = $0 { refusal } else { nil } }
  }

  private static func line(_ message: ServerMessage) -> String {
    func suffix(_ tag: Int?) -> String { tag.map { " tag \($0)" } ?? "" }
    switch message {
    case .handshake(let time, let session): return "handshake \(time) \(session)"
    case .response(let number, let status):
      switch status {
      case .ok: return "\(number) ok"
      case .permissionDenied: return "\(number) permission denied"
      case .dataStale: return "\(number) data stale"
      case .expiredToken: return "\(number) expired token"
      case .indexNotDefined: return "\(number) index not defined"
      case .invalid: return "\(number) invalid"
      }
    case .overwrite(let path, let node, let tag): return "\(path) = \(node)\(suffix(tag))"
    case .merge(let path, let changes, let tag):
      let parts = changes.map { "\($0.path) = \($0.node)" }.joined(separator: ", ")
      return "\(path) merges \(parts)\(suffix(tag))"
    case .rangeMerge(let path, let merges, let tag):
      let parts = merges.map {
        "\($0.range.start?.description ?? "")..\($0.range.end?.description ?? "") = \($0.updates)"
      }
      return "\(path) ranges \(parts.joined(separator: ", "))\(suffix(tag))"
    case .answer(let number, let node): return "answer #\(number) \(node)"
    case .revoked(let spec, _): return "revoked \(spec)"
    case .authenticationRevoked(let reason): return "signed out: \(reason)"
    }
  }
}

/// What a client has of each of its listens, by applying what it is told.
struct MirrorClient {
  struct Mirror {
    let spec: QuerySpec
    let tag: Int?
    var node: Node?
  }

  private(set) var mirrors: [Mirror] = []

  /// Keeps what a listen that ended has told, for one that begins with its hash.
  mutating func hold(_ mirror: Mirror) {
    mirrors.removeAll { $0.spec == mirror.spec }
    mirrors.append(mirror)
  }

  mutating func willSend(_ request: ClientRequest) {
    switch request {
    case .listen(let spec, let tag, let hash):
      // What the hash is of, the client still has.
      let held = hash == nil ? nil : mirrors.first { $0.spec == spec }?.node
      mirrors.removeAll { $0.spec == spec }
      mirrors.append(Mirror(spec: spec, tag: tag, node: held))
    case .unlisten(let spec, _): mirrors.removeAll { $0.spec == spec }
    default: break
    }
  }

  mutating func didRespond(to request: ClientRequest, _ status: ResponseStatus) {
    if case .listen(let spec, _, _) = request, status != .ok {
      mirrors.removeAll { $0.spec == spec }
    }
  }

  mutating func receive(_ message: ServerMessage) {
    switch message {
    case .overwrite(let path, let node, let tag): apply(path, node, tag)
    case .merge(let path, let changes, let tag):
      for change in changes { apply(path.appending(change.path), change.node, tag) }
    case .rangeMerge(let path, let merges, let tag):
      for position in mirrors.indices
      where mirrors[position].tag == tag && mirrors[position].spec.path == path {
        mirrors[position].node = merges.reduce(mirrors[position].node ?? .empty) {
          $1.applied(to: $0)
        }
      }
    case .revoked(let spec, _): mirrors.removeAll { $0.spec == spec }
    case .handshake, .response, .answer, .authenticationRevoked: break
    }
  }

  private mutating func apply(_ path: Path, _ node: Node, _ tag: Int?) {
    for position in mirrors.indices where mirrors[position].tag == tag {
      let place = mirrors[position].spec.path
      if let below = path.relative(to: place) {
        mirrors[position].node = (mirrors[position].node ?? .empty).updating(below, to: node)
      } else if let above = place.relative(to: path) {
        mirrors[position].node = node[above]
      }
    }
  }
}
