public import Network
public import Simulator

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
    }
  }

  public var summary: String {
    switch self {
    case .handshake: "handshake"
    case .response(let number, let status): "response #\(number) \(status.text)"
    case .overwrite(let path, _, _): "push \(path)"
    case .merge(let path, let changes, _): "push \(path) \(changes.summary)"
    case .revoked(let query, _): "revoked \(query)"
    case .authenticationRevoked: "auth revoked"
    }
  }
}

extension ResponseStatus {
  /// The status as one line.
  public var text: String {
    switch self {
    case .ok: "ok"
    case .dataStale: "data stale"
    case .permissionDenied: "permission denied"
    case .invalid(let reason): "invalid: \(reason)"
    }
  }
}
