/// One child of a node.
struct ChildEntry: SortedEntry {
  let key: Key
  let node: Node

  func compare(_ other: ChildEntry) -> Int { key.compare(other.key) }
}

/// The children of a node by key: a sorted array while they are few, else a persistent tree.
struct ChildMap: Sendable {
  /// Children up to which an array is faster than a tree.
  private static let fewMax = 8

  enum Storage: Sendable {
    case few([ChildEntry])
    case many(SortedTree<ChildEntry>)
  }

  private(set) var storage: Storage

  /// No children.
  init() { storage = .few([]) }

  /// Children in key order, each key once.
  init(sorted entries: [ChildEntry]) {
    storage =
      entries.count <= Self.fewMax ? .few(entries) : .many(SortedTree(sorted: entries))
  }

  var count: Int {
    switch storage {
    case .few(let entries): entries.count
    case .many(let tree): tree.count
    }
  }

  subscript(key: Key) -> Node? {
    switch storage {
    case .few(let entries):
      let position = Self.position(of: key, in: entries)
      guard position < entries.count, entries[position].key == key else { return nil }
      return entries[position].node
    case .many(let tree): return tree.find(ChildEntry(key: key, node: .empty))?.node
    }
  }

  /// The first position whose key isn't before `key`.
  private static func position(of key: Key, in entries: [ChildEntry]) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key.compare(key) < 0 { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Changes a child in one descent.
  ///
  /// - Parameter change: gets the child, nothing where there is none, and gives the new one.
  mutating func update(_ key: Key, _ change: (Node) -> Node) {
    switch storage {
    case .few(var entries):
      let position = Self.position(of: key, in: entries)
      let isPresent = position < entries.count && entries[position].key == key
      let node = change(isPresent ? entries[position].node : .empty)
      switch (isPresent, node.isEmpty) {
      case (true, true): entries.remove(at: position)
      case (true, false): entries[position] = ChildEntry(key: key, node: node)
      case (false, true): return
      case (false, false): entries.insert(ChildEntry(key: key, node: node), at: position)
      }
      self = ChildMap(sorted: entries)
    case .many(var tree):
      tree.update(ChildEntry(key: key, node: .empty)) { entry in
        let node = change(entry?.node ?? .empty)
        return node.isEmpty ? nil : ChildEntry(key: key, node: node)
      }
      // Half the bound, so that a node that hovers there doesn't change its form with each write.
      storage = tree.count <= Self.fewMax / 2 ? .few(Array(tree)) : .many(tree)
    }
  }

  var first: ChildEntry? {
    switch storage {
    case .few(let entries): entries.first
    case .many(let tree): tree.first
    }
  }

  var last: ChildEntry? {
    switch storage {
    case .few(let entries): entries.last
    case .many(let tree): tree.last
    }
  }

  func before(_ key: Key) -> ChildEntry? {
    switch storage {
    case .few(let entries):
      let position = Self.position(of: key, in: entries)
      return position > 0 ? entries[position - 1] : nil
    case .many(let tree): return tree.predecessor(of: ChildEntry(key: key, node: .empty))
    }
  }

  func after(_ key: Key) -> ChildEntry? {
    switch storage {
    case .few(let entries):
      var position = Self.position(of: key, in: entries)
      if position < entries.count, entries[position].key == key { position += 1 }
      return position < entries.count ? entries[position] : nil
    case .many(let tree): return tree.successor(of: ChildEntry(key: key, node: .empty))
    }
  }

  /// The first child of which the condition holds, given that it holds of all after it.
  func firstEntry(from condition: (ChildEntry) -> Bool) -> ChildEntry? {
    switch storage {
    case .few(let entries): entries.first(where: condition)
    case .many(let tree): tree.firstEntry(from: condition)
    }
  }

  /// The last child of which the condition holds, given that it holds of all before it.
  func lastEntry(upTo condition: (ChildEntry) -> Bool) -> ChildEntry? {
    switch storage {
    case .few(let entries): entries.last(where: condition)
    case .many(let tree): tree.lastEntry(upTo: condition)
    }
  }

  /// Walks through the children that differ, skipping shared parts.
  static func forEachDifference(
    from old: ChildMap, to new: ChildMap, body: (Key, Node?, Node?) -> Void
  ) {
    SortedTree.forEachDifference(
      from: old.asTree, to: new.asTree, isSame: { $0.node == $1.node },
      body: { old, new in
        guard let key = old?.key ?? new?.key else { return }
        body(key, old?.node, new?.node)
      })
  }

  private var asTree: SortedTree<ChildEntry> {
    switch storage {
    case .few(let entries): SortedTree(sorted: entries)
    case .many(let tree): tree
    }
  }

  /// Traps where order or balance are wrong.
  func checkInvariants() {
    switch storage {
    case .few(let entries):
      precondition(entries.count <= Self.fewMax, "an array holds too many children")
      for (left, right) in zip(entries, entries.dropFirst()) {
        precondition(left.key < right.key, "children are out of order")
      }
    case .many(let tree): tree.checkInvariants()
    }
  }
}
