/// Makes child keys that sort by creation time and never collide.
///
/// 8 characters of milliseconds and 12 of chance, in an alphabet whose order is that of ASCII. Two
/// keys of the same millisecond share their chance part, the later one incremented. Source: Firebase
/// blog, "The 2^120 Ways to Ensure Unique Identifiers".
public struct PushIDGenerator: Sendable {
  private static let alphabet = Array(
    "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8)
  private static let randomMask: UInt128 = (1 << 72) - 1

  private var lastMilliseconds: Int64 = .min
  private var lastRandom: UInt128 = 0

  /// A generator that has made no key yet.
  public init() {}

  /// The next key.
  ///
  /// - Parameters:
  ///   - milliseconds: milliseconds since 1970 on the server's clock, as the client estimates it.
  ///   - random: the 72 low bits are used, unless the last key was made in the same millisecond.
  public mutating func next(at milliseconds: Int64, random: UInt128) -> Key {
    if milliseconds == lastMilliseconds {
      lastRandom = (lastRandom &+ 1) & Self.randomMask
    } else {
      lastMilliseconds = milliseconds
      lastRandom = random & Self.randomMask
    }
    var bytes = [UInt8](repeating: 0, count: 20)
    var time = UInt64(bitPattern: milliseconds)
    for position in stride(from: 7, through: 0, by: -1) {
      bytes[position] = Self.alphabet[Int(time & 63)]
      time >>= 6
    }
    var rest = lastRandom
    for position in stride(from: 19, through: 8, by: -1) {
      bytes[position] = Self.alphabet[Int(rest & 63)]
      rest >>= 6
    }
    return Key(String(decoding: bytes, as: UTF8.self))
  }

  /// The milliseconds since 1970 that a key made by `next(at:random:)` carries; nil for other keys.
  public static func milliseconds(of key: Key) -> Int64? {
    let bytes = Array(key.text.utf8)
    guard bytes.count == 20 else { return nil }
    var time: Int64 = 0
    for (position, byte) in bytes.enumerated() {
      guard let digit = alphabet.firstIndex(of: byte) else { return nil }
      if position < 8 { time = time << 6 | Int64(digit) }
    }
    return time
  }
}
