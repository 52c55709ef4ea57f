public import Harness
import Simulator

extension LinkProfile {
  /// The profile as a run with the knob `links` has it on a host's link; each host's differs.
  ///
  /// Mildly: each direction's latency and bandwidth lie within a seventh of the profile's, each datagram takes up to an
  /// eighth of the latency longer, and in one run of four all links are the next better named profile. At the extremes:
  /// up to twice the latency longer, a hundredth lost, some doubled or held up, up to half a second before a new
  /// connection, and one link in two is the next worse named profile.
  public func varied(by setting: KnobSetting, of host: String) -> LinkProfile {
    var profile = self
    let isNeighbour =
      setting.isExtreme
      ? setting.happens(0.5, "\(host).profile") : setting.happens(0.25, "profile")
    if isNeighbour { profile = neighbour(isWorse: setting.isExtreme) ?? self }
    profile.down = profile.down.varied(by: setting, "\(host).down")
    profile.up = profile.up.varied(by: setting, "\(host).up")
    if setting.isExtreme {
      profile.lookupDelay += setting.duration(in: .zero ... .milliseconds(500), "\(host).lookup")
    }
    return profile
  }

  /// The named profile that is a little better or worse; nil where there is none, and for profiles of one's own.
  private func neighbour(isWorse: Bool) -> LinkProfile? {
    let order: [LinkProfile] = [.wifi, .lte, .threeG, .edge]
    guard let place = order.firstIndex(of: self) else { return nil }
    let next = isWorse ? place + 1 : place - 1
    return order.indices.contains(next) ? order[next] : nil
  }
}

extension DirectionProfile {
  /// The direction as a run has it; `subject` tells directions apart.
  fileprivate func varied(by setting: KnobSetting, _ subject: String) -> DirectionProfile {
    // Connected to nothing: there is nothing to vary.
    guard loss.rate < 1 else { return self }
    var direction = self
    let mean = min(latency.mean ?? .zero, LatencyDistribution.longest / 4)
    direction.latency = latency.scaled(by: setting.number(in: 0.85...1.15, "\(subject).latency"))
    if let bits = bandwidth?.bitsPerSecond {
      let factor = setting.number(in: 0.85...1.15, "\(subject).bandwidth")
      direction.bandwidth = .bits(max(1, Int(Double(min(bits, 1 << 50)) * factor)))
    }
    if jitter == .zero {
      let longest = setting.isExtreme ? mean * 2 : mean / 8
      direction.jitter = .uniform(.zero, max(longest, .microseconds(200)))
    }
    guard setting.isExtreme else { return direction }
    if loss == .none { direction.loss = .random(0.01) }
    direction.duplication = max(duplication, 0.02)
    if reordering == .none {
      direction.reordering = Reordering(
        probability: 0.05, delay: .uniform(.zero, max(mean, .milliseconds(5))))
    }
    return direction
  }
}

extension LatencyDistribution {
  /// The distribution of latencies that are all longer or shorter by a factor near 1.
  fileprivate func scaled(by factor: Double) -> LatencyDistribution {
    func times(_ duration: Duration) -> Duration { min(duration * factor, Self.longest) }
    return switch self {
    case .constant(let value): .constant(times(value))
    case .uniform(let low, let high): .uniform(times(low), times(high))
    case .normal(let mean, let deviation): .normal(mean: times(mean), deviation: times(deviation))
    case .exponential(let mean): .exponential(mean: times(mean))
    case .logNormal(let median, let sigma): .logNormal(median: times(median), sigma: sigma)
    case .pareto(let minimum, let shape): .pareto(minimum: times(minimum), shape: shape)
    case .quantiles(let points):
      .quantiles(points.map { LatencyQuantile($0.share, times($0.value)) })
    }
  }
}
