internal import Simulator

// What two equal runs must share of what the backend writes down, told in words and not in texts: texts
// are made for recorded journals only.

extension Commit {
  /// A hash of who wrote what, and when.
  var stableHash: UInt64 {
    var hash = StableHash()
    hash.mix(UInt64(sequence))
    hash.mix(serverTimeMilliseconds)
    author.digest(into: &hash)
    changes.digest(into: &hash)
    return hash.value
  }
}

extension Refusal {
  /// A hash of who was refused what.
  var stableHash: UInt64 {
    var hash = StableHash()
    author.digest(into: &hash)
    for path in paths { hash.mix(path.contentHash) }
    return hash.value
  }
}

extension Author {
  fileprivate func digest(into hash: inout StableHash) {
    switch self {
    case .client(let connection, let uid):
      hash.mix(UInt64(connection.number))
      hash.mix(uid ?? "")
    case .administrator(let name):
      hash.mix(name)
    }
  }
}
