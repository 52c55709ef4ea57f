/// A change of one child of a listened location.
package enum ChildChange: Equatable, Sendable {
  case added(Node)
  case removed(Node)
  case changed(from: Node, to: Node)

  /// Whether the child has gone.
  var isRemoval: Bool { if case .removed = self { true } else { false } }

  /// The child as an event shows it: as it is now, or as it was when it has gone.
  var node: Node {
    switch self {
    case .added(let node), .removed(let node), .changed(_, let node): node
    }
  }
}

/// The changes that one operation makes to the children of a location, one for each child.
///
/// Successive changes of the same child are folded into one, or into none.
package struct ChildChanges: Equatable, Sendable {
  struct Entry: Equatable {
    let key: Key
    var change: ChildChange
  }

  /// In key order. An array, because most operations change few children or come through them in that order.
  private var changes: ContiguousArray<Entry> = []

  /// No changes.
  package init() {}

  /// Whether nothing changed.
  package var isEmpty: Bool { changes.isEmpty }

  /// The change of a child; nil where it has none.
  package subscript(key: Key) -> ChildChange? {
    let position = position(of: key)
    return has(key, at: position) ? changes[position].change : nil
  }

  /// The first position whose key isn't before `key`.
  private func position(of key: Key) -> Int {
    let span = changes.span
    var (low, high) = (0, span.count)
    // What comes mostly stands behind what is there.
    if high > 0, span[high - 1].key.compare(key) < 0 { return high }
    while low < high {
      let middle = (low + high) / 2
      if span[middle].key.compare(key) < 0 { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func has(_ key: Key, at position: Int) -> Bool {
    position < changes.count && changes.span[position].key == key
  }

  /// Records that a child went from one node to another, either of which may be nothing.
  package mutating func record(_ key: Key, from before: Node, to after: Node) {
    let position = position(of: key)
    let isKnown = has(key, at: position)
    var original = before
    if isKnown {
      switch changes[position].change {
      case .added: original = .empty
      case .removed(let node), .changed(let node, _): original = node
      }
    }
    let change: ChildChange? =
      switch (original.isEmpty, after.isEmpty) {
      case (true, true): nil
      case (true, false): .added(after)
      case (false, true): .removed(original)
      case (false, false): original == after ? nil : .changed(from: original, to: after)
      }
    switch (isKnown, change) {
    case (true, let change?): changes[position].change = change
    case (true, nil): changes.remove(at: position)
    case (false, let change?): changes.insert(Entry(key: key, change: change), at: position)
    case (false, nil): break
    }
  }

  /// The changes in the order of a query, each by the node that its event shows.
  func sorted(by order: QueryOrder) -> ContiguousArray<Entry> {
    if changes.count < 2 || areSorted(by: order) { return changes }
    return ContiguousArray(
      changes.sorted { order.compare(($0.key, $0.change.node), ($1.key, $1.change.node)) < 0 })
  }

  /// Whether the order of the keys is known to be the order of a query.
  private func areSorted(by order: QueryOrder) -> Bool {
    switch order {
    case .key: true
    case .priority: changes.allSatisfy { $0.change.node.priority.isNone }
    case .value, .child: false
    }
  }
}
