internal import Backend

/// The views of one location.
struct SyncPoint: Sendable {
  /// In the order in which they were first listened to.
  var views: [View] = []

  /// The first view that wants every child.
  var completeViewIndex: Int? { views.firstIndex { $0.loadsAllData } }

  /// Whether a view wants every child.
  var hasCompleteView: Bool { completeViewIndex != nil }

  /// What the server told about a path below this location, when some view knows all of it.
  func completeServerNode(at path: Path) -> Node? {
    if let index = completeViewIndex, let node = views[index].completeServerNode(at: path) {
      return node
    }
    for view in views {
      if let node = view.completeServerNode(at: path) { return node }
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
      views[index] = transition.view
      raised += views[index].raise(events, to: views[index].listeners)
    }
    return raised
  }
}
