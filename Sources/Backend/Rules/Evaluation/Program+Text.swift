extension Program {
  static func test(_ test: Operation.TextTest, _ text: String, _ other: String) -> Bool {
    // Bytes are compared: Swift's own methods take canonically equivalent strings for equal.
    switch test {
    case .beginsWith: text.utf8.starts(with: other.utf8)
    case .endsWith:
      text.utf8.count >= other.utf8.count
        && text.utf8.suffix(other.utf8.count).elementsEqual(other.utf8)
    case .contains:
      other.isEmpty || TextSearch(for: other).firstIndex(in: Array(text.utf8)) != nil
    }
  }

  /// All occurrences replaced, not only the first as in JavaScript; nil where the result is longer than
  /// `Limits.ruleTextBytesMax`.
  ///
  /// Source: verdicts recorded in production (pyric, pull request 200).
  static func replacing(_ old: String, in text: String, with new: String) -> String? {
    if old.isEmpty { return text }
    let (search, bytes, replacement) = (TextSearch(for: old), Array(text.utf8), Array(new.utf8))
    var result: [UInt8] = []
    var start = 0
    while let found = search.firstIndex(in: bytes, from: start) {
      result += bytes[start..<found]
      result += replacement
      start = found + search.count
      if result.count > Limits.ruleTextBytesMax { return nil }
    }
    result += bytes[start...]
    return String(decoding: result, as: UTF8.self)
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

/// Finds a text in others by its bytes, in time that grows with both lengths and never with their product.
///
/// The method of Knuth, Morris and Pratt ("Fast pattern matching in strings", SIAM Journal on Computing, 1977): clients
/// decide about both texts, and ten megabytes of one letter are easily sent.
struct TextSearch {
  /// The bytes that are looked for; not empty.
  private let needle: [UInt8]
  /// For each number of bytes that fit, how many fit where the next try begins.
  private let borders: [Int32]

  /// The search for a text, which must not be empty.
  init(for text: String) {
    needle = Array(text.utf8)
    var borders: [Int32] = [0]
    borders.reserveCapacity(needle.count)
    var length = 0
    for index in needle.indices.dropFirst() {
      while length > 0, needle[index] != needle[length] { length = Int(borders[length - 1]) }
      if needle[index] == needle[length] { length += 1 }
      borders.append(Int32(length))
    }
    self.borders = borders
  }

  /// Number of bytes that are looked for.
  var count: Int { needle.count }

  /// Returns the index of the text's first occurrence at `start` or behind it; nil where there is none.
  func firstIndex(in bytes: [UInt8], from start: Int = 0) -> Int? {
    var length = 0
    for index in start..<bytes.count {
      while length > 0, bytes[index] != needle[length] { length = Int(borders[length - 1]) }
      if bytes[index] == needle[length] { length += 1 }
      if length == needle.count { return index + 1 - length }
    }
    return nil
  }
}
