import Harness
import Simulator
import Testing

@Suite("Histograms of latencies")
struct LatencyHistogramTests {
  private static func histogram(_ values: [Int64]) -> LatencyHistogram {
    var histogram = LatencyHistogram()
    for value in values { histogram.add(value) }
    return histogram
  }

  private static let values = (0..<1000).map { Int64($0) * Int64($0) * 977 }

  @Test("a quantile is off by less than a sixty-fourth", arguments: [0.01, 0.5, 0.9, 0.99, 0.999])
  func quantilesAreClose(share: Double) throws {
    let exact = Self.values[max(0, Int((share * 1000).rounded(.up)) - 1)]
    let found = try #require(Self.histogram(Self.values).quantile(share))
    #expect(found >= exact)
    #expect(found - exact <= exact / 64)
  }

  @Test("least, greatest and count are exact")
  func extremesAreExact() {
    let histogram = Self.histogram([123_456_789, 17, 987_654_321])
    #expect(histogram.least == 17)
    #expect(histogram.greatest == 987_654_321)
    #expect(histogram.count == 3)
    #expect(histogram.quantile(1) == 987_654_321)
  }

  @Test("the greatest number has a bucket")
  func greatestNumberFits() {
    #expect(Self.histogram([.max, 0, -5]).quantile(1) == .max)
    #expect(Self.histogram([-5]).greatest == 0)
  }

  @Test("histograms of parts add up to that of the whole", arguments: [0, 1, 500, 1000])
  func partsAddUp(cut: Int) {
    var sum = Self.histogram(Array(Self.values[..<cut]))
    sum.add(Self.histogram(Array(Self.values[cut...])))
    #expect(sum == Self.histogram(Self.values))
  }

  @Test("a histogram can be made again from its buckets")
  func bucketsRoundTrip() {
    let histogram = Self.histogram(Self.values)
    let again = LatencyHistogram(
      least: histogram.least, greatest: histogram.greatest, buckets: histogram.buckets)
    #expect(again == histogram)
  }

  @Test("parts that contradict each other make no histogram")
  func contradictionsAreRefused() {
    #expect(LatencyHistogram(least: 1, greatest: 2, buckets: []) == nil)
    #expect(LatencyHistogram(least: 3, greatest: 2, buckets: [(2, 1)]) == nil)
    #expect(LatencyHistogram(least: 1, greatest: 2, buckets: [(1_000_000, 1)]) == nil)
    #expect(LatencyHistogram(least: nil, greatest: nil, buckets: [(2, 1)]) == nil)
    #expect(LatencyHistogram(least: 0, greatest: 1, buckets: [(0, .max), (1, .max)]) == nil)
    #expect(LatencyHistogram(least: 2, greatest: 2, buckets: [(2, 1), (2, 1)]) == nil)
    #expect(LatencyHistogram(least: 2, greatest: 3, buckets: [(2, 1)]) == nil)
    #expect(LatencyHistogram(least: -1, greatest: 0, buckets: [(0, 1)]) == nil)
    #expect(LatencyHistogram(least: .max, greatest: .max, buckets: [(3_775, 1)]) == nil)
  }

  @Test("a count that is full stays so")
  func fullCounts() throws {
    var full = try #require(LatencyHistogram(least: 0, greatest: 0, buckets: [(0, .max)]))
    full.add(full)
    #expect(full.count == .max)
    #expect(full.quantile(1) == 0)
  }
}
