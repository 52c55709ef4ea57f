/// A node's priority, which orders it among its siblings where nothing else does.
///
/// No priority comes first, then numbers, then strings. Source: Firebase documentation of
/// `setPriority` and `orderByPriority`.
public enum Priority: Sendable {
  case none
  case number(Double)
  case string(String)
  /// To be filled in by the server.
  case serverValue(ServerValue)

  /// Whether there is none.
  public var isNone: Bool { if case .none = self { true } else { false } }

  /// The priority as a node, which is how it is addressed as the child `.priority`.
  public var node: Node {
    switch self {
    case .none: .empty
    case .number(let value): Node(.number(value))
    case .string(let value): Node(.string(value))
    case .serverValue(let value): Node(value)
    }
  }

  /// The priority that a leaf node stands for; nil for a bool or a node with children.
  public init?(_ node: Node) {
    if node.isEmpty {
      self = .none
    } else if let value = node.serverValue {
      self = .serverValue(value)
    } else {
      switch node.scalar {
      case .number(let value): self = .number(value)
      case .string(let value): self = .string(value)
      case .bool, nil: return nil
      }
    }
  }

  var contentHash: UInt64 { isNone ? 0 : node.contentHash }
}

extension Priority: Equatable, Comparable {
  public static func == (left: Priority, right: Priority) -> Bool { left.compare(right) == 0 }

  public static func < (left: Priority, right: Priority) -> Bool { left.compare(right) < 0 }

  /// Negative, zero or positive as this priority stands before, at or after `other`.
  func compare(_ other: Priority) -> Int {
    switch (self, other) {
    case (.none, .none): 0
    case (.none, _): -1
    case (_, .none): 1
    default: node.compareValue(other.node)
    }
  }
}
