public import Network
public import Simulator

/// A message that the database sends to a phone over its connection.
public enum ServerMessage: Sendable {
  /// The first message on each connection.
  ///
  /// - serverTimeMilliseconds: The server's clock, milliseconds since 1970: the source of the
  ///   client's estimate of its own offset.
  case handshake(serverTimeMilliseconds: Int64, session: String)
  /// Answers the request of this number.
  case response(number: Int, ResponseStatus)
  /// Answers the `get` of this number with the data that its query shows.
  case answer(number: Int, Node)
  /// A location, or with a tag a filtered query, now has this value.
  case overwrite(Path, Node, tag: Int?)
  /// These paths below a location now have these values.
  case merge(Path, [PathChange], tag: Int?)
  /// These ranges of the data of a location, or with a tag of a filtered query, now have this content; all else is as the
  /// client's compound hash said.
  case rangeMerge(Path, [RangeMerge], tag: Int?)
  /// A listen is no longer allowed and has ended.
  indirect case revoked(QuerySpec, reason: String)
  /// The token is no longer accepted; the client acts as nobody from now on.
  case authenticationRevoked(reason: String)
}

/// The outcome of a request.
public enum ResponseStatus: Sendable, Equatable {
  /// It was carried out.
  case ok
  /// The security rules refused it.
  ///
  /// Nothing more is told: the rule and the values that decided stay in the backend's journal, as they stay
  /// in the platform's service. Source: firebase-ios-sdk, `FPersistentConnection` and `FRepo`, where a
  /// refusal is the status `permission_denied` and the text "Permission denied".
  case permissionDenied
  /// The token's life is over. Source: firebase-ios-sdk, `FPersistentConnection` (`sendAuthAndRestoreStateAfterComplete:`), status
  /// `expired_token`.
  case expiredToken
  /// The hash of a conditional write does not fit what stands there.
  case dataStale
  /// A `get` orders by what has no index; the text names the index and its place.
  case indexNotDefined(String)
  /// The request cannot be: bad data, an invalid query, a value over the limits.
  case invalid(String)
}

extension ServerMessage: Payload {
  public func digest(into hash: inout StableHash) {
    switch self {
    case .handshake(let time, let session):
      hash.mix(UInt64(1))
      hash.mix(time)
      hash.mix(session)
    case .response(let number, let status):
      hash.mix(UInt64(2))
      hash.mix(Int64(number))
      hash.mix(status.text)
    case .overwrite(let path, let node, let tag):
      hash.mix(UInt64(3))
      hash.mix(path.contentHash)
      hash.mix(node.contentHash)
      hash.mix(Int64(tag ?? -1))
    case .merge(let path, let changes, let tag):
      hash.mix(UInt64(4))
      hash.mix(path.contentHash)
      changes.digest(into: &hash)
      hash.mix(Int64(tag ?? -1))
    case .revoked(let query, let reason):
      hash.mix(UInt64(5))
      query.digest(into: &hash)
      hash.mix(reason)
    case .authenticationRevoked(let reason):
      hash.mix(UInt64(6))
      hash.mix(reason)
    case .answer(let number, let node):
      hash.mix(UInt64(7))
      hash.mix(Int64(number))
      hash.mix(node.contentHash)
    case .rangeMerge(let path, let merges, let tag):
      hash.mix(UInt64(8))
      hash.mix(path.contentHash)
      for merge in merges { merge.digest(into: &hash) }
      hash.mix(Int64(tag ?? -1))
    }
  }

  public var isAnswer: Bool {
    if case .response = self { true } else { false }
  }

  public var summary: String {
    switch self {
    case .handshake: "handshake"
    case .response(let number, let status): "response #\(number) \(status.text)"
    case .answer(let number, _): "answer #\(number)"
    case .overwrite(let path, _, _): "push \(path)"
    case .merge(let path, let changes, _): "push \(path) \(changes.summary)"
    case .rangeMerge(let path, let merges, _):
      "push \(path) [\(merges.count) \(merges.count == 1 ? "range" : "ranges")]"
    case .revoked(let query, _): "revoked \(query)"
    case .authenticationRevoked: "auth revoked"
    }
  }

  public var detail: String {
    switch self {
    case .overwrite(let path, let node, _): "\(path) = \(node.brief)"
    case .merge(let path, let changes, _): changes.detail(below: path)
    case .rangeMerge(let path, let merges, _):
      merges.map { "\(path) = \($0.updates.brief)" }.joined(separator: "; ")
    case .answer(_, let node): node.brief
    case .revoked(_, let reason), .authenticationRevoked(let reason): reason
    case .handshake, .response: ""
    }
  }
}

extension ResponseStatus {
  /// The status as one line.
  public var text: String {
    switch self {
    case .ok: "ok"
    case .expiredToken: "expired token"
    case .dataStale: "data stale"
    case .permissionDenied: "permission denied"
    case .indexNotDefined(let index): "Index not defined, \(index)"
    case .invalid(let reason): "invalid: \(reason)"
    }
  }
}
