internal import Simulator

/// A histogram of latencies, in a bounded number of buckets.
///
/// Buckets are log-linear, as in HdrHistogram: 64 to each power of two, so that a quantile is off by
/// less than 1/64 of its value. Count, least and greatest are exact, and histograms of shards add up
/// to exactly the histogram of the whole.
public struct LatencyHistogram: Hashable, Sendable {
  /// The number of latencies observed.
  public private(set) var count: UInt64 = 0
  /// The least of them, in nanoseconds; nil before the first.
  public private(set) var least: Int64?
  /// The greatest of them, in nanoseconds; nil before the first.
  public private(set) var greatest: Int64?
  private var counts: [UInt64] = []

  private static let precision = 6

  /// A histogram of nothing.
  public init() {}

  /// Makes a histogram from what another one gave; nil where the parts contradict each other.
  ///
  /// - Parameter buckets: By rising index, each with a count above zero.
  public init?(least: Int64?, greatest: Int64?, buckets: [(index: Int, count: UInt64)]) {
    for (index, number) in buckets {
      guard (counts.count..<Self.bucketCount).contains(index), number > 0 else { return nil }
      let (sum, overflow) = count.addingReportingOverflow(number)
      guard !overflow else { return nil }
      grow(toHold: index)
      counts[index] = number
      count = sum
    }
    self.least = least
    self.greatest = greatest
    guard let least, let greatest else {
      if count == 0, least == nil, greatest == nil { return }
      return nil
    }
    guard 0 <= least, least <= greatest,
      Self.index(of: UInt64(least)) == buckets.first?.index,
      Self.index(of: UInt64(greatest)) == buckets.last?.index
    else { return nil }
  }

  /// The buckets that hold something, by rising latency.
  public var buckets: [(index: Int, count: UInt64)] {
    counts.indices.compactMap { counts[$0] == 0 ? nil : ($0, counts[$0]) }
  }

  /// The latencies that fall into a bucket, in nanoseconds.
  public static func bounds(ofBucket index: Int) -> ClosedRange<Int64> {
    (index == 0 ? 0 : upperBound(of: index - 1) + 1)...upperBound(of: index)
  }

  /// Adds one latency; a negative one counts as zero.
  public mutating func add(_ nanoseconds: Int64) {
    let latency = max(0, nanoseconds)
    let index = Self.index(of: UInt64(latency))
    grow(toHold: index)
    counts[index] += 1
    count += 1
    least = min(least ?? latency, latency)
    greatest = max(greatest ?? latency, latency)
  }

  /// Adds all that another histogram holds; a count that is full stays so.
  public mutating func add(_ other: LatencyHistogram) {
    guard let otherLeast = other.least, let otherGreatest = other.greatest else { return }
    grow(toHold: other.counts.count - 1)
    for index in other.counts.indices {
      counts[index] = Self.sum(counts[index], other.counts[index])
    }
    count = Self.sum(count, other.count)
    least = min(least ?? otherLeast, otherLeast)
    greatest = max(greatest ?? otherGreatest, otherGreatest)
  }

  /// A latency that at least `share` (0 to 1) of all did not exceed, in nanoseconds; nil before the first.
  public func quantile(_ share: Double) -> Int64? {
    guard let least, let greatest else { return nil }
    // The nearest number to the greatest count is one that no integer holds.
    let wanted = max(1, UInt64(exactly: (share * Double(count)).rounded(.up)) ?? count)
    var seen: UInt64 = 0
    for index in counts.indices {
      seen = Self.sum(seen, counts[index])
      if seen >= wanted { return min(greatest, max(least, Self.upperBound(of: index))) }
    }
    return greatest
  }

  private static func sum(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? .max : sum
  }

  private mutating func grow(toHold index: Int) {
    guard index >= counts.count else { return }
    counts.append(contentsOf: repeatElement(0, count: index + 1 - counts.count))
  }

  private static let bucketCount = (64 - precision + 1) << precision

  private static func index(of value: UInt64) -> Int {
    guard value >> precision != 0 else { return Int(value) }
    let shift = 63 - precision - value.leadingZeroBitCount
    return ((shift + 1) << precision) + Int(value >> UInt64(shift)) - (1 << precision)
  }

  /// The greatest value that falls into the bucket.
  private static func upperBound(of index: Int) -> Int64 {
    guard index >> precision != 0 else { return Int64(index) }
    let shift = UInt64((index >> precision) - 1)
    let mantissa = UInt64((index & ((1 << precision) - 1)) | (1 << precision))
    return Int64(clamping: ((mantissa + 1) << shift) &- 1)
  }
}
