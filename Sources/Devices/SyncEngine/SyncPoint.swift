internal import Backend

/// The views of one location.
struct SyncPoint: Sendable {
  /// In the order in which they were first listened to.
  var views: [View] = []

  /// The first view that wants every child.
  var completeViewIndex: Int? {
    let views = views.span
    for index in views.indices where views[index].loadsAllData { return index }
    return nil
  }

  /// The view of a query.
  func viewIndex(of query: QuerySpec) -> Int? {
    let views = views.span
    for index in views.indices where views[index].query == query { return index }
    return nil
  }

  /// The view whose server listen has a number.
  func viewIndex(of listenNumber: Int) -> Int? {
    let views = views.span
    for index in views.indices where views[index].listenNumber == listenNumber { return index }
    return nil
  }

  /// Whether a view wants every child.
  var hasCompleteView: Bool { completeViewIndex != nil }

  // A span lends its elements, and what is asked of one here are parts that it keeps: a view is large, and a call on one
  // would copy it.

  /// The server's data of a path below this location; nil unless some view knows all of it.
  func completeServerNode(at path: Path) -> Node? {
    let views = views.span
    if let index = completeViewIndex, views[index].server.isComplete {
      return views[index].server.indexed.node[path]
    }
    for index in views.indices where views[index].server.isComplete {
      // Of what a filtered view leaves out nothing is known.
      if !views[index].loadsAllData {
        guard let key = path.first, !views[index].server.indexed.node[child: key].isEmpty else {
          continue
        }
      }
      return views[index].server.indexed.node[path]
    }
    return nil
  }

  /// Whether a view shows all that its query wants, so that to be told the same again changes nothing.
  func isSettled(at index: Int) -> Bool {
    let views = views.span
    return views[index].event.isComplete && views[index].server.isComplete
      && views[index].server.isFiltered == !views[index].loadsAllData
  }

  /// Carries out an operation in those views that it is meant for.
  mutating func apply(
    _ operation: Operation, overlay: Overlay, covering: Node?, pool: NodePool?
  ) -> [RaisedEvent] {
    var raised: [RaisedEvent] = []
    for index in views.indices {
      if case .tagged(let parameters) = operation.source,
        views.span[index].query.parameters != parameters
      {
        continue
      }
      var transition = ViewTransition(
        take(at: index), overlay: overlay, covering: covering, pool: pool)
      let events = transition.apply(operation)
      if !events.isEmpty {
        raised.join(
          View.raise(events, of: transition.view.query, to: transition.view.listeners))
      }
      let hasNewKeys =
        !transition.view.loadsAllData
        && events.contains { $0.kind == .childAdded || $0.kind == .childRemoved }
      put(transition.end(), at: index)
      if hasNewKeys { views[index].hasNewKeys = true }
    }
    return raised
  }

  /// Takes a view out, so that nothing of it is copied while it changes; it must be put back.
  private mutating func take(at index: Int) -> View {
    views.swapAt(index, views.count - 1)
    return views.removeLast()
  }

  private mutating func put(_ view: consuming View, at index: Int) {
    views.append(view)
    views.swapAt(index, views.count - 1)
  }
}
