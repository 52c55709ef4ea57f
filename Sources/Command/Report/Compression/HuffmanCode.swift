/// A Huffman code: the length and the bits of each symbol's code word, as DEFLATE takes them.
///
/// Source: RFC 1951, section 3.2.2. Code words are stored with their bits turned around, because DEFLATE writes the lowest bit
/// of a number first and a code word's highest.
struct HuffmanCode {
  /// The length of each symbol's code word in bits; 0 for symbols that never occur.
  let lengths: [Int]
  /// The code words, their bits turned around.
  let words: [UInt32]

  /// The shortest code for symbols that occur so often, with no word longer than `longest` bits.
  init(counts: [Int], longest: Int) {
    self.init(lengths: Self.lengths(of: counts, longest: longest))
  }

  /// The code of which the lengths are known.
  init(lengths: [Int]) {
    self.lengths = lengths
    var countOfLength = [Int](repeating: 0, count: 17)
    for length in lengths where length > 0 { countOfLength[length] += 1 }
    var next = [UInt32](repeating: 0, count: 17)
    for length in 1..<16 {
      next[length + 1] = (next[length] + UInt32(countOfLength[length])) << 1
    }
    words = lengths.map { length in
      guard length > 0 else { return 0 }
      defer { next[length] += 1 }
      return Self.turned(next[length], length)
    }
  }

  private static func turned(_ word: UInt32, _ length: Int) -> UInt32 {
    var (word, result) = (word, UInt32(0))
    for _ in 0..<length {
      result = result << 1 | word & 1
      word >>= 1
    }
    return result
  }

  /// The lengths of the code words; a code of one symbol has one bit.
  private static func lengths(of counts: [Int], longest: Int) -> [Int] {
    let symbols = counts.indices.filter { counts[$0] > 0 }
      .sorted { (counts[$0], $0) < (counts[$1], $1) }
    var lengths = [Int](repeating: 0, count: counts.count)
    guard symbols.count > 1 else {
      if let only = symbols.first { lengths[only] = 1 }
      return lengths
    }
    var depths = depths(of: symbols.map { counts[$0] })
    limit(&depths, to: longest)
    // The rarest symbols get the longest words.
    for (symbol, depth) in zip(symbols, depths.sorted(by: >)) { lengths[symbol] = depth }
    return lengths
  }

  /// The depths of the leaves of Huffman's tree over weights in ascending order.
  private static func depths(of weights: [Int]) -> [Int] {
    let count = weights.count
    var sums: [Int] = []
    var parents = [Int](repeating: 0, count: 2 * count - 1)
    var (leaf, inner) = (0, 0)
    func take() -> (node: Int, weight: Int) {
      if leaf < count, inner >= sums.count || weights[leaf] <= sums[inner] {
        defer { leaf += 1 }
        return (leaf, weights[leaf])
      }
      defer { inner += 1 }
      return (count + inner, sums[inner])
    }
    while sums.count < count - 1 {
      let (left, right) = (take(), take())
      parents[left.node] = count + sums.count
      parents[right.node] = count + sums.count
      sums.append(left.weight + right.weight)
    }
    var depths = [Int](repeating: 0, count: 2 * count - 1)
    for node in stride(from: 2 * count - 3, through: 0, by: -1) {
      depths[node] = depths[parents[node]] + 1
    }
    return Array(depths.prefix(count))
  }

  /// Shortens words that are too long, and lengthens others until the code is a code again (Kraft's inequality).
  private static func limit(_ depths: inout [Int], to longest: Int) {
    guard depths.contains(where: { $0 > longest }) else { return }
    for place in depths.indices { depths[place] = min(depths[place], longest) }
    let whole = 1 << longest
    var used = depths.reduce(0) { $0 + whole >> $1 }
    while used > whole {
      // The longest word that can still grow costs least.
      var best = -1
      for place in depths.indices where depths[place] < longest {
        if best < 0 || depths[place] > depths[best] { best = place }
      }
      used -= whole >> (depths[best] + 1)
      depths[best] += 1
    }
    // What was gained too much goes back to the longest words: a decoder refuses a code with room to spare.
    for place in depths.indices where depths[place] == longest && used < whole {
      depths[place] -= 1
      used += 1
    }
  }
}
