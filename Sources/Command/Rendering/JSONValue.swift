import Simulator

/// A JSON value whose members keep their order (RFC 8259).
enum JSONValue: Hashable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// A name and its value.
  struct Member: Hashable {
    let name: String
    let value: JSONValue
  }

  /// An object with these members, in this order.
  static func members(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(members.map { Member(name: $0.key, value: $0.value) })
  }

  /// An object with these members and then others.
  static func members(
    _ members: KeyValuePairs<String, JSONValue>, and others: [Member]
  ) -> JSONValue {
    .object(members.map { Member(name: $0.key, value: $0.value) } + others)
  }

  /// A string, or null for nil.
  static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  /// A number, or null for nil.
  static func optional(_ number: Int64?) -> JSONValue { number.map { .integer($0) } ?? .null }

  /// Strings as an array.
  static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  /// The value as one line without spaces.
  var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .unsigned(let value): text += String(value)
    case .string(let value): Self.quote(value, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.quote(member.name, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func quote(_ value: String, to text: inout String) {
    text += "\""
    // Most texts are plain.
    if value.utf8.allSatisfy({ 0x20..<0x7F ~= $0 && $0 != 0x22 && $0 != 0x5C }) {
      text += value
      text += "\""
      return
    }
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      // What JSON does not have to escape, but a terminal acts upon, is escaped too: all of it has four digits.
      case _ where scalar.isHidden:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

/// One line of JSON Lines output: an object that begins with its version and kind.
enum JSONLine {
  /// The version of all lines; it grows when a member changes its meaning.
  static let version: Int64 = 1

  /// The line with its line feed.
  ///
  /// - Parameter more: Members that only some lines of the kind have.
  static func text(
    kind: String, _ members: KeyValuePairs<String, JSONValue>, and more: [JSONValue.Member] = []
  ) -> String {
    let head: [JSONValue.Member] = [
      .init(name: "version", value: .integer(version)),
      .init(name: "kind", value: .string(kind)),
    ]
    let tail = members.map { JSONValue.Member(name: $0.key, value: $0.value) }
    return JSONValue.object(head + tail + more).text + "\n"
  }
}
