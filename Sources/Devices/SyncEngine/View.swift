internal import Backend

/// The data that one query shows, and the server's data of it.
struct View: Sendable {
  /// A node of which more or less is known.
  struct Cache: Sendable {
    var indexed: IndexedNode
    /// Whether the node was known whole at some time.
    var isComplete: Bool
    /// Whether children may be missing because they aren't in the query's window.
    var isFiltered: Bool

    var node: Node { indexed.node }

    /// All that the query wants, with local writes laid over it; nil when that isn't known.
    func complete(with overlay: Overlay) -> Node? {
      overlay.complete(node, isComplete: isComplete, isFiltered: isFiltered)
    }

    /// Whether a child is known, be it that it doesn't exist.
    func knows(_ key: Key) -> Bool {
      (isComplete && !isFiltered) || !node[child: key].isEmpty
    }

    /// Whether what is at a path is known.
    func knows(_ path: Path) -> Bool {
      guard let key = path.first else { return isComplete && !isFiltered }
      return knows(key)
    }
  }

  let query: QuerySpec
  let filter: ViewFilter
  /// Whether the query wants every child; kept, because to ask the query of a view that is lent copies the whole view.
  let loadsAllData: Bool
  /// The number under which the server can tell about the query alone; nil for the default query.
  let tag: Int?
  var listeners: [DatabaseListener] = []
  /// The number of the server listen; nil when other listens cover this query.
  var listenNumber: Int?
  /// The data that listeners see.
  var event: Cache
  /// The server's data as last told.
  var server: Cache
  /// Whether children were added or removed since the disk was told the keys; only for filtered queries.
  var hasNewKeys = true

  init(_ query: QuerySpec, tag: Int?, known: KnownData, overlay: Overlay) {
    self.query = query
    self.tag = tag
    filter = ViewFilter(query.parameters)
    loadsAllData = query.parameters.loadsAllData
    let order = query.parameters.order
    let shown: Node
    let isComplete: Bool
    let complete = overlay.complete(
      known.node, isComplete: known.isComplete, isFiltered: known.isFiltered)
    if let node = complete {
      (shown, isComplete) = (node, true)
    } else {
      (shown, isComplete) = (overlay.completeChildren(known.node), false)
    }
    event = Cache(
      indexed: IndexedNode(filter.shown(of: shown), order: order), isComplete: isComplete,
      isFiltered: filter.filtersChildren)
    server = Cache(
      indexed: IndexedNode(known.node, order: order), isComplete: known.isComplete,
      isFiltered: known.isFiltered)
  }

  /// The listen that the server was asked for; nil when other listens cover this query.
  var serverListen: ServerListen? {
    listenNumber.map { ServerListen(self, number: $0, mayChange: false) }
  }

  /// Whether another listen has brought the view's data, and more than the query wants.
  ///
  /// News of the query alone are older than that data, and would take the rest away.
  var isCovered: Bool { listenNumber == nil && server.isComplete && !server.isFiltered }

  /// The events that a listener is told when it joins.
  var initialEvents: [DataEvent] {
    var changes = ChildChanges()
    for (key, child) in event.node.children { changes.record(key, from: .empty, to: child) }
    return changes.events(in: event.indexed, raisesValue: event.isComplete)
  }

  /// The events of a query as those of its listeners who want them get them.
  ///
  /// Not asked of a view, which is large: one that is changing would be copied for it.
  static func raise(
    _ events: [DataEvent], of query: QuerySpec, to listeners: [DatabaseListener]
  ) -> [RaisedEvent] {
    var raised: [RaisedEvent] = []
    raised.reserveCapacity(events.count)
    let events = events.span
    for index in events.indices {
      let kind = EventKinds(events[index].kind)
      for listener in listeners where listener.kinds.contains(kind) {
        raised.append(
          RaisedEvent(listener: listener.id, query: query, content: .data(events[index])))
      }
    }
    return raised
  }

  /// Traps where caches contradict the query.
  func checkInvariants() {
    event.indexed.checkInvariants()
    server.indexed.checkInvariants()
    precondition(
      (tag == nil) == query.parameters.isDefault, "\(query) has a tag it must not have, or none")
    for (key, child) in event.node.children where !loadsAllData {
      precondition(query.parameters.isInRange((key, child)), "\(query) shows \(key) out of range")
    }
    if let limit = query.parameters.limit {
      precondition(event.node.childCount <= limit.count, "\(query) shows more than its limit")
    }
  }
}

/// The data known of a location when a view of it begins.
struct KnownData: Sendable {
  var node: Node = .empty
  /// Whether that is all there is, or all that the query wants.
  var isComplete = false
  /// Whether children outside the query may be missing.
  var isFiltered = false
}
