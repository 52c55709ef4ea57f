internal import RehearsalCollections

extension DatabaseServer {
  /// Stores an operation for the end of a connection, if it were allowed now.
  ///
  /// It is judged once more when it runs, with its server values filled in then. Source: Firebase
  /// documentation, "Enabling Offline Capabilities", on how `onDisconnect` works.
  mutating func store(
    _ operation: OnDisconnectOperation, at path: Path, for id: ConnectionID,
    _ nowMilliseconds: Int64, _ actions: inout [ServerAction]
  ) -> ResponseStatus {
    let changes: [PathChange]
    switch operation {
    case .cancel:
      connections[id]?.onDisconnect.cancel(path)
      return .ok
    case .set(let node): changes = [PathChange(path, node)]
    case .update(let relative):
      changes = relative.map { PathChange(path.appending($0.path), $0.node) }
    }
    let write = Write(author: author(id), kind: .onDisconnect, base: path, changes: changes)
    if case .refused(let cause) = judge(write, nowMilliseconds) {
      let refusal = Refusal(
        author: write.author, kind: write.kind, paths: changes.map(\.path), cause: cause)
      actions.append(.refused(refusal))
      return refusal.status
    }
    connections[id]?.onDisconnect.store(changes, at: path)
    return .ok
  }
}
