/// A value as a tree of texts: the form between a deed of a day and its text.
///
/// The text is JSON, in one line, with the members of objects in the order in which they were written.
enum DeedTree: Hashable, Sendable {
  case object([(key: String, value: DeedTree)])
  case array([DeedTree])
  case text(String)
  /// A number or a truth, as it is written.
  case literal(String)

  static func == (left: DeedTree, right: DeedTree) -> Bool { left.json == right.json }

  func hash(into hasher: inout Hasher) { hasher.combine(json) }

  /// The tree without an object around a single value that has no name, as enumerations encode one.
  var unwrapped: DeedTree {
    guard case .object(let members) = self, members.count == 1, members[0].key == "_0" else {
      return self
    }
    if case .object(let inner) = members[0].value, inner.contains(where: { $0.key == "_0" }) {
      return self
    }
    return members[0].value
  }

  /// The tree as JSON.
  var json: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.quote(member.key, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        element.write(to: &text)
      }
      text += "]"
    case .text(let value): Self.quote(value, to: &text)
    case .literal(let value): text += value
    }
  }

  private static func quote(_ value: String, to text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case _
      where scalar.value < 0x20 || scalar.value == 0x7F
        || scalar.properties.isWhitespace
          && scalar != " ":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  /// Reads JSON as ``json`` writes it; nil for anything else.
  init?(json text: String) {
    var reader = DeedReader(rest: text.unicodeScalars[...])
    guard let tree = reader.value(depth: 0), reader.rest.isEmpty else { return nil }
    self = tree
  }
}

/// Reads the JSON of deeds.
private struct DeedReader {
  var rest: Substring.UnicodeScalarView

  /// No deed has parts within parts within parts to such a depth.
  private static let deepest = 32

  mutating func value(depth: Int) -> DeedTree? {
    guard depth < Self.deepest, let first = rest.first else { return nil }
    switch first {
    case "{":
      rest.removeFirst()
      var members: [(String, DeedTree)] = []
      if take("}") { return .object([]) }
      repeat {
        guard let key = quoted(), take(":"), let value = value(depth: depth + 1) else { return nil }
        members.append((key, value))
      } while take(",")
      return take("}") ? .object(members) : nil
    case "[":
      rest.removeFirst()
      var elements: [DeedTree] = []
      if take("]") { return .array([]) }
      repeat {
        guard let element = value(depth: depth + 1) else { return nil }
        elements.append(element)
      } while take(",")
      return take("]") ? .array(elements) : nil
    case "\"": return quoted().map { .text($0) }
    default:
      let word = rest.prefix {
        $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
          || "+-.".unicodeScalars.contains($0)
      }
      guard !word.isEmpty else { return nil }
      rest = rest[word.endIndex...]
      return .literal(String(word))
    }
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func quoted() -> String? {
    guard take("\"") else { return nil }
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"": return String(text)
      case "\\":
        guard let escaped = rest.popFirst() else { return nil }
        guard escaped == "u" else {
          guard escaped == "\"" || escaped == "\\" else { return nil }
          text.append(escaped)
          continue
        }
        let digits = String(rest.prefix(4))
        guard digits.unicodeScalars.count == 4, let value = UInt32(digits, radix: 16),
          let meant = Unicode.Scalar(value)
        else { return nil }
        rest.removeFirst(4)
        text.append(meant)
      default: text.append(scalar)
      }
    }
    return nil
  }
}
