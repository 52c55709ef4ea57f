/// The children of a node with sums over them that each change adjusts in constant time.
final class BranchBody: Sendable {
  let children: ChildMap
  let priority: Priority
  private let sums: Sums
  /// A hash of the node, priority included.
  let contentHash: UInt64

  /// The sums over all children.
  private struct Sums: Sendable {
    /// Of every child's key and content; addition makes it independent of order.
    var hash: UInt64 = 0
    /// JSON bytes of the members: key, colon and value.
    var byteCount = 0
    var prioritizedCount: Int32 = 0
    var serverValueCount: Int32 = 0
    /// Children that aren't regular, or whose keys aren't; see ``Node/Shape``.
    var irregularCount: Int32 = 0
    /// Levels below the node, or more than there are: taking a child away leaves it.
    var height: Int32 = 0

    init() {}

    /// Sizes are counted up to this many bytes (256 TB); what is larger stays so, whatever is taken away from it.
    ///
    /// A node whose children share their own children can be larger than any memory, and must not trap for it.
    private static let byteCountMax = 1 << 48

    init(_ key: Key, _ node: Node) {
      hash = ContentHash.combine(key.contentHash, node.contentHash)
      byteCount = Int(key.jsonByteCount) + 1 + node.byteCount
      prioritizedCount = node.priority.isNone ? 0 : 1
      serverValueCount = node.containsServerValues ? 1 : 0
      let shape = node.shape
      irregularCount = key.isValid && shape.isRegular ? 0 : 1
      height = shape.height + 1
    }

    static func += (left: inout Sums, right: Sums) {
      left.hash &+= right.hash
      left.byteCount = min(left.byteCount + right.byteCount, byteCountMax)
      left.prioritizedCount += right.prioritizedCount
      left.serverValueCount += right.serverValueCount
      left.irregularCount += right.irregularCount
      left.height = max(left.height, right.height)
    }

    static func -= (left: inout Sums, right: Sums) {
      left.hash &-= right.hash
      if left.byteCount < byteCountMax { left.byteCount -= right.byteCount }
      left.prioritizedCount -= right.prioritizedCount
      left.serverValueCount -= right.serverValueCount
      left.irregularCount -= right.irregularCount
    }
  }

  private init(children: ChildMap, priority: Priority, sums: Sums) {
    self.children = children
    self.priority = priority
    self.sums = sums
    contentHash = ContentHash.combine(sums.hash &+ 17, priority.contentHash)
  }

  /// Children in key order, each key once, none of them empty.
  convenience init(entries: ContiguousArray<ChildEntry>, priority: Priority = .none) {
    var sums = Sums()
    for entry in entries { sums += Sums(entry.key, entry.node) }
    if sums.height > Limits.nestingMax {
      self.init(entries: ContiguousArray(entries.map(\.bounded)), priority: priority)
    } else {
      self.init(children: ChildMap(sorted: entries), priority: priority, sums: sums)
    }
  }

  /// The child with this key, empty where there is none.
  func child(_ key: Key) -> Node { children[key] }

  /// The body with another child.
  ///
  /// - Parameter change: gets the child, nothing where there is none, and gives the new one.
  func updating(_ key: Key, _ change: (Node) -> Node) -> BranchBody {
    var sums = sums
    let children = children.updating(key) { old in
      var new = change(old)
      if !old.isEmpty { sums -= Sums(key, old) }
      if !new.isEmpty {
        var added = Sums(key, new)
        if added.height > Limits.nestingMax {
          new = new.bounded
          added = Sums(key, new)
        }
        sums += added
      }
      return new
    }
    if sums.height > Limits.depthMax { sums.height = Self.height(over: children) }
    return BranchBody(children: children, priority: priority, sums: sums)
  }

  /// The body with many other children in one pass.
  ///
  /// - Parameter changes: in key order, each key once; what is nothing goes.
  func updating(_ changes: [ChildEntry]) -> BranchBody {
    var sums = sums
    let areLow = changes.allSatisfy { $0.node.height < Limits.nestingMax }
    let changes = areLow ? changes : changes.map(\.bounded)
    let children = children.updating(changes) { old, new in
      if !old.isEmpty { sums -= Sums(new.key, old) }
      if !new.node.isEmpty { sums += Sums(new.key, new.node) }
    }
    if sums.height > Limits.depthMax { sums.height = Self.height(over: children) }
    return BranchBody(children: children, priority: priority, sums: sums)
  }

  /// The height counted anew, as it is where a node is higher than anything that can be stored: taking a child away may
  /// have made it lower.
  private static func height(over children: ChildMap) -> Int32 {
    NodeChildren(children, isReverse: false, start: nil).reduce(0) {
      max($0, $1.node.shape.height + 1)
    }
  }

  func updatingPriority(_ priority: Priority) -> BranchBody {
    BranchBody(children: children, priority: priority, sums: sums)
  }

  var prioritizedCount: Int { Int(sums.prioritizedCount) }

  /// The node's height, and whether it is regular.
  var shape: Node.Shape {
    Node.Shape(height: sums.height, isRegular: sums.irregularCount == 0 && priority.isRegular)
  }

  var containsServerValues: Bool {
    if case .serverValue = priority { return true }
    return sums.serverValueCount > 0
  }

  /// Bytes of the node as JSON, priority included.
  var byteCount: Int {
    let commas = children.count - 1
    guard !priority.isNone else { return 2 + commas + sums.byteCount }
    // {".priority":p,...}
    return 2 + commas + sums.byteCount + 13 + priority.node.byteCount
  }

  /// Traps where the sums or the children's structure are wrong.
  func checkInvariants() {
    children.checkInvariants()
    precondition(children.count > 0, "a branch has no children")
    var expected = Sums()
    for (key, node) in NodeChildren(children, isReverse: false, start: nil) {
      precondition(!node.isEmpty, "an empty child is stored")
      node.checkInvariants()
      expected += Sums(key, node)
    }
    precondition(expected.hash == sums.hash, "the hash of the children is out of date")
    precondition(expected.byteCount == sums.byteCount, "the byte count is out of date")
    precondition(expected.height <= sums.height, "a node is higher than it says")
    precondition(
      expected.prioritizedCount == sums.prioritizedCount
        && expected.serverValueCount == sums.serverValueCount
        && expected.irregularCount == sums.irregularCount,
      "the counts of priorities, server values and irregular children are out of date")
  }
}
