/// Reads the JSON of a rules file.
///
/// As the platform's console does, it accepts `//` and `/* */` comments between values, and line
/// breaks within strings, so that long expressions can be laid out.
struct RulesDocumentParser {
  /// Levels of nesting that a rules file may have.
  static let depthMax = 128

  private let scalars: [Unicode.Scalar]
  private var offset = 0
  private var line = 1
  private var column = 1
  private var depth = 0

  private init(_ text: String) { scalars = Array(text.unicodeScalars) }

  /// The value that `text` holds.
  ///
  /// - Throws: `RulesError` at the first place that isn't JSON with comments.
  static func parse(_ text: String) throws(RulesError) -> RulesDocument {
    var parser = RulesDocumentParser(text)
    try parser.skipBlanks()
    let value = try parser.parseValue()
    try parser.skipBlanks()
    if let extra = parser.current {
      throw parser.malformed("found '\(extra)' after the end of the rules", "remove it")
    }
    return value
  }

  private var current: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

  private var position: SourcePosition { SourcePosition(line: line, column: column) }

  private func malformed(
    _ what: String, _ remedy: String, at place: SourcePosition? = nil
  ) -> RulesError {
    RulesError(.malformedDocument(what: what, remedy: remedy), at: place ?? position)
  }

  private mutating func advance() {
    if scalars[offset] == "\n" { (line, column) = (line + 1, 1) } else { column += 1 }
    offset += 1
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard current == scalar else { return false }
    advance()
    return true
  }

  /// A description of the present place in the text, for a message.
  private var found: String { current.map { "'\($0)'" } ?? "the end of the file" }

  private mutating func skipBlanks() throws(RulesError) {
    while let scalar = current {
      switch scalar {
      case " ", "\t", "\n", "\r", "\u{FEFF}": advance()
      case "/": try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(RulesError) {
    let start = position
    advance()
    if take("/") {
      while let scalar = current, scalar != "\n" {
        _ = scalar
        advance()
      }
    } else if take("*") {
      while current != nil {
        if take("*") { if take("/") { return } } else { advance() }
      }
      throw malformed("this comment never ends", "close it with */", at: start)
    } else {
      throw malformed("a single '/' stands here", "begin comments with // or /*", at: start)
    }
  }

  private mutating func parseValue() throws(RulesError) -> RulesDocument {
    let start = position
    switch current {
    case "{": return RulesDocument(content: .object(try parseObject()), position: start)
    case "[": return RulesDocument(content: .array(try parseArray()), position: start)
    case "\"": return RulesDocument(content: .string(try parseString()), position: start)
    case let scalar? where scalar == "-" || ("0"..."9").contains(scalar):
      skipNumber()
      return RulesDocument(content: .number, position: start)
    case let scalar? where scalar.properties.isAlphabetic:
      return RulesDocument(content: try parseWord(), position: start)
    default:
      throw malformed("a value should stand here, but \(found) does", "write the value")
    }
  }

  private mutating func parseWord() throws(RulesError) -> RulesDocument.Content {
    let start = position
    var word = ""
    while let scalar = current, scalar.properties.isAlphabetic {
      word.unicodeScalars.append(scalar)
      advance()
    }
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    default: throw malformed("'\(word)' isn't a value", "put text in double quotes", at: start)
    }
  }

  private mutating func skipNumber() {
    while let scalar = current, "+-.0123456789eE".unicodeScalars.contains(scalar) { advance() }
  }

  private mutating func enter() throws(RulesError) {
    depth += 1
    guard depth <= Self.depthMax else {
      throw malformed("more than \(Self.depthMax) levels are nested", "flatten the rules")
    }
    advance()
  }

  private mutating func parseObject() throws(RulesError) -> [RulesDocument.Member] {
    try enter()
    defer { depth -= 1 }
    var members: [RulesDocument.Member] = []
    var places: [String: SourcePosition] = [:]
    try skipBlanks()
    if take("}") { return members }
    while true {
      let start = position
      guard current == "\"" else {
        throw malformed("a name in double quotes should stand here, but \(found) does", "quote it")
      }
      let name = try parseString().text
      if let first = places.updateValue(start, forKey: name) {
        throw RulesError(.duplicateKey(name, first: first), at: start)
      }
      try skipBlanks()
      guard take(":") else {
        throw malformed("':' should follow the name \"\(name)\", but \(found) does", "insert it")
      }
      try skipBlanks()
      members.append(.init(name: name, position: start, value: try parseValue()))
      try skipBlanks()
      if take("}") { return members }
      try takeComma(closing: "}")
    }
  }

  private mutating func parseArray() throws(RulesError) -> [RulesDocument] {
    try enter()
    defer { depth -= 1 }
    var elements: [RulesDocument] = []
    try skipBlanks()
    if take("]") { return elements }
    while true {
      elements.append(try parseValue())
      try skipBlanks()
      if take("]") { return elements }
      try takeComma(closing: "]")
    }
  }

  private mutating func takeComma(closing: Unicode.Scalar) throws(RulesError) {
    guard take(",") else {
      throw malformed("',' or '\(closing)' should stand here, but \(found) does", "insert it")
    }
    try skipBlanks()
    if current == closing {
      throw malformed("nothing stands between ',' and '\(closing)'", "remove the comma")
    }
  }

  private mutating func parseString() throws(RulesError) -> ExpressionSource {
    let start = position
    advance()
    var text: [Unicode.Scalar] = []
    var positions: [SourcePosition] = []
    while let scalar = current {
      positions.append(position)
      switch scalar {
      case "\"":
        advance()
        return ExpressionSource(scalars: text, positions: positions)
      case "\\": text.append(try parseEscape())
      default:
        advance()
        text.append(scalar)
      }
    }
    throw malformed("this string never ends", "close it with a double quote", at: start)
  }

  private mutating func parseEscape() throws(RulesError) -> Unicode.Scalar {
    let start = position
    advance()
    guard let scalar = current else { throw malformed("this string never ends", "close it") }
    advance()
    switch scalar {
    case "\"", "\\", "/": return scalar
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u": return try parseUnicodeEscape(from: start)
    default:
      let remedy = scalar == "'" ? "write ' as it is" : "write \\\\\(scalar) for a backslash"
      throw malformed("JSON has no escape '\\\(scalar)'", remedy, at: start)
    }
  }

  private mutating func parseUnicodeEscape(
    from start: SourcePosition
  ) throws(RulesError) -> Unicode.Scalar {
    let high = try parseHexadecimal(from: start)
    if let scalar = Unicode.Scalar(high) { return scalar }
    if (0xD800..<0xDC00).contains(high), take("\\"), take("u") {
      let low = try parseHexadecimal(from: start)
      let code = 0x10000 + ((high - 0xD800) << 10) + (low &- 0xDC00)
      if (0xDC00..<0xE000).contains(low), let scalar = Unicode.Scalar(code) { return scalar }
    }
    throw malformed("half a surrogate pair stands here", "write both halves", at: start)
  }

  private mutating func parseHexadecimal(from start: SourcePosition) throws(RulesError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = current.flatMap({ Character($0).hexDigitValue }) else {
        throw malformed("\\u needs four hexadecimal digits", "write them all", at: start)
      }
      value = value << 4 | UInt32(digit)
      advance()
    }
    return value
  }
}
