package import Backend

/// The checks that the platform's client makes when an app calls it, before anything is shown, sent or stored.
///
/// A call that fails one throws an exception there, which nobody catches: the app crashes. Source: firebase-ios-sdk,
/// `FValidation` (`validateFrom:validPathString:`, `validateFrom:writablePath:`, `snapshotFrom…`, `parseAndValidateKey…`) and
/// `FIRDatabaseQuery` (`validateQueryEndpointsForParams:`, `validateIndexValueType:fromMethod:`).
///
/// Control characters are refused as well: the web's client does so in recordings of the live service, iOS's leaves it to the
/// server. What only the server refuses (depth, lengths of keys, the size of a write) is not checked here.
package enum CallCheck {
  /// Checks a location that a reference is made for.
  ///
  /// - Throws: ``DataError`` for a key that is empty or holds a reserved character.
  package static func reference(_ path: Path) throws(DataError) {
    for key in path.keys where !key.isValid { try check(key, at: path) }
  }

  /// Checks a value to be set.
  package static func write(_ path: Path, _ node: Node) throws(DataError) {
    try target(path, taking: node)
    try data(node, at: path)
  }

  /// Checks values to be set together.
  ///
  /// - Throws: ``DataError``, also for a path that is named twice or lies below another.
  package static func update(_ path: Path, _ changes: [PathChange]) throws(DataError) {
    try target(path, taking: .empty)
    for change in changes { try write(path.appending(change.path), change.node) }
    if changes.count > 1 { try Path.checkDisjoint(changes.map(\.path)) }
  }

  /// Checks what a transaction makes of a location.
  ///
  /// Source: firebase-ios-sdk, `FIRMutableData` (`setValue:`), which checks what is set as for a write.
  package static func result(_ node: Node, at path: Path) throws(DataError) {
    try data(node, at: path)
  }

  /// Checks what is to be done at a disconnection.
  package static func onDisconnect(
    _ path: Path, _ operation: OnDisconnectOperation
  ) throws(DataError) {
    switch operation {
    case .set(let node): try write(path, node)
    case .update(let changes): try update(path, changes)
    case .cancel: try target(path, taking: .empty)
    }
  }

  /// A location to be written: not below `.info`, and a priority only takes what can be one.
  private static func target(_ path: Path, taking node: Node) throws(DataError) {
    var location = path
    if path.last == .priority {
      guard Priority(node) != nil else { throw .invalidPriority(place: path.description) }
      location = path.parent ?? .root
    }
    try reference(location)
  }

  private static func data(_ node: Node, at path: Path) throws(DataError) {
    // The sums over all of it mostly say enough.
    if node.isRegular, node.byteCount <= Limits.stringBytesMax { return }
    switch node.priority {
    case .number(let value) where !value.isFinite:
      throw .numberNotFinite(place: path.description)
    default: break
    }
    switch node.scalar {
    case .number(let value)? where !value.isFinite:
      throw .numberNotFinite(place: path.description)
    case .string(let text)? where text.utf8.count > Limits.stringBytesMax:
      throw .stringTooLong(place: path.description, bytes: text.utf8.count)
    default: break
    }
    guard node.hasChildren else { return }
    for (key, child) in node.children {
      if !key.isValid { try check(key, at: path) }
      try data(child, at: path.child(key))
    }
  }

  private static func check(_ key: Key, at path: Path) throws(DataError) {
    do throws(DataError) {
      _ = try Key(validating: key.text, at: path.description)
    } catch {
      // Its length is the server's business.
      if case .keyTooLong = error { return }
      throw error
    }
  }
}
