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

extension JSON {
  /// The document that a text holds.
  ///
  /// - Parameter allowsComments: whether `//` and `/* */` count as white space, as in rules files.
  /// - Throws: `JSONError` with the place.
  public init(parsing text: String, allowsComments: Bool = false) throws(JSONError) {
    var parser = JSONParser(bytes: Array(text.utf8), allowsComments: allowsComments)
    try parser.skipSpace()
    self = try parser.value(depth: 0)
    try parser.skipSpace()
    if parser.current != nil { throw parser.error("text after the end of the document: remove it") }
  }
}

extension JSON: CustomStringConvertible {
  /// The document as one line of JSON, without spaces.
  public var description: String { JSON.text(of: self) }

  /// A document as one line of JSON, without spaces.
  static func text(of json: JSON) -> String {
    var result = ""
    json.print(into: &result)
    return result
  }

  private func print(into result: inout String) {
    switch self {
    case .null: result += "null"
    case .bool(let value): result += value ? "true" : "false"
    case .number(let value): result += JSON.text(of: value)
    case .string(let value): JSON.quote(value, into: &result)
    case .array(let elements):
      result += "["
      for (position, element) in elements.enumerated() {
        if position > 0 { result += "," }
        element.print(into: &result)
      }
      result += "]"
    case .object(let members):
      result += "{"
      for (position, member) in members.enumerated() {
        if position > 0 { result += "," }
        JSON.quote(member.name, into: &result)
        result += ":"
        member.value.print(into: &result)
      }
      result += "}"
    }
  }

  /// A number as JSON: whole numbers without a fraction, others as short as reads back the same.
  public static func text(of number: Double) -> String {
    if number.magnitude < 9_007_199_254_740_992 {
      let whole = Int64(number)
      if Double(whole) == number { return String(whole) }
    }
    return number.description
  }

  /// Bytes of a number as JSON; without making the text when it is whole.
  static func byteCount(of number: Double) -> Int {
    guard number.magnitude < 9_007_199_254_740_992, Double(Int64(number)) == number else {
      return text(of: number).utf8.count
    }
    var rest = Int64(number).magnitude
    var count = number < 0 ? 2 : 1
    while rest >= 10 {
      rest /= 10
      count += 1
    }
    return count
  }

  private static func quote(_ text: String, into result: inout String) {
    result += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{8}": result += "\\b"
      case "\u{C}": result += "\\f"
      default:
        if scalar.value < 0x20 {
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    result += "\""
  }

  /// Bytes that one byte of UTF-8 takes within a JSON string.
  static func escapedByteCount(_ byte: UInt8) -> Int {
    switch byte {
    case 0x22, 0x5C, 0x08, 0x09, 0x0A, 0x0C, 0x0D: 2
    case 0..<0x20: 6
    default: 1
    }
  }

  /// Bytes of a JSON string, quotes included.
  static func quotedByteCount(_ text: String) -> Int {
    text.utf8.reduce(2) { $0 + escapedByteCount($1) }
  }
}
