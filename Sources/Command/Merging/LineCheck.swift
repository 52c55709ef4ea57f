/// The check at the end of each line of a sweep's results: a CRC-32 over the line's text, by which a change is noticed.
///
/// It is the CRC of IEEE 802.3, which zlib computes too, over all bytes before `,"check"`, as eight hexadecimal digits: a
/// change of up to four neighbouring bytes always changes it, any other one with all but a 2³²nd of chance. The digits
/// behind `"wall_ns":` are left out, because real time differs wherever a run is played; ``ResultSeal`` checks them.
enum LineCheck {
  /// The line with its check as its last member, and the check.
  ///
  /// - Parameter line: A line as ``JSONLine`` writes it: an object and a line feed.
  static func sealed(_ line: String) -> (line: String, check: UInt32) {
    let check = checksum(of: Array(line.utf8).dropLast("}\n".utf8.count))
    var sealed = line
    sealed.unicodeScalars.removeLast("}\n".utf8.count)
    sealed += introduction
    sealed += digits(check)
    sealed += "\"}\n"
    return (sealed, check)
  }

  /// The check that a line without its line feed must have.
  ///
  /// - Returns: Nil where the line does not end in a check, or in another one.
  static func verified(_ line: ArraySlice<UInt8>) -> UInt32? {
    guard hasCheck(line) else { return nil }
    let check = checksum(of: line.dropLast(length))
    return line.suffix(length).elementsEqual((introduction + digits(check) + "\"}").utf8)
      ? check : nil
  }

  /// Whether a line without its line feed ends in some check.
  static func hasCheck(_ line: ArraySlice<UInt8>) -> Bool {
    line.count > length && line.suffix(length).starts(with: introduction.utf8)
  }

  /// The line without its check; the line itself where it has none.
  static func text(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    hasCheck(line) ? line.dropLast(length) : line
  }

  private static let introduction = #","check":""#
  private static let length = introduction.utf8.count + 8 + 2

  private static func digits(_ check: UInt32) -> String {
    let digits = String(check, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  // MARK: - The sum

  private static let wallTime = Array(#""wall_ns""#.utf8)

  /// Remainders of every byte by the polynomial of IEEE 802.3, lowest bit first.
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { rest, _ in
      rest & 1 == 1 ? 0xEDB8_8320 ^ (rest >> 1) : rest >> 1
    }
  }

  private static func checksum(of line: ArraySlice<UInt8>) -> UInt32 {
    let table = Self.table
    var sum = UInt32.max
    var isInWallTime = false
    for index in line.indices {
      let byte = line[index]
      if isInWallTime {
        if isDigit(byte) { continue }
        isInWallTime = false
      }
      sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8)
      // A quote within a text is escaped: these bytes are the name of a member.
      if byte == UInt8(ascii: ":") { isInWallTime = line[..<index].suffix(9) == wallTime[...] }
    }
    return ~sum
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
