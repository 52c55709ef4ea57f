/// The value by which a query sorts children; ties are broken by key.
///
/// Source: Firebase documentation, "Sort data".
public enum QueryOrder: Hashable, Sendable {
  /// By priority, which is what happens when nothing is asked for.
  case priority
  /// By key alone.
  case key
  /// By the child's own value.
  case value
  /// By the data at a path below the child.
  case child(Path)

  /// Returns the value by which a child is sorted; empty when the key alone decides.
  public func sortValue(of node: Node) -> Node {
    switch self {
    case .priority: node.priority.node
    case .key: .empty
    case .value: node
    case .child(let path): node[path]
    }
  }

  /// Negative, zero or positive as the left child stands before, at or after the right one.
  public func compare(_ left: NodeChildren.Element, _ right: NodeChildren.Element) -> Int {
    let order = compareValues(left.node, right.node)
    return order == 0 ? left.key.compare(right.key) : order
  }

  /// As `compare(_:_:)` for two children of the same key.
  func compareValues(_ left: Node, _ right: Node) -> Int {
    switch self {
    case .key: 0
    case .priority: left.priority.compare(right.priority)
    case .value, .child: sortValue(of: left).compareValue(sortValue(of: right))
    }
  }

  /// Whether the children of a node are in this order when they are in key order.
  func isKeyOrder(in node: Node) -> Bool {
    switch self {
    case .key: true
    case .priority: !node.hasPrioritizedChildren
    case .value, .child: !node.hasChildren
    }
  }
}

extension QueryOrder: CustomStringConvertible {
  /// The order's name on the wire: `.priority`, `.key`, `.value` or the child's path.
  public var description: String {
    switch self {
    case .priority: ".priority"
    case .key: ".key"
    case .value: ".value"
    case .child(let path): String(path.description.dropFirst())
    }
  }
}
