public import Network
public import Simulator

/// A message that a phone sends to the database over its connection.
///
/// Each request carries a number that its response repeats; numbers count from 1 on each connection.
public struct ClientMessage: Sendable {
  /// The request's number on this connection.
  public let number: Int
  /// The request.
  public let request: ClientRequest

  /// Numbers a request.
  public init(number: Int, _ request: ClientRequest) {
    self.number = number
    self.request = request
  }
}

/// A request that a client can make of the database.
public enum ClientRequest: Sendable {
  /// Acts as a token's user from now on; nil signs out. Tokens are signed: nobody has one that was not issued.
  indirect case authenticate(IDToken?)
  /// Wants to be told what a query shows, now and after each change.
  ///
  /// - tag: Numbers a filtered query, so that pushes can name it; nil for a whole location.
  /// - hash: The hashes of what the client still has of it; what is current is not sent.
  indirect case listen(QuerySpec, tag: Int?, hash: ListenHash?)
  /// Wants to be told no longer.
  indirect case unlisten(QuerySpec, tag: Int?)
  /// Wants to be told once what a query shows; answered with the data.
  indirect case get(QuerySpec)
  /// Replaces a location; with a hash only if the location's data still has it (a transaction).
  case put(Path, Node, hash: String?)
  /// Replaces several paths below a location, all or none.
  case merge(Path, [PathChange])
  /// Stores something for the server to do when this connection ends.
  case onDisconnect(Path, OnDisconnectOperation)
}

extension ClientRequest {
  /// Acts as a user with a token that has no end and claims nothing.
  public static func authenticate(uid: String?) -> ClientRequest {
    .authenticate(uid.map { IDToken(user: $0) })
  }
}

/// One path of a multi-path write, relative to the location written.
public struct PathChange: Hashable, Sendable {
  /// The path.
  public let path: Path
  /// The new data at the path.
  public let node: Node

  /// One path and its new data.
  public init(_ path: Path, _ node: Node) {
    self.path = path
    self.node = node
  }

  public static func == (left: PathChange, right: PathChange) -> Bool {
    left.path == right.path && left.node == right.node
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(node.contentHash)
  }
}

/// An operation that the server performs at a location when the client's connection has ended.
public enum OnDisconnectOperation: Sendable {
  /// Replaces it.
  case set(Node)
  /// Replaces several paths below it, all or none.
  case update([PathChange])
  /// Does nothing any more: cancels what was stored at and below it.
  case cancel
}

extension ClientMessage: Payload {
  public func digest(into hash: inout StableHash) {
    // A hostile client may number its requests as it likes: by bit pattern, no number traps.
    hash.mix(Int64(number))
    request.digest(into: &hash)
  }

  public var summary: String { "#\(number) \(request.summary)" }

  public var detail: String { request.detail }
}

extension ClientRequest {
  func digest(into hash: inout StableHash) {
    switch self {
    case .authenticate(let token):
      hash.mix(UInt64(1))
      if let token { token.digest(into: &hash) } else { hash.mix("") }
    case .listen(let query, let tag, let dataHash):
      hash.mix(UInt64(2))
      query.digest(into: &hash)
      hash.mix(Int64(tag ?? -1))
      if let dataHash { dataHash.digest(into: &hash) } else { hash.mix("") }
    case .unlisten(let query, let tag):
      hash.mix(UInt64(3))
      query.digest(into: &hash)
      hash.mix(Int64(tag ?? -1))
    case .put(let path, let node, let dataHash):
      hash.mix(UInt64(4))
      hash.mix(path.contentHash)
      hash.mix(node.contentHash)
      hash.mix(UInt64(dataHash == nil ? 0 : 1))
      hash.mix(dataHash ?? "")
    case .merge(let path, let changes):
      hash.mix(UInt64(5))
      hash.mix(path.contentHash)
      changes.digest(into: &hash)
    case .onDisconnect(let path, let operation):
      hash.mix(UInt64(6))
      hash.mix(path.contentHash)
      operation.digest(into: &hash)
    case .get(let query):
      hash.mix(UInt64(7))
      query.digest(into: &hash)
    }
  }

  /// Whether it changes data.
  public var isWrite: Bool {
    switch self {
    case .put, .merge: true
    case .authenticate, .listen, .unlisten, .get, .onDisconnect: false
    }
  }

  /// One short line for stories.
  public var summary: String {
    switch self {
    case .authenticate(let token): "auth \(token?.user ?? "nobody")"
    case .listen(let query, _, _): "listen \(query)"
    case .unlisten(let query, _): "unlisten \(query)"
    case .get(let query): "get \(query)"
    case .put(let path, _, let hash): "\(hash == nil ? "put" : "put-if") \(path)"
    case .merge(let path, let changes): "merge \(path) \(changes.summary)"
    case .onDisconnect(let path, _): "on-disconnect \(path)"
    }
  }

  /// The values that it writes, for a report; empty where it writes none.
  var detail: String {
    switch self {
    case .put(let path, let node, _), .onDisconnect(let path, .set(let node)):
      "\(path) = \(node.brief)"
    case .merge(let path, let changes), .onDisconnect(let path, .update(let changes)):
      changes.detail(below: path)
    case .authenticate, .listen, .unlisten, .get, .onDisconnect(_, .cancel): ""
    }
  }
}

extension QuerySpec {
  func digest(into hash: inout StableHash) {
    hash.mix(path.contentHash)
    if !parameters.isDefault { hash.mix(parameters.description) }
  }
}

extension OnDisconnectOperation {
  func digest(into hash: inout StableHash) {
    switch self {
    case .set(let node): hash.mix(node.contentHash)
    case .update(let changes): changes.digest(into: &hash)
    case .cancel: hash.mix(UInt64(7))
    }
  }
}

extension [PathChange] {
  func digest(into hash: inout StableHash) {
    for change in self {
      hash.mix(change.path.contentHash)
      hash.mix(change.node.contentHash)
    }
    hash.mix(UInt64(count))
  }

  /// The paths, or their number when they are many.
  var summary: String {
    count <= 3 ? "[\(map(\.path.description).joined(separator: " "))]" : "[\(count) paths]"
  }

  /// The paths below a location with their new values, the first ones where they are many.
  func detail(below place: Path) -> String {
    let told = prefix(Self.mostTold).map { change in
      let path =
        place.isRoot ? "\(change.path)" : change.path.isRoot ? "\(place)" : "\(place)\(change.path)"
      return "\(path) = \(change.node.brief)"
    }
    return (told + (count > Self.mostTold ? ["and \(count - Self.mostTold) more"] : []))
      .joined(separator: "; ")
  }

  private static var mostTold: Int { 12 }
}

/// A kind of write that phones make, for faults that strike one of them.
///
/// An app names its own: `extension WriteKind { static let message = WriteKind(below: "messages") }`.
public struct WriteKind: Sendable {
  /// Whether a request is such a write.
  package let matches: @Sendable (ClientRequest) -> Bool

  /// Writes below a top-level location.
  public init(below top: Key) {
    matches = { $0.touches(top) }
  }

  private init(_ matches: @escaping @Sendable (ClientRequest) -> Bool) {
    self.matches = matches
  }

  /// Any request.
  public static let any = WriteKind { _ in true }
}

extension ClientRequest {
  /// Whether it writes below a top-level location.
  fileprivate func touches(_ top: Key) -> Bool {
    switch self {
    case .put(let path, _, _): path.first == top
    case .merge(let path, let changes):
      path.isRoot ? changes.contains { $0.path.first == top } : path.first == top
    case .authenticate, .listen, .unlisten, .get, .onDisconnect: false
    }
  }
}
