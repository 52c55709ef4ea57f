import Simulator

/// A latency distribution made ready for sampling: parameters in nanoseconds, so a draw costs no `Duration` division.
struct LatencySampler: Sendable {
  /// The longest latency that a heavy tail may produce: one virtual day.
  static let longest: Int64 = 86_400_000_000_000

  private let distribution: LatencyDistribution
  private let first: Double
  private let second: Double
  private var quantiles: QuantileSampler?

  /// The one value that a constant distribution can take; nil for all others.
  let constant: Int64?

  init(_ distribution: LatencyDistribution) {
    self.distribution = distribution
    var constant: Int64?
    switch distribution {
    case .constant(let value):
      constant = min(value.nanoseconds, Self.longest)
      (first, second) = (0, 0)
    case .uniform(let low, let high):
      let (low, high) = (low.nanoseconds, high.nanoseconds)
      if low == high { constant = min(low, Self.longest) }
      (first, second) = (Double(low), Double(high - low))
    case .normal(let mean, let deviation):
      if deviation == .zero { constant = min(mean.nanoseconds, Self.longest) }
      (first, second) = (Double(mean.nanoseconds), Double(deviation.nanoseconds))
    case .exponential(let mean):
      if mean == .zero { constant = 0 }
      (first, second) = (Double(mean.nanoseconds), 0)
    case .logNormal(let median, let sigma):
      if sigma == 0 { constant = min(median.nanoseconds, Self.longest) }
      (first, second) = (Double(median.nanoseconds), sigma)
    case .pareto(let minimum, let shape):
      (first, second) = (Double(minimum.nanoseconds), shape)
    case .quantiles(let points):
      (first, second) = (0, 0)
      quantiles = QuantileSampler(points)
    }
    self.constant = constant
  }

  /// Nanoseconds of latency for two independent 64-bit draws; `second` is asked for only by the Gaussian shapes.
  ///
  /// Inverse transform for all but the Gaussian shapes, which use the transform of Box and Muller (1958).
  func sample(_ draw: UInt64, _ secondDraw: @autoclosure () -> UInt64) -> Int64 {
    if let constant { return constant }
    let value: Double
    switch distribution {
    case .constant:
      value = first
    case .uniform:
      value = first + second * draw.unit
    case .normal:
      value = first + second * Self.gaussian(draw, secondDraw())
    case .exponential:
      value = -first * ElementaryFunctions.logarithm(draw.unitAboveZero)
    case .logNormal:
      value = first * ElementaryFunctions.exponential(second * Self.gaussian(draw, secondDraw()))
    case .pareto:
      let logarithm = ElementaryFunctions.logarithm(draw.unitAboveZero)
      value = first * ElementaryFunctions.exponential(-logarithm / second)
    case .quantiles:
      value = quantiles?.value(at: draw.unit) ?? 0
    }
    return Int64(min(max(value.rounded(), 0), Double(Self.longest)))
  }

  /// A standard Gaussian from two uniform draws.
  static func gaussian(_ radius: UInt64, _ angle: UInt64) -> Double {
    let logarithm = ElementaryFunctions.logarithm(radius.unitAboveZero)
    return (-2 * logarithm).squareRoot() * ElementaryFunctions.cosine(turns: angle.unit)
  }
}

extension UInt64 {
  /// The draw as a number in [0, 1), from its upper 53 bits.
  var unit: Double { Double(self >> 11) * 0x1p-53 }

  /// The draw as a number in (0, 1], for use under a logarithm.
  var unitAboveZero: Double { (Double(self >> 11) + 1) * 0x1p-53 }
}
