extension Node {
  /// The properties that tell whether a node can be stored, without looking into it.
  struct Shape {
    /// Levels of children below the node; where there are at most `Limits.depthMax`, there may be fewer.
    let height: Int32
    /// Whether all keys are such as a client may write and all numbers finite, those that the server is to add
    /// included.
    let isRegular: Bool
  }

  /// The node's shape; constant time.
  var shape: Shape {
    switch storage {
    case .empty: Shape(height: 0, isRegular: true)
    case .leaf(let scalar): Shape(height: 0, isRegular: scalar.isRegular)
    case .special(let leaf):
      Shape(
        height: 0,
        isRegular: (leaf.scalar?.isRegular ?? leaf.serverValue?.isRegular ?? true)
          && leaf.priority.isRegular)
    case .branch(let body): body.shape
    }
  }

  /// Whether all keys are such as a client may write and all numbers finite, those that the server is to add included.
  package var isRegular: Bool { shape.isRegular }

  /// Levels of children below this node; where it is at most `Limits.depthMax`, there may be fewer.
  package var height: Int { Int(shape.height) }

  /// The node, or where it has all the levels that a node can have, what is one level below.
  ///
  /// So a node that is made level by level without end stops growing, and remains one that is too deep for everything.
  /// It could be built of any depth, but its release would run over the stack.
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
  /// Whether it adds no number that is none.
  var isRegular: Bool { if case .increment(let delta) = self { delta.isFinite } else { true } }
}

extension Scalar {
  /// Whether it isn't a number that is none.
  var isRegular: Bool { if case .number(let value) = self { value.isFinite } else { true } }
}

extension Priority {
  /// Whether it is no number that is none.
  var isRegular: Bool {
    switch self {
    case .none, .string: true
    case .number(let value): value.isFinite
    case .serverValue(let value): value.isRegular
    }
  }
}
