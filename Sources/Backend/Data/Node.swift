/// A value in the database: nothing, a leaf, or children by key; either may carry a priority.
///
/// Immutable and persistent: a change copies the way to it and shares everything else with the node
/// it came from. No node is both a leaf and a parent, no child is empty, and nothing carries no
/// priority.
public struct Node: Sendable {
  enum Storage: Sendable {
    case empty
    case leaf(Scalar)
    case special(SpecialLeaf)
    case branch(BranchBody)
  }

  let storage: Storage

  init(_ storage: Storage) { self.storage = storage }

  /// Nothing, which is what stands wherever nothing was written.
  public static let empty = Node(.empty)

  /// A leaf.
  public init(_ scalar: Scalar) {
    // The platform's JSON has no negative zero.
    if case .number(let value) = scalar, value == 0 {
      storage = .leaf(.number(0))
    } else {
      storage = .leaf(scalar)
    }
  }

  /// A leaf that the server fills in.
  public init(_ value: ServerValue) {
    storage = .special(SpecialLeaf(scalar: nil, serverValue: value, priority: .none))
  }

  /// A node of these children; of a key that is given twice the last counts.
  public init(children: some Sequence<(Key, Node)>) {
    // What follows isn't generic: callers in other modules would run it unspecialised.
    self.init(pairs: ContiguousArray(children))
  }

  private init(pairs: ContiguousArray<(Key, Node)>) {
    var entries: ContiguousArray<ChildEntry> = []
    entries.reserveCapacity(pairs.count)
    var isSorted = true
    for (key, node) in pairs where !node.isEmpty {
      if let last = entries.last, last.key.compare(key) >= 0 { isSorted = false }
      entries.append(ChildEntry(key: key, node: node))
    }
    if !isSorted { entries = Self.sortedByKey(entries) }
    self.init(BranchBody(entries: entries))
  }

  /// The entries in key order; of those with the same key the last.
  private static func sortedByKey(
    _ entries: ContiguousArray<ChildEntry>
  ) -> ContiguousArray<ChildEntry> {
    let sorted = entries.enumerated().sorted {
      let order = $0.element.key.compare($1.element.key)
      return order == 0 ? $0.offset < $1.offset : order < 0
    }
    var unique: ContiguousArray<ChildEntry> = []
    unique.reserveCapacity(sorted.count)
    for (_, entry) in sorted {
      if unique.last?.key == entry.key { unique.removeLast() }
      unique.append(entry)
    }
    return unique
  }

  init(_ body: BranchBody) { storage = body.children.count == 0 ? .empty : .branch(body) }

  /// A leaf that carries a priority, or that the server fills in.
  final class SpecialLeaf: Sendable {
    let scalar: Scalar?
    let serverValue: ServerValue?
    let priority: Priority

    init(scalar: Scalar?, serverValue: ServerValue?, priority: Priority) {
      self.scalar = scalar
      self.serverValue = serverValue
      self.priority = priority
    }
  }
}

extension Node {
  /// Whether there is nothing here.
  public var isEmpty: Bool { if case .empty = storage { true } else { false } }

  /// Whether this is a value without children.
  public var isLeaf: Bool {
    switch storage {
    case .leaf, .special: true
    case .empty, .branch: false
    }
  }

  /// Whether there are children.
  public var hasChildren: Bool { if case .branch = storage { true } else { false } }

  /// Number of children.
  public var childCount: Int {
    if case .branch(let body) = storage { body.children.count } else { 0 }
  }

  /// The leaf's value; nil for nothing, for children and for what the server is to fill in.
  public var scalar: Scalar? {
    switch storage {
    case .leaf(let scalar): scalar
    case .special(let leaf): leaf.scalar
    case .empty, .branch: nil
    }
  }

  /// The value that the server is to fill in here; nil where there is none.
  public var serverValue: ServerValue? {
    if case .special(let leaf) = storage { leaf.serverValue } else { nil }
  }

  /// The priority.
  public var priority: Priority {
    switch storage {
    case .special(let leaf): leaf.priority
    case .branch(let body): body.priority
    case .empty, .leaf: .none
    }
  }

  /// Whether the server is to fill in anything at or below this node.
  public var containsServerValues: Bool {
    switch storage {
    case .empty, .leaf: return false
    case .special(let leaf):
      if case .serverValue = leaf.priority { return true }
      return leaf.serverValue != nil
    case .branch(let body): return body.containsServerValues
    }
  }

  /// Whether a child carries a priority, so that the order by priority isn't that by key.
  public var hasPrioritizedChildren: Bool {
    if case .branch(let body) = storage { body.prioritizedCount > 0 } else { false }
  }

  var childMap: ChildMap {
    if case .branch(let body) = storage { body.children } else { ChildMap() }
  }

  /// The child with this key; `.priority` gives the priority as a node.
  public subscript(child key: Key) -> Node {
    // Where only one case's payload is looked at, the compiler lends it instead of retaining it.
    if key.isPriority { return priority.node }
    guard case .branch(let body) = storage else { return .empty }
    return body.child(key)
  }

  /// The node at a path below this one.
  public subscript(path: Path) -> Node {
    var node = self
    let keys = path.keys.span
    for index in keys.indices {
      if node.isEmpty { return .empty }
      node = node[child: keys[index]]
    }
    return node
  }
}
