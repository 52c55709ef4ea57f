import Simulator
import Testing

@testable import Network

@Suite("Link profiles")
struct LinkProfileTests {
  @Test(
    "every named profile is possible and is found under its own name", arguments: LinkProfile.named)
  func namedProfiles(profile: LinkProfile) throws {
    try profile.validate()
    #expect(try LinkProfile.named(profile.name) == profile)
  }

  @Test(
    "a profile is found however a person types its name",
    arguments: [
      ("wifi", LinkProfile.wifi), ("WI FI", .wifi), ("lte", .lte), ("3g", .threeG), ("EDGE", .edge),
      ("very-bad-network", .veryBadNetwork), ("High latency DNS", .highLatencyDNS),
      ("100% loss", .totalLoss), ("Perfect", .perfect), ("lte.typical", .lteTypical),
      ("LTE moving", .lteMoving), ("5g typical", .fiveGTypical), ("subway", .subway),
    ])
  func typedNames(name: String, profile: LinkProfile) throws {
    #expect(try LinkProfile.named(name) == profile)
  }

  @Test("an unknown name is refused with the names that exist")
  func unknownName() {
    let known = [
      "perfect", "Wi-Fi", "LTE", "3G", "DSL", "Edge", "Very Bad Network", "High Latency DNS",
      "100% Loss", "wifi.home", "5g.typical", "lte.typical", "wifi.congested", "3g.typical",
      "lte.moving", "subway",
    ]
    let error = #expect(throws: ProfileError.unknown(name: "5G", known: known)) {
      try LinkProfile.named("5G")
    }
    #expect("\(error!)".contains("“5G”"))
    #expect("\(error!)".contains("Very Bad Network, High Latency DNS"))
  }

  @Test("the numbers of the conditioner's profiles are those of the documentation")
  func documentedNumbers() {
    func numbers(_ profile: LinkProfile) -> [Int] {
      guard case .constant(let delay) = profile.up.latency else { return [] }
      return [
        (profile.down.bandwidth?.bitsPerSecond ?? 0) / 1_000,
        (profile.up.bandwidth?.bitsPerSecond ?? 0) / 1_000, Int(delay.nanoseconds / 1_000_000),
      ]
    }
    #expect(numbers(.wifi) == [40_000, 33_000, 1])
    #expect(numbers(.lte) == [50_000, 10_000, 65])
    #expect(numbers(.threeG) == [780, 330, 100])
    #expect(numbers(.dsl) == [2_000, 256, 5])
    #expect(numbers(.edge) == [240, 200, 400])
    #expect(numbers(.veryBadNetwork) == [1_000, 1_000, 500])
    #expect(LinkProfile.veryBadNetwork.down.loss == .random(0.1))
    #expect(LinkProfile.highLatencyDNS.lookupDelay == .seconds(3))
    #expect(LinkProfile.totalLoss.up.loss.rate == 1)
    for profile in LinkProfile.named where profile != .perfect {
      #expect(profile.modelledOn?.hasPrefix("modelled on") == true)
    }
  }

  static let impossible: [(DirectionProfile, String)] = [
    (DirectionProfile(loss: .random(1.5)), "loss 1.5"),
    (DirectionProfile(loss: .random(.nan)), "loss nan"),
    (DirectionProfile(loss: .gilbertElliott(p: -0.1, r: 0.5)), "Gilbert-Elliott p -0.1"),
    (DirectionProfile(loss: .gilbertElliott(p: 0.1, r: 0.5, lossInBad: 2)), "1-h 2.0"),
    (DirectionProfile(bandwidth: .bits(-5)), "-5 bit/s"),
    (DirectionProfile(bandwidth: .bits(0)), "0 bit/s"),
    (DirectionProfile(latency: .constant(.milliseconds(-1))), "negative"),
    (DirectionProfile(latency: .uniform(.seconds(2), .seconds(1))), "before it starts"),
    (DirectionProfile(latency: .normal(mean: .seconds(1), deviation: .seconds(-1))), "deviation"),
    (DirectionProfile(latency: .exponential(mean: .seconds(-1))), "mean latency"),
    (DirectionProfile(latency: .logNormal(median: .zero, sigma: 1)), "median"),
    (DirectionProfile(latency: .logNormal(median: .seconds(1), sigma: -1)), "sigma"),
    (DirectionProfile(latency: .pareto(minimum: .seconds(1), shape: 0)), "shape"),
    (DirectionProfile(jitter: .constant(.seconds(-1))), "jitter"),
    (DirectionProfile(duplication: 2), "duplication 2.0"),
    (DirectionProfile(reordering: .init(probability: -1, delay: .zero)), "reordering -1.0"),
    (DirectionProfile(latency: .constant(.seconds(Int64.max))), "above a day"),
    (DirectionProfile(jitter: .normal(mean: .zero, deviation: .days(2))), "above a day"),
    (DirectionProfile(queueBytes: .max), "queue of"), (DirectionProfile(mtu: .max), "MTU of"),
    (DirectionProfile(bandwidth: .kilobits(.min)), "is not above zero"),
    (DirectionProfile(queueBytes: -1), "queue"), (DirectionProfile(mtu: 100), "MTU of 100"),
  ]

  @Test("an impossible profile is refused with the number that is wrong", arguments: impossible)
  func impossibleProfile(direction: DirectionProfile, reason: String) {
    let profile = LinkProfile("mine", down: direction, up: DirectionProfile())
    let error = #expect(throws: ProfileError.self) { try profile.validate() }
    #expect("\(error!)".contains(reason))
    #expect("\(error!)".contains("“mine”"))
  }

  @Test(
    "a look-up delay that is negative or above a day is refused",
    arguments: [Duration.milliseconds(-1), .days(2), .seconds(Int64.max)])
  func impossibleLookup(delay: Duration) {
    let profile = LinkProfile("mine", bothWays: DirectionProfile(), lookupDelay: delay)
    #expect(throws: ProfileError.self) { try profile.validate() }
  }

  @Test("bandwidths and means beyond what can be counted saturate or are unknown, and trap nobody")
  func extremes() {
    #expect(Bandwidth.megabits(.max).bitsPerSecond == .max)
    #expect(Bandwidth.bits(0).serialization(of: 100) == .zero)
    #expect(Bandwidth.bits(-1).serialization(of: 100) == .zero)
    #expect(Bandwidth.bits(8).serialization(of: -1) == .zero)
    #expect(Bandwidth.bits(1).serialization(of: .max) == .seconds(800_000_000))
    #expect(LatencyDistribution.logNormal(median: .seconds(1), sigma: 1_000).mean == nil)
    #expect(LatencyDistribution.pareto(minimum: .days(1), shape: 1.0.nextUp).mean == nil)
  }
}
