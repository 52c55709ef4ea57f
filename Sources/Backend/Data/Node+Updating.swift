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
