import Simulator

/// Seeds that follow each other.
struct SeedRange: Hashable, CustomStringConvertible {
  /// The first seed.
  let first: UInt64
  /// The number of seeds, at least one.
  let count: Int

  /// More seeds than this are a slip of the finger.
  static let limit = 1_000_000_000_000

  /// The seeds from `first` on.
  init(first: UInt64, count: Int) {
    self.first = first
    self.count = count
  }

  /// Reads `A..<B`, or `N` for that many seeds from `first` on.
  init(parsing text: String, from first: UInt64) throws(Misfit) {
    if let range = text.firstRange(of: "..<") {
      self = try Self.range(text[..<range.lowerBound], text[range.upperBound...])
      return
    }
    guard PlainNumber.isDigits(text) else {
      throw Misfit(
        text.contains("..")
          ? "a range is A..<B, such as 5..<9 for the seeds 5 to 8"
          : "seeds are a number of them, in digits alone, or a range such as 1..<1001")
    }
    count = try WholeNumber("the number of seeds", in: 1...Self.limit).read(text)
    guard !first.addingReportingOverflow(UInt64(count) - 1).overflow else {
      throw Misfit(
        """
        \(count) seeds from seed \(first) on run over the greatest, \(UInt64.max); begin at \
        \(UInt64.max - UInt64(count) + 1) or before
        """)
    }
    self.first = first
  }

  private static func range(
    _ lower: Substring, _ upper: Substring
  ) throws(Misfit) -> SeedRange {
    let seed = WholeNumber("a seed", in: 0...UInt64.max, greatest: "2^64-1")
    let (first, end) = (try seed.read(lower), try seed.read(upper))
    guard first != end else {
      throw Misfit(
        "the range is empty: its end is not played; A..<B is the seeds from A up to B - 1")
    }
    guard first < end else {
      throw Misfit("the range ends before it begins; did you mean \(end)..<\(first)?")
    }
    guard let count = Int(exactly: end - first), count <= limit else {
      throw Misfit("these are \(end - first) seeds, and a sweep has at most \(limit)")
    }
    return SeedRange(first: first, count: count)
  }

  /// The seed at a place, from 0.
  subscript(index: Int) -> UInt64 { first + UInt64(index) }

  /// The seeds as `--seeds` takes them; for a range that ends at the greatest seed, their number.
  var description: String {
    let (end, overflow) = first.addingReportingOverflow(UInt64(count))
    return overflow ? "\(count)" : "\(first)..<\(end)"
  }

  /// Reads what ``description`` wrote; nil for anything else.
  init?(description text: String) {
    let last: Int? = PlainNumber.read(text)
    let first = last.map { $0 < 1 ? 0 : UInt64.max - UInt64($0) + 1 } ?? 0
    guard let range = try? SeedRange(parsing: text, from: first), range.description == text else {
      return nil
    }
    self = range
  }
}
