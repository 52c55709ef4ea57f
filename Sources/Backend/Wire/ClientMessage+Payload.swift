public import Network
public import Simulator

extension ClientMessage: Payload {
  public func digest(into hash: inout StableHash) {
    // A hostile client may number its requests as it likes: by bit pattern, no number traps.
    hash.mix(Int64(number))
    request.digest(into: &hash)
  }

  public var summary: String { "#\(number) \(request.summary)" }
}

extension ClientRequest {
  func digest(into hash: inout StableHash) {
    switch self {
    case .authenticate(let uid):
      hash.mix(UInt64(1))
      hash.mix(uid ?? "")
    case .listen(let query, let tag, let dataHash):
      hash.mix(UInt64(2))
      query.digest(into: &hash)
      hash.mix(Int64(tag ?? -1))
      hash.mix(dataHash ?? "")
    case .unlisten(let query, let tag):
      hash.mix(UInt64(3))
      query.digest(into: &hash)
      hash.mix(Int64(tag ?? -1))
    case .put(let path, let node, let dataHash):
      hash.mix(UInt64(4))
      hash.mix(path.contentHash)
      hash.mix(node.contentHash)
      hash.mix(dataHash ?? "")
    case .merge(let path, let changes):
      hash.mix(UInt64(5))
      hash.mix(path.contentHash)
      changes.digest(into: &hash)
    case .onDisconnect(let path, let operation):
      hash.mix(UInt64(6))
      hash.mix(path.contentHash)
      operation.digest(into: &hash)
    }
  }

  /// Whether it changes data.
  public var isWrite: Bool {
    switch self {
    case .put, .merge: true
    case .authenticate, .listen, .unlisten, .onDisconnect: false
    }
  }

  /// One short line for stories.
  public var summary: String {
    switch self {
    case .authenticate(let uid): "auth \(uid ?? "nobody")"
    case .listen(let query, _, _): "listen \(query)"
    case .unlisten(let query, _): "unlisten \(query)"
    case .put(let path, _, let hash): "\(hash == nil ? "put" : "put-if") \(path)"
    case .merge(let path, let changes): "merge \(path) \(changes.summary)"
    case .onDisconnect(let path, _): "on-disconnect \(path)"
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
}
