/// Reads one JSON text (RFC 8259) from front to back, without building values of what nobody asks for.
///
/// Result files have millions of lines, for which a decoder of Foundation takes fifty times as long.
struct JSONScanner {
  /// The reason why a text is not JSON of the expected shape.
  struct Flaw: Error, Hashable {
    /// The mistake, such as `"seed" is no whole number`.
    let reason: String
  }

  private let bytes: ArraySlice<UInt8>
  private var index: Int
  private var depth = 0

  /// Objects and arrays within each other beyond this are none of ours.
  private static let deepest = 32

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  // MARK: - Values

  /// Reads an object; `read` takes the value of each member, whose name it is given.
  mutating func members(
    _ read: (String, inout JSONScanner) throws(Flaw) -> Void
  ) throws(Flaw) {
    try enter("{")
    if take("}") { return leave() }
    repeat {
      let name = try string()
      try expect(":")
      try read(name, &self)
    } while take(",")
    try expect("}")
    leave()
  }

  /// Reads an array; `read` takes each element.
  mutating func elements(_ read: (inout JSONScanner) throws(Flaw) -> Void) throws(Flaw) {
    try enter("[")
    if take("]") { return leave() }
    repeat { try read(&self) } while take(",")
    try expect("]")
    leave()
  }

  /// Reads a whole number.
  mutating func integer<Number: FixedWidthInteger>(_: Number.Type) throws(Flaw) -> Number {
    let start = index
    _ = take("-")
    while let byte, byte.isDigit { index += 1 }
    let digits = bytes[start..<index]
    let isPadded =
      digits.first == UInt8(ascii: "0") && digits.count > 1
      || digits.starts(with: "-0".utf8)
    guard !isPadded, let number = Number(String(decoding: digits, as: UTF8.self)) else {
      throw Flaw(reason: "a whole number is missing, or out of bounds")
    }
    return number
  }

  /// Reads a text.
  mutating func string() throws(Flaw) -> String {
    try expect("\"")
    let start = index
    while let byte, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      index += 1
    }
    if byte == UInt8(ascii: "\"") {
      defer { index += 1 }
      return try Self.text(bytes[start..<index])
    }
    var content = Array(bytes[start..<index])
    while let byte, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw Flaw(reason: "a control character stands in a text") }
      index += 1
      if byte == UInt8(ascii: "\\") { try escape(to: &content) } else { content.append(byte) }
    }
    try expect("\"")
    return try Self.text(content[...])
  }

  /// Reads a null if there is one.
  mutating func takeNull() -> Bool {
    guard bytes[index...].starts(with: "null".utf8) else { return false }
    index += 4
    return true
  }

  /// Reads any value, and forgets it.
  mutating func skip() throws(Flaw) {
    switch byte {
    case UInt8(ascii: "{"):
      try members { _, scanner throws(Flaw) in try scanner.skip() }
    case UInt8(ascii: "["): try elements { scanner throws(Flaw) in try scanner.skip() }
    case UInt8(ascii: "\""): _ = try string()
    default:
      for word in ["null", "true", "false"] where bytes[index...].starts(with: word.utf8) {
        index += word.utf8.count
        return
      }
      try skipNumber()
    }
  }

  /// Refuses what stands behind the value.
  func end() throws(Flaw) {
    guard index == bytes.endIndex else { throw Flaw(reason: "something stands behind its end") }
  }

  // MARK: - Pieces

  private var byte: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: scalar) else { return false }
    index += 1
    return true
  }

  private mutating func expect(_ scalar: Unicode.Scalar) throws(Flaw) {
    guard take(scalar) else {
      throw Flaw(reason: "a \(scalar) is missing at byte \(index - bytes.startIndex + 1)")
    }
  }

  private mutating func enter(_ scalar: Unicode.Scalar) throws(Flaw) {
    try expect(scalar)
    depth += 1
    guard depth <= Self.deepest else { throw Flaw(reason: "it is nested too deeply") }
  }

  private mutating func leave() { depth -= 1 }

  private mutating func skipNumber() throws(Flaw) {
    let start = index
    while let byte, byte.isDigit || "+-.eE".utf8.contains(byte) { index += 1 }
    guard start < index, Double(String(decoding: bytes[start..<index], as: UTF8.self)) != nil else {
      throw Flaw(reason: "a value is missing at byte \(index - bytes.startIndex + 1)")
    }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) throws(Flaw) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Flaw(reason: "a text is no UTF-8")
    }
    return text
  }

  /// The characters that the letters of the short escapes stand for.
  private static let plain: [UInt8: UInt8] = [
    0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 8, 0x66: 12, 0x6E: 10, 0x72: 13, 0x74: 9,
  ]

  private mutating func escape(to content: inout [UInt8]) throws(Flaw) {
    guard let letter = byte else { throw Flaw(reason: "a text does not end") }
    index += 1
    if let plain = Self.plain[letter] {
      content.append(plain)
      return
    }
    guard letter == UInt8(ascii: "u") else { throw Flaw(reason: "there is no such escape") }
    var units = [try unit()]
    if UTF16.isLeadSurrogate(units[0]), bytes[index...].starts(with: #"\u"#.utf8) {
      index += 2
      units.append(try unit())
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw Flaw(reason: "half a character is escaped")
    }
    content += text.utf8
  }

  private mutating func unit() throws(Flaw) -> UInt16 {
    let digits = bytes[index...].prefix(4)
    guard digits.count == 4, digits.allSatisfy(\.isHexadecimal),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw Flaw(reason: "an escape lacks its four digits") }
    index += 4
    return unit
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self &- 0x30 < 10 }
  fileprivate var isHexadecimal: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }
}
