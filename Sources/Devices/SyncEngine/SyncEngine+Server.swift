package import Backend

extension SyncEngine {
  /// The server says what a location holds.
  ///
  /// - Parameters:
  ///   - path: from the root.
  ///   - tag: the number of the filtered query that this belongs to, nil for unfiltered listens.
  package mutating func serverOverwrite(
    at path: Path, with node: Node, tag: Int? = nil
  ) -> Output {
    serverChange(at: path, .overwrite(node), tag: tag)
  }

  /// The server says what some paths below a location hold.
  ///
  /// - Parameters:
  ///   - path: from the root.
  ///   - tag: the number of the filtered query that this belongs to, nil for unfiltered listens.
  package mutating func serverMerge(
    at path: Path, _ children: [PathChange], tag: Int? = nil
  ) -> Output {
    serverChange(at: path, .merge(Self.inOrder(children)), tag: tag)
  }

  /// The server says how some ranges of a query's data differ from what the client's compound hash said.
  ///
  /// They are laid over what the server told before, which then counts as told whole. Source: firebase-ios-sdk, `FSyncTree`
  /// (`applyServerRangeMergeAtPath:updates:`, `applyTaggedServerRangeMergeAtPath:updates:tagId:`).
  ///
  /// - Parameters:
  ///   - path: the location of the query.
  ///   - merges: in order; their paths are relative to the location.
  ///   - tag: the number of the filtered query that this belongs to, nil for unfiltered listens.
  package mutating func serverRangeMerge(
    at path: Path, _ merges: [RangeMerge], tag: Int? = nil
  ) -> Output {
    guard let point = points.value(at: path) else { return Output() }
    let index =
      if let tag { queriesByTag[tag].flatMap { point.viewIndex(of: $0) } } else {
        point.completeViewIndex
      }
    guard let index else { return Output() }
    // A span lends the view, which is large, where an array would copy it.
    let known = point.views.span[index].server.node
    let node = merges.reduce(known) { $1.applied(to: $0) }
    return serverOverwrite(at: path, with: node, tag: tag)
  }

  /// The connection is lost, and the server does what it was asked to do then: listeners see it at once, and transactions there
  /// fail as if the client had written it. An increment counts on what is shown, with the client's own unanswered writes.
  ///
  /// Source: firebase-ios-sdk, `FRepo` (`runOnDisconnectEvents`, `calcCompleteEventCacheAtPath:excludeWriteIds:`).
  ///
  /// - Parameters:
  ///   - changes: absolute paths; server values are placeholders.
  ///   - nowMilliseconds: the server's clock as the client estimates it.
  package mutating func serverWillDo(
    _ changes: [PathChange], nowMilliseconds: Int64
  ) -> Output {
    var output = Output()
    for change in changes {
      let node = change.node.resolvingServerValues(
        existing: latest(at: change.path), nowMilliseconds: nowMilliseconds)
      output += serverOverwrite(at: change.path, with: node)
      output += abortTransactions(around: change.path, reason: "set")
      output += rerunTransactions(around: change.path)
    }
    output.actions += persistKeys()
    return output
  }

  private mutating func serverChange(
    at path: Path, _ change: WriteChange, tag: Int?
  ) -> Output {
    guard let tag else { return take(change, at: path, for: nil) }
    // What is about a query that nobody listens to any more may still be on the way.
    guard let query = queriesByTag[tag], query.path.contains(path), let view = view(query),
      !view.isCovered
    else { return Output() }
    return take(change, at: path, for: query)
  }

  /// The server has told all there is to a listen, which may be nothing when it found the client's
  /// hash to be right: what the client holds is what the server would have told.
  package mutating func listenCompleted(_ listen: ServerListen) -> Output {
    let path = listen.query.path
    guard let point = points.value(at: path), let index = point.viewIndex(of: listen.number) else {
      return Output()
    }
    // A span lends the view, which is large, where an array would copy it.
    let isSettled = point.isSettled(at: index)
    let loadsAllData = point.views.span[index].loadsAllData
    var output = Output()
    if !isSettled || (loadsAllData && !isAlone(at: path)) {
      let query = loadsAllData ? nil : point.views.span[index].query
      output = show(.overwrite(point.views.span[index].server.node), at: path, for: query)
    }
    output.actions.join(persistCompletion(of: listen.query))
    output.actions.join(persistKeys())
    return output
  }

  /// Whether one view alone shows what is at and below a location.
  private func isAlone(at path: Path) -> Bool {
    let tree = points[path]
    return !tree.hasChildren && tree.value?.views.count == 1
  }

  /// Takes in what the server said.
  ///
  /// - Parameter query: the filtered query that it is for, nil for everyone.
  private mutating func take(
    _ change: WriteChange, at path: Path, for query: QuerySpec?
  ) -> Output {
    var output = show(change, at: path, for: query)
    let persisted = persistServerChange(at: path, change, of: query) + persistKeys()
    if !persisted.isEmpty { output.actions = persisted + output.actions }
    return output
  }

  private mutating func show(
    _ change: WriteChange, at path: Path, for query: QuerySpec?
  ) -> Output {
    let kind: Operation.Kind =
      switch change {
      case .overwrite(let node): .overwrite(node)
      case .merge(let children): Self.merging(children)
      }
    var output = Output()
    if let query {
      let relative = path.dropping(first: query.path.depth)
      output.events = dispatch(
        Operation(source: .tagged(query.parameters), path: relative, kind: kind), to: query)
    } else {
      output.events = dispatch(Operation(source: .server, path: path, kind: kind))
    }
    if !output.events.isEmpty { output += rerunTransactions(around: path) }
    return output
  }
}
