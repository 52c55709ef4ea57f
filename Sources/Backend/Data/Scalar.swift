public import Simulator

/// A value without children.
public enum Scalar: Sendable {
  case bool(Bool)
  case number(Double)
  case string(String)
}

extension Scalar: Equatable, Comparable {
  public static func == (left: Scalar, right: Scalar) -> Bool { left.compare(right) == 0 }

  /// The order of values: false, true, numbers, strings by code unit.
  ///
  /// Source: Firebase documentation, "How query data is ordered".
  public static func < (left: Scalar, right: Scalar) -> Bool { left.compare(right) < 0 }

  /// Negative, zero or positive as this value stands before, at or after `other`.
  func compare(_ other: Scalar) -> Int {
    switch (self, other) {
    case (.bool(let a), .bool(let b)): a == b ? 0 : b ? -1 : 1
    case (.number(let a), .number(let b)): a == b ? 0 : a < b ? -1 : a > b ? 1 : Self.order(a, b)
    case (.string(let a), .string(let b)): TextOrder.compare(a, b)
    default: rank - other.rank
    }
  }

  /// The order of two numbers of which one or both are none: these stand behind all others.
  ///
  /// The database takes no such number. A client's own view may hold one until its write is refused, and the order must
  /// be a total one for it to be found and removed again.
  private static func order(_ left: Double, _ right: Double) -> Int {
    (left.isNaN ? 1 : 0) - (right.isNaN ? 1 : 0)
  }

  private var rank: Int {
    switch self {
    case .bool: 0
    case .number: 1
    case .string: 2
    }
  }

  var contentHash: UInt64 {
    switch self {
    case .bool(let value): ContentHash.mix(value ? 3 : 2)
    case .number(let value): ContentHash.combine(11, Self.bits(of: value))
    case .string(let value): ContentHash.combine(13, ContentHash.of(value))
    }
  }

  /// Equal for numbers that are equal in the order of values.
  private static func bits(of value: Double) -> UInt64 {
    value == 0 ? 0 : value.isNaN ? Double.nan.bitPattern : value.bitPattern
  }

  /// Bytes of the value as JSON.
  var byteCount: Int {
    switch self {
    case .bool(let value): value ? 4 : 5
    case .number(let value): JSON.byteCount(of: value)
    case .string(let value): JSON.quotedByteCount(value)
    }
  }
}

extension Scalar: ExpressibleByBooleanLiteral, ExpressibleByStringLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral
{
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  public init(floatLiteral value: Double) { self = .number(value) }
}

extension Scalar: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(contentHash) }
}

extension Scalar: Digestible {
  public func digest(into hash: inout StableHash) {
    if hash.isWithoutIDs, case .string(let text) = self { return hash.mix(text) }
    hash.mix(contentHash)
  }
}
