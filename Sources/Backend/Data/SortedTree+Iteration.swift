extension SortedTree: Sequence {
  /// Walks the entries upwards or downwards.
  public struct Iterator: IteratorProtocol {
    @usableFromInline var stack: [Branch] = []
    @usableFromInline let isReverse: Bool

    /// All entries.
    @inlinable
    public init(_ root: Branch?, isReverse: Bool) {
      self.isReverse = isReverse
      push(root)
    }

    /// The entries from the first that isn't before the probe; in reverse, that isn't after it.
    @inlinable
    public init(_ root: Branch?, from probe: Entry, isReverse: Bool) {
      self.isReverse = isReverse
      var branch = root
      while let current = branch {
        let order = current.entry.compare(probe)
        let isWithin = isReverse ? order <= 0 : order >= 0
        if isWithin { stack.append(current) }
        branch = isWithin == isReverse ? current.right : current.left
      }
    }

    @inlinable
    mutating func push(_ branch: Branch?) {
      var branch = branch
      while let current = branch {
        stack.append(current)
        branch = isReverse ? current.right : current.left
      }
    }

    /// The next entry.
    @inlinable
    public mutating func next() -> Entry? {
      guard let branch = stack.popLast() else { return nil }
      push(isReverse ? branch.left : branch.right)
      return branch.entry
    }
  }

  /// All entries, in order.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(root, isReverse: false) }
}

extension SortedTree {
  /// Walks through what differs between two trees, skipping the parts that they share.
  ///
  /// Costs O(d log n) for d differences when one tree came from the other by d changes.
  ///
  /// - Parameters:
  ///   - isSame: whether two entries of the same place are equal.
  ///   - body: gets the old entry, the new entry, or both.
  package static func forEachDifference(
    from old: SortedTree, to new: SortedTree, isSame: (Entry, Entry) -> Bool,
    body: (Entry?, Entry?) -> Void
  ) {
    descend(old.root, new.root, isSame, body)
  }

  /// Goes down two trees together as long as they have entries of the same place on top, as where no change has moved a
  /// branch: nothing need be kept for later then.
  private static func descend(
    _ old: Branch?, _ new: Branch?, _ isSame: (Entry, Entry) -> Bool,
    _ body: (Entry?, Entry?) -> Void
  ) {
    if old === new { return }
    guard let old else {
      descend(nil, new?.left, isSame, body)
      body(nil, new?.entry)
      return descend(nil, new?.right, isSame, body)
    }
    guard let new else {
      descend(old.left, nil, isSame, body)
      body(old.entry, nil)
      return descend(old.right, nil, isSame, body)
    }
    guard old.entry.compare(new.entry) == 0 else { return walk(old, new, isSame, body) }
    descend(old.left, new.left, isSame, body)
    if !isSame(old.entry, new.entry) { body(old.entry, new.entry) }
    descend(old.right, new.right, isSame, body)
  }

  /// Walks through two trees of any form, entry by entry, but for the branches that both have.
  private static func walk(
    _ old: Branch, _ new: Branch, _ isSame: (Entry, Entry) -> Bool,
    _ body: (Entry?, Entry?) -> Void
  ) {
    var oldItems = DifferenceCursor(old)
    var newItems = DifferenceCursor(new)
    while true {
      switch (oldItems.top, newItems.top) {
      case (nil, nil): return
      case (.subtree(let a), .subtree(let b)):
        if a === b {
          oldItems.skip()
          newItems.skip()
        } else {
          // The bigger one is opened first, so that a shared part comes to lie on both tops.
          if a.count >= b.count { oldItems.open(a) }
          if b.count >= a.count { newItems.open(b) }
        }
      case (.subtree(let a), _): oldItems.open(a)
      case (_, .subtree(let b)): newItems.open(b)
      case (.entry(let a), .entry(let b)):
        let order = a.compare(b)
        if order <= 0 { oldItems.skip() }
        if order >= 0 { newItems.skip() }
        if order < 0 {
          body(a, nil)
        } else if order > 0 {
          body(nil, b)
        } else if !isSame(a, b) {
          body(a, b)
        }
      case (.entry(let a), nil):
        oldItems.skip()
        body(a, nil)
      case (nil, .entry(let b)):
        newItems.skip()
        body(nil, b)
      }
    }
  }

  private struct DifferenceCursor {
    enum Item {
      case subtree(Branch)
      case entry(Entry)
    }

    private var stack: [Item]

    init(_ root: Branch) { stack = [.subtree(root)] }

    var top: Item? { stack.last }

    mutating func skip() { stack.removeLast() }

    mutating func open(_ branch: Branch) {
      stack.removeLast()
      if let right = branch.right { stack.append(.subtree(right)) }
      stack.append(.entry(branch.entry))
      if let left = branch.left { stack.append(.subtree(left)) }
    }
  }
}
