/// A JSON document: what is read from files and sent over the wire, before it means data.
public enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  /// The members in the order in which they were written; names may repeat.
  case object([Member])

  /// One member of an object.
  public struct Member: Equatable, Sendable {
    /// The member's name.
    public let name: String
    /// The member's value.
    public let value: JSON

    /// A member.
    public init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// An object's member; nil where there is none or this is no object. Of a repeated name the last.
  public subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  /// The string; nil for anything else.
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The number; nil for anything else.
  public var number: Double? { if case .number(let value) = self { value } else { nil } }
  /// The truth value; nil for anything else.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The elements; nil for anything else than an array.
  public var array: [JSON]? { if case .array(let value) = self { value } else { nil } }
  /// The members; nil for anything else than an object.
  public var object: [Member]? { if case .object(let value) = self { value } else { nil } }
  /// Whether this is null.
  public var isNull: Bool { self == .null }
}

/// An error in a JSON text.
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Line of the offending character, from 1.
  public let line: Int
  /// Column of the offending character in UTF-8 bytes, from 1.
  public let column: Int
  /// The problem: the thing that was found, and the one that belongs there.
  public let problem: String

  /// The place and the problem.
  public var description: String { "line \(line), column \(column): \(problem)" }
}
