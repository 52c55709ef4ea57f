/// An entry of a `SortedTree`: something with a place in a total order.
public protocol SortedEntry: Sendable {
  /// Negative, zero or positive as this entry's place is before, at or after that of `other`.
  func compare(_ other: Self) -> Int
}

/// A persistent sorted set: a change copies the path to it and shares all else.
///
/// A weight-balanced binary tree (Adams 1993, with the parameters 3 and 2 of Hirai and Yamamoto
/// 2011), so that one change costs O(log n) whatever its position.
///
/// Inlinable, because other modules hold entries of their own: code that is not specialised for an entry asks for its
/// type at each step, which costs more than the step itself. What is inlinable across modules has to be public; no
/// other use of it is meant.
public struct SortedTree<Entry: SortedEntry>: Sendable {
  /// An entry with those before and after it.
  public final class Branch: Sendable {
    // First, so that it lies in the same cache line as the reference count.
    /// The number of entries, this one included.
    public let count: Int
    /// The entries before this one.
    public let left: Branch?
    /// The entries after this one.
    public let right: Branch?
    /// The entry.
    public let entry: Entry

    @inlinable
    init(_ left: Branch?, _ entry: Entry, _ right: Branch?, count: Int) {
      self.count = count
      self.left = left
      self.right = right
      self.entry = entry
    }

    @inlinable
    convenience init(_ left: Branch?, _ entry: Entry, _ right: Branch?) {
      self.init(
        left, entry, right, count: (left?.count ?? 0) + (right?.count ?? 0) + 1)
    }
  }

  /// The entry at the top; nil in an empty tree.
  public var root: Branch?

  /// The tree below a branch.
  @inlinable
  public init(root: Branch? = nil) { self.root = root }

  /// A tree of entries that are already in order, each place once.
  @inlinable
  public init(sorted entries: some RandomAccessCollection<Entry>) {
    root = Self.branch(Array(entries)[...])
  }

  /// Entries that are already in order, as evenly as can be.
  @inlinable
  static func branch(_ entries: ArraySlice<Entry>) -> Branch? {
    guard !entries.isEmpty else { return nil }
    let middle = (entries.startIndex + entries.endIndex) / 2
    return Branch(
      branch(entries[..<middle]), entries[middle], branch(entries[(middle + 1)...]),
      count: entries.count)
  }

  /// The number of entries.
  @inlinable
  public var count: Int { root?.count ?? 0 }

  /// The entry at the probe's place.
  @inlinable
  public func find(_ probe: Entry) -> Entry? { root.flatMap { Self.find(probe, $0) } }

  // Recursive, because a loop would retain each branch on the way.
  @inlinable
  static func find(_ probe: Entry, _ branch: Branch) -> Entry? {
    let order = probe.compare(branch.entry)
    if order < 0 { return branch.left.flatMap { find(probe, $0) } }
    if order > 0 { return branch.right.flatMap { find(probe, $0) } }
    return branch.entry
  }

  /// The first entry.
  @inlinable
  public var first: Entry? {
    var branch = root
    while let left = branch?.left { branch = left }
    return branch?.entry
  }

  /// The last entry.
  @inlinable
  public var last: Entry? {
    var branch = root
    while let right = branch?.right { branch = right }
    return branch?.entry
  }

  /// The last entry whose place is before the probe's.
  @inlinable
  public func predecessor(of probe: Entry) -> Entry? { lastEntry(upTo: { $0.compare(probe) < 0 }) }

  /// The first entry whose place is after the probe's.
  @inlinable
  public func successor(of probe: Entry) -> Entry? { firstEntry(from: { $0.compare(probe) > 0 }) }

  /// The first entry of which the condition holds, given that it holds of all entries after it.
  @inlinable
  public func firstEntry(from condition: (Entry) -> Bool) -> Entry? {
    var branch = root
    var result: Entry?
    while let current = branch {
      if condition(current.entry) {
        result = current.entry
        branch = current.left
      } else {
        branch = current.right
      }
    }
    return result
  }

  /// The last entry of which the condition holds, given that it holds of all entries before it.
  @inlinable
  public func lastEntry(upTo condition: (Entry) -> Bool) -> Entry? {
    var branch = root
    var result: Entry?
    while let current = branch {
      if condition(current.entry) {
        result = current.entry
        branch = current.right
      } else {
        branch = current.left
      }
    }
    return result
  }

  /// Puts an entry into its place, replacing what is there.
  @inlinable
  public mutating func insert(_ entry: Entry) { update(entry) { _ in entry } }

  /// Removes the entry at the probe's place, if any.
  @inlinable
  public mutating func remove(_ probe: Entry) { update(probe) { _ in nil } }

  /// Changes what is at the probe's place, in one descent.
  ///
  /// - Parameter change: gets the entry that is there, if any, and gives the one to be there, if any.
  @inlinable
  public mutating func update(_ probe: Entry, _ change: (Entry?) -> Entry?) {
    root = Self.updating(probe, root, change)
  }
}

extension SortedTree {
  @inlinable
  static func updating(
    _ probe: Entry, _ branch: Branch?, _ change: (Entry?) -> Entry?
  ) -> Branch? {
    guard let branch else { return change(nil).map { Branch(nil, $0, nil, count: 1) } }
    let order = probe.compare(branch.entry)
    if order == 0 {
      if let entry = change(branch.entry) {
        return Branch(branch.left, entry, branch.right, count: branch.count)
      }
      return joined(branch.left, branch.right)
    }
    // A side that keeps its size keeps the balance, so that the other one need not be looked at.
    if order < 0 {
      let left = updating(probe, branch.left, change)
      if left === branch.left { return branch }
      return left?.count == branch.left?.count
        ? Branch(left, branch.entry, branch.right, count: branch.count)
        : balanced(left, branch.entry, branch.right)
    }
    let right = updating(probe, branch.right, change)
    if right === branch.right { return branch }
    return right?.count == branch.right?.count
      ? Branch(branch.left, branch.entry, right, count: branch.count)
      : balanced(branch.left, branch.entry, right)
  }

  /// Two neighbouring sides whose entry between them is gone.
  @inlinable
  static func joined(_ left: Branch?, _ right: Branch?) -> Branch? {
    guard let left else { return right }
    guard let right else { return left }
    let (entry, rest) = takingFirst(right)
    return balanced(left, entry, rest)
  }

  @inlinable
  static func takingFirst(_ branch: Branch) -> (Entry, Branch?) {
    guard let left = branch.left else { return (branch.entry, branch.right) }
    let (entry, rest) = takingFirst(left)
    return (entry, balanced(rest, branch.entry, branch.right))
  }

  @inlinable
  static func weight(_ branch: Branch?) -> Int { (branch?.count ?? 0) + 1 }

  /// Joins two trees that differ by at most one insertion or removal from balance.
  @inlinable
  static func balanced(_ left: Branch?, _ entry: Entry, _ right: Branch?) -> Branch {
    let (leftWeight, rightWeight) = (weight(left), weight(right))
    if let right, rightWeight > 3 * leftWeight {
      if let inner = right.left, weight(inner) >= 2 * weight(right.right) {
        return Branch(
          Branch(left, entry, inner.left), inner.entry,
          Branch(inner.right, right.entry, right.right))
      }
      return Branch(Branch(left, entry, right.left), right.entry, right.right)
    }
    if let left, leftWeight > 3 * rightWeight {
      if let inner = left.right, weight(inner) >= 2 * weight(left.left) {
        return Branch(
          Branch(left.left, left.entry, inner.left), inner.entry,
          Branch(inner.right, entry, right))
      }
      return Branch(left.left, left.entry, Branch(left.right, entry, right))
    }
    return Branch(left, entry, right)
  }

  /// Traps where the order, the counts or the balance are wrong.
  public func checkInvariants() {
    func check(_ branch: Branch?) -> Int {
      guard let branch else { return 0 }
      let (left, right) = (check(branch.left), check(branch.right))
      precondition(branch.count == left + right + 1, "a branch counts its entries wrongly")
      precondition(
        left + right < 2 || (left + 1 <= 3 * (right + 1) && right + 1 <= 3 * (left + 1)),
        "a branch is out of balance: \(left) against \(right)")
      return branch.count
    }
    _ = check(root)
    var previous: Entry?
    for entry in self {
      if let previous { precondition(previous.compare(entry) < 0, "entries are out of order") }
      previous = entry
    }
  }
}
