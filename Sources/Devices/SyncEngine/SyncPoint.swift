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

  /// Whether a view wants every child.
  var hasCompleteView: Bool { completeViewIndex != nil }

  /// What the server told about a path below this location, when some view knows all of it.
  func completeServerNode(at path: Path) -> Node? {
    // A span lends its elements: a view is large, and an array would copy each that is looked at.
    let views = views.span
    if let index = completeViewIndex, let node = views[index].completeServerNode(at: path) {
      return node
    }
    for index in views.indices {
      if let node = views[index].completeServerNode(at: path) { return node }
    }
    return nil
  }

  /// Carries out an operation in those views that it is meant for.
  mutating func apply(
    _ operation: Operation, overlay: Overlay, covering: Node?
  ) -> [RaisedEvent] {
    var raised: [RaisedEvent] = []
    for index in views.indices {
      if case .tagged(let parameters) = operation.source,
        views[index].query.parameters != parameters
      {
        continue
      }
      var transition = ViewTransition(views[index], overlay: overlay, covering: covering)
      let events = transition.apply(operation)
      views[index] = transition.end()
      if events.isEmpty { continue }
      raised += views.span[index].raise(events, to: views[index].listeners)
    }
    return raised
  }
}
