import Simulator

// Links as they were measured. Beside the constant profiles, on which arithmetic can be done, these have what real links
// have: each phone another rate and round trip, jitter, a radio that sleeps, gaps. Documentation/MeasuredLinks.md has the
// sources number by number.

extension LinkProfile {
  /// Wi-Fi at home: 100 / 20 Mbit/s, a hop of 3 ms in the median and 250 ms in one of a hundred.
  public static let wifiHome = LinkProfile(
    "wifi.home",
    down: DirectionProfile(
      jitter: halfHop, bandwidth: .megabits(100), queueBytes: 256_000),
    up: DirectionProfile(jitter: halfHop, bandwidth: .megabits(20), queueBytes: 256_000),
    radio: wifiRadio(), modelledOn: "measured: Sui et al., MobiSys 2016")

  /// Wi-Fi where too many share a channel: half of all datagrams need more than 20 ms for the hop, a tenth more than 100 ms.
  public static let wifiCongested = LinkProfile(
    "wifi.congested",
    down: DirectionProfile(
      jitter: congestedHalfHop, bandwidth: .megabits(10), queueBytes: 256_000),
    up: DirectionProfile(
      jitter: congestedHalfHop, bandwidth: .megabits(4), queueBytes: 256_000),
    radio: wifiRadio(congestedGaps), modelledOn: "measured: Pei et al., INFOCOM 2016")

  /// LTE with a good signal: 29 / 15 Mbit/s and a round trip of 85 ms in the median, each phone's drawn.
  public static let lteTypical = cellular(
    "lte.typical", roundTrip: .milliseconds(85), sigma: 0.47,
    down: LinkPopulation.Rates(median: .kilobits(29_400), sigma: 1.01),
    up: LinkPopulation.Rates(median: .kilobits(14_600), sigma: 0.92), radio: lteRadio(),
    modelledOn: "measured: ERRANT (Trevisan et al., Computer Networks 2020)")

  /// LTE in a car: a weaker signal, and handovers between cells, of which a few fall back to an older network.
  public static let lteMoving = cellular(
    "lte.moving", roundTrip: .milliseconds(81), sigma: 0.48,
    down: LinkPopulation.Rates(median: .kilobits(22_900), sigma: 0.88),
    up: LinkPopulation.Rates(median: .kilobits(3_500), sigma: 1.01),
    radio: lteRadio(
      RadioProfile.Gaps(
        every: .exponential(mean: .seconds(30)),
        length: .quantiles([
          LatencyQuantile(0, .milliseconds(30)), LatencyQuantile(0.97, .milliseconds(80)),
          LatencyQuantile(0.97, .seconds(3)), LatencyQuantile(1, .milliseconds(4_500)),
        ]), losesDatagrams: false)),
    modelledOn: "measured: ERRANT (Trevisan et al., Computer Networks 2020), weak signals")

  /// 5G beside LTE: 40 / 15 Mbit/s and 40 ms in the median, so that six phones of ten have less than 50 Mbit/s and one of
  /// twenty less than 20 ms.
  public static let fiveGTypical = cellular(
    "5g.typical", roundTrip: .milliseconds(40), sigma: 0.42,
    down: LinkPopulation.Rates(median: .megabits(40), sigma: 0.88),
    up: LinkPopulation.Rates(median: .kilobits(14_600), sigma: 0.92), radio: lteRadio(),
    upJitter: .uniform(.zero, .milliseconds(5)),
    modelledOn:
      "measured: Rizvi et al., “Third-Party Assessment of Mobile Performance in the 5G Era”, 2025")

  /// 3G (HSPA+): 13 / 2.7 Mbit/s and 80 ms in the median, and a radio that needs more than half a second to wake up.
  public static let threeGTypical = cellular(
    "3g.typical", roundTrip: .milliseconds(80), sigma: 0.49,
    down: LinkPopulation.Rates(median: .kilobits(13_200), sigma: 0.86),
    up: LinkPopulation.Rates(median: .kilobits(2_700), sigma: 0.70),
    radio: RadioProfile(
      sleepsAfter: .microseconds(8_088_200 + 824_200),
      wakeUp: .normal(mean: .microseconds(582_100), deviation: .microseconds(79_500)),
      paging: pagingCycle),
    modelledOn: "measured: ERRANT (Trevisan et al., Computer Networks 2020)")

  /// LTE under a city: a weak signal, and tunnels in which nothing arrives.
  public static let subway = cellular(
    "subway", roundTrip: .milliseconds(81), sigma: 0.48,
    down: LinkPopulation.Rates(median: .kilobits(22_900), sigma: 0.88),
    up: LinkPopulation.Rates(median: .kilobits(3_500), sigma: 1.01),
    radio: lteRadio(
      RadioProfile.Gaps(
        every: .uniform(.seconds(20), .seconds(60)), length: .uniform(.seconds(5), .seconds(90)),
        losesDatagrams: true)),
    modelledOn:
      "measured: ERRANT (Trevisan et al., Computer Networks 2020), weak signals; the tunnels are ours"
  )

  /// The link of this kind as it was measured; nil for a profile of which there is no measured one.
  ///
  /// - Parameter isBad: Whether it is one on a bad day: a crowded channel, a car, a tunnel.
  public func asMeasured(isBad: Bool) -> LinkProfile? {
    switch self {
    case .wifi: isBad ? .wifiCongested : .wifiHome
    case .lte: isBad ? .lteMoving : .lteTypical
    case .threeG: isBad ? .subway : .threeGTypical
    default: nil
    }
  }

  /// The links as measured, the best first.
  public static let measured: [LinkProfile] = [
    .wifiHome, .fiveGTypical, .lteTypical, .wifiCongested, .threeGTypical, .lteMoving, .subway,
  ]

  /// Half of a Wi-Fi hop's round trip: 3, 20 and 250 ms at the median and the shares 0.9 and 0.99; both ends are ours.
  private static let halfHop = LatencyDistribution.quantiles([
    LatencyQuantile(0, .microseconds(500)), LatencyQuantile(0.5, .microseconds(1_500)),
    LatencyQuantile(0.9, .milliseconds(10)), LatencyQuantile(0.99, .milliseconds(125)),
    LatencyQuantile(1, .milliseconds(250)),
  ])

  /// The same where a channel is crowded: 20 and 100 ms at the median and the share 0.9.
  private static let congestedHalfHop = LatencyDistribution.quantiles([
    LatencyQuantile(0, .microseconds(500)), LatencyQuantile(0.5, .milliseconds(10)),
    LatencyQuantile(0.9, .milliseconds(50)), LatencyQuantile(0.99, .milliseconds(125)),
    LatencyQuantile(1, .milliseconds(250)),
  ])

  /// Frames that seven attempts did not carry: bursts of some ten milliseconds, 0.8 % of the time; ours. Bursts are told in
  /// time and not in datagrams, as otherwise one would last as long as a time-out that doubles.
  private static let congestedGaps = RadioProfile.Gaps(
    every: .exponential(mean: .seconds(5)), length: .uniform(.milliseconds(20), .milliseconds(60)),
    losesDatagrams: true)

  /// An iPhone listens for 100 ms after the last frame, and then to the beacons, one every 102.4 ms.
  private static func wifiRadio(_ gaps: RadioProfile.Gaps? = nil) -> RadioProfile {
    RadioProfile(
      sleepsAfter: .milliseconds(100), wakeUp: .zero,
      paging: .uniform(.zero, .microseconds(102_400)), gaps: gaps)
  }

  /// The paging cycle that networks use most, 1.28 s (3GPP TS 36.331, `defaultPagingCycle` rf128).
  private static let pagingCycle = LatencyDistribution.uniform(.zero, .milliseconds(1_280))

  /// LTE's radio: it sleeps after 11.576 s, and is awake 260 ms after the first datagram (Huang et al., MobiSys 2012).
  private static func lteRadio(_ gaps: RadioProfile.Gaps? = nil) -> RadioProfile {
    RadioProfile(
      sleepsAfter: .milliseconds(11_576),
      wakeUp: .normal(mean: .microseconds(260_100), deviation: .microseconds(15_800)),
      paging: pagingCycle, gaps: gaps)
  }

  /// A tenth of the transport blocks is repeated 8 ms later (3GPP TS 36.213 section 7.2.3; TS 36.321), a hundredth twice.
  private static let repetition = LatencyDistribution.quantiles([
    LatencyQuantile(0, .zero), LatencyQuantile(0.9, .zero), LatencyQuantile(0.9, .milliseconds(8)),
    LatencyQuantile(0.99, .milliseconds(8)), LatencyQuantile(0.99, .milliseconds(16)),
    LatencyQuantile(1, .milliseconds(16)),
  ])

  private static func cellular(
    _ name: String, roundTrip: Duration, sigma: Double, down: LinkPopulation.Rates,
    up: LinkPopulation.Rates, radio: RadioProfile,
    upJitter: LatencyDistribution = .uniform(.zero, .milliseconds(10)), modelledOn: String
  ) -> LinkProfile {
    LinkProfile(
      name,
      down: DirectionProfile(
        latency: .constant(roundTrip / 2), jitter: repetition, bandwidth: down.median,
        queueBytes: 1_000_000),
      up: DirectionProfile(
        latency: .constant(roundTrip / 2), jitter: upJitter, bandwidth: up.median,
        queueBytes: 500_000),
      radio: radio,
      population: LinkPopulation(
        roundTrip: .logNormal(median: roundTrip, sigma: sigma), down: down, up: up),
      modelledOn: modelledOn)
  }
}
