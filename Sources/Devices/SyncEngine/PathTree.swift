internal import Backend

/// Values at locations: a persistent tree whose branches are keys.
///
/// A change copies the way to it and shares everything else.
struct PathTree<Value: Sendable>: Sendable {
  private struct Entry: SortedEntry {
    let key: Key
    let tree: PathTree

    func compare(_ other: Entry) -> Int { key == other.key ? 0 : key < other.key ? -1 : 1 }
  }

  /// The value at the root.
  var value: Value?
  private var entries = SortedTree<Entry>()

  /// A tree with a value at its root, or with none at all.
  init(_ value: Value? = nil) { self.value = value }

  /// Whether there is no value anywhere.
  var isEmpty: Bool { value == nil && entries.root == nil }

  /// Whether there are values below the root.
  var hasChildren: Bool { entries.root != nil }

  /// The trees below the root, in key order, but `.priority` last: a priority set on nothing is lost,
  /// so that whoever carries changes out one by one must come to it at the end.
  var children: [(key: Key, tree: PathTree)] {
    let children = entries.map { (key: $0.key, tree: $0.tree) }
    let priority = self[child: .priority]
    if priority.isEmpty { return children }
    return children.filter { $0.key != .priority } + [(key: .priority, tree: priority)]
  }

  /// The tree of a child; empty where there is none.
  subscript(child key: Key) -> PathTree {
    get { entries.find(Entry(key: key, tree: PathTree()))?.tree ?? PathTree() }
    set {
      let entry = Entry(key: key, tree: newValue)
      if newValue.isEmpty { entries.remove(entry) } else { entries.insert(entry) }
    }
  }

  /// The tree at a path; empty where there is none.
  subscript(path: Path) -> PathTree {
    get {
      var tree = self
      for key in path.keys {
        if !tree.hasChildren { return PathTree() }
        tree = tree[child: key]
      }
      return tree
    }
    set {
      guard let key = path.first else {
        self = newValue
        return
      }
      self[child: key][path.droppingFirst] = newValue
    }
  }

  /// The value at a path, if there is one.
  func value(at path: Path) -> Value? { self[path].value }

  /// Changes the value at a path; nil removes it.
  mutating func update<Result>(_ path: Path, _ body: (inout Value?) -> Result) -> Result {
    guard let key = path.first else { return body(&value) }
    var child = self[child: key]
    let result = child.update(path.droppingFirst, body)
    self[child: key] = child
    return result
  }

  /// The values from the root down to a path, the path's own included, with their depths.
  func valuesAlong(_ path: Path) -> [(depth: Int, value: Value)] {
    var found: [(Int, Value)] = []
    var tree = self
    if let value = tree.value { found.append((0, value)) }
    for (depth, key) in path.keys.enumerated() {
      if !tree.hasChildren { break }
      tree = tree[child: key]
      if let value = tree.value { found.append((depth + 1, value)) }
    }
    return found
  }

  /// Every value with its path, each before those below it, siblings in the order of `children`.
  func visit(under path: Path = .root, _ body: (Path, Value) -> Void) {
    if let value { body(path, value) }
    for (key, tree) in children { tree.visit(under: path.child(key), body) }
  }

  /// Every value with its path, but none below one at which `body` answers false.
  func visitDescending(under path: Path = .root, _ body: (Path, Value) -> Bool) {
    if let value, !body(path, value) { return }
    for (key, tree) in children { tree.visitDescending(under: path.child(key), body) }
  }

  /// Traps where an empty tree is kept.
  func checkInvariants() {
    entries.checkInvariants()
    for entry in entries {
      precondition(!entry.tree.isEmpty, "an empty tree is kept at \(entry.key)")
      entry.tree.checkInvariants()
    }
  }
}
