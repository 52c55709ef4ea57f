import Backend

/// Where a client may show a leaf for which the server has something else.
///
/// A removal of the client's own, below a leaf, hides what others put in the leaf's place and take away again. Once it
/// is answered, what it had hidden is shown anew: that there is nothing below the leaf, which changes no leaf. The
/// client shows it until more is told of the place. The SDKs do the same: functions
/// `viewProcessorGenerateEventCacheAfterServerEvent` and `viewProcessorAckUserWrite`, method
/// `LeafNode.updateImmediateChild` of the JavaScript one.
struct StaleLeaves {
  private var removals: [Path] = []

  /// Notes a write of the client's own.
  mutating func note(_ node: Node, at path: Path) {
    if node.isEmpty { removals.append(path) }
  }

  /// Whether nothing but such leaves makes what is shown at a path differ from what the server has.
  func explain(_ shown: Node, insteadOf expected: Node, at path: Path) -> Bool {
    if shown == expected { return true }
    if shown.isLeaf {
      return !expected.isLeaf && removals.contains { $0.depth > path.depth && path.contains($0) }
    }
    if expected.isLeaf || shown.priority != expected.priority { return false }
    let keys = Set(shown.children.map(\.key)).union(expected.children.map(\.key))
    // order: whether all are explained is the same in any.
    return keys.allSatisfy {
      explain(shown[child: $0], insteadOf: expected[child: $0], at: path.child($0))
    }
  }
}
