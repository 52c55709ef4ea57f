/// Decompresses DEFLATE bit by bit, with nothing shared with the encoder (RFC 1951).
struct Inflater {
  enum Flaw: Error { case kind, code, distance, header }

  private let bytes: [UInt8]
  private var bit = 0
  private var result: [UInt8] = []

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func inflated(_ bytes: [UInt8]) throws -> [UInt8] {
    var inflater = Inflater(bytes)
    var isLast = false
    while !isLast { isLast = try inflater.block() }
    return inflater.result
  }

  private mutating func bits(_ count: Int) throws -> Int {
    var value = 0
    for place in 0..<count {
      guard bit / 8 < bytes.count else { throw Flaw.header }
      value |= Int(bytes[bit / 8] >> UInt8(bit % 8) & 1) << place
      bit += 1
    }
    return value
  }

  /// A code as a table from the length and the bits of a word to its symbol.
  private struct Code {
    var symbols: [Int: Int] = [:]

    init(_ lengths: [Int]) throws {
      var code = 0
      var used = 0
      for length in 1...15 {
        code <<= 1
        for (symbol, its) in lengths.enumerated() where its == length {
          symbols[length << 16 | code] = symbol
          code += 1
          used += 1 << (15 - length)
        }
      }
      // One word of one bit is allowed for what never or always occurs.
      guard used == 1 << 15 || symbols.count == 1 else { throw Flaw.code }
    }
  }

  private mutating func symbol(_ code: Code) throws -> Int {
    var word = 0
    for length in 1...15 {
      word = word << 1 | (try bits(1))
      if let symbol = code.symbols[length << 16 | word] { return symbol }
    }
    throw Flaw.code
  }

  private mutating func block() throws -> Bool {
    let isLast = try bits(1) == 1
    guard try bits(2) == 2 else { throw Flaw.kind }
    let (literalCount, distanceCount, orderCount) =
      (try bits(5) + 257, try bits(5) + 1, try bits(4) + 4)
    guard literalCount <= 286, distanceCount <= 30 else { throw Flaw.header }
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var lengthLengths = [Int](repeating: 0, count: 19)
    for place in 0..<orderCount { lengthLengths[order[place]] = try bits(3) }
    let lengthCode = try Code(lengthLengths)
    var lengths: [Int] = []
    while lengths.count < literalCount + distanceCount {
      let symbol = try symbol(lengthCode)
      switch symbol {
      case 16: lengths += [Int](repeating: lengths[lengths.count - 1], count: try bits(2) + 3)
      case 17: lengths += [Int](repeating: 0, count: try bits(3) + 3)
      case 18: lengths += [Int](repeating: 0, count: try bits(7) + 11)
      default: lengths.append(symbol)
      }
    }
    guard lengths.count == literalCount + distanceCount else { throw Flaw.header }
    let literals = try Code(Array(lengths.prefix(literalCount)))
    let distances = try Code(Array(lengths.suffix(distanceCount)))
    while true {
      let symbol = try symbol(literals)
      if symbol == 256 { return isLast }
      if symbol < 256 { result.append(UInt8(symbol)) } else { try copy(symbol, distances) }
    }
  }

  private mutating func copy(_ symbol: Int, _ distances: Code) throws {
    let lengthBases = [
      3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
      163, 195, 227, 258,
    ]
    let lengthBits = [
      0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    let distanceBases = [
      1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537,
      2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577,
    ]
    let length = lengthBases[symbol - 257] + (try bits(lengthBits[symbol - 257]))
    let distanceSymbol = try self.symbol(distances)
    let distance = distanceBases[distanceSymbol] + (try bits(max(0, distanceSymbol / 2 - 1)))
    guard distance <= result.count else { throw Flaw.distance }
    for _ in 0..<length { result.append(result[result.count - distance]) }
  }
}
