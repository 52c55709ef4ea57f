extension Node {
  /// The size of the node's JSON as the platform's clients estimate it, in UTF-16 code units.
  ///
  /// It decides whether a listen carries a compound hash, and where that splits. Source: firebase-ios-sdk,
  /// `FSnapshotUtilities` (`estimateSerializedNodeSize:`). Costs the number of leaves.
  package var estimatedSerializedSize: Int {
    switch storage {
    case .empty: return 4
    case .leaf(let scalar): return scalar.estimatedSerializedSize
    case .special(let leaf):
      let value = leaf.scalar?.estimatedSerializedSize ?? 8
      if leaf.priority.isNone { return value }
      // The braces, the names `.value` and `.priority` and what separates them.
      return 24 + value + leaf.priority.node.estimatedSerializedSize
    case .branch(let body):
      var sum = 1
      for (key, child) in children {
        sum += key.text.utf16.count + 4 + child.estimatedSerializedSize
      }
      if !body.priority.isNone {
        sum += Key.priority.text.utf16.count + 4 + body.priority.node.estimatedSerializedSize
      }
      return sum
    }
  }
}

extension Scalar {
  /// The size of the value's JSON as the platform's clients estimate it.
  fileprivate var estimatedSerializedSize: Int {
    switch self {
    case .number: 8
    case .bool: 4
    case .string(let text): text.utf16.count + 2
    }
  }
}
