internal import Backend

extension ViewTransition {
  mutating func serverOverwrite(at path: Path, with node: Node, filters: Bool) {
    if isMirror, !filters, let key = path.first, key != .priority {
      let whole = updatingServerNode(path, to: node)
      return showMirrored { $0.show(child: key, in: whole) }
    }
    let filter = filters ? view.filter : view.filter.unfiltered
    var ignored: ChildChanges?
    if path.isRoot {
      filter.replace(&view.server.indexed, with: node, changes: &ignored)
    } else if filter.filtersChildren, !view.server.isFiltered {
      // So far nothing was left out of the server's node: what doesn't belong goes now.
      let whole = view.server.node.updating(path, to: node)
      filter.replace(&view.server.indexed, with: whole, changes: &ignored)
    } else if let key = path.first {
      // Deep changes of children that aren't known are meant for other listeners.
      if path.depth > 1, !view.server.knows(path) { return }
      if key == .priority {
        let priority = view.server.node[child: key].updating(path.droppingFirst, to: node)
        filter.updatePriority(&view.server.indexed, to: Priority(priority) ?? .none)
      } else if !filter.filtersChildren {
        filter.update(
          &view.server.indexed, child: key, in: updatingServerNode(path, to: node),
          changes: &ignored)
      } else {
        let child = view.server.node[child: key].updating(path.droppingFirst, to: node)
        filter.update(
          &view.server.indexed, child: key, to: child, source: NoRefills(), changes: &ignored)
      }
    }
    if path.isRoot { view.server.isComplete = true }
    view.server.isFiltered = filter.filtersChildren
    // Only a window is ever filled up.
    if view.loadsAllData {
      refresh(at: path, source: NoRefills())
    } else {
      refresh(at: path, source: refills())
    }
  }

  /// What the server told with another node at a path, as others have it who were told the same.
  private func updatingServerNode(_ path: Path, to node: Node) -> Node {
    pool?.updating(view.server.node, path, to: node) ?? view.server.node.updating(path, to: node)
  }

  mutating func serverMerge(at path: Path, _ children: PathTree<Node>, filters: Bool) {
    // Nothing was told yet, so this was meant for an earlier listen of the location.
    if view.server.node.isEmpty, !view.server.isComplete { return }
    var merge = PathTree<Node>()
    merge[path] = children
    if takesAtOnce(merge), view.server.node.priority.isNone, view.event.node.priority.isNone {
      return serverMergeAtOnce(merge)
    }
    let old = view.server
    for isPresent in [true, false] {
      for (key, tree) in merge.children where old.node[child: key].isEmpty != isPresent {
        if !isPresent, tree.value == nil, !old.knows(key) { continue }
        let child = tree.applied(to: view.server.node[child: key])
        serverOverwrite(at: Path([key]), with: child, filters: filters)
      }
    }
    // The children went one by one; together they may never have been empty.
    let priority = merge[child: .priority].value ?? old.node[child: .priority]
    if !filters, !view.server.node.isEmpty, view.server.node[child: .priority] != priority {
      serverOverwrite(at: Path([.priority]), with: priority, filters: filters)
    }
  }

  /// Whether a merge's children can be taken all at once: where nothing is filtered out, so that no child
  /// makes room for another.
  func takesAtOnce(_ merge: PathTree<Node>) -> Bool {
    view.loadsAllData && !view.server.isFiltered && merge[child: .priority].isEmpty
  }

  /// A merge of children where none makes room for another and there is no priority to be lost.
  private mutating func serverMergeAtOnce(_ merge: PathTree<Node>) {
    let old = view.server
    var told: [ChildEntry] = []
    var merged: [PathTree<Node>] = []
    merge.forEachChild { key, tree in
      let child = old.node[child: key]
      if child.isEmpty, tree.value == nil, !old.knows(key) { return }
      told.append(ChildEntry(key: key, node: tree.applied(to: child)))
      merged.append(tree)
    }
    if isMirror { return showMirrored { $0.show(children: told) } }
    var ignored: ChildChanges?
    view.filter.update(&view.server.indexed, children: told, changes: &ignored)
    var shown: [ChildEntry] = []
    for (key, tree) in zip(told.lazy.map(\.key), merged) where overlay.node(atChild: key) == nil {
      if let child = shownChild(key, changedAt: tree) {
        shown.append(ChildEntry(key: key, node: child))
      } else if let child = completeChild(key) {
        shown.append(ChildEntry(key: key, node: child))
      } else if view.event.knows(key) {
        let child = overlay[child: key].applied(to: view.server.node[child: key])
        shown.append(ChildEntry(key: key, node: child))
      }
    }
    show(children: shown)
  }

  /// A shown child with nothing new but what stands below these paths, where it is known whole and stays a tree; nil
  /// elsewhere.
  ///
  /// What many local writes lie over is so not made anew for each of their answers. Source: firebase-ios-sdk,
  /// `FViewProcessor` (`generateEventCacheAfterServerEvent:`), which changes the shown child at the path of the change alone.
  private func shownChild(_ key: Key, changedAt tree: PathTree<Node>) -> Node? {
    let (shown, told) = (view.event.node[child: key], view.server.node[child: key])
    guard tree.value == nil, tree[child: .priority].isEmpty, view.event.knows(key),
      view.server.knows(key), shown.hasChildren, told.hasChildren
    else { return nil }
    let written = overlay[child: key]
    let changes = tree.compactMapValues { path, _ in written[path].applied(to: told[path]) }
    return changes.applied(to: shown)
  }

  /// Whether what is shown and what the server told are one tree in memory, as they are in most views most of the time:
  /// the view is of a whole location, all of it is known, and no local write lies over it.
  ///
  /// News then change that one tree, not two alike.
  private var isMirror: Bool {
    view.loadsAllData && view.server.isComplete && view.event.isComplete && !view.server.isFiltered
      && overlay.isEmpty && view.event.node.isIdentical(to: view.server.node)
  }

  /// Changes what is shown, and with it what the server told.
  private mutating func showMirrored(_ show: (inout ViewTransition) -> Void) {
    show(&self)
    view.server.indexed = view.event.indexed
  }

  /// Keeps one tree where there are two alike, once no local write lies over the location any more.
  mutating func mirror() {
    guard overlay.isEmpty, view.loadsAllData, view.server.isComplete, view.event.isComplete,
      !view.server.isFiltered, !view.event.node.isIdentical(to: view.server.node),
      view.event.node == view.server.node
    else { return }
    view.event.indexed = view.server.indexed
  }

  /// Goes on with the node of others who have come to the same.
  mutating func share(in pool: NodePool) {
    guard view.loadsAllData else { return }
    let node = pool.shared(view.server.node)
    guard !node.isIdentical(to: view.server.node) else { return }
    let isMirror = view.event.node.isIdentical(to: view.server.node)
    view.server.indexed.adopt(node)
    if isMirror { view.event.indexed.adopt(node) }
  }

  /// Shows anew what the server changed at a path.
  private mutating func refresh(at path: Path, source: some ChildSource) {
    if overlay.node(at: path) != nil { return }
    guard let key = path.first else {
      if let node = view.server.complete(with: overlay) {
        show(node)
        view.event.isComplete = true
      }
      return
    }
    if key == .priority {
      return show(priority: overlay[path].applied(to: view.server.node[child: .priority]))
    }
    if let child = completeChild(key) {
      show(child: key, child, source: source)
    } else if view.event.knows(key) {
      let change = overlay[path].applied(to: view.server.node[path])
      let child = view.event.node[child: key].updating(path.droppingFirst, to: change)
      show(child: key, child, source: source)
    }
  }

  /// Shows the location's own priority anew, which it may have lost or kept with its last child.
  mutating func refreshPriority() {
    // As it mostly is: none is written, told or shown.
    if overlay.isEmpty, view.server.node.priority.isNone, view.event.node.priority.isNone { return }
    guard overlay.whole == nil, view.server.isComplete, !view.filter.filtersChildren else { return }
    let priority = overlay.node(atChild: .priority) ?? view.server.node[child: .priority]
    if view.event.node[child: .priority] != priority { show(priority: priority) }
  }
}
