internal import Backend

extension SyncEngine {
  /// Takes an operation to every view that it concerns, deeper ones first.
  mutating func dispatch(_ operation: Operation) -> [RaisedEvent] {
    Self.dispatch(operation, &points, overlay: writes.overlay, covering: nil, pool: pool)
  }

  /// Takes an operation to the view of one filtered query.
  mutating func dispatch(_ operation: Operation, to query: QuerySpec) -> [RaisedEvent] {
    let overlay = writes.overlay[query.path]
    let pool = pool
    return points.update(query.path) {
      $0?.apply(operation, overlay: overlay, covering: nil, pool: pool) ?? []
    }
  }

  private static func dispatch(
    _ operation: Operation, _ tree: inout PathTree<SyncPoint>, overlay: Overlay, covering: Node?,
    pool: NodePool?
  ) -> [RaisedEvent] {
    // On the way to where the operation happens, past locations that nobody listens to.
    if tree.value == nil, let key = operation.path.first {
      guard tree.hasChildren else { return [] }
      return dispatch(operation, &tree, key, overlay: overlay, covering: covering, pool: pool)
    }
    let covering = covering ?? tree.value?.completeServerNode(at: .root)
    var raised: [RaisedEvent] = []
    if tree.hasChildren {
      if let key = operation.path.first {
        raised = dispatch(operation, &tree, key, overlay: overlay, covering: covering, pool: pool)
      } else {
        for key in keys(of: operation, in: tree) {
          raised.join(
            dispatch(operation, &tree, key, overlay: overlay, covering: covering, pool: pool))
        }
      }
    }
    raised.join(
      tree.value?.apply(operation, overlay: overlay, covering: covering, pool: pool) ?? [])
    return raised
  }

  /// Takes an operation to the views at and below a child, if it concerns any there.
  private static func dispatch(
    _ operation: Operation, _ tree: inout PathTree<SyncPoint>, _ key: Key, overlay: Overlay,
    covering: Node?, pool: NodePool?
  ) -> [RaisedEvent] {
    guard let operation = operation.descending(into: key) else { return [] }
    return tree.update(child: key) { subtree in
      if subtree.isEmpty { return [] }
      return dispatch(
        operation, &subtree, overlay: overlay[child: key], covering: covering?[child: key],
        pool: pool)
    }
  }

  /// The children that an operation at this location can concern: its own where it names them, else all.
  private static func keys(of operation: Operation, in tree: PathTree<SyncPoint>) -> [Key] {
    switch operation.kind {
    case .merge(let children): return children.keys
    case .acknowledge(let affected), .revert(let affected):
      return affected.value == nil
        ? affected.keys : tree.keys
    case .overwrite: return tree.keys
    }
  }
}
