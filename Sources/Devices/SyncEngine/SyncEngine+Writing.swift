package import Backend

extension SyncEngine {
  /// Replaces a location's value; listeners see it at once unless it is hidden.
  ///
  /// - Parameters:
  ///   - isVisible: whether listeners see it before the server answers.
  ///   - nowMilliseconds: the server's clock as the client estimates it, for server values.
  @discardableResult
  package mutating func overwrite(
    at path: Path, with node: Node, isVisible: Bool = true, nowMilliseconds: Int64 = 0
  ) -> (id: WriteID, output: Output) {
    write(at: path, .overwrite(node), isVisible: isVisible, nowMilliseconds: nowMilliseconds)
  }

  /// Changes several paths below a location, together.
  ///
  /// - Parameters:
  ///   - children: paths relative to the location, none of them within another.
  ///   - nowMilliseconds: the server's clock as the client estimates it, for server values.
  @discardableResult
  package mutating func merge(
    at path: Path, _ children: [PathChange], nowMilliseconds: Int64 = 0
  ) -> (id: WriteID, output: Output) {
    write(
      at: path, .merge(Self.inOrder(children)), isVisible: true,
      nowMilliseconds: nowMilliseconds)
  }

  private mutating func write(
    at path: Path, _ change: WriteChange, isVisible: Bool, nowMilliseconds: Int64
  ) -> (id: WriteID, output: Output) {
    // Of an update each of its paths, and not the location that they have in common (firebase-ios-sdk `FRepo`
    // `update:withNodes:`).
    let changed = transactions.isEmpty ? [] : change.children.map { path.appending($0.path) }
    var output = Output()
    let shown = resolve(change, at: path, nowMilliseconds: nowMilliseconds)
    let write = PendingWrite(
      id: WriteID(nextWrite), path: path, change: change, shown: shown, isVisible: isVisible)
    output.events += add(write)
    output.actions.append(.send(write))
    output.actions += persist(.writeAdded(write))
    // Once the write is shown, which counts on what they show.
    for place in changed {
      output += abortTransactions(around: place, reason: "set")
      output += rerunTransactions(around: place)
    }
    output.actions += persistKeys()
    return (write.id, output)
  }

  /// A change as it is shown: server values are estimates.
  func resolve(_ change: WriteChange, at path: Path, nowMilliseconds: Int64) -> WriteChange {
    change.mapping { below, node in
      node.resolvingServerValues(
        existing: latest(at: path.appending(below)), nowMilliseconds: nowMilliseconds)
    }
  }

  /// Takes a write in and shows it.
  mutating func add(_ write: PendingWrite) -> [RaisedEvent] {
    precondition(write.id.number >= nextWrite, "\(write.id) was used before")
    nextWrite = write.id.number + 1
    writes.add(write)
    guard write.isVisible else { return [] }
    switch write.shown {
    case .overwrite(let node):
      return dispatch(Operation(source: .user, path: write.path, kind: .overwrite(node)))
    case .merge(let children):
      return dispatch(Operation(source: .user, path: write.path, kind: Self.merging(children)))
    }
  }

  /// A merge's paths in an order in which they can be carried out one by one and still come out as if
  /// all at once: a node that is empty in between loses its priority, and so does one that is nothing yet.
  static func inOrder(_ children: [PathChange]) -> [PathChange] {
    let priority = Key.priority
    var areInOrder = true
    let span = children.span
    for index in span.indices where span[index].node.isEmpty || span[index].path.last == priority {
      areInOrder = false
    }
    if areInOrder { return children }
    return children.filter { !$0.node.isEmpty && $0.path.last != .priority }
      + children.filter { $0.node.isEmpty && $0.path.last != .priority }
      + children.filter { $0.path.last == .priority }
  }

  /// A merge as an operation; one of the location itself is an overwrite.
  static func merging(_ children: [PathChange]) -> Operation.Kind {
    let tree = PathTree(changes: children)
    if let whole = tree.value { return .overwrite(whole) }
    return .merge(tree)
  }

  /// The server accepted a write: what it told stands on its own from now on.
  package mutating func acknowledge(_ id: WriteID) -> Output { complete(id, isAccepted: true) }

  /// The server refused a write: listeners see what stands without it.
  package mutating func revert(_ id: WriteID) -> Output { complete(id, isAccepted: false) }

  /// Gives up all writes and transactions: listeners see what stands without them.
  ///
  /// Source: firebase-ios-sdk, `FRepo` (`purgeOutstandingWrites`, `abortTransactionsAtNode:error:`), `FSyncTree` (`removeAllWrites`).
  ///
  /// - Parameter answered: The batches that the server has answered, and of which the engine hears after this: its answer ends
  ///   them, and where it found them stale, so does the reason.
  package mutating func purge(reason: String, keeping answered: Set<Int> = []) -> Output {
    var output = Output()
    output.actions = persist(.writesPurged)
    let hadWrites = hasPendingWrites
    writes = WriteTree()
    untransmitted = []
    if hadWrites {
      output.events = dispatch(
        Operation(source: .user, path: .root, kind: .revert(affected: PathTree(true))))
    }
    output += endTransactions(reason: reason, but: answered)
    output.actions += persistKeys()
    return output
  }

  private mutating func complete(_ id: WriteID, isAccepted: Bool) -> Output {
    var output = Output()
    guard let write = writes[id] else { return output }
    output.events = remove(write, isAccepted: isAccepted)
    output.actions = persist(.writeRemoved(id))
    if isAccepted { output.actions += persistGuess(of: write) }
    if !output.events.isEmpty { output += rerunTransactions(around: write.path) }
    output.actions += persistKeys()
    return output
  }

  /// Forgets a write and shows what stands without it.
  mutating func remove(_ write: PendingWrite, isAccepted: Bool) -> [RaisedEvent] {
    guard writes.remove(write) else { return [] }
    let affected = PathTree(values: write.shown.children.map { ($0.path, true) })
    return dispatch(
      Operation(
        source: .user, path: write.path,
        kind: isAccepted ? .acknowledge(affected: affected) : .revert(affected: affected)))
  }

  /// The value of a location as far as it is known, with all unanswered writes laid over it.
  ///
  /// - Parameter excluded: writes to leave out.
  func latest(at path: Path, excluding excluded: Set<WriteID> = []) -> Node {
    writes.node(at: path, over: completeServerNode(at: path), excluding: excluded)
  }
}
