/// The data that a rule sees while it is evaluated at one location.
struct RuleScope: Sendable {
  let request: RuleRequest
  /// Levels from the root down to the location.
  private(set) var depth = 0
  /// Keys from the request's path down to the location, where it lies below that path.
  private var keysBelow: [Key] = []
  /// The nodes from the root down towards the location, as the database stands; as far down as
  /// they were asked for, and none before.
  private(set) var before: [Node] = []
  /// The nodes from the root down to the location as the write would leave them; empty for reads.
  private(set) var after: [Node]

  /// The scope of a rule at the root.
  init(_ request: RuleRequest) {
    self.request = request
    after = []
    if let node = request.after {
      after.reserveCapacity(request.path.depth + 1)
      after.append(node)
    }
  }

  /// Moves to the next location on the request's path.
  mutating func descend() {
    depth += 1
    if !after.isEmpty { after.append(after[depth - 1][child: key(at: depth - 1)]) }
  }

  /// Moves to a child of a location at the end of the request's path or below it.
  mutating func descend(to key: Key) {
    keysBelow.append(key)
    descend()
  }

  /// Moves back to the parent, below the request's path.
  mutating func ascend() {
    keysBelow.removeLast()
    depth -= 1
    if before.count > depth + 1 { before.removeLast() }
    if !after.isEmpty { after.removeLast() }
  }

  /// Looks up what `data` shows here; to be called before a rule is evaluated that reads it.
  mutating func loadData() {
    if before.isEmpty {
      before.reserveCapacity(max(depth, request.path.depth) + 1)
      before.append(request.before)
    }
    while before.count <= depth {
      before.append(before[before.count - 1][child: key(at: before.count - 1)])
    }
  }

  /// The key that leads from this level of the way to the location to the next.
  func key(at level: Int) -> Key {
    let keys = request.path.keys
    return level < keys.count ? keys[keys.startIndex + level] : keysBelow[level - keys.count]
  }

  /// The location.
  var path: Path { path(at: depth) }

  /// The location or one above it.
  func path(at depth: Int) -> Path {
    let path = request.path.prefix(depth)
    return depth > path.depth
      ? path.appending(Path(keysBelow.prefix(depth - path.depth))) : path
  }

  /// The node at the location in the state that the write would leave.
  var newData: Node { after[depth] }

  func root(of tree: Operation.Tree) -> Node { tree == .before ? request.before : after[0] }
}
