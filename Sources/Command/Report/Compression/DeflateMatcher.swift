/// Finds stretches of bytes that came before, and tells bytes and copies one after the other.
///
/// A table leads from the hash of three bytes to the last place where they stood, and a chain from each place to the one
/// before it. A copy is put off by a byte where a longer one begins there.
struct DeflateMatcher {
  private static let window = 1 << 15
  private static let shortest = 3
  private static let longest = 258
  /// The number of earlier places that are looked at.
  private static let chainMost = 48
  /// A copy of this length is good enough.
  private static let niceLength = 128
  private static let hashBits: UInt32 = 15

  private let bytes: [UInt8]
  private var position = 0
  /// The place up to which places are in the table.
  private var entered = 0
  private var heads: [Int32]
  private var earlier: [Int32]
  /// A copy that begins at `position` and was found already.
  private var found: (length: Int, distance: Int)?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    heads = [Int32](repeating: -1, count: 1 << Int(Self.hashBits))
    earlier = [Int32](repeating: -1, count: Self.window)
  }

  /// Whether everything was told.
  var isAtEnd: Bool { position >= bytes.count }

  /// The next token; nil at the end.
  mutating func next() -> DeflateToken? {
    guard position < bytes.count else { return nil }
    let here = found ?? match(at: position)
    found = nil
    guard here.length >= Self.shortest else { return literal() }
    if here.length < Self.niceLength, position + 1 < bytes.count {
      let later = match(at: position + 1)
      if later.length > here.length {
        found = later
        return literal()
      }
    }
    position += here.length
    enter(upTo: position)
    return .copy(length: here.length, distance: here.distance)
  }

  private mutating func literal() -> DeflateToken {
    defer { position += 1 }
    return .literal(bytes[position])
  }

  /// Puts the places before `end` into the table.
  private mutating func enter(upTo end: Int) {
    while entered < end {
      if entered + Self.shortest <= bytes.count {
        let hash = hash(at: entered)
        earlier[entered & (Self.window - 1)] = heads[hash]
        heads[hash] = Int32(truncatingIfNeeded: entered)
      }
      entered += 1
    }
  }

  private func hash(at place: Int) -> Int {
    let word =
      UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2]) << 16
    return Int((word &* 0x9E37_79B1) >> (32 - Self.hashBits))
  }

  /// The longest copy for what begins at a place; of length 0 where there is none.
  private mutating func match(at place: Int) -> (length: Int, distance: Int) {
    enter(upTo: place)
    let most = min(Self.longest, bytes.count - place)
    guard most >= Self.shortest else { return (0, 0) }
    var best = (length: 0, distance: 0)
    var candidate = Int(heads[hash(at: place)])
    for _ in 0..<Self.chainMost {
      guard candidate >= 0, candidate < place, place - candidate <= Self.window else { break }
      if best.length == 0 || bytes[candidate + best.length] == bytes[place + best.length] {
        var length = 0
        while length < most, bytes[candidate + length] == bytes[place + length] { length += 1 }
        if length > best.length {
          best = (length, place - candidate)
          if length >= min(most, Self.niceLength) { break }
        }
      }
      let next = Int(earlier[candidate & (Self.window - 1)])
      // A place that was written over leads forward.
      guard next < candidate else { break }
      candidate = next
    }
    return best.length >= Self.shortest ? best : (0, 0)
  }
}
