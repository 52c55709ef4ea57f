/// What a connection stored for the server to do when it ends, in the order in which it runs.
///
/// A later operation at a location takes the place of what was stored there and below. Source:
/// Firebase documentation of `onDisconnect`, and the clients' own simulation of it while offline.
struct OnDisconnectQueue: Sendable {
  /// A write that is carried out as a whole.
  struct Operation: Sendable {
    /// The location that the operation was stored for.
    let base: Path
    /// Absolute paths.
    var changes: [PathChange]
  }

  private(set) var operations: [Operation] = []

  /// Stores changes of a location, all or none.
  mutating func store(_ changes: [PathChange], at base: Path) {
    for change in changes { cancel(change.path) }
    if !changes.isEmpty { operations.append(Operation(base: base, changes: changes)) }
  }

  /// Drops what was stored for a location and everything below it.
  mutating func cancel(_ path: Path) {
    for position in operations.indices.reversed() {
      operations[position].changes.removeAll { path.contains($0.path) }
      if operations[position].changes.isEmpty { operations.remove(at: position) }
    }
  }
}
