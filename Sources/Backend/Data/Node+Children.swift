/// A node's children in key order, upwards or downwards, as a whole or in a range.
public struct NodeChildren: Sequence, Sendable {
  /// One child.
  public typealias Element = (key: Key, node: Node)

  private let map: ChildMap
  private let isReverse: Bool
  private let start: Key?

  init(_ map: ChildMap, isReverse: Bool, start: Key?) {
    self.map = map
    self.isReverse = isReverse
    self.start = start
  }

  /// Walks the children lazily.
  public struct Iterator: IteratorProtocol {
    private let few: ContiguousArray<ChildEntry>
    private var position: Int
    private let step: Int
    private var many: SortedTree<ChildEntry>.Iterator?

    init(_ map: ChildMap, isReverse: Bool, start: Key?) {
      few = map.few
      step = isReverse ? -1 : 1
      position =
        if let start {
          isReverse
            ? few.lastIndex { $0.key <= start } ?? -1
            : few.firstIndex { $0.key >= start } ?? few.count
        } else {
          isReverse ? few.count - 1 : 0
        }
      if let root = map.many {
        many =
          start.map {
            .init(root, from: ChildEntry(key: $0, node: .empty), isReverse: isReverse)
          } ?? .init(root, isReverse: isReverse)
      }
    }

    /// The next child.
    public mutating func next() -> Element? {
      if many != nil { return many?.next().map { ($0.key, $0.node) } }
      guard few.indices.contains(position) else { return nil }
      defer { position += step }
      let span = few.span
      return (span[position].key, span[position].node)
    }
  }

  public func makeIterator() -> Iterator { Iterator(map, isReverse: isReverse, start: start) }

  public var underestimatedCount: Int { start == nil ? map.count : 0 }
}

extension Node {
  /// The children in key order.
  public var children: NodeChildren { NodeChildren(childMap, isReverse: false, start: nil) }

  /// The children in descending key order.
  public var childrenReversed: NodeChildren {
    NodeChildren(childMap, isReverse: true, start: nil)
  }

  /// The children from `key` on, in key order.
  public func children(from key: Key) -> NodeChildren {
    NodeChildren(childMap, isReverse: false, start: key)
  }

  /// The children from `key` down, in descending key order.
  public func childrenReversed(from key: Key) -> NodeChildren {
    NodeChildren(childMap, isReverse: true, start: key)
  }

  /// The child with the smallest key.
  public var firstChild: NodeChildren.Element? { childMap.first.map { ($0.key, $0.node) } }

  /// The child with the greatest key.
  public var lastChild: NodeChildren.Element? { childMap.last.map { ($0.key, $0.node) } }

  /// The child with the greatest key before `key`, whether or not `key` is a child.
  public func child(before key: Key) -> NodeChildren.Element? {
    childMap.before(key).map { ($0.key, $0.node) }
  }

  /// The child with the smallest key after `key`, whether or not `key` is a child.
  public func child(after key: Key) -> NodeChildren.Element? {
    childMap.after(key).map { ($0.key, $0.node) }
  }

  /// Walks through the children that differ between two nodes, in key order.
  ///
  /// Skips what the nodes share: costs O(d log n) when one came from the other by d changes.
  /// - Parameter body: gets the key with the old child, the new child, or both.
  public static func forEachChildDifference(
    from old: Node, to new: Node, body: (Key, Node?, Node?) -> Void
  ) {
    ChildMap.forEachDifference(from: old.childMap, to: new.childMap, body: body)
  }
}
