package import Backend

extension SyncEngine {
  /// Adds a listener: it is told at once what is known.
  ///
  /// - Parameters:
  ///   - kinds: what it wants to hear of; with nothing at all it only keeps the data synchronised.
  package mutating func listen(
    to query: QuerySpec, as id: ListenerID, for kinds: EventKinds = .all
  ) -> Output {
    var output = track(query, isActive: true)
    let listener = DatabaseListener(id: id, kinds: kinds)
    if let view = join(listener, query) {
      output.events = View.raise(view.initialEvents, of: view.query, to: [listener])
      return output
    }
    var view = makeView(query)
    view.listeners = [listener]
    output.events = View.raise(view.initialEvents, of: view.query, to: [listener])
    let isListened = !isCovered(view)
    if isListened { output.actions.append(.startListening(start(&view))) }
    let isComplete = view.loadsAllData
    points.update(query.path) { point in
      if point == nil { point = SyncPoint() }
      point?.views.append(view)
    }
    if isListened, isComplete { output.actions.join(stopCovered(by: query)) }
    output.actions.join(persistKeys())
    return output
  }

  /// Adds a listener to the view of a query, which is returned; nil when it has none.
  private mutating func join(_ listener: DatabaseListener, _ query: QuerySpec) -> View? {
    guard let index = points.value(at: query.path)?.viewIndex(of: query) else { return nil }
    return points.update(query.path) { point in
      point?.views[index].listeners.append(listener)
      return point?.views[index]
    }
  }

  /// Removes a listener from a query, from the default query: from every query of the location.
  ///
  /// - Parameter id: nil for every listener.
  package mutating func unlisten(_ id: ListenerID?, from query: QuerySpec) -> Output {
    var output = Output()
    output.actions = removeListeners(id, from: query).actions
    return output
  }

  /// The server refused a listen: the listeners of its query are told so and removed.
  package mutating func listenFailed(_ listen: ServerListen, reason: String) -> Output {
    guard isOpen(listen) else { return Output() }
    return listenRevoked(listen.query, reason: reason)
  }

  /// The hashes of the data that the client holds for a listen, to be sent with it; nil where it holds no such data.
  ///
  /// Costs the size of the data. Changing, though it changes nothing: a function that only reads would be handed a copy of the
  /// client's whole engine.
  package mutating func hash(for listen: ServerListen) -> ListenHash? {
    guard let simple = listen.dataHash, let point = points.value(at: listen.query.path),
      let index = point.viewIndex(of: listen.number)
    else { return nil }
    let hash = ListenHash(of: point.views.span[index].server.node)
    assert(hash.simple == simple, "the data of \(listen.query) changed before it was asked for")
    return hash
  }

  /// The queries that the server is listened to for, each with the server's data of it; nil where not all is known.
  var listened: [(query: QuerySpec, node: Node?)] {
    var found: [(QuerySpec, Node?)] = []
    forEachListen { found.append(($0, $1)) }
    return found
  }

  /// Hands out the queries of ``listened`` one by one.
  func forEachListen(_ body: (_ query: QuerySpec, _ node: Node?) -> Void) {
    points.forEachValue { point in
      // A span lends its views, which a loop would copy.
      let views = point.views.span
      for index in views.indices where views[index].listenNumber != nil {
        let query = views[index].query
        body(
          views[index].loadsAllData ? QuerySpec(query.path) : query,
          views[index].server.isComplete ? views[index].server.node : nil)
      }
    }
  }

  /// Whether a listen has neither ended nor been started anew.
  func isOpen(_ listen: ServerListen) -> Bool {
    points.value(at: listen.query.path)?.viewIndex(of: listen.number) != nil
  }

  /// The server took back the permission of a listen: the listeners of its query are told so and
  /// removed; with the default query those of every query of the location that it covered.
  package mutating func listenRevoked(_ query: QuerySpec, reason: String) -> Output {
    let removal = removeListeners(nil, from: query, isRevoked: true)
    var output = Output()
    output.actions = removal.actions
    output.events = removal.listeners.map {
      RaisedEvent(listener: $0.id, query: $0.query, content: .cancelled(reason: reason))
    }
    return output
  }

  /// The server took back the permission of a listen and named its location: all listens there end, and their listeners are told.
  ///
  /// Source: firebase-ios-sdk, `FPersistentConnection` (`onListenRevoked:`, `removeAllListensAtPath:`).
  package mutating func listensRevoked(at path: Path, reason: String) -> Output {
    let views = points.value(at: path)?.views ?? []
    var output = Output()
    for view in views where view.listenNumber != nil {
      // A default query that ended may have taken others of the location with it.
      guard self.view(view.query)?.listenNumber == view.listenNumber else { continue }
      output += listenRevoked(view.query, reason: reason)
    }
    return output
  }

  /// A view of a query that has none yet.
  private mutating func makeView(_ query: QuerySpec) -> View {
    var tag: Int?
    if !query.parameters.isDefault {
      tag = nextTag
      queriesByTag[nextTag] = query
      nextTag += 1
    }
    return View(
      query, tag: tag, known: knownData(of: query), overlay: writes.overlay[query.path])
  }

  /// The data that other views and the disk hold for a query.
  private func knownData(of query: QuerySpec) -> KnownData {
    if let node = completeServerNode(at: query.path) {
      return KnownData(node: node, isComplete: true)
    }
    var known = disk?.knownData(of: query) ?? KnownData()
    if known.isComplete { return known }
    for (key, tree) in points[query.path].children {
      guard let child = tree.value?.completeServerNode(at: .root) else { continue }
      known.node = known.node.updating(child: key, to: child)
    }
    return known
  }

  /// Whether another listen brings a view's data.
  private func isCovered(_ view: View) -> Bool {
    // The query alone, since a view that the condition holds on to is copied.
    let query = view.query
    return points.contains(along: query.path) { depth, point in
      guard let index = point.completeViewIndex else { return false }
      return depth < query.path.depth || point.views.span[index].query != query
    }
  }

  /// Notes that the server is asked for a view's query.
  private mutating func start(_ view: inout View) -> ServerListen {
    let number = nextListen
    nextListen += 1
    let path = view.query.path
    let mayChange =
      !stopped.isEmpty
      && (!stopped[path].isEmpty || stopped.contains(along: path) { _, _ in true })
    view.listenNumber = number
    return ServerListen(view, number: number, mayChange: mayChange)
  }

  @discardableResult
  private mutating func updateView<Result>(
    _ query: QuerySpec, _ body: (inout View) -> Result
  ) -> Result? {
    points.update(query.path) { point in
      guard let index = point?.viewIndex(of: query) else { return nil }
      return body(&point!.views[index])
    }
  }

  /// Ends the listens of views.
  private mutating func stop(_ views: [View]) -> [SyncAction] {
    if isConnected { for view in views { stopped[view.query.path] = PathTree(true) } }
    return views.compactMap(\.serverListen).map { .stopListening($0) }
  }

  /// Ends the listens that a new one of all children makes superfluous.
  private mutating func stopCovered(by query: QuerySpec) -> [SyncAction] {
    let tree = points[query.path]
    if !tree.hasChildren, (tree.value?.views.count ?? 0) <= 1 { return [] }
    var covered: [View] = []
    tree.visitDescending(under: query.path) { _, point in
      // A span lends the views, which are large.
      let views = point.views.span
      for index in views.indices
      where views[index].listenNumber != nil && views[index].query != query {
        covered.append(views[index])
      }
      return true
    }
    for view in covered { updateView(view.query) { $0.listenNumber = nil } }
    return stop(covered)
  }
}

extension SyncEngine {
  private struct Removal {
    var listeners: [(id: ListenerID, query: QuerySpec)] = []
    var actions: [SyncAction] = []
  }

  private mutating func removeListeners(
    _ id: ListenerID?, from query: QuerySpec, isRevoked: Bool = false
  ) -> Removal {
    var removal = Removal()
    guard var point = points.value(at: query.path) else { return removal }
    var ended: [View] = []
    for index in point.views.indices.reversed() {
      let view = point.views[index]
      guard query.parameters.isDefault || view.query == query else { continue }
      let leaving = view.listeners.filter { id == nil || $0.id == id }
      removal.listeners = leaving.map { ($0.id, view.query) } + removal.listeners
      point.views[index].listeners.removeAll { id == nil || $0.id == id }
      if point.views[index].listeners.isEmpty {
        ended.insert(view, at: 0)
        point.views.remove(at: index)
      }
    }
    for view in ended { if let tag = view.tag { queriesByTag[tag] = nil } }
    for view in ended { removal.actions += track(view.query, isActive: false).actions }
    let listened = ended.filter { $0.listenNumber != nil }
    // A view of all children that remains goes on with the listen of the one that ends.
    if let heir = point.completeViewIndex,
      let number = listened.first(where: \.loadsAllData)?.listenNumber
    {
      point.views[heir].listenNumber = number
      points.update(query.path) { $0 = point }
      return removal
    }
    points.update(query.path) { $0 = point.views.isEmpty ? nil : point }
    // Noted before others start, since its news can still reach them.
    let stops = isRevoked ? [] : stop(listened)
    if listened.contains(where: \.loadsAllData) {
      removal.actions += startUncovered(below: query.path)
    }
    removal.actions += stops
    return removal
  }

  /// Asks the server for the queries whose data another listen brought so far.
  private mutating func startUncovered(below path: Path) -> [SyncAction] {
    var uncovered: [QuerySpec] = []
    points[path].visitDescending(under: path) { _, point in
      if let index = point.completeViewIndex {
        uncovered.append(point.views[index].query)
        return false
      }
      uncovered += point.views.map(\.query)
      return true
    }
    return uncovered.map { query in
      guard var view = view(query) else {
        preconditionFailure("a listen of \(query) without a view")
      }
      let listen = start(&view)
      updateView(query) { $0.listenNumber = listen.number }
      return .startListening(listen)
    }
  }
}
