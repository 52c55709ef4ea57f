/// A block of tokens with codes of its own (RFC 1951, section 3.2.7).
struct DeflateBlock {
  private(set) var tokens: [DeflateToken] = []
  private var literalCounts = [Int](repeating: 0, count: 286)
  private var distanceCounts = [Int](repeating: 0, count: 30)

  private static let endOfBlock = 256
  /// The least length and distance of each symbol, and the bits that follow it.
  private static let lengthBases = table(first: 3, symbols: 28, growth: 4, direct: 8) + [(258, 0)]
  private static let distanceBases = table(first: 1, symbols: 30, growth: 2, direct: 4)
  /// The order in which the lengths of the code for lengths are written.
  private static let lengthOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  /// The bases of symbols of which `growth` have the same number of extra bits, after `direct` that have none.
  private static func table(
    first: Int, symbols: Int, growth: Int, direct: Int
  ) -> [(base: Int, bits: Int)] {
    var base = first
    return (0..<symbols).map { symbol in
      let bits = symbol < direct ? 0 : (symbol - direct) / growth + 1
      defer { base += 1 << bits }
      return (base, bits)
    }
  }

  private static let lengthSymbols: [UInt8] = {
    var symbols = [UInt8](repeating: 0, count: 259)
    for (symbol, entry) in lengthBases.enumerated() {
      for length in entry.base..<min(259, entry.base + 1 << entry.bits) {
        symbols[length] = UInt8(symbol)
      }
    }
    return symbols
  }()

  private static func distanceSymbol(_ distance: Int) -> Int {
    guard distance > 4 else { return distance - 1 }
    // Two symbols for each power of two.
    let bits = Int.bitWidth - 1 - (distance - 1).leadingZeroBitCount
    return 2 * bits + (distance - 1) >> (bits - 1) & 1
  }

  /// Adds a token.
  mutating func add(_ token: DeflateToken) {
    tokens.append(token)
    switch token {
    case .literal(let byte): literalCounts[Int(byte)] += 1
    case .copy(let length, let distance):
      literalCounts[257 + Int(Self.lengthSymbols[length])] += 1
      distanceCounts[Self.distanceSymbol(distance)] += 1
    }
  }

  /// Writes the block.
  func write(to writer: inout BitWriter, isLast: Bool) {
    var counts = literalCounts
    counts[Self.endOfBlock] = 1
    let literals = HuffmanCode(counts: counts, longest: 15)
    var distances = HuffmanCode(counts: distanceCounts, longest: 15)
    // One length has to stand there even where nothing is copied.
    if distances.lengths.allSatisfy({ $0 == 0 }) {
      distances = HuffmanCode(lengths: [1] + [Int](repeating: 0, count: 29))
    }
    writer.write(isLast ? 1 : 0, 1)
    writer.write(2, 2)
    Self.write(literals, distances, to: &writer)
    for token in tokens {
      switch token {
      case .literal(let byte):
        writer.write(literals.words[Int(byte)], literals.lengths[Int(byte)])
      case .copy(let length, let distance):
        let lengthSymbol = Int(Self.lengthSymbols[length])
        let lengthEntry = Self.lengthBases[lengthSymbol]
        writer.write(
          literals.words[257 + lengthSymbol], literals.lengths[257 + lengthSymbol])
        writer.write(UInt32(length - lengthEntry.base), lengthEntry.bits)
        let distanceSymbol = Self.distanceSymbol(distance)
        let distanceEntry = Self.distanceBases[distanceSymbol]
        writer.write(distances.words[distanceSymbol], distances.lengths[distanceSymbol])
        writer.write(UInt32(distance - distanceEntry.base), distanceEntry.bits)
      }
    }
    writer.write(literals.words[Self.endOfBlock], literals.lengths[Self.endOfBlock])
  }

  /// Writes the lengths of both codes, themselves in a code.
  private static func write(
    _ literals: HuffmanCode, _ distances: HuffmanCode, to writer: inout BitWriter
  ) {
    let literalCount = max(257, (literals.lengths.lastIndex { $0 > 0 } ?? 0) + 1)
    let distanceCount = max(1, (distances.lengths.lastIndex { $0 > 0 } ?? 0) + 1)
    let runs = runs(
      of: Array(literals.lengths.prefix(literalCount))
        + Array(distances.lengths.prefix(distanceCount)))
    var counts = [Int](repeating: 0, count: 19)
    for run in runs { counts[run.symbol] += 1 }
    let code = HuffmanCode(counts: counts, longest: 7)
    let orderCount = max(4, (lengthOrder.lastIndex { code.lengths[$0] > 0 } ?? 0) + 1)
    writer.write(UInt32(literalCount - 257), 5)
    writer.write(UInt32(distanceCount - 1), 5)
    writer.write(UInt32(orderCount - 4), 4)
    for symbol in lengthOrder.prefix(orderCount) { writer.write(UInt32(code.lengths[symbol]), 3) }
    for run in runs {
      writer.write(code.words[run.symbol], code.lengths[run.symbol])
      writer.write(UInt32(run.extra), run.bits)
    }
  }

  /// Lengths with repetitions folded: 16 repeats the last one, 17 and 18 are zeros.
  private static func runs(of lengths: [Int]) -> [(symbol: Int, extra: Int, bits: Int)] {
    var runs: [(symbol: Int, extra: Int, bits: Int)] = []
    var place = 0
    while place < lengths.count {
      let length = lengths[place]
      var count = 1
      while place + count < lengths.count, lengths[place + count] == length { count += 1 }
      if length == 0, count >= 3 {
        count = min(count, 138)
        runs.append(count <= 10 ? (17, count - 3, 3) : (18, count - 11, 7))
      } else if length > 0, count >= 4 {
        count = min(count, 7)
        runs.append((length, 0, 0))
        runs.append((16, count - 4, 2))
      } else {
        count = 1
        runs.append((length, 0, 0))
      }
      place += count
    }
    return runs
  }
}
