/// Reads a JSON document from bytes, one value at a time.
struct JSONParser {
  /// Levels of nesting after which a document is refused, to bound the stack.
  static let depthMax = 256

  let bytes: [UInt8]
  let allowsComments: Bool
  var position = 0

  init(bytes: [UInt8], allowsComments: Bool) {
    self.bytes = bytes
    self.allowsComments = allowsComments
  }

  var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  func error(_ problem: String, at place: Int? = nil) -> JSONError {
    let before = bytes.prefix(place ?? position)
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return JSONError(
      line: before.count { $0 == 0x0A } + 1, column: before.count - lineStart + 1,
      problem: problem)
  }

  mutating func skipSpace() throws(JSONError) {
    while let byte = current {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      case UInt8(ascii: "/") where allowsComments: try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(JSONError) {
    let start = position
    let kind = position + 1 < bytes.count ? bytes[position + 1] : 0
    position += 2
    if kind == UInt8(ascii: "/") {
      while let byte = current, byte != 0x0A { position += 1 }
    } else if kind == UInt8(ascii: "*") {
      while position + 1 < bytes.count {
        if bytes[position] == UInt8(ascii: "*"), bytes[position + 1] == UInt8(ascii: "/") {
          position += 2
          return
        }
        position += 1
      }
      throw error("comment without end: close it with */", at: start)
    } else {
      throw error("lone \"/\": a comment begins with // or /*", at: start)
    }
  }

  mutating func value(depth: Int) throws(JSONError) -> JSON {
    guard depth < Self.depthMax else {
      throw error("more than \(Self.depthMax) levels: flatten the document")
    }
    guard let byte = current else { throw error("the text ends where a value belongs") }
    switch byte {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), 0x30...0x39: return .number(try number())
    default: throw error("\"\(Unicode.Scalar(byte))\" begins no value")
    }
  }

  private mutating func word(_ word: String, _ value: JSON) throws(JSONError) -> JSON {
    guard bytes[position...].starts(with: word.utf8) else {
      throw error("unknown word: write true, false or null")
    }
    position += word.utf8.count
    return value
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSON {
    var members: [JSON.Member] = []
    position += 1
    try skipSpace()
    while current != UInt8(ascii: "}") {
      guard current == UInt8(ascii: "\"") else {
        throw error("a member begins with its name in quotes")
      }
      let name = try string()
      try skipSpace()
      guard current == UInt8(ascii: ":") else { throw error("\":\" belongs after a name") }
      position += 1
      try skipSpace()
      members.append(JSON.Member(name, try value(depth: depth + 1)))
      try separator(before: UInt8(ascii: "}"), of: "object")
    }
    position += 1
    return .object(members)
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSON {
    var elements: [JSON] = []
    position += 1
    try skipSpace()
    while current != UInt8(ascii: "]") {
      elements.append(try value(depth: depth + 1))
      try separator(before: UInt8(ascii: "]"), of: "array")
    }
    position += 1
    return .array(elements)
  }

  /// Passes a comma with something after it, or stops at the closing bracket.
  private mutating func separator(before end: UInt8, of kind: String) throws(JSONError) {
    try skipSpace()
    if current == end { return }
    guard current == UInt8(ascii: ",") else {
      throw error("\",\" or \"\(Unicode.Scalar(end))\" belongs here, within an \(kind)")
    }
    position += 1
    try skipSpace()
    if current == end { throw error("comma before the end of an \(kind): remove it") }
  }

  private mutating func number() throws(JSONError) -> Double {
    let start = position
    if current == UInt8(ascii: "-") { position += 1 }
    let leading = position
    guard skipDigits() > 0 else { throw error("a digit belongs after \"-\"") }
    if bytes[leading] == 0x30, position - leading > 1 {
      throw error("a number has no leading zero", at: leading)
    }
    if current == UInt8(ascii: ".") {
      position += 1
      guard skipDigits() > 0 else { throw error("a digit belongs after \".\"") }
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      position += 1
      if current == UInt8(ascii: "-") || current == UInt8(ascii: "+") { position += 1 }
      guard skipDigits() > 0 else { throw error("a digit belongs into the exponent") }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let value = Double(text), value.isFinite else {
      throw error("the number is out of range", at: start)
    }
    return value
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while let byte = current, byte >= 0x30, byte <= 0x39 { position += 1 }
    return position - start
  }
}

extension JSONParser {
  mutating func string() throws(JSONError) -> String {
    let start = position
    position += 1
    var result: [UInt8] = []
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        guard let text = String(validating: result, as: UTF8.self) else {
          throw error("the string is no valid UTF-8", at: start)
        }
        return text
      case UInt8(ascii: "\\"): try escape(into: &result)
      case 0..<0x20: throw error("control character in a string: escape it")
      default:
        result.append(byte)
        position += 1
      }
    }
    throw error("string without end", at: start)
  }

  private mutating func escape(into result: inout [UInt8]) throws(JSONError) {
    let start = position
    position += 1
    guard let byte = current else { throw error("string without end", at: start) }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(byte)
    case UInt8(ascii: "b"): result.append(0x08)
    case UInt8(ascii: "f"): result.append(0x0C)
    case UInt8(ascii: "n"): result.append(0x0A)
    case UInt8(ascii: "r"): result.append(0x0D)
    case UInt8(ascii: "t"): result.append(0x09)
    case UInt8(ascii: "u"): result.append(contentsOf: try codePoint(from: start).utf8)
    default:
      throw error("unknown escape: use one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u", at: start)
    }
  }

  private mutating func codePoint(from start: Int) throws(JSONError) -> String {
    var units = [try hexadecimal()]
    if UTF16.isLeadSurrogate(units[0]), current == UInt8(ascii: "\\"),
      position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "u")
    {
      position += 2
      units.append(try hexadecimal())
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw error("half of a surrogate pair: write both halves", at: start)
    }
    return text
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt16 {
    guard position + 4 <= bytes.count,
      let value = UInt16(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
    else { throw error("four hexadecimal digits belong after \\u") }
    position += 4
    return value
  }
}
