internal import Simulator

/// The day that a run of a scenario of generated days plays.
public enum DayChoice: Hashable, Sendable {
  /// One that the seed draws, with so many phones and users at its beginning.
  case drawn(phones: Int, users: Int)
  /// This one.
  case given(Day)

  /// The largest number of phones at the beginning of a day.
  public static let mostPhones = 26
}

extension DayChoice: CustomStringConvertible {
  /// The text as it stands in a replay token: `p3u2`, or `d` and the day's own text in base 64 (RFC 4648, section 5).
  public var description: String {
    switch self {
    case .drawn(let phones, let users): "p\(phones)u\(users)"
    case .given(let day): "d" + Base64.text(of: Array(day.description.utf8))
    }
  }

  /// Reads a text; nil for one that is none.
  public init?(parsing text: some StringProtocol) {
    switch text.first {
    case "p":
      let numbers = text.dropFirst().split(separator: "u", omittingEmptySubsequences: false)
      guard numbers.count == 2, let phones: Int = PlainNumber.read(numbers[0]),
        let users: Int = PlainNumber.read(numbers[1]), (1...Self.mostPhones).contains(phones),
        (1...phones).contains(users)
      else { return nil }
      self = .drawn(phones: phones, users: users)
    case "d":
      guard let bytes = Base64.bytes(in: text.dropFirst()),
        let plain = String(validating: bytes, as: UTF8.self),
        let day = try? Day(parsing: plain)
      else { return nil }
      self = .given(day)
    default: return nil
    }
  }
}

/// Bytes as a text of letters, digits, `-` and `_` (RFC 4648, section 5), without padding.
enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 4 / 3 + 4)
    var (held, bits) = (UInt32(0), 0)
    for byte in bytes {
      held = held << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(digits[Int(held >> UInt32(bits) & 63)])
      }
    }
    if bits > 0 { text.append(digits[Int(held << UInt32(6 - bits) & 63)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text; nil where a character is none of a text.
  static func bytes(in text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (held, bits) = (UInt32(0), 0)
    for byte in text.utf8 {
      guard let digit = digits.firstIndex(of: byte) else { return nil }
      held = held << 6 | UInt32(digit)
      bits += 6
      guard bits >= 8 else { continue }
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: held >> UInt32(bits)))
    }
    return bytes
  }
}
