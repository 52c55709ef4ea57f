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
    case (.number(let a), .number(let b)): a == b ? 0 : a < b ? -1 : 1
    case (.string(let a), .string(let b)): TextOrder.compare(a, b)
    default: rank - other.rank
    }
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
    case .number(let value): ContentHash.combine(11, value == 0 ? 0 : value.bitPattern)
    case .string(let value): ContentHash.combine(13, ContentHash.of(value))
    }
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
