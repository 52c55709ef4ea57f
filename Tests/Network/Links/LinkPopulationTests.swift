import Simulator
import Testing

@testable import Network

@Suite("Links as measured")
struct LinkPopulationTests {
  @Test(
    "every measured profile is possible, names its source, and is found by its name",
    arguments: LinkProfile.measured)
  func measuredProfiles(profile: LinkProfile) throws {
    try profile.validate()
    #expect(profile.modelledOn?.hasPrefix("measured: ") == true)
    #expect(try LinkProfile.named(profile.name) == profile)
    #expect(profile.radio != nil)
  }

  @Test("a host has one link in a run, another in the next, and hosts differ")
  func members() {
    let profile = LinkProfile.lteTypical
    let alice = profile.member(for: "Alice", by: Choices(seed: 1))
    #expect(alice == profile.member(for: "Alice", by: Choices(seed: 1)))
    #expect(alice.down.bandwidth != profile.member(for: "Bob", by: Choices(seed: 1)).down.bandwidth)
    #expect(alice.up.latency != profile.member(for: "Alice", by: Choices(seed: 2)).up.latency)
    #expect(LinkProfile.lte.member(for: "Alice", by: Choices(seed: 1)) == .lte)
  }

  @Test("over many runs the median and the spread are the published ones")
  func distribution() {
    let members = (0..<4_000).map {
      LinkProfile.lteTypical.member(for: "Alice", by: Choices(seed: UInt64($0)))
    }
    let rates = members.compactMap { $0.down.bandwidth?.bitsPerSecond }.sorted()
    let trips = members.compactMap { $0.up.latency.mean?.nanoseconds }.map { 2 * $0 }.sorted()
    func isAbout(_ value: Double, _ published: Double, share: Double) -> Bool {
      abs(value / published - 1) < share
    }
    #expect(isAbout(Double(rates[2_000]), 29.4e6, share: 0.05))
    #expect(isAbout(Double(trips[2_000]), 85e6, share: 0.03))
    // A standard deviation of the logarithm of 0.47 puts a tenth above exp(1.2816 · 0.47) times the median.
    #expect(isAbout(Double(trips[3_600]), 85e6 * 1.8265, share: 0.05))
    #expect(isAbout(Double(rates[3_600]), 29.4e6 * 3.649, share: 0.1))
  }

  @Test("an impossible population is refused")
  func flaws() {
    var profile = LinkProfile.lteTypical
    profile.population?.down.sigma = -1
    #expect(throws: ProfileError.self) { try profile.validate() }
    profile = .lteTypical
    profile.population?.up.median = .bits(0)
    #expect(throws: ProfileError.self) { try profile.validate() }
  }

  @Test(
    "quantiles that do not reach from 0 to 1, or fall, are refused",
    arguments: [
      [LatencyQuantile(0.1, .zero), LatencyQuantile(1, .seconds(1))],
      [LatencyQuantile(0, .zero), LatencyQuantile(0.9, .seconds(1))],
      [LatencyQuantile(0, .seconds(2)), LatencyQuantile(1, .seconds(1))],
      [LatencyQuantile(0, .seconds(-2)), LatencyQuantile(1, .seconds(1))],
      [
        LatencyQuantile(0, .zero), LatencyQuantile(0.9, .zero), LatencyQuantile(0.5, .zero),
        LatencyQuantile(1, .zero),
      ],
    ])
  func impossibleQuantiles(points: [LatencyQuantile]) {
    #expect(LatencyDistribution.quantiles(points).flaw != nil)
  }
}
