/// Compresses bytes as browsers decompress them with `DecompressionStream("deflate-raw")`.
///
/// Source: RFC 1951. The same bytes give the same result on every machine: there is no table that depends on one.
enum Deflate {
  /// The number of tokens in a block: a code of its own for so many pays.
  private static let blockTokens = 1 << 15

  /// The compressed form of some bytes.
  static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var writer = BitWriter()
    var matcher = DeflateMatcher(bytes)
    var isLast = false
    repeat {
      var block = DeflateBlock()
      while block.tokens.count < blockTokens, let token = matcher.next() { block.add(token) }
      isLast = matcher.isAtEnd
      block.write(to: &writer, isLast: isLast)
    } while !isLast
    return writer.finished()
  }
}

/// A byte, or the copy of a stretch of bytes that came before.
enum DeflateToken: Equatable {
  case literal(UInt8)
  /// 3 to 258 bytes that stand 1 to 32768 bytes back.
  case copy(length: Int, distance: Int)
}

/// Writes numbers of some bits, the lowest first.
struct BitWriter {
  private var bytes: [UInt8] = []
  private var pending: UInt64 = 0
  private var pendingBits = 0

  /// Writes the lowest `count` bits, at most 32.
  mutating func write(_ bits: UInt32, _ count: Int) {
    pending |= UInt64(bits) << UInt64(pendingBits)
    pendingBits += count
    while pendingBits >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingBits -= 8
    }
  }

  /// All bytes; the last one is filled with zeros.
  consuming func finished() -> [UInt8] {
    var bytes = bytes
    if pendingBits > 0 { bytes.append(UInt8(truncatingIfNeeded: pending)) }
    return bytes
  }
}

/// Bytes in the 64 characters of RFC 4648, section 4.
enum Base64 {
  private static let characters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The characters of some bytes, as UTF-8.
  static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var word = UInt32(bytes[start]) << 16
      if count > 1 { word |= UInt32(bytes[start + 1]) << 8 }
      if count > 2 { word |= UInt32(bytes[start + 2]) }
      for place in 0..<4 {
        let character = characters[Int(word >> UInt32(18 - 6 * place) & 63)]
        result.append(place <= count ? character : UInt8(ascii: "="))
      }
    }
    return result
  }
}
