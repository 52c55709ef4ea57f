/// Seeds that follow each other.
struct SeedRange: Hashable, CustomStringConvertible {
  /// The first seed.
  let first: UInt64
  /// How many there are, at least one.
  let count: Int

  /// More seeds than this are a slip of the finger.
  private static let limit = 1_000_000_000_000

  /// The seeds from `first` on.
  init(first: UInt64, count: Int) {
    self.first = first
    self.count = count
  }

  /// Reads `A..<B`, or `N` for that many seeds from `first` on; nil for anything else.
  init?(_ text: String, from first: UInt64) {
    if let range = text.firstRange(of: "..<") {
      guard let lower = UInt64(text[..<range.lowerBound]),
        let upper = UInt64(text[range.upperBound...]), lower < upper,
        let count = Int(exactly: upper - lower), count <= Self.limit
      else { return nil }
      self.init(first: lower, count: count)
    } else {
      guard let count = Int(text), (1...Self.limit).contains(count),
        !first.addingReportingOverflow(UInt64(count) - 1).overflow
      else { return nil }
      self.init(first: first, count: count)
    }
  }

  /// The seed at a place, from 0.
  subscript(index: Int) -> UInt64 { first + UInt64(index) }

  /// The seeds as `--seeds` takes them; for a range that ends at the greatest seed, their number.
  var description: String {
    let (end, overflow) = first.addingReportingOverflow(UInt64(count))
    return overflow ? "\(count)" : "\(first)..<\(end)"
  }
}
