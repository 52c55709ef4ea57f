/// One child of a node.
package struct ChildEntry: SortedEntry {
  package let key: Key
  package let node: Node

  package init(key: Key, node: Node) {
    self.key = key
    self.node = node
  }

  package func compare(_ other: ChildEntry) -> Int { key.compare(other.key) }
}

/// The children of a node by key: a sorted array while they are few, else a persistent tree.
///
/// Two stored properties and not an enum's payload: looking at an enum's payload would retain it, and most
/// of a look-up's time would go into that.
struct ChildMap: Sendable {
  /// Children up to which an array is faster than a tree.
  private static let fewMax = 8

  /// The children while they are few, else nothing.
  let few: ContiguousArray<ChildEntry>
  /// The root of the tree while they are many, else nil.
  let many: SortedTree<ChildEntry>.Branch?

  private init(few: ContiguousArray<ChildEntry>, many: SortedTree<ChildEntry>.Branch?) {
    self.few = few
    self.many = many
  }

  /// No children.
  init() { self.init(few: [], many: nil) }

  /// Children in key order, each key once.
  init(sorted entries: ContiguousArray<ChildEntry>) {
    if entries.count <= Self.fewMax {
      self.init(few: entries, many: nil)
    } else {
      self.init(few: [], many: SortedTree(sorted: entries).root)
    }
  }

  var count: Int { many?.count ?? few.count }

  /// The child with this key, empty where there is none.
  @inline(__always)
  subscript(key: Key) -> Node { many == nil ? fewChild(key) : many?.child(key) ?? .empty }

  @inline(__always)
  private func fewChild(_ key: Key) -> Node {
    // A span lends its elements, where an array would copy each that is looked at.
    let span = few.span
    for index in span.indices where span[index].key == key { return span[index].node }
    return .empty
  }

  /// The first position whose key isn't before `key`, among few children.
  private func position(of key: Key) -> Int {
    let span = few.span
    var (low, high) = (0, span.count)
    while low < high {
      let middle = (low + high) / 2
      if span[middle].key.compare(key) < 0 { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func hasFew(_ key: Key, at position: Int) -> Bool {
    position < few.count && few.span[position].key == key
  }

  /// The children with another one, found and replaced in one descent.
  ///
  /// - Parameter change: gets the child, nothing where there is none, and gives the new one.
  func updating(_ key: Key, _ change: (Node) -> Node) -> ChildMap {
    if var tree {
      tree.update(ChildEntry(key: key, node: .empty)) { entry in
        let node = change(entry?.node ?? .empty)
        return node.isEmpty ? nil : ChildEntry(key: key, node: node)
      }
      // Half the bound, so that a node that hovers there doesn't change its form with each write.
      return tree.count <= Self.fewMax / 2
        ? ChildMap(few: ContiguousArray(tree), many: nil) : ChildMap(few: [], many: tree.root)
    }
    let position = position(of: key)
    let isPresent = hasFew(key, at: position)
    let node = change(isPresent ? few.span[position].node : .empty)
    var entries = few
    switch (isPresent, node.isEmpty) {
    case (true, true): entries.remove(at: position)
    case (true, false): entries[position] = ChildEntry(key: key, node: node)
    case (false, true): return self
    case (false, false): entries.insert(ChildEntry(key: key, node: node), at: position)
    }
    return ChildMap(sorted: entries)
  }

  /// The children with many others in one pass.
  ///
  /// - Parameters:
  ///   - changes: in key order, each key once; what is nothing goes.
  ///   - note: gets each child as it was, nothing where there was none, and its change.
  func updating(_ changes: [ChildEntry], _ note: (Node, ChildEntry) -> Void) -> ChildMap {
    if many == nil, changes.count <= Self.fewMax {
      return changes.reduce(self) { children, change in
        children.updating(change.key) { old in
          note(old, change)
          return change.node
        }
      }
    }
    var tree = tree ?? SortedTree(sorted: few)
    tree.update(
      sorted: changes, by: { $0.compare($1) },
      with: { change, old in
        note(old?.node ?? .empty, change)
        return change.node.isEmpty ? nil : change
      })
    let isFew = tree.count <= (many == nil ? Self.fewMax : Self.fewMax / 2)
    return isFew
      ? ChildMap(few: ContiguousArray(tree), many: nil) : ChildMap(few: [], many: tree.root)
  }

  /// The children as a tree when they are many.
  private var tree: SortedTree<ChildEntry>? { many.map { SortedTree(root: $0) } }

  var first: ChildEntry? { many == nil ? few.first : tree?.first }

  var last: ChildEntry? { many == nil ? few.last : tree?.last }

  func before(_ key: Key) -> ChildEntry? {
    if let tree { return tree.predecessor(of: ChildEntry(key: key, node: .empty)) }
    let position = position(of: key)
    return position > 0 ? few[position - 1] : nil
  }

  func after(_ key: Key) -> ChildEntry? {
    if let tree { return tree.successor(of: ChildEntry(key: key, node: .empty)) }
    let position = position(of: key)
    let next = hasFew(key, at: position) ? position + 1 : position
    return next < few.count ? few[next] : nil
  }

  /// The first child of which the condition holds, given that it holds of all after it.
  func firstEntry(from condition: (ChildEntry) -> Bool) -> ChildEntry? {
    tree.map { $0.firstEntry(from: condition) } ?? few.first(where: condition)
  }

  /// The last child of which the condition holds, given that it holds of all before it.
  func lastEntry(upTo condition: (ChildEntry) -> Bool) -> ChildEntry? {
    tree.map { $0.lastEntry(upTo: condition) } ?? few.last(where: condition)
  }

  /// Walks through the children that differ, skipping shared parts.
  static func forEachDifference(
    from old: ChildMap, to new: ChildMap, body: (Key, Node?, Node?) -> Void
  ) {
    if old.many == nil, new.many == nil { return forEachDifference(old.few, new.few, body) }
    SortedTree.forEachDifference(
      from: old.tree ?? SortedTree(sorted: old.few), to: new.tree ?? SortedTree(sorted: new.few),
      isSame: { $0.node == $1.node },
      body: { old, new in
        guard let key = old?.key ?? new?.key else { return }
        body(key, old?.node, new?.node)
      })
  }

  private static func forEachDifference(
    _ old: ContiguousArray<ChildEntry>, _ new: ContiguousArray<ChildEntry>,
    _ body: (Key, Node?, Node?) -> Void
  ) {
    var (i, j) = (0, 0)
    let (old, new) = (old.span, new.span)
    while i < old.count || j < new.count {
      let order =
        i == old.count ? 1 : j == new.count ? -1 : old[i].key.compare(new[j].key)
      if order < 0 {
        body(old[i].key, old[i].node, nil)
      } else if order > 0 {
        body(new[j].key, nil, new[j].node)
      } else if old[i].node != new[j].node {
        body(new[j].key, old[i].node, new[j].node)
      }
      if order <= 0 { i += 1 }
      if order >= 0 { j += 1 }
    }
  }

  /// Traps where order or balance are wrong.
  func checkInvariants() {
    guard many == nil else {
      precondition(few.isEmpty, "children stand in an array and in a tree")
      tree?.checkInvariants()
      return
    }
    precondition(few.count <= Self.fewMax, "an array holds too many children")
    for (left, right) in zip(few, few.dropFirst()) {
      precondition(left.key < right.key, "children are out of order")
    }
  }
}

extension SortedTree<ChildEntry>.Branch {
  /// The child with this key, empty where there is none; recursive, as ``SortedTree/find(_:)`` is.
  func child(_ key: Key) -> Node {
    let order = key.compare(entry.key)
    if order == 0 { return entry.node }
    return (order < 0 ? left?.child(key) : right?.child(key)) ?? .empty
  }
}
