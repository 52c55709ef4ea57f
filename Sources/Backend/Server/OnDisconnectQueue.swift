internal import RehearsalCollections

/// The operations that a connection stored for the server to perform when it ends, in the order in which they run.
///
/// What is stored is a tree in which no location lies below another: an operation takes the place of what was stored at its
/// location and below; one below a location that is to be set changes what that is set to; to cancel one there sets the other
/// children one by one. Sources: firebase-ios-sdk, `FSparseSnapshotTree` (`rememberData:onPath:`, `forgetPath:`), which the
/// clients keep of what the server acknowledged, and recordings of the service, which does the same.
///
/// Storing and cancelling cost the way to the location and what they replace, however much else is stored.
package struct OnDisconnectQueue: Sendable {
  /// A write that is carried out as a whole.
  package struct Operation: Sendable {
    /// The location that the operation was stored for.
    let base: Path
    /// Absolute paths.
    package let changes: [PathChange]
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

  /// Nothing is stored.
  package init() {}

  /// The number of operations that take room, those of which nothing is left among them.
  var storedCount: Int { stored.count }

  /// The operations with the changes that are left of them, in the order of storing.
  package var operations: [Operation] {
    stored.compactMap { stored in
      let changes = stored.changes.compactMap { $0 }
      return changes.isEmpty ? nil : Operation(base: stored.base, changes: changes)
    }
  }

  /// Stores changes of a location, all or none, of which none lies within another.
  package mutating func store(_ changes: [PathChange], at base: Path) {
    var own: [PathChange?] = []
    for change in changes {
      if let above = position(above: change.path) {
        update(above, with: change)
      } else {
        cancelWhole(change.path)
        own.append(change)
      }
    }
    if own.isEmpty { return }
    enter(own, as: stored.count)
    stored.append(Stored(base: base, changes: own, count: own.count))
  }

  /// Drops what was stored for a location and everything below it.
  package mutating func cancel(_ path: Path) {
    while let above = position(above: path) {
      // Nothing can be left out of a value without children.
      guard split(above) else { return }
    }
    cancelWhole(path)
  }

  /// The change that is stored for a location above another; there is one at most.
  private func position(above path: Path) -> Position? {
    var slot = PathTrie<Key, StoredChange>.root
    for key in path.keys {
      if let position = index.values[slot].position { return position }
      guard let next = index.child(key, of: slot) else { return nil }
      slot = next
    }
    return nil
  }

  /// Makes a change part of one that is stored for a location above it.
  private mutating func update(_ position: Position, with change: PathChange) {
    guard let above = stored[position.operation].changes[position.change] else { return }
    let relative = change.path.dropping(first: above.path.depth)
    stored[position.operation].changes[position.change] = PathChange(
      above.path, above.node.updating(relative, to: change.node))
  }

  /// Puts a change for each child of a location in place of that for the location.
  ///
  /// - Returns: Whether it has children.
  private mutating func split(_ position: Position) -> Bool {
    guard let change = stored[position.operation].changes[position.change], change.node.hasChildren
    else { return false }
    stored[position.operation].changes[position.change] = nil
    stored[position.operation].count -= 1
    if let slot = index.slot(at: change.path.keys) { index.values[slot].position = nil }
    for (key, node) in change.node.children.map({ ($0.key, $0.node) }) {
      let child = PathChange(change.path.child(key), node)
      let slot = index.makeSlot(at: child.path.keys)
      index.values[slot].position = Position(
        operation: position.operation, change: stored[position.operation].changes.count)
      stored[position.operation].changes.append(child)
      stored[position.operation].count += 1
    }
    return true
  }

  /// Notes where the changes of an operation are found.
  private mutating func enter(_ changes: [PathChange?], as operation: Int) {
    for (position, change) in changes.enumerated() {
      guard let change else { continue }
      let slot = index.makeSlot(at: change.path.keys)
      index.values[slot].position = Position(operation: operation, change: position)
    }
  }

  /// Drops what was stored for a location, and for everything below it, where nothing is stored above it.
  private mutating func cancelWhole(_ path: Path) {
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
