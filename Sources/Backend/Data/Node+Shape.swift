extension Node {
  /// Whether all keys are such as a client may write and all numbers finite, those that the server is to add included.
  ///
  /// Constant time: what can be stored is told from what can't without looking into it.
  package var isRegular: Bool {
    switch storage {
    case .empty: true
    case .leaf(let scalar): scalar.isRegular
    case .special(let leaf):
      (leaf.scalar?.isRegular ?? leaf.serverValue?.isRegular ?? true) && leaf.priority.isRegular
    case .branch(let body): body.isRegular
    }
  }

  /// Levels of children below this node; where it is at most `Limits.depthMax`, there may be fewer.
  package var height: Int { if case .branch(let body) = storage { body.height } else { 0 } }

  /// The node, or where it has all the levels that a node can have, what is one level below.
  ///
  /// So a node that is made level by level without end stops growing, and remains one that is too deep for everything. It
  /// could be built of any depth, but its release would run over the stack.
  var bounded: Node {
    if height < Limits.nestingMax { return self }
    return children.max { $0.node.height < $1.node.height }?.node ?? self
  }
}

extension ChildEntry {
  /// The entry with its node ``Node/bounded``.
  var bounded: ChildEntry { ChildEntry(key: key, node: node.bounded) }
}

extension ServerValue {
  /// Whether it adds no number that is none; see ``Node/isRegular``.
  var isRegular: Bool { if case .increment(let delta) = self { delta.isFinite } else { true } }
}

extension Scalar {
  /// Whether it isn't a number that is none; see ``Node/isRegular``.
  var isRegular: Bool { if case .number(let value) = self { value.isFinite } else { true } }
}

extension Priority {
  /// Whether it is no number that is none; see ``Node/isRegular``.
  var isRegular: Bool {
    switch self {
    case .none, .string: true
    case .number(let value): value.isFinite
    case .serverValue(let value): value.isRegular
    }
  }
}
