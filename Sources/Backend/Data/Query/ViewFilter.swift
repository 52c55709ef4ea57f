/// A source of children for a window that has room for more.
package protocol ChildSource {
  /// The child as it should be shown, nil when that isn't known.
  func completeChild(_ key: Key) -> Node?
  /// The next child beyond a place in a query's order, nil when none is known.
  func child(
    beyond place: NodeChildren.Element, order: QueryOrder, isReverse: Bool
  ) -> NodeChildren.Element?
}

/// Keeps what a query shows of a location, change by change, and says what changed.
///
/// The rules of the platform's clients: without bounds and limit the node as it is; with bounds the
/// children in range, without the node's own priority; with a limit as many of these as it allows,
/// refilled from a source when one leaves.
package struct ViewFilter: Sendable {
  /// The query.
  package let parameters: QueryParameters

  /// The filter of a query.
  package init(_ parameters: QueryParameters) { self.parameters = parameters }

  /// Whether anything can be filtered out.
  package var filtersChildren: Bool { !parameters.loadsAllData }

  /// The filter that shows everything in the same order.
  package var unfiltered: ViewFilter {
    guard filtersChildren else { return self }
    return ViewFilter(
      QueryParameters(
        order: parameters.order, isOrderGiven: false, start: nil, end: nil, limit: nil))
  }

  /// Returns the part of a node that is shown.
  package func shown(of node: Node) -> Node {
    guard filtersChildren else { return node }
    if parameters.limit == nil {
      return Node(
        children: node.children.lazy.filter { parameters.isInRange($0) }.map { ($0.key, $0.node) })
    }
    return IndexedNode(node, order: parameters.order).window(of: parameters)
  }

  /// Shows another node in place of all that is shown.
  package func replace(
    _ shown: inout IndexedNode, with node: Node, changes: inout ChildChanges?
  ) {
    let old = shown.node
    shown.replace(with: self.shown(of: node))
    guard changes != nil else { return }
    Node.forEachChildDifference(from: old, to: shown.node) { key, before, after in
      changes?.record(key, from: before ?? .empty, to: after ?? .empty)
    }
  }

  /// Takes another priority of the node itself; filtered nodes have none.
  package func updatePriority(_ shown: inout IndexedNode, to priority: Priority) {
    if !filtersChildren { shown.updatePriority(priority) }
  }

  /// Takes another child.
  package func update(
    _ shown: inout IndexedNode, child key: Key, to child: Node, source: some ChildSource,
    changes: inout ChildChanges?
  ) {
    let child = parameters.isInRange((key, child)) ? child : .empty
    let old = shown.node[child: key]
    if old == child { return }
    if let limit = parameters.limit, shown.node.childCount >= limit.count {
      updateFull(&shown, child: (key, child), old: old, source: source, changes: &changes)
    } else {
      put(&shown, key, child, insteadOf: old, &changes)
    }
  }

  /// Takes the node that another child makes of the one that is shown; only where nothing can be filtered out.
  package func update(
    _ shown: inout IndexedNode, child key: Key, in node: Node, changes: inout ChildChanges?
  ) {
    precondition(!filtersChildren, "\(parameters) may filter children out: take them one by one")
    if changes != nil {
      changes?.record(key, from: shown.node[child: key], to: node[child: key])
    }
    shown.replace(with: node)
  }

  /// Takes many other children at once, given in key order, each key once, none of them `.priority`; only
  /// where nothing can be filtered out.
  package func update(
    _ shown: inout IndexedNode, children: [ChildEntry], changes: inout ChildChanges?
  ) {
    precondition(!filtersChildren, "\(parameters) may filter children out: take them one by one")
    let old = shown.node
    var sameCount = 0
    let span = children.span
    for index in span.indices {
      let before = old[child: span[index].key]
      if before == span[index].node {
        sameCount += 1
      } else {
        changes?.record(span[index].key, from: before, to: span[index].node)
      }
    }
    let effective =
      sameCount == 0 ? children : children.filter { old[child: $0.key] != $0.node }
    shown.update(children: effective)
  }

  private func put(
    _ shown: inout IndexedNode, _ key: Key, _ child: Node, insteadOf old: Node,
    _ changes: inout ChildChanges?
  ) {
    changes?.record(key, from: old, to: child)
    shown.update(child: key, to: child)
  }

  /// Takes another child into a window that has no room left.
  private func updateFull(
    _ shown: inout IndexedNode, child: NodeChildren.Element, old: Node,
    source: some ChildSource, changes: inout ChildChanges?
  ) {
    let isReverse = parameters.limit?.isFromEnd ?? false
    guard let boundary = isReverse ? shown.first : shown.last else { return }
    if old.isEmpty {
      if child.node.isEmpty || !isBefore(child, boundary, isReverse) { return }
      put(&shown, boundary.key, .empty, insteadOf: boundary.node, &changes)
      put(&shown, child.key, child.node, insteadOf: .empty, &changes)
      return
    }
    // A child that the source knows as changed already, and that the window will hear of later in
    // the same operation, is passed over.
    var next = boundary
    var candidate: NodeChildren.Element?
    repeat {
      candidate = source.child(beyond: next, order: parameters.order, isReverse: isReverse)
      if let candidate { next = candidate }
    } while candidate.map { $0.key == child.key || !shown.node[child: $0.key].isEmpty } ?? false
    if !child.node.isEmpty, candidate.map({ isBefore(child, $0, isReverse) }) ?? true {
      put(&shown, child.key, child.node, insteadOf: old, &changes)
      return
    }
    put(&shown, child.key, .empty, insteadOf: old, &changes)
    if let candidate, parameters.isInRange(candidate) {
      put(&shown, candidate.key, candidate.node, insteadOf: .empty, &changes)
    }
  }

  /// Whether a child is nearer the limit's end than another.
  private func isBefore(
    _ left: NodeChildren.Element, _ right: NodeChildren.Element, _ isReverse: Bool
  ) -> Bool {
    let order = parameters.order.compare(left, right)
    return isReverse ? order > 0 : order < 0
  }
}
