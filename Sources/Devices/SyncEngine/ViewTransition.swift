internal import Backend

/// One operation's passage through a view: the view as it becomes and what changed.
struct ViewTransition: ~Copyable {
  /// The view, changed step by step.
  var view: View
  /// The effect of local writes on the view's location.
  let overlay: Overlay
  /// All that the server told of the view's location, where another view knows it.
  let covering: Node?
  /// The large nodes that other engines hold, too.
  let pool: NodePool?
  /// The changes to the shown children.
  private(set) var changes: ChildChanges? = ChildChanges()

  /// A view and what surrounds it.
  init(_ view: View, overlay: Overlay, covering: Node?, pool: NodePool?) {
    self.view = view
    self.overlay = overlay
    self.covering = covering
    self.pool = pool
  }

  /// Carries out an operation and says which events tell of it.
  mutating func apply(_ operation: Operation) -> [DataEvent] {
    let (oldNode, wasComplete) = (view.event.node, view.event.isComplete)
    let oldServerNode = view.server.node
    let isFromUser = operation.source == .user
    var isTagged = false
    if case .tagged = operation.source { isTagged = true }
    switch operation.kind {
    case .overwrite(let node) where isFromUser:
      userOverwrite(at: operation.path, with: node, source: refills())
    case .overwrite(let node):
      serverOverwrite(
        at: operation.path, with: node,
        filters: isTagged || (view.server.isFiltered && !operation.path.isRoot))
    case .merge(let children) where isFromUser: userMerge(at: operation.path, children)
    case .merge(let children):
      serverMerge(at: operation.path, children, filters: isTagged || view.server.isFiltered)
    case .acknowledge(let affected): acknowledge(at: operation.path, affected)
    case .revert: revert(at: operation.path)
    }
    refreshPriority()
    mirror()
    if let pool, !view.server.node.isIdentical(to: oldServerNode) { share(in: pool) }
    return events(since: oldNode, wasComplete)
  }

  /// Gives the view back, which this was the only one to hold.
  consuming func end() -> View { view }

  private func events(since oldNode: Node, _ wasComplete: Bool) -> [DataEvent] {
    let changes = changes ?? ChildChanges()
    let node = view.event.node
    let isValueOnly = !node.hasChildren && node != oldNode
    let raisesValue =
      view.event.isComplete
      && (!changes.isEmpty || !wasComplete || isValueOnly || node.priority != oldNode.priority)
    return changes.events(in: view.event.indexed, raisesValue: raisesValue)
  }

  /// The source of the children that fill up the window, in the present state.
  func refills() -> RefillSource { RefillSource(view, overlay: overlay, covering: covering) }

  // MARK: The shown node

  mutating func show(_ node: Node) {
    view.filter.replace(&view.event.indexed, with: node, changes: &changes)
    view.event.isFiltered = view.filter.filtersChildren
  }

  mutating func show(child key: Key, _ node: Node, source: some ChildSource) {
    view.filter.update(
      &view.event.indexed, child: key, to: node, source: source, changes: &changes)
    view.event.isFiltered = view.filter.filtersChildren
  }

  /// Shows another child, given the node with it; only where nothing is filtered out.
  mutating func show(child key: Key, in node: Node) {
    view.filter.update(&view.event.indexed, child: key, in: node, changes: &changes)
    view.event.isFiltered = view.filter.filtersChildren
  }

  /// Shows many children at once, given in key order; only where nothing is filtered out.
  mutating func show(children: [ChildEntry]) {
    view.filter.update(&view.event.indexed, children: children, changes: &changes)
  }

  mutating func show(priority: Node) {
    view.filter.updatePriority(&view.event.indexed, to: Priority(priority) ?? .none)
  }
}

/// Finds the children that a window has room for: among what the server told, with the local writes
/// laid over it.
final class RefillSource: ChildSource {
  private let event: View.Cache
  private let server: View.Cache
  private let overlay: Overlay
  private let covering: Node?
  /// Built when first asked for, since most operations never ask.
  private lazy var candidates: IndexedNode? = makeCandidates()

  init(_ view: View, overlay: Overlay, covering: Node?) {
    event = view.event
    server = view.server
    self.overlay = overlay
    self.covering = covering
  }

  func completeChild(_ key: Key) -> Node? {
    if event.knows(key) { return event.node[child: key] }
    if let node = overlay.node(atChild: key) { return node }
    if let covering { return overlay[child: key].applied(to: covering[child: key]) }
    return server.knows(key) ? overlay[child: key].applied(to: server.node[child: key]) : nil
  }

  func child(
    beyond place: NodeChildren.Element, order: QueryOrder, isReverse: Bool
  ) -> NodeChildren.Element? {
    isReverse ? candidates?.child(before: place) : candidates?.child(after: place)
  }

  private func makeCandidates() -> IndexedNode? {
    // The view's own index is kept up to date; another view's node would have to be sorted first.
    let isOwnWhole = server.isComplete && !server.isFiltered
    let node: Node?
    if let covering, !isOwnWhole {
      node = overlay.complete(covering, isComplete: true, isFiltered: false)
    } else {
      node = server.complete(with: overlay)
    }
    guard let node else { return nil }
    var candidates = server.indexed
    candidates.replace(with: node)
    return candidates
  }
}

/// A source without children, for the server's changes: the server fills windows itself.
struct NoRefills: ChildSource {
  func completeChild(_ key: Key) -> Node? { nil }

  func child(
    beyond place: NodeChildren.Element, order: QueryOrder, isReverse: Bool
  ) -> NodeChildren.Element? { nil }
}
