/// A child whose appearance changed; a node is empty where the child isn't shown.
struct WindowChange: Sendable {
  let key: Key
  let before: Node
  let after: Node
}

/// The part of a location that a filtered query shows, shared by all who asked the same.
struct QueryWindow: Sendable {
  let parameters: QueryParameters
  var subscribers: [Subscriber] = []
  /// The shown node where there is a limit; without one a child's own data decides, and nothing is kept.
  private var limited = Node.empty
  /// The shown child that goes first when another comes in; nil while there is room.
  private var boundary: NodeChildren.Element?

  /// A window over a location.
  init(_ parameters: QueryParameters, over index: IndexedNode) {
    self.parameters = parameters
    if parameters.limit != nil { show(index.window(of: parameters)) }
  }

  /// Returns the node that is shown.
  func shown(of index: IndexedNode) -> Node {
    parameters.limit == nil ? index.window(of: parameters) : limited
  }

  private mutating func show(_ node: Node) {
    limited = node
    boundary = nil
    guard let limit = parameters.limit, node.childCount >= limit.count else { return }
    for child in node.children {
      guard let current = boundary else {
        boundary = child
        continue
      }
      if isNearer(current, child, limit) { boundary = child }
    }
  }

  /// Whether a child is nearer than another to the end that the limit counts from.
  private func isNearer(
    _ left: NodeChildren.Element, _ right: NodeChildren.Element, _ limit: QueryParameters.Limit
  ) -> Bool {
    let order = parameters.order.compare(left, right)
    return limit.isFromEnd ? order > 0 : order < 0
  }

  /// Moves on to another state of the location.
  ///
  /// - Parameters:
  ///   - differences: the children that differ, in key order.
  ///   - index: the location as it is now.
  /// - Returns: the shown children that differ, in key order.
  mutating func update(_ differences: [WindowChange], over index: IndexedNode) -> [WindowChange] {
    guard let limit = parameters.limit else {
      return differences.compactMap { change in
        let before = parameters.isInRange((change.key, change.before)) ? change.before : .empty
        let after = parameters.isInRange((change.key, change.after)) ? change.after : .empty
        if before.isEmpty, after.isEmpty { return nil }
        return WindowChange(key: change.key, before: before, after: after)
      }
    }
    guard differences.contains(where: { matters($0, limit) }) else { return [] }
    let old = limited
    show(index.window(of: parameters))
    var changes: [WindowChange] = []
    Node.forEachChildDifference(from: old, to: limited) { key, before, after in
      changes.append(WindowChange(key: key, before: before ?? .empty, after: after ?? .empty))
    }
    return changes
  }

  /// Whether a change can show: cheap, so that a window needn't be filled anew for each write.
  private func matters(_ change: WindowChange, _ limit: QueryParameters.Limit) -> Bool {
    if !limited[child: change.key].isEmpty { return true }
    guard !change.after.isEmpty, parameters.isInRange((change.key, change.after)) else {
      return false
    }
    guard let boundary else { return true }
    return isNearer((change.key, change.after), boundary, limit)
  }
}
