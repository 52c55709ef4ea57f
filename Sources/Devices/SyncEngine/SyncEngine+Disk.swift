internal import Backend

extension SyncEngine {
  /// An engine of what the disk holds after the process died: the writes wait in their order again,
  /// and queries that were complete show at once what they showed.
  ///
  /// Listeners and transactions don't survive. Nothing is raised, since nobody listens yet.
  package init(restoring state: DiskState) {
    self.init(persists: true)
    disk = state
    for write in state.writes { _ = add(write) }
  }

  /// Makes a change in the image of the disk and says that it is to be made on the disk.
  mutating func persist(_ change: DiskChange) -> [SyncAction] {
    guard disk != nil else { return [] }
    disk?.apply(change)
    return [.persist(change)]
  }

  /// Keeps what the server told.
  mutating func persistServerChange(
    at path: Path, _ change: WriteChange, of query: QuerySpec?
  ) -> [SyncAction] {
    guard disk != nil else { return [] }
    var actions: [SyncAction] = []
    switch change {
    case .merge(let children): actions += persist(.cacheMerged(path, children))
    case .overwrite(let node):
      if let query, path == query.path {
        // A window's children join those that other queries brought.
        let children = node.children.map { PathChange(Path([$0.key]), $0.node) }
        actions += persist(.cacheMerged(path, children))
      } else {
        actions += persist(.cacheOverwritten(path, node))
      }
    }
    if let query {
      actions += persistCompletion(of: query)
    } else if case .overwrite = change {
      actions += persistCompletion(of: QuerySpec(path))
    }
    return actions
  }

  /// Keeps that the cache holds all that a query wants.
  mutating func persistCompletion(of query: QuerySpec) -> [SyncAction] {
    guard disk != nil, let point = points.value(at: query.path) else { return [] }
    if query.parameters.isDefault {
      guard let index = point.completeViewIndex, point.views[index].server.isComplete,
        !(disk?.isComplete(query) ?? true)
      else { return [] }
      return persist(.queryCompleted(query, keys: []))
    }
    guard let view = point.views.first(where: { $0.query == query }), view.server.isComplete else {
      return []
    }
    let keys = view.server.node.children.map(\.key)
    return persist(.queryCompleted(query, keys: keys))
  }
}
