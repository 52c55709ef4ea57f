import Foundation
import Simulator
import Testing

@testable import Network

@Suite("Latency distributions")
struct LatencyDistributionTests {
  /// A distribution with its cumulative distribution function over milliseconds.
  struct Theory: CustomTestStringConvertible, Sendable {
    let distribution: LatencyDistribution
    let cumulative: @Sendable (Double) -> Double
    var testDescription: String { "\(distribution)" }
  }

  static let theories: [Theory] = [
    Theory(distribution: .uniform(.milliseconds(10), .milliseconds(30))) {
      min(max(($0 - 10) / 20, 0), 1)
    },
    Theory(distribution: .normal(mean: .milliseconds(100), deviation: .milliseconds(12))) {
      normal(($0 - 100) / 12)
    },
    Theory(distribution: .exponential(mean: .milliseconds(40))) { 1 - exp(-$0 / 40) },
    Theory(distribution: .logNormal(median: .milliseconds(50), sigma: 0.6)) {
      normal(log($0 / 50) / 0.6)
    },
    Theory(distribution: .pareto(minimum: .milliseconds(20), shape: 2.5)) {
      $0 < 20 ? 0 : 1 - pow(20 / $0, 2.5)
    },
    Theory(
      distribution: .quantiles([
        LatencyQuantile(0, .milliseconds(1)), LatencyQuantile(0.5, .milliseconds(3)),
        LatencyQuantile(0.9, .milliseconds(20)), LatencyQuantile(1, .milliseconds(250)),
      ])
    ) {
      switch $0 {
      case ..<1: 0
      case ..<3: ($0 - 1) / 2 * 0.5
      case ..<20: 0.5 + ($0 - 3) / 17 * 0.4
      case ..<250: 0.9 + ($0 - 20) / 230 * 0.1
      default: 1
      }
    },
  ]

  @Test("they are told in units that a person reads")
  func description() {
    #expect("\(LatencyDistribution.constant(.microseconds(90_719)))" == "constant 90.719 ms")
    #expect(
      "\(LatencyDistribution.uniform(.milliseconds(10), .seconds(2)))" == "uniform 10 ms to 2 s")
    #expect(
      "\(LatencyDistribution.quantiles([LatencyQuantile(0, .milliseconds(1)), LatencyQuantile(1, .seconds(1))]))"
        == "quantiles 0.0: 1 ms, 1.0: 1 s")
  }

  @Test("samples follow their theory by Kolmogorov and Smirnov", arguments: theories, [1, 7, 2026])
  func samplesFollowTheory(theory: Theory, seed: UInt64) {
    let samples = Self.samples(of: theory.distribution, count: 20_000, seed: seed)
    let distance = kolmogorovSmirnov(samples, theory.cumulative)
    #expect(distance < kolmogorovSmirnovLimit(samples.count))
  }

  @Test("the test of Kolmogorov and Smirnov tells a mean that is 5 % off")
  func testHasPower() {
    let samples = Self.samples(of: .exponential(mean: .milliseconds(42)), count: 20_000, seed: 1)
    let distance = kolmogorovSmirnov(samples) { 1 - exp(-$0 / 40) }
    #expect(distance > kolmogorovSmirnovLimit(samples.count))
  }

  @Test("uniform samples fill twenty equal cells evenly by chi-square", arguments: [3, 11, 99])
  func uniformCells(seed: UInt64) {
    let samples = Self.samples(
      of: .uniform(.zero, .milliseconds(20)), count: 20_000, seed: seed)
    var cells = [Int](repeating: 0, count: 20)
    for sample in samples { cells[min(Int(sample), 19)] += 1 }
    let expected = [Double](repeating: 1_000, count: 20)
    #expect(chiSquare(cells, expected: expected) < chiSquareLimit(degrees: 19))
  }

  @Test("the documented mean is the mean of the samples", arguments: theories)
  func meanIsAsDocumented(theory: Theory) throws {
    let samples = Self.samples(of: theory.distribution, count: 50_000, seed: 5)
    let mean = samples.reduce(0, +) / Double(samples.count)
    let documented = Double(try #require(theory.distribution.mean).nanoseconds) / 1e6
    #expect(abs(mean - documented) < 0.02 * documented)
  }

  @Test("a Pareto distribution of shape 1 has no finite mean")
  func paretoWithoutMean() {
    #expect(LatencyDistribution.pareto(minimum: .milliseconds(1), shape: 1).mean == nil)
  }

  @Test("no sample lies below zero, and a heavy tail ends at one day")
  func samplesAreBounded() {
    let wide = LatencyDistribution.normal(mean: .milliseconds(1), deviation: .milliseconds(50))
    let cut = Self.samples(of: wide, count: 10_000, seed: 4)
    #expect(cut.allSatisfy { $0 >= 0 })
    #expect(cut.filter { $0 == 0 }.count > 4_000)

    let tail = LatencySampler(.pareto(minimum: .seconds(1), shape: 0.05))
    #expect(tail.sample(0, 0) == LatencySampler.longest)
  }

  @Test("a constant asks for no draw and gives its value")
  func constantNeedsNoDraw() {
    #expect(LatencySampler(.constant(.milliseconds(65))).constant == 65_000_000)
    #expect(LatencySampler(.uniform(.seconds(1), .seconds(1))).constant == 1_000_000_000)
    #expect(LatencySampler(.normal(mean: .seconds(2), deviation: .zero)).constant == 2_000_000_000)
    #expect(LatencySampler(.exponential(mean: .seconds(1))).constant == nil)
  }

  private static func samples(
    of distribution: LatencyDistribution, count: Int, seed: UInt64
  ) -> [Double] {
    let sampler = LatencySampler(distribution)
    var draws = Draws(seed: seed)
    return (0..<count).map { _ in
      let (first, second) = (draws.next(), draws.next())
      return Double(sampler.sample(first, second)) / 1e6
    }
  }
}

/// The cumulative distribution of the standard Gaussian.
private func normal(_ z: Double) -> Double {
  0.5 * erfc(-z / 2.0.squareRoot())
}
