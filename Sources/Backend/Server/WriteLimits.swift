/// Checks writes against the platform's limits on keys, depth, values and sizes.
///
/// Source: Firebase Realtime Database documentation, "Realtime Database Limits".
enum WriteLimits {
  /// Checks the paths and the data of a write, of which every server value is still to be filled in or none.
  ///
  /// - Parameter base: The location that the write is addressed to; the paths of a merge are relative to it.
  /// - Throws: the first `DataError`.
  static func check(_ changes: [PathChange], at base: Path) throws(DataError) {
    // First, since it is known without looking into the data, and bounds the work of all that follows.
    let byteCount = byteCount(of: changes, at: base)
    guard byteCount <= Limits.writeBytesMax else {
      throw .writeTooLarge(place: base.description, bytes: byteCount)
    }
    for change in changes {
      try check(change.path, taking: change.node)
      try check(change.node, at: change.path)
    }
  }

  /// Bytes of the JSON that a client sends as the data of a write: a value, or for a merge an object of paths and
  /// values.
  ///
  /// Source: "Realtime Database Limits": "the total data in each write operation", which holds for updates of several
  /// paths as well. These are sent as one object with the paths for names (firebase-ios-sdk, `FPersistentConnection`).
  private static func byteCount(of changes: [PathChange], at base: Path) -> Int {
    if changes.count == 1, changes[0].path.depth == base.depth { return changes[0].node.byteCount }
    return changes.reduce(1) { sum, change in
      let keys = change.path.keys.dropFirst(base.depth)
      return keys.reduce(sum + 3 + change.node.byteCount) { $0 + Int($1.jsonByteCount) - 1 }
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

  /// Checks data at a location once more, now that its server values are filled in: a sum can leave the range of
  /// numbers.
  static func check(filledIn node: Node, at path: Path) throws(DataError) {
    try check(node, at: path)
  }

  /// Checks data to be written, of which mostly the sums over all of it say enough.
  private static func check(_ node: Node, at path: Path) throws(DataError) {
    let isFine =
      node.isRegular && path.depth + node.height <= Limits.depthMax
      && node.byteCount <= Limits.stringBytesMax
    if !isFine { try check(node, at: path, below: []) }
  }

  private static func check(
    _ node: Node, at path: Path, below keys: [Key]
  ) throws(DataError) {
    if let value = node.serverValue { try check(value, at: path, below: keys) }
    switch node.priority {
    case .none: break
    case .number(let value): try check(.number(value), at: path, below: keys)
    case .string(let value): try check(.string(value), at: path, below: keys)
    case .serverValue(let value): try check(value, at: path, below: keys)
    }
    if let scalar = node.scalar { return try check(scalar, at: path, below: keys) }
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

  private static func check(
    _ scalar: Scalar, at path: Path, below keys: [Key]
  ) throws(DataError) {
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
  }

  private static func check(
    _ value: ServerValue, at path: Path, below keys: [Key]
  ) throws(DataError) {
    if case .increment(let delta) = value { try check(.number(delta), at: path, below: keys) }
  }

  private static func place(_ path: Path, _ keys: [Key]) -> String {
    path.appending(Path(keys)).description
  }
}
