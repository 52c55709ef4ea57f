internal import Backend

extension ServerMessage {
  /// Whether the message is one that a database can send: the data such as can be stored, the time one that there is.
  ///
  /// Costs the number of changes: what is in them isn't looked at one by one.
  var isWellFormed: Bool {
    switch self {
    case .handshake(let time, _): Self.times.contains(time)
    case .overwrite(let path, let node, _): Self.canHold(path, [.init(.root, node)])
    case .merge(let path, let changes, _): Self.canHold(path, changes)
    case .response, .revoked, .authenticationRevoked: true
    }
  }

  /// What a date can be, in milliseconds from 1970 (ECMA-262, "Time Values and Time Range").
  private static let times: ClosedRange<Int64> = -8_640_000_000_000_000...8_640_000_000_000_000

  private static func canHold(_ base: Path, _ changes: [PathChange]) -> Bool {
    guard base.last != .priority || changes.allSatisfy(\.path.isRoot) else { return false }
    let isBaseFine = isFine(base.keys)
    return changes.allSatisfy { change in
      let depth = base.depth + change.path.depth
      return isBaseFine && isFine(change.path.keys) && change.node.isRegular
        && !change.node.containsServerValues && depth + change.node.height <= Limits.depthMax + 1
    }
  }

  /// Whether all keys can be stored, but that the last may be the place of a priority.
  private static func isFine(_ keys: ArraySlice<Key>) -> Bool {
    keys.last == .priority
      ? keys.dropLast().allSatisfy(\.isValid) : keys.allSatisfy(\.isValid)
  }
}
