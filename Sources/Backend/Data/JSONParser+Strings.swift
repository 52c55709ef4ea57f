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
