internal import Backend

extension ServerMessage {
  /// Whether the message is one that a database can send: the data such as can be stored, the time one that there is.
  ///
  /// Costs the number of keys and changes: the data aren't looked into.
  var isWellFormed: Bool {
    switch self {
    case .handshake(let time, _): return Self.times.contains(time)
    case .overwrite(let path, let node, _):
      return Self.isFine(path) && Self.canHold(path.depth, node)
    case .merge(let path, let changes, _):
      guard Self.isFine(path) else { return false }
      for change in changes {
        let isBelowPriority = path.last == .priority && !change.path.isRoot
        guard Self.isFine(change.path), !isBelowPriority,
          Self.canHold(path.depth + change.path.depth, change.node)
        else { return false }
      }
      return true
    case .response, .revoked, .authenticationRevoked: return true
    }
  }

  /// The range of a date, in milliseconds from 1970 (ECMA-262, "Time Values and Time Range").
  private static let times: ClosedRange<Int64> = -8_640_000_000_000_000...8_640_000_000_000_000

  /// Whether data can stand so many levels below the root, or one level deeper: that of a priority.
  private static func canHold(_ depth: Int, _ node: Node) -> Bool {
    node.isRegular && depth + node.height <= Limits.depthMax + 1 && !node.containsServerValues
  }

  /// Whether all keys can be stored, but that the last may be the place of a priority.
  private static func isFine(_ path: Path) -> Bool {
    let keys = path.keys.span
    guard keys.count <= Limits.depthMax + 1 else { return false }
    for index in keys.indices where !keys[index].isValid {
      if index != keys.count - 1 || keys[index] != .priority { return false }
    }
    return true
  }
}
