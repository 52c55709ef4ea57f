extension Node {
  /// This node with another one at a path.
  ///
  /// Writing below a leaf replaces its value and keeps its priority; writing nothing below a leaf
  /// changes nothing; a node that loses its last child becomes nothing. A path that ends in
  /// `.priority` sets the priority.
  public func updating(_ path: Path, to node: Node) -> Node {
    updating(path.keys, to: node)
  }

  func updating(_ keys: ArraySlice<Key>, to node: Node) -> Node {
    guard let key = keys.first else { return node }
    if key.isPriority {
      return keys.count == 1 ? updatingPriority(Priority(node) ?? .none) : self
    }
    switch storage {
    case .branch(let body):
      let below = keys.dropFirst()
      return Node(body.updating(key) { $0.updating(below, to: node) })
    case .empty, .leaf, .special:
      let child = Node.empty.updating(keys.dropFirst(), to: node)
      if child.isEmpty { return self }
      let entry = ChildEntry(key: key, node: child)
      return Node(BranchBody(entries: [entry], priority: priority))
    }
  }

  /// This node with another child.
  public func updating(child key: Key, to child: Node) -> Node {
    if key.isPriority { return updatingPriority(Priority(child) ?? .none) }
    switch storage {
    case .branch(let body): return Node(body.updating(key) { _ in child })
    case .empty, .leaf, .special:
      if child.isEmpty { return self }
      let entry = ChildEntry(key: key, node: child)
      return Node(BranchBody(entries: [entry], priority: priority))
    }
  }

  /// This node without what stands at a path.
  public func removing(_ path: Path) -> Node { updating(path, to: .empty) }

  /// This node with another priority; nothing stays nothing.
  public func updatingPriority(_ priority: Priority) -> Node {
    switch storage {
    case .empty: self
    case .leaf(let scalar):
      priority.isNone
        ? self
        : Node(.special(SpecialLeaf(scalar: scalar, serverValue: nil, priority: priority)))
    case .special(let leaf):
      if let scalar = leaf.scalar, priority.isNone {
        Node(scalar)
      } else {
        Node(
          .special(
            SpecialLeaf(scalar: leaf.scalar, serverValue: leaf.serverValue, priority: priority)))
      }
    case .branch(let body): Node(.branch(body.updatingPriority(priority)))
    }
  }
}

extension Node {
  /// This node with many other children, all at once: it keeps its priority while any child remains.
  ///
  /// - Parameter changes: in key order, each key once, none of them `.priority`; what is nothing goes.
  package func updating(children changes: [ChildEntry]) -> Node {
    if changes.count == 1 { return updating(child: changes[0].key, to: changes[0].node) }
    if case .branch(let body) = storage { return Node(body.updating(changes)) }
    let entries = ContiguousArray(changes.lazy.filter { !$0.node.isEmpty })
    return entries.isEmpty ? self : Node(BranchBody(entries: entries, priority: priority))
  }

  /// This node with others at many paths, as if they were put there one by one, priorities last.
  ///
  /// - Parameter changes: in the order of their paths, none within another.
  func updating(_ changes: [PathChange]) -> Node {
    // What loses all children between two steps loses its priority: that takes the steps.
    if changes.contains(where: { $0.node.isEmpty && $0.path.last != .priority }) {
      return changes.prioritiesLast.reduce(self) { $0.updating($1.path, to: $1.node) }
    }
    return updating(changes[...], from: 0)
  }

  private func updating(_ changes: ArraySlice<PathChange>, from depth: Int) -> Node {
    if changes.count == 1, let change = changes.first {
      return updating(change.path.keys.dropFirst(depth), to: change.node)
    }
    var children: [ChildEntry] = []
    var priorities: ArraySlice<PathChange> = []
    var rest = changes
    while let key = rest.first?.path[depth] {
      // All of them have the key where the last one has.
      let isShared = rest.last?.path[depth] == key
      let below = isShared ? rest : rest.prefix { $0.path[depth] == key }
      rest = rest.dropFirst(below.count)
      if key.isPriority {
        priorities = below
      } else {
        let child = self[child: key].updating(below, from: depth + 1)
        children.append(ChildEntry(key: key, node: child))
      }
    }
    let node = children.isEmpty ? self : updating(children: children)
    return priorities.reduce(node) { $0.updating($1.path.keys.dropFirst(depth), to: $1.node) }
  }
}
