public import Simulator

/// A child's name, with the platform's order among siblings.
///
/// Keys that read as 32-bit integers come first, by number; all others follow by their UTF-16 code
/// units. Source: Firebase documentation, "How query data is ordered".
public struct Key: Sendable {
  /// Shared by all copies, so that handing a key on costs one reference.
  @usableFromInline let body: Body

  fileprivate enum Kind: UInt8 { case integer, ascii, wide }

  // What look-ups ask is inlined into other modules, where a call would count references to the body.
  @usableFromInline
  final class Body: Sendable {
    let text: String
    @usableFromInline let contentHash: UInt64
    /// The number or bytes that decide the order among keys of one kind wherever they differ: the number, else the
    /// first bytes.
    ///
    /// 24 of them, since a push id has 20, of which the first eight are a time that neighbours share.
    let rank: (UInt64, UInt64, UInt64)
    let jsonByteCount: UInt32
    let isPriority: Bool
    let isValid: Bool
    fileprivate let kind: Kind

    init(_ text: String) {
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      var all: UInt8 = 0
      var isPlain = true
      let bytes = text.utf8.span
      for index in bytes.indices {
        let byte = bytes[index]
        hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        all |= byte
        if Key.isUnusual(byte) { isPlain = false }
      }
      self.text = text
      contentHash = ContentHash.mix(hash)
      jsonByteCount = UInt32(clamping: isPlain ? bytes.count + 2 : JSON.quotedByteCount(text))
      isPriority = !isPlain && text == ".priority"
      isValid =
        !bytes.isEmpty && bytes.count <= Limits.keyBytesMax
        && (isPlain || !text.unicodeScalars.contains(where: Key.isForbidden))
      if let number = Key.integer(text) {
        rank = (UInt64(bitPattern: Int64(number)) ^ (1 << 63), 0, 0)
        kind = .integer
      } else {
        rank = (
          Key.bytes(bytes, from: 0), Key.bytes(bytes, from: 8), Key.bytes(bytes, from: 16)
        )
        kind = all < 0x80 ? .ascii : .wide
      }
    }
  }

  /// A key with this name, unchecked; `init(validating:)` checks.
  public init(_ text: String) { body = Body(text) }

  /// The name as written.
  public var text: String { body.text }
  /// A hash of the name that is stable over processes.
  @inlinable public var contentHash: UInt64 { body.contentHash }
  /// Bytes of the name as a JSON string, quotes included.
  var jsonByteCount: UInt32 { body.jsonByteCount }
  /// Whether this is ``priority``.
  var isPriority: Bool { body.isPriority }
  /// Whether the platform accepts the name from a client; ``init(validating:at:)`` says why not.
  package var isValid: Bool { body.isValid }
  private var kind: Kind { body.kind }

  /// The place of a node's priority when it is addressed as a child.
  public static let priority = Key(".priority")
  /// The root of what a client says about itself, such as `.info/connected`.
  public static let info = Key(".info")

  /// The number that the key reads as when it sorts among the integers.
  public var integer: Int32? {
    kind == .integer ? Int32(truncatingIfNeeded: Int64(bitPattern: body.rank.0 ^ (1 << 63))) : nil
  }

  /// Negative, zero or positive as this key stands before, at or after `other`.
  @inline(__always)
  package func compare(_ other: Key) -> Int {
    if body === other.body { return 0 }
    // UTF-8 doesn't order beyond ASCII as UTF-16 does.
    if kind == other.kind, kind != .wide {
      let (left, right) = (body.rank, other.body.rank)
      if left.0 != right.0 { return left.0 < right.0 ? -1 : 1 }
      if left.1 != right.1 { return left.1 < right.1 ? -1 : 1 }
      if left.2 != right.2 { return left.2 < right.2 ? -1 : 1 }
    }
    return compareTexts(other)
  }

  /// The comparison where the ranks decide nothing.
  private func compareTexts(_ other: Key) -> Int {
    if self == other { return 0 }
    switch (kind, other.kind) {
    case (.integer, .integer):
      // "1", "01" and "001" are the same number: the shorter stands first.
      let (length, otherLength) = (text.utf8.count, other.text.utf8.count)
      if length != otherLength { return length < otherLength ? -1 : 1 }
      return TextOrder.compare(text, other.text)
    case (.integer, _): return -1
    case (_, .integer): return 1
    // The standard library compares ASCII bytewise, and fast; anything else it normalises.
    case (.ascii, .ascii): return text < other.text ? -1 : 1
    default: return TextOrder.compare(text, other.text)
    }
  }

  /// Whether this is one of the reserved keys, which begin with a dot.
  public var isReserved: Bool { text.utf8.first == UInt8(ascii: ".") }

  /// Eight bytes as a number whose order is theirs; zeros where there are none.
  private static func bytes(_ bytes: Span<UInt8>, from start: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in start..<(start + 8) {
      number = number << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0)
    }
    return number
  }

  private static func integer(_ text: String) -> Int32? {
    let bytes = text.utf8.span
    guard !bytes.isEmpty else { return nil }
    let isNegative = bytes[0] == UInt8(ascii: "-")
    let digits = (isNegative ? 1 : 0)..<bytes.count
    guard !digits.isEmpty, digits.count <= 768 else { return nil }
    var magnitude: Int64 = 0
    for index in digits {
      guard bytes[index] >= 0x30, bytes[index] <= 0x39 else { return nil }
      magnitude = magnitude * 10 + Int64(bytes[index] - 0x30)
      if magnitude > 0x8000_0000 { return nil }
    }
    return Int32(exactly: isNegative ? -magnitude : magnitude)
  }

  /// Whether a byte takes more than itself in JSON, or makes a key forbidden.
  private static func isUnusual(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, 0x22, 0x23, 0x24, 0x2E, 0x2F, 0x5B, 0x5C, 0x5D, 0x7F: true
    default: false
    }
  }
}

extension Key: Hashable, Comparable {
  @inlinable
  @inline(__always)
  public static func == (left: Key, right: Key) -> Bool {
    left.body === right.body
      || (left.contentHash == right.contentHash && left.hasSameText(right))
  }

  /// Not inlined, so that callers lend both keys instead of retaining their texts.
  @usableFromInline
  @inline(never)
  func hasSameText(_ other: Key) -> Bool {
    guard kind == other.kind else { return false }
    return kind == .wide ? TextOrder.same(text, other.text) : text == other.text
  }

  public static func < (left: Key, right: Key) -> Bool { left.compare(right) < 0 }

  public func hash(into hasher: inout Hasher) { hasher.combine(contentHash) }

  /// Returns the hash that sets and dictionaries ask for: the one that the key carries, mixed with the table's seed.
  ///
  /// Without it a `Hasher` is made for each look-up, which costs more than the rest of it.
  @inlinable
  public func _rawHashValue(seed: Int) -> Int {
    Int(truncatingIfNeeded: ContentHash.mix(contentHash ^ UInt64(truncatingIfNeeded: seed)))
  }
}

extension Key: CustomStringConvertible, ExpressibleByStringLiteral {
  public var description: String { text }

  public init(stringLiteral value: String) { self.init(value) }
}

extension Key {
  /// A key that the platform accepts from a client.
  ///
  /// - Parameter place: The place where the key was found, for the error's text.
  /// - Throws: `DataError` for an empty, too long or forbidden name.
  public init(validating text: String, at place: String = "/") throws(DataError) {
    guard !text.isEmpty else { throw .emptyKey(place: place) }
    for scalar in text.unicodeScalars where Key.isForbidden(scalar) {
      throw .forbiddenCharacter(key: text, character: scalar, place: place)
    }
    let bytes = text.utf8.count
    guard bytes <= Limits.keyBytesMax else {
      throw .keyTooLong(key: text, bytes: bytes, place: place)
    }
    self.init(text)
  }

  /// Whether a scalar may not occur in a key.
  static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ".", "$", "#", "[", "]", "/": true
    default: scalar.value < 0x20 || scalar.value == 0x7F
    }
  }
}

/// The order of strings in the database: by UTF-16 code units, without normalisation.
///
/// Source: the platform's clients compare strings by code unit; canonically equivalent strings
/// that differ in their scalars are different keys and different values.
enum TextOrder {
  /// Negative, zero or positive as `left` stands before, at or after `right`.
  static func compare(_ left: String, _ right: String) -> Int {
    var leftBytes = left.utf8.makeIterator()
    var rightBytes = right.utf8.makeIterator()
    while true {
      switch (leftBytes.next(), rightBytes.next()) {
      case (nil, nil): return 0
      case (nil, _): return -1
      case (_, nil): return 1
      case (let a?, let b?):
        if a == b { continue }
        // UTF-8 orders by scalar. UTF-16 differs in one point: scalars above U+FFFF (lead byte
        // F0 and up) are written with surrogates and stand before U+E000...U+FFFF (EE, EF).
        if a >= 0xEE, b >= 0xEE, (a >= 0xF0) != (b >= 0xF0) { return a >= 0xF0 ? -1 : 1 }
        return a < b ? -1 : 1
      }
    }
  }

  /// Whether both strings hold the same bytes.
  static func same(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8)
  }
}

extension Key: Digestible {
  public func digest(into hash: inout StableHash) {
    let isLeftOut = hash.isWithoutIDs && StableHash.isPushID(text)
    hash.mix(isLeftOut ? StableHash.anyID : contentHash)
  }
}
