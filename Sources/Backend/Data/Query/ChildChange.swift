/// What happened to one child of a listened location.
public enum ChildChange: Equatable, Sendable {
  case added(Node)
  case removed(Node)
  case changed(from: Node, to: Node)

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
public struct ChildChanges: Equatable, Sendable {
  private var changes: [Key: ChildChange] = [:]

  /// No changes.
  public init() {}

  /// Whether nothing changed.
  public var isEmpty: Bool { changes.isEmpty }

  /// What happened to a child, if anything.
  public subscript(key: Key) -> ChildChange? { changes[key] }

  /// Records that a child went from one node to another, either of which may be nothing.
  public mutating func record(_ key: Key, from before: Node, to after: Node) {
    let original: Node =
      switch changes[key] {
      case nil: before
      case .added: .empty
      case .removed(let node), .changed(let node, _): node
      }
    switch (original.isEmpty, after.isEmpty) {
    case (true, true): changes[key] = nil
    case (true, false): changes[key] = .added(after)
    case (false, true): changes[key] = .removed(original)
    case (false, false):
      changes[key] = original == after ? nil : .changed(from: original, to: after)
    }
  }

  /// The changes in the order of a query, each by the node that its event shows.
  public func sorted(by order: QueryOrder) -> [(key: Key, change: ChildChange)] {
    // A total order, since keys are unique: the dictionary's own order can't show.
    changes.sorted { order.compare(($0.key, $0.value.node), ($1.key, $1.value.node)) < 0 }
      .map { ($0.key, $0.value) }
  }
}
