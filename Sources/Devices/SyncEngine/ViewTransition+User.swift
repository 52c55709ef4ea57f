internal import Backend

extension ViewTransition {
  mutating func userOverwrite(at path: Path, with node: Node, source: RefillSource) {
    guard let key = path.first else {
      show(node)
      view.event.isComplete = true
      return
    }
    if key == .priority { return show(priority: node) }
    let below = path.droppingFirst
    var child = node
    if !below.isRoot {
      if let known = source.completeChild(key) {
        let isPriorityOfNothing =
          below.last == .priority && known[below.parent ?? .root].isEmpty
        child = isPriorityOfNothing ? known : known.updating(below, to: node)
      } else {
        // Only a part of the child is known: it isn't shown.
        child = .empty
      }
    }
    if view.event.node[child: key] != child { show(child: key, child, source: source) }
  }

  mutating func userMerge(at path: Path, _ children: PathTree<Node>) {
    if path.isRoot, takesAtOnce(children), !children.containsEmptyNodes {
      return userMergeAtOnce(children)
    }
    // What is shown changes first, so that a window makes room before it takes something in.
    let old = view.event
    for isKnown in [true, false] {
      children.visit { relative, node in
        let target = path.appending(relative)
        if let key = target.first, old.knows(key) != isKnown { return }
        if target.isRoot, !isKnown { return }
        userOverwrite(at: target, with: node, source: refills())
      }
    }
  }

  /// A merge that removes nothing, where no child makes room for another.
  private mutating func userMergeAtOnce(_ children: PathTree<Node>) {
    let source = refills()
    var shown: [ChildEntry] = []
    children.forEachChild { key, tree in
      // A child of which only a part is known isn't shown.
      let known = tree.value ?? source.completeChild(key)
      if let known { shown.append(ChildEntry(key: key, node: tree.applied(to: known))) }
    }
    show(children: shown)
  }

  mutating func acknowledge(at path: Path, _ affected: PathTree<Bool>) {
    if overlay.node(at: path) != nil { return }
    let server = view.server
    if affected.value != nil {
      if path.isRoot ? server.isComplete : server.knows(path) {
        serverOverwrite(at: path, with: server.node[path], filters: server.isFiltered)
      } else if path.isRoot {
        // Not all is known here: what is known shows again.
        let known = PathTree(values: server.node.children.map { (Path([$0.key]), $0.node) })
        serverMerge(at: path, known, filters: server.isFiltered)
      }
    } else {
      let known = affected.compactMapValues { relative, _ in
        let target = path.appending(relative)
        return server.knows(target) ? server.node[target] : nil
      }
      serverMerge(at: path, known, filters: server.isFiltered)
    }
    affected.visit { relative, _ in dropUnknown(at: path.appending(relative)) }
    restoreLeaf()
  }

  /// Shows what is a leaf once all children that local writes laid over it are gone.
  private mutating func restoreLeaf() {
    guard view.event.node.isEmpty, view.server.isComplete else { return }
    let node = overlay.applied(to: view.server.node)
    if node.isLeaf { show(node) }
  }

  /// Shows a child no longer that only a write accounted for, once the server has told its whole window
  /// and the child isn't in it.
  private mutating func dropUnknown(at target: Path) {
    guard let key = target.first, key != .priority, view.server.isComplete, view.server.isFiltered,
      !view.event.node[child: key].isEmpty, completeChild(key) == nil
    else { return }
    show(child: key, .empty, source: refills())
  }

  mutating func revert(at path: Path) {
    if overlay.node(at: path) != nil { return }
    if let key = path.first, key != .priority {
      revert(child: key)
    } else if let node = view.server.complete(with: overlay) {
      show(node)
    } else {
      show(overlay.completeChildren(view.server.node))
    }
    restoreLeaf()
    view.event.isComplete = view.server.isComplete || overlay.whole != nil
  }

  private mutating func revert(child key: Key) {
    let source = refills()
    if let child = completeChild(key) {
      show(child: key, child, source: source)
    } else if !view.event.node[child: key].isEmpty {
      show(child: key, .empty, source: source)
    }
  }

  /// A child as the server and the local writes make it, nil when neither knows it whole.
  func completeChild(_ key: Key) -> Node? {
    if let node = overlay.node(atChild: key) { return node }
    guard view.server.knows(key) else { return nil }
    return overlay[child: key].applied(to: view.server.node[child: key])
  }
}
