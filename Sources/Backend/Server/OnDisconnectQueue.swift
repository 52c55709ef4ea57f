internal import RehearsalCollections

/// The operations that a connection stored for the server to perform when it ends, in the order in which they run.
///
/// A later operation at a location takes the place of what was stored there and below. Source:
/// Firebase documentation of `onDisconnect`, and the clients' own simulation of it while offline.
///
/// Storing and cancelling cost the way to the location and what they replace, however much else is stored.
struct OnDisconnectQueue: Sendable {
  /// A write that is carried out as a whole.
  struct Operation: Sendable {
    /// The location that the operation was stored for.
    let base: Path
    /// Absolute paths.
    let changes: [PathChange]
  }

  /// An operation as it was stored, with what is left of it.
  private struct Stored: Sendable {
    let base: Path
    /// Nil where the change was replaced or cancelled.
    var changes: [PathChange?]
    /// The number of changes that are left.
    var count: Int
  }

  /// A change of an operation, by its place in both lists.
  private struct Position: Sendable {
    let operation: Int
    let change: Int
  }

  /// The change that is stored for a location; there is one at most.
  private struct StoredChange: PathTrieValue {
    var position: Position?

    var isEmpty: Bool { position == nil }
  }

  /// In the order of storing; those of which nothing is left stay until most are such.
  private var stored: [Stored] = []
  private var emptyCount = 0
  private var index = PathTrie<Key, StoredChange>()

  /// The number of operations that take room, those of which nothing is left among them.
  var storedCount: Int { stored.count }

  /// The operations with the changes that are left of them, in the order of storing.
  var operations: [Operation] {
    stored.compactMap { stored in
      let changes = stored.changes.compactMap { $0 }
      return changes.isEmpty ? nil : Operation(base: stored.base, changes: changes)
    }
  }

  /// Stores changes of a location, all or none, of which none lies within another.
  mutating func store(_ changes: [PathChange], at base: Path) {
    for change in changes { cancel(change.path) }
    if changes.isEmpty { return }
    enter(changes, as: stored.count)
    stored.append(Stored(base: base, changes: changes, count: changes.count))
  }

  /// Notes where the changes of an operation are found.
  private mutating func enter(_ changes: [PathChange?], as operation: Int) {
    for (position, change) in changes.enumerated() {
      guard let change else { continue }
      let slot = index.makeSlot(at: change.path.keys)
      index.values[slot].position = Position(operation: operation, change: position)
    }
  }

  /// Drops what was stored for a location and everything below it.
  mutating func cancel(_ path: Path) {
    guard let top = index.slot(at: path.keys) else { return }
    var slots = [top]
    var done = 0
    while done < slots.count {
      slots += index.children(of: slots[done]).map(\.slot)
      done += 1
    }
    // From below, since a location is dropped only once nothing is below it.
    for slot in slots.reversed() {
      guard let position = index.values[slot].position else { continue }
      stored[position.operation].changes[position.change] = nil
      stored[position.operation].count -= 1
      if stored[position.operation].count == 0 { emptyCount += 1 }
      index.values[slot].position = nil
      index.prune(from: slot)
    }
    if emptyCount > 8, emptyCount * 2 > stored.count { closeUp() }
  }

  /// Drops the operations of which nothing is left; done once in so many times, it costs no more than they did.
  private mutating func closeUp() {
    stored.removeAll { $0.count == 0 }
    emptyCount = 0
    for (number, operation) in stored.enumerated() { enter(operation.changes, as: number) }
  }
}

extension DatabaseServer {
  /// Stores an operation for the end of a connection, if it were allowed now.
  ///
  /// It is judged once more when it runs, with its server values filled in then. Source: Firebase
  /// documentation, "Enabling Offline Capabilities", on how `onDisconnect` works.
  mutating func store(
    _ operation: OnDisconnectOperation, at path: Path, for id: ConnectionID,
    _ nowMilliseconds: Int64, _ actions: inout [ServerAction]
  ) -> ResponseStatus {
    let changes: [PathChange]
    switch operation {
    case .cancel:
      connections[id]?.onDisconnect.cancel(path)
      return .ok
    case .set(let node): changes = [PathChange(path, node)]
    case .update(let relative):
      changes = relative.map { PathChange(path.appending($0.path), $0.node) }
    }
    let write = Write(author: author(id), kind: .onDisconnect, base: path, changes: changes)
    if case .refused(let cause) = judge(write, nowMilliseconds) {
      let refusal = Refusal(
        author: write.author, kind: write.kind, paths: changes.map(\.path), cause: cause)
      actions.append(.refused(refusal))
      return refusal.status
    }
    connections[id]?.onDisconnect.store(changes, at: path)
    return .ok
  }
}
