internal import Backend

// Deeds of a day as JSON in one line.

extension JSON {
  /// The text of a deed, in one line, with the members of objects in the order in which they were written.
  ///
  /// Days are kept in lines and their texts in tokens, so that everything that could end a line or be lost in a
  /// terminal is escaped by its number: more than ``description`` does. Tokens and kept days hold these texts, so they
  /// stay as they are.
  var deedText: String {
    var text = ""
    writeDeed(to: &text)
    return text
  }

  private func writeDeed(to text: inout String) {
    switch self {
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.quoteDeed(member.name, to: &text)
        text += ":"
        member.value.writeDeed(to: &text)
      }
      text += "}"
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        element.writeDeed(to: &text)
      }
      text += "]"
    case .string(let value): Self.quoteDeed(value, to: &text)
    case .null, .bool, .number: text += description
    }
  }

  private static func quoteDeed(_ value: String, to text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case _
      where scalar.value < 0x20 || scalar.value == 0x7F
        || scalar.properties.isWhitespace && scalar != " ":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  /// The value without an object around a single value that has no name, as enumerations encode one.
  var unwrapped: JSON {
    guard case .object(let members) = self, members.count == 1, members[0].name == "_0" else {
      return self
    }
    if case .object(let inner) = members[0].value, inner.contains(where: { $0.name == "_0" }) {
      return self
    }
    return members[0].value
  }
}
