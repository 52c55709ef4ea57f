/// Checks writes against the platform's limits on keys, depth, values and sizes.
///
/// Source: Firebase Realtime Database documentation, "Realtime Database Limits".
enum WriteLimits {
  /// Checks the paths and the data of a write.
  ///
  /// - Throws: the first `DataError`.
  static func check(_ changes: [PathChange]) throws(DataError) {
    var byteCount = 0
    for change in changes {
      try check(change.path, taking: change.node)
      byteCount += change.node.byteCount
      try check(change.node, at: change.path, below: [])
    }
    guard byteCount <= Limits.writeBytesMax else {
      throw .writeTooLarge(
        place: changes.first?.path.description ?? "/", bytes: byteCount)
    }
  }

  /// Checks a location to be written.
  private static func check(_ path: Path, taking node: Node) throws(DataError) {
    var keys = path.keys
    if keys.last == .priority {
      keys.removeLast()
      guard Priority(node) != nil else { throw .invalidPriority(place: path.description) }
    }
    for key in keys where !key.isValid {
      _ = try Key(validating: key.text, at: path.description)
    }
    guard keys.count <= Limits.depthMax else {
      throw .pathTooDeep(place: path.description, depth: keys.count)
    }
  }

  /// Checks a location to be listened to.
  static func check(listening path: Path) throws(DataError) { try check(path, taking: .empty) }

  private static func check(
    _ node: Node, at path: Path, below keys: [Key]
  ) throws(DataError) {
    if let scalar = node.scalar {
      switch scalar {
      case .bool: break
      case .number(let value):
        if !value.isFinite { throw .numberNotFinite(place: place(path, keys)) }
      case .string(let text):
        let bytes = text.utf8.count
        guard bytes <= Limits.stringBytesMax else {
          throw .stringTooLong(place: place(path, keys), bytes: bytes)
        }
      }
      return
    }
    guard node.hasChildren else { return }
    let depth = path.depth + keys.count + 1
    guard depth <= Limits.depthMax else {
      throw .pathTooDeep(place: place(path, keys), depth: depth)
    }
    for (key, child) in node.children {
      if !key.isValid { _ = try Key(validating: key.text, at: place(path, keys)) }
      try check(child, at: path, below: keys + [key])
    }
  }

  private static func place(_ path: Path, _ keys: [Key]) -> String {
    path.appending(Path(keys)).description
  }
}
