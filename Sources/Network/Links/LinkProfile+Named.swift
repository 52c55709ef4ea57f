extension LinkProfile {
  /// No latency, no loss, no limit: what a scenario runs on that is not about the network.
  public static let perfect = LinkProfile(
    "perfect", down: DirectionProfile(), up: DirectionProfile())

  /// 40 / 33 Mbit/s, 1 ms each way.
  public static let wifi = conditioner(
    "Wi-Fi", down: .megabits(40), up: .megabits(33), delay: .milliseconds(1))

  /// 50 / 10 Mbit/s, 65 ms each way.
  public static let lte = conditioner(
    "LTE", down: .megabits(50), up: .megabits(10), delay: .milliseconds(65))

  /// 780 / 330 kbit/s, 100 ms each way.
  public static let threeG = conditioner(
    "3G", down: .kilobits(780), up: .kilobits(330), delay: .milliseconds(100))

  /// 2 Mbit/s / 256 kbit/s, 5 ms each way.
  public static let dsl = conditioner(
    "DSL", down: .megabits(2), up: .kilobits(256), delay: .milliseconds(5))

  /// 240 / 200 kbit/s, 400 ms each way.
  public static let edge = conditioner(
    "Edge", down: .kilobits(240), up: .kilobits(200), delay: .milliseconds(400))

  /// 1 / 1 Mbit/s, 500 ms each way, a tenth of all datagrams lost in each direction.
  public static let veryBadNetwork = conditioner(
    "Very Bad Network", down: .megabits(1), up: .megabits(1), delay: .milliseconds(500),
    loss: .random(0.1))

  /// As Wi-Fi, with 3 s before every new connection.
  public static let highLatencyDNS = conditioner(
    "High Latency DNS", down: .megabits(40), up: .megabits(33), delay: .milliseconds(1),
    lookup: .seconds(3))

  /// Connected to nothing: every datagram is lost.
  public static let totalLoss = LinkProfile(
    "100% Loss", down: DirectionProfile(loss: .random(1)), up: DirectionProfile(loss: .random(1)),
    modelledOn: modelOf("100% Loss"))

  /// Every profile with constant numbers, the best link first; ``measured`` has the others.
  public static let named: [LinkProfile] = [
    .perfect, .wifi, .lte, .threeG, .dsl, .edge, .veryBadNetwork, .highLatencyDNS, .totalLoss,
  ]

  /// The profile of this name, as a person types it: case, spaces and punctuation do not matter, nor does the end of a
  /// name whose beginning no other has, as in `very-bad`.
  public static func named(_ name: String) throws(ProfileError) -> LinkProfile {
    let wanted = key(name)
    let named = named + measured
    for profile in named where key(profile.name) == wanted { return profile }
    let similar = named.filter { wanted.count >= 4 && key($0.name).hasPrefix(wanted) }
    if similar.count == 1 { return similar[0] }
    if let profile = recorded(name) { return profile }
    if wanted.hasPrefix("trace") { throw .unread(name: name) }
    throw .unknown(name: name, known: named.map(\.name))
  }

  static func key(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  private static func modelOf(_ name: String) -> String {
    "modelled on “\(name)” of Apple's Network Link Conditioner"
  }

  private static func conditioner(
    _ name: String, down: Bandwidth, up: Bandwidth, delay: Duration, loss: LossModel = .none,
    lookup: Duration = .zero
  ) -> LinkProfile {
    func direction(_ bandwidth: Bandwidth) -> DirectionProfile {
      DirectionProfile(latency: .constant(delay), loss: loss, bandwidth: bandwidth)
    }
    return LinkProfile(
      name, down: direction(down), up: direction(up), lookupDelay: lookup, modelledOn: modelOf(name)
    )
  }
}
