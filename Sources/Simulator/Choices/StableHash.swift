/// A 64-bit hash that is the same in every process, on every machine and in every build.
///
/// Swift's own `Hasher` is seeded anew in each process, so nothing that reaches a digest or a choice
/// may use it. The mixing steps are those of SplitMix64 (Steele, Lea, Flood: "Fast splittable
/// pseudorandom number generators", OOPSLA 2014).
public struct StableHash: Sendable {
  /// The hash of what was mixed in so far.
  public private(set) var value: UInt64
  /// Whether ids that a seed draws count as one and the same: for hashes of what runs look like, of which the ids are no
  /// part.
  ///
  /// A type whose ids do not look like push ids asks this where it mixes them in.
  public let isWithoutIDs: Bool

  /// Begins a hash; different `seed`s give unrelated hashes.
  @inlinable
  public init(seed: UInt64 = 0, withoutIDs: Bool = false) {
    self.init(raw: seed &+ 0x9E37_79B9_7F4A_7C15, withoutIDs: withoutIDs)
  }

  @usableFromInline
  init(raw: UInt64, withoutIDs: Bool) {
    value = raw
    isWithoutIDs = withoutIDs
  }

  /// A new hash that counts ids as this one does, for what is mixed in in any order.
  @inlinable
  public var anew: StableHash { StableHash(withoutIDs: isWithoutIDs) }

  /// Mixes in one word; the order of words matters.
  @inlinable
  public mutating func mix(_ word: UInt64) {
    self = StableHash(
      raw: Self.finalize((value ^ word) &* 0xD6E8_FEB8_6659_FD93 &+ 0x9E37_79B9_7F4A_7C15),
      withoutIDs: isWithoutIDs)
  }

  /// Mixes in a signed word by its bit pattern.
  @inlinable
  public mutating func mix(_ word: Int64) {
    mix(UInt64(bitPattern: word))
  }

  /// Mixes in a text by its UTF-8 bytes and its length, eight bytes a step.
  public mutating func mix(_ text: String) {
    let span = text.utf8.span
    if isWithoutIDs { mixWithoutIDs(span) } else { mix(bytes: span) }
  }

  /// Mixes in a text that is known in pieces: the hash is that of the whole.
  public mutating func mix(joining pieces: [String]) {
    guard !isWithoutIDs else { return mix(pieces.joined()) }
    var word: UInt64 = 0
    var count = 0
    for piece in pieces {
      let bytes = piece.utf8.span
      for index in bytes.indices {
        word = word << 8 | UInt64(bytes[index])
        count += 1
        if count & 7 == 0 {
          mix(word)
          word = 0
        }
      }
    }
    if count & 7 != 0 { mix(word) }
    mix(UInt64(count))
  }

  /// Mixes in a text in which each part of a path that looks like a push id counts as one and the same, and each UUID
  /// wherever it stands: a program draws those, and shows them in texts.
  private mutating func mixWithoutIDs(_ bytes: Span<UInt8>) {
    var start = 0
    for index in 0...bytes.count where index == bytes.count || bytes[index] == UInt8(ascii: "/") {
      if Self.isPushID(bytes, start..<index) {
        mix(Self.anyID)
      } else {
        mixWithoutUUIDs(bytes.extracting(start..<index))
      }
      start = index + 1
    }
  }

  /// Mixes in a text without slashes, in which each UUID counts as one and the same.
  private mutating func mixWithoutUUIDs(_ bytes: Span<UInt8>) {
    var (start, index) = (0, 0)
    while index + Self.uuidLength <= bytes.count {
      guard Self.isUUID(bytes, at: index) else {
        index += 1
        continue
      }
      if start < index { mix(bytes: bytes.extracting(start..<index)) }
      mix(Self.anyID)
      index += Self.uuidLength
      start = index
    }
    if start == 0 || start < bytes.count { mix(bytes: bytes.extracting(start..<bytes.count)) }
  }

  private static let uuidLength = 36

  /// Whether a UUID stands at a place: 8, 4, 4, 4 and 12 hexadecimal digits with hyphens between them (RFC 9562, 4).
  @inline(__always)
  private static func isUUID(_ bytes: Span<UInt8>, at start: Int) -> Bool {
    // Most places are ruled out by the first hyphen.
    guard bytes[start + 8] == UInt8(ascii: "-") else { return false }
    return (0..<uuidLength).allSatisfy { place in
      let byte = bytes[start + place]
      switch place {
      case 8, 13, 18, 23: return byte == UInt8(ascii: "-")
      default: return 0x30...0x39 ~= byte || 0x41...0x46 ~= byte || 0x61...0x66 ~= byte
      }
    }
  }

  /// What stands for each id in a hash without them.
  public static let anyID: UInt64 = 0x1D

  /// Whether bytes are those of a push id of the years until 2109: 20 of its alphabet, the first one a hyphen.
  @inline(__always)
  private static func isPushID(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard range.count == 20, bytes[range.lowerBound] == UInt8(ascii: "-") else { return false }
    return range.allSatisfy { index in
      let byte = bytes[index]
      return 0x61...0x7A ~= byte || 0x41...0x5A ~= byte || 0x30...0x39 ~= byte
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
  }

  /// Whether a text is a push id.
  public static func isPushID(_ text: String) -> Bool {
    guard text.utf8.count == 20, text.utf8.first == UInt8(ascii: "-") else { return false }
    var text = text
    return text.withUTF8 { bytes in
      isPushID(unsafe Span(_unsafeElements: bytes), 0..<20)
    }
  }

  /// Mixes in bytes and their count, eight bytes a step.
  public mutating func mix(bytes: Span<UInt8>) {
    let rest = bytes.count & ~7
    for start in stride(from: 0, to: rest, by: 8) {
      // Sound unchecked: eight bytes begin at `start`, since `rest` is a multiple of eight.
      let word = unsafe bytes.bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: start, as: UInt64.self)
      mix(UInt64(bigEndian: word))
    }
    if rest < bytes.count {
      var word: UInt64 = 0
      for index in rest..<bytes.count { word = word << 8 | UInt64(bytes[index]) }
      mix(word)
    }
    mix(UInt64(bytes.count))
  }

  /// The finaliser of SplitMix64: every bit of the result depends on every bit of `word`.
  @inlinable
  public static func finalize(_ word: UInt64) -> UInt64 {
    var z = word
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// The hash of one text.
  public static func of(_ text: String) -> UInt64 {
    var hash = StableHash()
    hash.mix(text)
    return hash.value
  }
}

/// Numbers as fixed-width hexadecimal text.
public enum Hexadecimal {
  /// `value` as sixteen lower-case digits.
  public static func text(_ value: UInt64) -> String {
    // Written digit by digit: clients send such a text with each listen, and the radix and the padding took five times as long.
    unsafe String(unsafeUninitializedCapacity: 16) { digits in
      for place in 0..<16 {
        let digit = UInt8(truncatingIfNeeded: value >> UInt64(60 - 4 * place)) & 15
        // Sound: there are sixteen places.
        unsafe digits[place] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
      }
      return 16
    }
  }
}
