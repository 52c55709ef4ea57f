extension ClientMessage {
  /// Bytes of the message as the platform's clients write it: one JSON object in a frame.
  ///
  /// Source: the frames of the platform's clients, such as
  /// `{"t":"d","d":{"r":1,"a":"p","b":{"p":"/a","d":1}}}`.
  public var byteCount: Int { WireSize.request + WireSize.digits(number) + request.byteCount }
}

extension ClientRequest {
  /// Bytes of the request's body as JSON.
  var byteCount: Int {
    switch self {
    case .authenticate(let token): token?.byteCount ?? 2
    case .listen(let spec, let tag, let hash):
      WireSize.query(spec, tag) + (hash ?? ListenHash("")).byteCount
    case .unlisten(let spec, let tag): WireSize.query(spec, tag)
    case .get(let spec): WireSize.query(spec, nil)
    case .put(let path, let node, let hash):
      WireSize.data(path, node.byteCount)
        + (hash.map { #","h":"""#.utf8.count + $0.utf8.count } ?? 0)
    case .merge(let path, let changes): WireSize.data(path, WireSize.changes(changes))
    case .onDisconnect(let path, let operation):
      switch operation {
      case .set(let node): WireSize.data(path, node.byteCount)
      case .update(let changes): WireSize.data(path, WireSize.changes(changes))
      case .cancel: WireSize.data(path, 4)
      }
    }
  }
}

extension ServerMessage {
  /// Bytes of the message as the platform's server writes it: one JSON object in a frame.
  public var byteCount: Int {
    switch self {
    case .handshake(let time, let session):
      #"{"t":"c","d":{"t":"h","d":{"ts":,"v":"5","h":"","s":""}}}"#.utf8.count
        + WireSize.digits(Int(time)) + session.utf8.count
    case .response(let number, let status):
      #"{"t":"d","d":{"r":,"b":{"s":"","d":""}}}"#.utf8.count + WireSize.digits(number)
        + status.name.utf8.count
    case .answer(let number, let node):
      #"{"t":"d","d":{"r":,"b":{"s":"ok","d":}}}"#.utf8.count + WireSize.digits(number)
        + node.byteCount
    case .overwrite(let path, let node, let tag):
      WireSize.push + WireSize.data(path, node.byteCount) + WireSize.tag(tag)
    case .merge(let path, let changes, let tag):
      WireSize.push + WireSize.data(path, WireSize.changes(changes)) + WireSize.tag(tag)
    case .rangeMerge(let path, let merges, let tag):
      // The action's name has a letter more than those of the other pushes.
      WireSize.push + 1 + WireSize.data(path, 2 + merges.reduce(0) { $0 + $1.byteCount })
        + WireSize.tag(tag)
    case .revoked(let spec, _): WireSize.push + WireSize.query(spec, nil)
    case .authenticationRevoked(let reason):
      WireSize.push + #"{"s":"expired_token","d":""}"#.utf8.count + reason.utf8.count
    }
  }
}

extension ResponseStatus {
  /// The status as the platform names it. Its texts for people stay on the server.
  public var name: String {
    switch self {
    case .ok: "ok"
    case .permissionDenied: "permission_denied"
    case .expiredToken: "expired_token"
    case .dataStale: "datastale"
    case .indexNotDefined: "failed"
    case .invalid: "invalid"
    }
  }
}

/// Bytes of the parts that messages are made of.
enum WireSize {
  static var request: Int { #"{"t":"d","d":{"r":,"a":"p","b":}}"#.utf8.count }
  static var push: Int { #"{"t":"d","d":{"a":"d","b":}}"#.utf8.count }

  static func digits(_ number: Int) -> Int {
    var (count, rest) = (number < 0 ? 2 : 1, number.magnitude / 10)
    while rest > 0 {
      count += 1
      rest /= 10
    }
    return count
  }

  /// A path without its quotes.
  static func path(_ path: Path) -> Int {
    if path.isRoot { return 1 }
    var sum = 0
    let keys = path.keys.span
    for index in keys.indices { sum += Int(keys[index].jsonByteCount) - 1 }
    return sum
  }

  /// A path without its quotes and without a slash in front, as the platform writes the bounds of ranges.
  static func relativePath(_ path: Path) -> Int { path.isRoot ? 1 : self.path(path) - 1 }

  /// `{"p":"/a","d":…}`
  static func data(_ path: Path, _ bytes: Int) -> Int { 13 + self.path(path) + bytes }

  static func tag(_ tag: Int?) -> Int { tag.map { 5 + digits($0) } ?? 0 }

  static func changes(_ changes: [PathChange]) -> Int {
    // Relative paths have no slash in front.
    var sum = 1
    let changes = changes.span
    for index in changes.indices {
      sum += path(changes[index].path) + 3 + changes[index].node.byteCount
    }
    return sum
  }

  static func query(_ spec: QuerySpec, _ tag: Int?) -> Int {
    let parameters =
      spec.parameters.isDefault ? 0 : 5 + spec.parameters.description.utf8.count
    return 8 + path(spec.path) + parameters + self.tag(tag)
  }
}
