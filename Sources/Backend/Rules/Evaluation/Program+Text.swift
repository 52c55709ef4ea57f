extension Program {
  static func test(_ test: Operation.TextTest, _ text: String, _ other: String) -> Bool {
    // Bytes are compared: Swift's own methods take canonically equivalent strings for equal.
    switch test {
    case .beginsWith: text.utf8.starts(with: other.utf8)
    case .endsWith:
      text.utf8.count >= other.utf8.count
        && text.utf8.suffix(other.utf8.count).elementsEqual(other.utf8)
    case .contains: firstIndex(of: other.utf8, in: text.utf8[...]) != nil
    }
  }

  private static func firstIndex(
    of needle: String.UTF8View, in text: Substring.UTF8View
  ) -> String.Index? {
    var rest = text
    while rest.count >= needle.count {
      if rest.starts(with: needle) { return rest.startIndex }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// All occurrences replaced, not only the first as in JavaScript.
  ///
  /// Source: verdicts recorded in production (pyric, pull request 200).
  static func replacing(_ old: String, in text: String, with new: String) -> String {
    guard !old.isEmpty else { return text }
    var result = ""
    var rest = text.utf8[...]
    while let index = firstIndex(of: old.utf8, in: rest) {
      result += String(Substring(rest[..<index])) + new
      rest = rest[index...].dropFirst(old.utf8.count)
    }
    return result + String(Substring(rest))
  }

  /// A claim by name, or the length of a string; null where there is nothing of that name.
  static func member(_ name: String, of base: RuleValue) -> RuleValue {
    switch base {
    case .claims(let json): json[name].map(RuleValue.init) ?? .null
    case .string(let text) where name == "length": .number(Double(text.utf16.count))
    case .null, .bool, .number, .string, .children: .null
    }
  }

  /// A claim by a key that is computed.
  static func element(_ key: RuleValue, of base: RuleValue) -> RuleValue {
    switch key {
    case .string(let name): return member(name, of: base)
    case .number(let index):
      if case .claims(.array(let elements)) = base, let index = Int(exactly: index),
        elements.indices.contains(index)
      {
        return RuleValue(elements[index])
      }
      return member(RuleValue.text(of: index), of: base)
    case .null, .bool, .claims, .children: return .null
    }
  }
}
