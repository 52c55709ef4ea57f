/// The new content of a range of a node's leaves, which takes the place of all that was in the range.
///
/// Source: firebase-ios-sdk, `FRangeMerge`; on the wire an entry of a message `rm` (`FPersistentConnection`,
/// `onDataPushWithAction:andBody:`).
public struct RangeMerge: Hashable, Sendable {
  /// The range, in paths below the node.
  public let range: PathRange
  /// The content: of it only what is in the range counts.
  public let updates: Node

  /// New content of a range.
  public init(_ range: PathRange, _ updates: Node) {
    self.range = range
    self.updates = updates
  }

  public static func == (left: RangeMerge, right: RangeMerge) -> Bool {
    left.range == right.range && left.updates == right.updates
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(range)
    hasher.combine(updates.contentHash)
  }

  /// Returns a node with the content of the range replaced.
  ///
  /// Costs the number of children along the two bounds.
  public func applied(to node: Node) -> Node {
    Self.apply(updates, to: node, at: RangePosition(range))
  }

  private static func apply(_ updates: Node, to node: Node, at position: RangePosition) -> Node {
    if position.isInside { return updates }
    if !position.isOnStart {
      // A leaf at the end of the range, or above it, stands in the way of all that was below.
      if updates.isLeaf { return updates }
      if position.isEnd { return node.isLeaf ? .empty : node }
    }
    if position.isEnd { return node }
    let changes = changedChildren(updates, of: node, at: position)
    var merged = changes.isEmpty ? node : node.updating(children: changes)
    // Priorities last, so that the node has children when it gets one.
    if position.reaches(.priority), !position.child(.priority).isOnStart,
      !updates.priority.isNone || !node.priority.isNone
    {
      merged = merged.updatingPriority(updates.priority)
    }
    return merged
  }

  /// The children of which a range holds anything, in key order, as they become.
  private static func changedChildren(
    _ updates: Node, of node: Node, at position: RangePosition
  ) -> [ChildEntry] {
    var changes: [ChildEntry] = []
    Node.forEachChildDifference(from: node, to: updates) { key, old, new in
      guard position.reaches(key) else { return }
      let merged = apply(new ?? .empty, to: old ?? .empty, at: position.child(key))
      if old == nil, merged.isEmpty { return }
      changes.append(ChildEntry(key: key, node: merged))
    }
    return changes
  }
}
