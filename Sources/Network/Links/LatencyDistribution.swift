internal import Simulator

/// The distribution of the time that a datagram is under way on one direction of a link, apart from the time that its
/// bits need.
///
/// Samples are never negative: what a distribution would put below zero arrives at once. All parameters are durations
/// unless they say otherwise; a sample has a resolution of one nanosecond.
public enum LatencyDistribution: Sendable, Hashable {
  /// Every datagram takes exactly this long.
  case constant(Duration)

  /// Anything from the first bound to the second is equally likely; the mean lies half-way.
  case uniform(Duration, Duration)

  /// Gaussian with this mean and standard deviation, cut off at zero.
  case normal(mean: Duration, deviation: Duration)

  /// Memoryless with this mean; the standard deviation equals it.
  case exponential(mean: Duration)

  /// The logarithm is Gaussian: half of all samples lie below `median`; `sigma` is the standard deviation of the
  /// logarithm (no unit). The mean is `median · exp(sigma²/2)`.
  case logNormal(median: Duration, sigma: Double)

  /// Heavy tail: no sample is below `minimum`, and one exceeds `x` with probability `(minimum/x)^shape`. The mean is
  /// `minimum · shape/(shape - 1)`, which is infinite up to a shape of 1.
  case pareto(minimum: Duration, shape: Double)

  /// As measured: linear between points that reach from share 0 to share 1.
  case quantiles([LatencyQuantile])

  /// No latency at all.
  public static var zero: LatencyDistribution { .constant(.zero) }

  /// The mean of the distribution before the cut at zero; nil where it is infinite.
  public var mean: Duration? {
    switch self {
    case .constant(let value): value
    case .uniform(let low, let high): low / 2 + high / 2
    case .normal(let mean, _): mean
    case .exponential(let mean): mean
    case .logNormal(let median, let sigma):
      Self.product(median, ElementaryFunctions.exponential(sigma * sigma / 2))
    case .pareto(let minimum, let shape):
      shape > 1 ? Self.product(minimum, shape / (shape - 1)) : nil
    case .quantiles(let points): points.mean
    }
  }

  /// A duration that is multiplied; nil where that is beyond what a duration can tell.
  private static func product(_ duration: Duration, _ factor: Double) -> Duration? {
    let seconds = Double(duration.nanoseconds) / 1e9 * factor
    return abs(seconds) < 1e12 ? duration * factor : nil
  }

  /// The longest latency that a distribution may be given as a parameter, and the longest sample.
  static let longest: Duration = .days(1)
}

extension LatencyDistribution: CustomStringConvertible {
  public var description: String {
    switch self {
    case .constant(let value): "constant \(value.stopwatch)"
    case .uniform(let low, let high): "uniform \(low.stopwatch) to \(high.stopwatch)"
    case .normal(let mean, let deviation):
      "normal \(mean.stopwatch) ± \(deviation.stopwatch)"
    case .exponential(let mean): "exponential, mean \(mean.stopwatch)"
    case .logNormal(let median, let sigma):
      "log-normal, median \(median.stopwatch), sigma \(sigma)"
    case .pareto(let minimum, let shape): "Pareto, minimum \(minimum.stopwatch), shape \(shape)"
    case .quantiles(let points):
      "quantiles "
        + points.map { "\($0.share): \($0.value.stopwatch)" }.joined(separator: ", ")
    }
  }
}

extension LatencyDistribution {
  /// Says what makes the parameters impossible, or nil where nothing does.
  var flaw: String? {
    let longest = longestParameter
    if longest > Self.longest {
      return
        "latency \(longest.stopwatch) is above a day, the longest that a datagram takes on a link"
    }
    return shapeFlaw
  }

  /// The longest of the parameters that are durations.
  private var longestParameter: Duration {
    switch self {
    case .constant(let value): value
    case .uniform(let low, let high): max(low, high)
    case .normal(let mean, let deviation): max(mean, deviation)
    case .exponential(let mean): mean
    case .logNormal(let median, _): median
    case .pareto(let minimum, _): minimum
    case .quantiles(let points): points.map(\.value).max() ?? .zero
    }
  }

  private var shapeFlaw: String? {
    switch self {
    case .constant(let value):
      value < .zero ? "latency \(value) is negative" : nil
    case .uniform(let low, let high):
      low < .zero
        ? "latency \(low) is negative"
        : high < low ? "uniform latency ends at \(high), before it starts at \(low)" : nil
    case .normal(let mean, let deviation):
      mean < .zero
        ? "mean latency \(mean) is negative"
        : deviation < .zero ? "standard deviation \(deviation) is negative" : nil
    case .exponential(let mean):
      mean < .zero ? "mean latency \(mean) is negative" : nil
    case .logNormal(let median, let sigma):
      median <= .zero
        ? "log-normal median \(median) is not above zero"
        : !(sigma >= 0 && sigma.isFinite)
          ? "log-normal sigma \(sigma) is not a finite number ≥ 0" : nil
    case .pareto(let minimum, let shape):
      minimum <= .zero
        ? "Pareto minimum \(minimum) is not above zero"
        : !(shape > 0 && shape.isFinite)
          ? "Pareto shape \(shape) is not a finite number above 0" : nil
    case .quantiles(let points): points.flaw
    }
  }
}
