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
