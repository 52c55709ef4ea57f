internal import Simulator

/// The links among which a host's is one: a run draws each host's round trip and bandwidths once.
///
/// Measurements of many places differ far more from each other than one link does from minute to minute, so a single
/// figure stands for none of them.
public struct LinkPopulation: Sendable, Hashable {
  /// The round trip of a small datagram on an idle link; half of it is each direction's latency, beside the profile's jitter.
  public var roundTrip: LatencyDistribution
  /// Bits per second to the host.
  public var down: Rates
  /// Bits per second from the host.
  public var up: Rates

  /// Bandwidths whose logarithm is Gaussian.
  public struct Rates: Sendable, Hashable {
    /// Half of all links have less.
    public var median: Bandwidth
    /// The standard deviation of the logarithm.
    public var sigma: Double

    /// Bandwidths around a median.
    public init(median: Bandwidth, sigma: Double) {
      self.median = median
      self.sigma = sigma
    }

    /// The bandwidth for two independent draws, within 64 kbit/s and 10 Gbit/s.
    func sample(_ draw: UInt64, _ angle: UInt64) -> Bandwidth {
      let factor = ElementaryFunctions.exponential(
        sigma * LatencySampler.gaussian(draw, angle))
      let bits = (Double(median.bitsPerSecond) * factor).rounded()
      return .bits(Int(min(max(bits, 64e3), 10e9)))
    }

    var flaw: String? {
      if median.bitsPerSecond <= 0 { return "median bandwidth \(median) is not above zero" }
      return sigma >= 0 && sigma <= 10 ? nil : "sigma \(sigma) of bandwidths is not from 0 to 10"
    }
  }

  /// Links of which each has its own round trip and bandwidths.
  public init(roundTrip: LatencyDistribution, down: Rates, up: Rates) {
    self.roundTrip = roundTrip
    self.down = down
    self.up = up
  }

  /// Says what makes the population impossible, or nil where nothing does.
  var flaw: String? { roundTrip.flaw ?? down.flaw ?? up.flaw }
}

extension LinkProfile {
  /// The profile as one host has it in one run: a member of its population, where it has one.
  func member(for host: String, by choices: Choices) -> LinkProfile {
    guard let population else { return self }
    let entity = StableHash.of(host)
    func draw(_ stream: ChoiceStream, _ ordinal: UInt64) -> UInt64 {
      choices.draw(stream, entity: entity, ordinal: ordinal)
    }
    let roundTrip = LatencySampler(population.roundTrip).sample(
      draw(.populationLatency, 0), draw(.populationLatency, 1))
    var profile = self
    profile.down.latency = .constant(.nanoseconds(roundTrip / 2))
    profile.up.latency = .constant(.nanoseconds(roundTrip / 2))
    profile.down.bandwidth = population.down.sample(
      draw(.populationDown, 0), draw(.populationDown, 1))
    profile.up.bandwidth = population.up.sample(draw(.populationUp, 0), draw(.populationUp, 1))
    return profile
  }
}

extension ChoiceStream {
  static let populationLatency = Self("link.population.latency")
  static let populationDown = Self("link.population.down")
  static let populationUp = Self("link.population.up")
}
