internal import Backend

/// A change on its way down the tree of listened locations.
///
/// An object and not a structure, so that handing it on costs one reference.
final class Operation: Sendable {
  /// The source of a change.
  enum Source: Equatable, Sendable {
    /// This client.
    case user
    /// The server, to everyone who listens here.
    case server
    /// The server, to one filtered query.
    case tagged(QueryParameters)
  }

  /// The kind of a change.
  enum Kind: Sendable {
    case overwrite(Node)
    /// Paths below the location and what they become.
    case merge(PathTree<Node>)
    /// The server accepted a local write of these paths below the location.
    case acknowledge(affected: PathTree<Bool>)
    /// The server refused a local write, or its writer took it back.
    case revert(affected: PathTree<Bool>)
  }

  let source: Source
  /// The location of the change, relative to the location that the operation has reached.
  let path: Path
  let kind: Kind

  init(source: Source, path: Path, kind: Kind) {
    self.source = source
    self.path = path
    self.kind = kind
  }

  /// Returns the operation as it concerns a child, or nil when it doesn't concern it.
  func descending(into key: Key) -> Operation? {
    if !path.isRoot {
      guard path.first == key else { return nil }
      return Operation(source: source, path: path.droppingFirst, kind: kind)
    }
    switch kind {
    case .overwrite(let node): return here(.overwrite(node[child: key]))
    case .merge(let children):
      let tree = children[child: key]
      if let node = tree.value { return here(.overwrite(node)) }
      return tree.isEmpty ? nil : here(.merge(tree))
    case .acknowledge(let affected):
      return Self.affected(affected, key).map { here(.acknowledge(affected: $0)) }
    case .revert(let affected):
      return Self.affected(affected, key).map { here(.revert(affected: $0)) }
    }
  }

  private func here(_ kind: Kind) -> Operation {
    Operation(source: source, path: .root, kind: kind)
  }

  private static func affected(_ tree: PathTree<Bool>, _ key: Key) -> PathTree<Bool>? {
    if tree.value != nil { return tree }
    let child = tree[child: key]
    return child.isEmpty ? nil : child
  }
}
