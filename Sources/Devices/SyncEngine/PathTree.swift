internal import Backend

/// Values at locations: a persistent tree whose branches are keys.
///
/// A change copies what it is on the way to, as far as others hold it, and shares everything else. Few
/// children are kept in an array, many in a tree, so that a change costs little of either.
struct PathTree<Value: Sendable>: Sendable {
  struct Entry: SortedEntry {
    let key: Key
    var tree: PathTree

    func compare(_ other: Entry) -> Int { key.compare(other.key) }
  }

  /// Children up to which an array is faster than a tree.
  static var fewMax: Int { 16 }

  /// The value at the root.
  var value: Value?
  /// The trees below the root in key order, unless there are more than a few.
  var few: [Entry] = []
  /// The trees below the root when there are more than a few, else empty.
  var many = SortedTree<Entry>()

  /// A tree with a value at its root, or with none at all.
  init(_ value: Value? = nil) { self.value = value }

  /// Whether there is no value anywhere.
  var isEmpty: Bool { value == nil && !hasChildren }

  /// Whether there are values below the root.
  var hasChildren: Bool { !few.isEmpty || many.root != nil }

  /// The trees below the root, in key order, but `.priority` last: a priority set on nothing is lost,
  /// so that whoever carries changes out one by one must come to it at the end.
  var children: [(key: Key, tree: PathTree)] {
    var children: [(key: Key, tree: PathTree)] = []
    forEachChild { children.append(($0, $1)) }
    return children
  }

  /// The keys of ``children``.
  var keys: [Key] {
    var keys: [Key] = []
    forEachChild { key, _ in keys.append(key) }
    return keys
  }

  /// Walks through ``children`` without making a list of them.
  func forEachChild(_ body: (Key, PathTree) -> Void) {
    var priority: PathTree?
    let last = Key.priority
    // A span lends its entries, which a loop would copy.
    let entries = few.span
    for index in entries.indices {
      if entries[index].key == last {
        priority = entries[index].tree
      } else {
        body(entries[index].key, entries[index].tree)
      }
    }
    if many.root != nil {
      for entry in many {
        if entry.key == last { priority = entry.tree } else { body(entry.key, entry.tree) }
      }
    }
    if let priority { body(last, priority) }
  }

  /// Every value, where neither paths nor their order matter.
  func forEachValue(_ body: (Value) -> Void) {
    if let value { body(value) }
    let entries = few.span
    for index in entries.indices { entries[index].tree.forEachValue(body) }
    if many.root != nil { for entry in many { entry.tree.forEachValue(body) } }
  }

  /// The tree of a child; empty where there is none.
  subscript(child key: Key) -> PathTree {
    get {
      if let index = index(of: key) { return few[index].tree }
      if many.root == nil { return PathTree() }
      return many.find(Entry(key: key, tree: PathTree()))?.tree ?? PathTree()
    }
    set { update(child: key) { $0 = newValue } }
  }

  /// Changes the tree of a child where it is, so that nothing is copied that nobody else holds.
  mutating func update<Result>(child key: Key, _ body: (inout PathTree) -> Result) -> Result {
    if let index = index(of: key) {
      let result = body(&few[index].tree)
      if few[index].tree.isEmpty { few.remove(at: index) }
      return result
    }
    if many.root == nil {
      var tree = PathTree()
      let result = body(&tree)
      if !tree.isEmpty { insert(Entry(key: key, tree: tree)) }
      return result
    }
    var tree = self[child: key]
    let wasEmpty = tree.isEmpty
    let result = body(&tree)
    if !tree.isEmpty {
      insert(Entry(key: key, tree: tree))
    } else if !wasEmpty {
      many.remove(Entry(key: key, tree: tree))
      // Half the bound, so that a tree that hovers there doesn't change its form with each change.
      if many.count <= Self.fewMax / 2 {
        few = Array(many)
        many = SortedTree()
      }
    }
    return result
  }

  private func index(of key: Key) -> Int? {
    // A span lends its elements, where an array would copy each that is looked at; comparing hashes first
    // saves the call that comparing keys of another module is.
    let hash = key.contentHash
    let span = few.span
    for index in span.indices
    where span[index].key.contentHash == hash && span[index].key == key {
      return index
    }
    return nil
  }

  /// Puts in a child that isn't among the few.
  private mutating func insert(_ entry: Entry) {
    if many.root != nil { return many.insert(entry) }
    let place = place(of: entry.key)
    if place == few.count { few.append(entry) } else { few.insert(entry, at: place) }
    guard few.count > Self.fewMax else { return }
    many = SortedTree(sorted: few)
    few = []
  }

  /// The index at which to insert a key that isn't among the few. Searches from the end, as new keys mostly sort after
  /// the present ones.
  private func place(of key: Key) -> Int {
    let span = few.span
    var place = span.count
    while place > 0, span[place - 1].key.compare(key) > 0 { place -= 1 }
    return place
  }

  /// The tree at a path; empty where there is none.
  subscript(path: Path) -> PathTree {
    get { find(path.keys.span, from: 0) { $0 } ?? PathTree() }
    set { set(newValue, at: path, from: 0) }
  }

  /// The value at a path, if there is one.
  func value(at path: Path) -> Value? { find(path.keys.span, from: 0) { $0.value } ?? nil }

  /// Calls `body` with the tree at the end of a path and returns its result; nil where there is no tree.
  ///
  /// Recursive, because a loop would retain each tree on the way.
  private func find<Result>(
    _ keys: Span<Key>, from depth: Int, _ body: (PathTree) -> Result
  ) -> Result? {
    if depth == keys.count { return body(self) }
    if let index = index(of: keys[depth]) {
      return few.span[index].tree.find(keys, from: depth + 1, body)
    }
    if many.root == nil { return nil }
    return self[child: keys[depth]].find(keys, from: depth + 1, body)
  }

  /// Changes the value at a path; nil removes it.
  mutating func update<Result>(_ path: Path, _ body: (inout Value?) -> Result) -> Result {
    update(path, from: 0, body)
  }

  private mutating func update<Result>(
    _ path: Path, from depth: Int, _ body: (inout Value?) -> Result
  ) -> Result {
    if depth == path.depth { return body(&value) }
    return update(child: path[depth]) { $0.update(path, from: depth + 1, body) }
  }

  private mutating func set(_ tree: PathTree, at path: Path, from depth: Int) {
    if depth == path.depth {
      self = tree
    } else {
      update(child: path[depth]) { $0.set(tree, at: path, from: depth + 1) }
    }
  }

  /// The value that is nearest to the root on the way down to a path, the path's own included, with its depth.
  func firstValue(along path: Path) -> (depth: Int, value: Value)? {
    var first: (Int, Value)?
    _ = contains(along: path) { depth, value in
      first = (depth, value)
      return true
    }
    return first
  }

  /// The values from the root down to a path, the path's own included, with their depths.
  func valuesAlong(_ path: Path) -> [(depth: Int, value: Value)] {
    var found: [(Int, Value)] = []
    _ = contains(along: path) { depth, value in
      found.append((depth, value))
      return false
    }
    return found
  }

  /// Whether the condition holds of a value on the way from the root down to a path, the path's own included.
  func contains(along path: Path, where condition: (Int, Value) -> Bool) -> Bool {
    contains(along: path.keys.span, from: 0, condition)
  }

  private func contains(
    along keys: Span<Key>, from depth: Int, _ condition: (Int, Value) -> Bool
  ) -> Bool {
    if let value, condition(depth, value) { return true }
    guard hasChildren, depth < keys.count else { return false }
    if let index = index(of: keys[depth]) {
      return few.span[index].tree.contains(along: keys, from: depth + 1, condition)
    }
    if many.root == nil { return false }
    return self[child: keys[depth]].contains(along: keys, from: depth + 1, condition)
  }

  /// Whether there is a value on the way from the root down to a path, or below it.
  func hasValues(around path: Path) -> Bool { hasValues(around: path.keys.span, from: 0) }

  private func hasValues(around keys: Span<Key>, from depth: Int) -> Bool {
    if value != nil { return true }
    guard hasChildren, depth < keys.count else { return hasChildren }
    if let index = index(of: keys[depth]) {
      return few.span[index].tree.hasValues(around: keys, from: depth + 1)
    }
    if many.root == nil { return false }
    return self[child: keys[depth]].hasValues(around: keys, from: depth + 1)
  }

  /// Every value with its path, each before those below it, siblings in the order of `children`.
  func visit(under path: Path = .root, _ body: (Path, Value) -> Void) {
    if let value { body(path, value) }
    forEachChild { key, tree in tree.visit(under: path.child(key), body) }
  }

  /// Every value with its path, but none below one at which `body` answers false.
  func visitDescending(under path: Path = .root, _ body: (Path, Value) -> Bool) {
    if let value, !body(path, value) { return }
    forEachChild { key, tree in tree.visitDescending(under: path.child(key), body) }
  }

  /// Traps where an empty tree is kept, or children are out of order or in the wrong form.
  func checkInvariants() {
    many.checkInvariants()
    precondition(few.isEmpty || many.root == nil, "children are kept in two forms")
    precondition(few.count <= Self.fewMax, "an array holds too many children")
    for (left, right) in zip(few, few.dropFirst()) {
      precondition(left.key < right.key, "children are out of order")
    }
    forEachChild { key, tree in
      precondition(!tree.isEmpty, "an empty tree is kept at \(key)")
      tree.checkInvariants()
    }
  }
}
