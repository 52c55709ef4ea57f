/// A named family of choices, such as "link.loss": all draws of one kind, over all entities.
///
/// The name is part of every draw's key, so it must never change its meaning: saved failures
/// refer to it.
public struct ChoiceStream: Hashable, Sendable, CustomStringConvertible {
  /// The name as it stands in tokens and journals.
  public let name: String
  /// The name's stable hash, computed once.
  public let identifier: UInt64

  /// Names a stream; make it a `static let`, so that the name is hashed once.
  public init(_ name: String) {
    self.name = name
    self.identifier = StableHash.of(name)
  }

  public static func == (left: ChoiceStream, right: ChoiceStream) -> Bool {
    left.identifier == right.identifier
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(identifier)
  }

  public var description: String { name }
}
