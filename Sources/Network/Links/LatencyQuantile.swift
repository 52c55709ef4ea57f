internal import Simulator

/// A point of a latency distribution as measurements publish it: this share of all samples lies at or below this value.
public struct LatencyQuantile: Sendable, Hashable {
  /// The share of samples, from 0 to 1.
  public let share: Double
  /// The value that they do not exceed.
  public let value: Duration

  /// A point of a distribution.
  public init(_ share: Double, _ value: Duration) {
    self.share = share
    self.value = value
  }
}

extension [LatencyQuantile] {
  /// Says what makes the points impossible as a distribution, or nil where nothing does.
  var flaw: String? {
    guard let first, let last, first.share == 0, last.share == 1 else {
      return "quantiles do not reach from share 0 to share 1"
    }
    if first.value < .zero { return "latency \(first.value) is negative" }
    for (lower, upper) in zip(self, dropFirst()) {
      if !(lower.share <= upper.share) || upper.value < lower.value {
        return
          "quantile \(upper.value) at \(upper.share) follows \(lower.value) at \(lower.share); both must not fall"
      }
    }
    return nil
  }

  /// The mean of the distribution that is linear between the points.
  var mean: Duration {
    zip(self, dropFirst()).reduce(.zero) { sum, pair in
      sum + (pair.0.value / 2 + pair.1.value / 2) * (pair.1.share - pair.0.share)
    }
  }
}

/// The points of a distribution in nanoseconds, ready for sampling.
struct QuantileSampler: Sendable {
  private let points: [(share: Double, nanoseconds: Double)]

  init(_ quantiles: [LatencyQuantile]) {
    points = quantiles.map { ($0.share, Double($0.value.nanoseconds)) }
  }

  /// The value below which a share of all samples lies, linear between two points; of several at one share the last.
  func value(at share: Double) -> Double {
    guard let upper = points.firstIndex(where: { share < $0.share }) else {
      return points.last?.nanoseconds ?? 0
    }
    guard upper > 0 else { return points[0].nanoseconds }
    let (low, high) = (points[upper - 1], points[upper])
    let part = (share - low.share) / (high.share - low.share)
    return low.nanoseconds + (high.nanoseconds - low.nanoseconds) * part
  }
}
