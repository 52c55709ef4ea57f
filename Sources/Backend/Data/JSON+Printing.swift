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
