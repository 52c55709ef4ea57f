/// A child's name, with the platform's order among siblings.
///
/// Keys that read as 32-bit integers come first, by number; all others follow by their UTF-16 code
/// units. Source: Firebase documentation, "How query data is ordered".
public struct Key: Sendable {
  /// The name as written.
  public let text: String
  /// A hash of the name that is stable over processes.
  public let contentHash: UInt64
  /// The number that the name reads as, else zero.
  private let number: Int32
  /// Bytes of the name as a JSON string, quotes included.
  let jsonByteCount: UInt32
  private let kind: Kind

  private enum Kind: UInt8 { case integer, ascii, wide }

  /// A key with this name, unchecked; `init(validating:)` checks.
  public init(_ text: String) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var all: UInt8 = 0
    var jsonBytes: UInt32 = 2
    for byte in text.utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
      all |= byte
      jsonBytes &+= UInt32(JSON.escapedByteCount(byte))
    }
    self.text = text
    contentHash = ContentHash.mix(hash)
    jsonByteCount = jsonBytes
    if let number = Key.integer(text) {
      self.number = number
      kind = .integer
    } else {
      number = 0
      kind = all < 0x80 ? .ascii : .wide
    }
  }

  /// The place of a node's priority when it is addressed as a child.
  public static let priority = Key(".priority")
  /// The root of what a client says about itself, such as `.info/connected`.
  public static let info = Key(".info")

  /// The number that the key reads as when it sorts among the integers.
  public var integer: Int32? { kind == .integer ? number : nil }

  /// Negative, zero or positive as this key stands before, at or after `other`.
  func compare(_ other: Key) -> Int {
    if kind == .integer || other.kind == .integer {
      guard other.kind == .integer else { return -1 }
      guard kind == .integer else { return 1 }
      if number != other.number { return number < other.number ? -1 : 1 }
      // "1", "01" and "001" are the same number: the shorter stands first.
      let (length, otherLength) = (text.utf8.count, other.text.utf8.count)
      if length != otherLength { return length < otherLength ? -1 : 1 }
      return TextOrder.compare(text, other.text)
    }
    // The standard library compares ASCII bytewise, and fast; anything else it normalises.
    if kind == .ascii, other.kind == .ascii {
      return text == other.text ? 0 : text < other.text ? -1 : 1
    }
    return TextOrder.compare(text, other.text)
  }

  /// Whether this is one of the reserved keys, which begin with a dot.
  public var isReserved: Bool { text.utf8.first == UInt8(ascii: ".") }

  private static func integer(_ text: String) -> Int32? {
    var bytes = text.utf8[...]
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { bytes = bytes.dropFirst() }
    guard let first = bytes.first, first >= 0x30, first <= 0x39, bytes.count <= 768 else {
      return nil
    }
    var magnitude: Int64 = 0
    for byte in bytes {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      magnitude = magnitude * 10 + Int64(byte - 0x30)
      if magnitude > 0x8000_0000 { return nil }
    }
    return Int32(exactly: isNegative ? -magnitude : magnitude)
  }
}

extension Key: Hashable, Comparable {
  public static func == (left: Key, right: Key) -> Bool {
    guard left.contentHash == right.contentHash, left.kind == right.kind else { return false }
    return left.kind == .wide ? TextOrder.same(left.text, right.text) : left.text == right.text
  }

  public static func < (left: Key, right: Key) -> Bool { left.compare(right) < 0 }

  public func hash(into hasher: inout Hasher) { hasher.combine(contentHash) }
}

extension Key: CustomStringConvertible, ExpressibleByStringLiteral {
  public var description: String { text }

  public init(stringLiteral value: String) { self.init(value) }
}
