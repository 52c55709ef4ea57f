extension IndexedNode {
  /// The children that a query wants of this node, as a node without priority.
  ///
  /// Costs O(log n) and the size of the window. The query must be in this node's order.
  public func window(of query: QueryParameters) -> Node {
    precondition(query.order == order, "a window in the order \(query.order) of \(order)")
    if query.loadsAllData { return node }
    let isReverse = query.limit?.isFromEnd ?? false
    let most = query.limit?.count ?? .max
    var entries: [(Key, Node)] = []
    var cursor =
      isReverse
      ? lastChild(upTo: { query.isBeforeEnd($0) }) : firstChild(from: { query.isAfterStart($0) })
    while let child = cursor, entries.count < most {
      guard isReverse ? query.isAfterStart(child) : query.isBeforeEnd(child) else { break }
      entries.append((child.key, child.node))
      cursor = isReverse ? self.child(before: child) : self.child(after: child)
    }
    return Node(children: entries)
  }
}
