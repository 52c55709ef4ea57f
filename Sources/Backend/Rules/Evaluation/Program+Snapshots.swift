extension Program {
  /// The node that a snapshot shows.
  func node(
    _ reference: Operation.Reference, _ scope: RuleScope
  ) throws(EvaluationFault) -> Node {
    switch operations[Int(reference)] {
    case .root: return scope.request.before
    case .location(let tree, let up):
      let index = scope.depth - Int(up)
      guard index >= 0 else { throw EvaluationFault(kind: .noParent, operation: reference) }
      return tree == .before ? scope.before[index] : scope.after[index]
    case .child(let base, let path):
      var node = try node(base, scope)
      for key in paths[Int(path)] { node = node[child: key] }
      return node
    case .childNamed(let base, let name):
      return try child(of: try node(base, scope), name, scope)
    case .parent:
      let (tree, keys) = try location(reference, scope)
      return keys.reduce(scope.root(of: tree)) { $0[child: $1] }
    case .choose(let test, let then, let otherwise):
      return try node(try truth(test, scope) ? then : otherwise, scope)
    default: preconditionFailure("the compiler let a value stand for a snapshot")
    }
  }

  /// The child that the value of `name` leads to, over one or more levels.
  func child(
    of parent: Node, _ name: Operation.Reference, _ scope: RuleScope
  ) throws(EvaluationFault) -> Node {
    switch operations[Int(name)] {
    case .string(let index):
      guard let keys = stringKeys[Int(index)] else { return .empty }
      return keys.count == 1 ? parent[child: keys[0]] : keys.reduce(parent) { $0[child: $1] }
    case .capture(let level): return parent[child: scope.key(at: Int(level))]
    case .authUID: if let key = scope.request.auth?.uidKey { return parent[child: key] }
    default: break
    }
    guard let keys = Self.keys(in: try text(name, scope)) else { return .empty }
    return keys.reduce(parent) { $0[child: $1] }
  }

  /// The keys that a value stands for when it names a child; nil for the empty string, which leads nowhere.
  func keys(
    named name: Operation.Reference, _ scope: RuleScope
  ) throws(EvaluationFault) -> [Key]? {
    switch operations[Int(name)] {
    case .string(let index): return stringKeys[Int(index)]
    case .capture(let level): return [scope.key(at: Int(level))]
    case .authUID: if let key = scope.request.auth?.uidKey { return [key] }
    default: break
    }
    return Self.keys(in: try text(name, scope))
  }

  /// The keys of a relative path; nil for the empty string, which leads nowhere.
  static func keys(in text: String) -> [Key]? {
    if text.isEmpty { return nil }
    if !text.utf8.contains(UInt8(ascii: "/")) { return [Key(text)] }
    return Array(Path(unchecked: text).keys)
  }

  /// Returns the location of a snapshot: the long way, for `parent()` of anything but the rule's location.
  private func location(
    _ reference: Operation.Reference, _ scope: RuleScope
  ) throws(EvaluationFault) -> (tree: Operation.Tree, keys: [Key]) {
    switch operations[Int(reference)] {
    case .root: return (.before, [])
    case .location(let tree, let up):
      guard Int(up) <= scope.depth else {
        throw EvaluationFault(kind: .noParent, operation: reference)
      }
      return (tree, Array(scope.path(at: scope.depth - Int(up)).keys))
    case .child(let base, let path):
      let (tree, keys) = try location(base, scope)
      return (tree, keys + paths[Int(path)])
    case .childNamed(let base, let name):
      let (tree, keys) = try location(base, scope)
      // An empty key is no location; it stands for one where nothing can be.
      return (tree, keys + (Self.keys(in: try text(name, scope)) ?? [Key("")]))
    case .parent(let base):
      let (tree, keys) = try location(base, scope)
      guard !keys.isEmpty else {
        throw EvaluationFault(kind: .noParent, operation: reference)
      }
      return (tree, keys.dropLast())
    case .choose(let test, let then, let otherwise):
      return try location(try truth(test, scope) ? then : otherwise, scope)
    default: preconditionFailure("the compiler let a value stand for a snapshot")
    }
  }

  static func test(_ test: Operation.SnapshotTest, _ node: Node) -> Bool {
    switch test {
    case .exists: !node.isEmpty
    case .hasChildren: node.hasChildren
    case .isNumber: if case .number = node.scalar { true } else { false }
    case .isString: if case .string = node.scalar { true } else { false }
    case .isBoolean: if case .bool = node.scalar { true } else { false }
    }
  }
}
