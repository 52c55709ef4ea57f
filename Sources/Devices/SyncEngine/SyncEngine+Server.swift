public import Backend

extension SyncEngine {
  /// The server says what a location holds.
  ///
  /// - Parameters:
  ///   - path: from the root.
  ///   - tag: the number of the filtered query that this belongs to, nil for unfiltered listens.
  public mutating func serverOverwrite(
    at path: Path, with node: Node, tag: Int? = nil
  ) -> Output {
    serverChange(at: path, .overwrite(node), tag: tag)
  }

  /// The server says what some paths below a location hold.
  ///
  /// - Parameters:
  ///   - path: from the root.
  ///   - tag: the number of the filtered query that this belongs to, nil for unfiltered listens.
  public mutating func serverMerge(
    at path: Path, _ children: [PathChange], tag: Int? = nil
  ) -> Output {
    serverChange(at: path, .merge(children), tag: tag)
  }

  private mutating func serverChange(
    at path: Path, _ change: WriteChange, tag: Int?
  ) -> Output {
    let kind: Operation.Kind =
      switch change {
      case .overwrite(let node): .overwrite(node)
      case .merge(let children): Self.merging(children)
      }
    var output = Output()
    if let tag {
      // What is about a query that nobody listens to any more may still be on the way.
      guard let query = queriesByTag[tag], let relative = path.relative(to: query.path),
        let view = view(query), !view.isCovered
      else { return output }
      output.events = dispatch(
        Operation(source: .tagged(query.parameters), path: relative, kind: kind), to: query)
      output.actions = persistServerChange(at: path, change, of: query)
    } else {
      output.events = dispatch(Operation(source: .server, path: path, kind: kind))
      output.actions = persistServerChange(at: path, change, of: nil)
    }
    if !output.events.isEmpty { output += rerunTransactions(around: path) }
    return output
  }

  /// The server has told all there is to a listen, which may be nothing when it found the client's
  /// hash to be right.
  public mutating func listenCompleted(_ listen: ServerListen) -> Output {
    var output = Output()
    guard isOpen(listen) else { return output }
    let query = listen.query
    if listen.tag == nil {
      output.events = dispatch(
        Operation(source: .server, path: query.path, kind: .listenComplete))
    } else {
      output.events = dispatch(
        Operation(source: .tagged(query.parameters), path: .root, kind: .listenComplete), to: query)
    }
    output.actions = persistCompletion(of: query)
    return output
  }
}
