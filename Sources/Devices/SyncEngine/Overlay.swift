internal import Backend

/// The effect of local writes on a location, to be laid over the server's data.
///
/// Each value replaces everything at its location; no value lies below another one.
struct Overlay: Sendable {
  private var tree = PathTree<Node>()

  /// No writes.
  init() {}

  private init(_ tree: PathTree<Node>) { self.tree = tree }

  /// Whether nothing is written.
  var isEmpty: Bool { tree.isEmpty }

  /// The value that writes give to the whole of this location; nil when they don't cover it.
  var whole: Node? { tree.value }

  /// The length of the path to the value at or above a path.
  func coveringDepth(of path: Path) -> Int? { tree.firstValue(along: path)?.depth }

  /// The value that writes give to a location; nil unless they cover all of it.
  func node(at path: Path) -> Node? {
    guard let covering = tree.firstValue(along: path) else { return nil }
    return covering.value[path.dropping(first: covering.depth)]
  }

  /// The value that writes give to a child; nil unless they cover all of it.
  func node(atChild key: Key) -> Node? {
    if isEmpty { return nil }
    return tree.value.map { $0[child: key] } ?? tree[child: key].value
  }

  /// Adds a write.
  mutating func add(_ path: Path, _ node: Node) {
    if let depth = coveringDepth(of: path), depth < path.depth {
      let relative = path.dropping(first: depth)
      tree.update(path.prefix(depth)) { $0 = $0?.updating(relative, to: node) }
    } else {
      tree[path] = PathTree(node)
    }
  }

  /// Adds what one write puts at many paths, none of them within another.
  mutating func add(_ targets: PathTree<Node>) {
    tree.join(targets) { mine, theirs in
      if mine.isEmpty || theirs.value != nil {
        mine = theirs
        return true
      }
      guard let covering = mine.value else { return false }
      mine.value = theirs.applied(to: covering)
      return true
    }
  }

  /// Forgets what is written at and below a path, at which no value from above may lie.
  mutating func clear(_ path: Path) { tree[path] = PathTree() }

  /// Forgets what is written at and below many paths, at none of which a value from above may lie.
  mutating func clear(_ paths: PathTree<some Sendable>) {
    tree.join(paths) { mine, theirs in
      if theirs.value != nil { mine = PathTree() }
      return mine.isEmpty
    }
  }

  /// The writes at and below a location.
  subscript(path: Path) -> Overlay {
    if isEmpty { return self }
    if let whole = node(at: path) { return Overlay(PathTree(whole)) }
    return Overlay(tree[path])
  }

  /// The writes at and below a child.
  subscript(child key: Key) -> Overlay {
    // A new one costs no counting of references.
    if isEmpty { return Overlay() }
    if let whole { return Overlay(PathTree(whole[child: key])) }
    return Overlay(tree[child: key])
  }

  /// The node with all writes laid over it.
  func applied(to node: Node) -> Node { isEmpty ? node : tree.applied(to: node) }

  /// All that a query wants of this location, given what the server told; nil when that isn't known.
  ///
  /// Of children outside a filtered query's window nothing is known, so that writes below them say only
  /// a part of them.
  func complete(_ server: Node, isComplete: Bool, isFiltered: Bool) -> Node? {
    if let whole { return whole }
    guard isComplete else { return nil }
    return isFiltered ? completeChildren(server) : applied(to: server)
  }

  /// The children that are known whole, given those that the server told.
  func completeChildren(_ server: Node) -> Node {
    if let whole { return whole.hasChildren ? whole : .empty }
    var node = server.hasChildren ? server.updatingPriority(.none) : .empty
    for (key, child) in tree.children {
      if child.value != nil || !node[child: key].isEmpty {
        node = node.updating(child: key, to: child.applied(to: node[child: key]))
      }
    }
    return node
  }

  /// Whether both say the same.
  func isSame(as other: Overlay) -> Bool {
    var (mine, others): ([PathChange], [PathChange]) = ([], [])
    tree.visit { mine.append(.init($0, $1)) }
    other.tree.visit { others.append(.init($0, $1)) }
    return mine == others
  }

  /// Traps where a value lies below another one.
  func checkInvariants() {
    tree.checkInvariants()
    tree.visit { path, _ in
      precondition(tree.valuesAlong(path).count == 1, "a write lies below another at \(path)")
    }
  }
}

extension PathTree where Value == Node {
  /// Changes by their paths.
  init(changes: [PathChange]) { self.init(values: changes.map { ($0.path, $0.node) }) }

  /// Whether a value is nothing, so that it removes what is at its path.
  var containsEmptyNodes: Bool {
    var isFound = value?.isEmpty ?? false
    forEachChild { _, tree in isFound = isFound || tree.containsEmptyNodes }
    return isFound
  }

  /// A node with all changes made to it at once.
  ///
  /// A priority comes after all else, since one that is set on nothing is lost.
  func applied(to node: Node) -> Node {
    if let value { return value }
    var changes: [ChildEntry] = []
    var priority: Node?
    forEachChild { key, tree in
      let child = tree.applied(to: node[child: key])
      if key == .priority {
        priority = child
      } else {
        changes.append(ChildEntry(key: key, node: child))
      }
    }
    let changed = changes.isEmpty ? node : node.updating(children: changes)
    return priority.map { changed.updating(child: .priority, to: $0) } ?? changed
  }
}
