internal import Simulator

/// Somebody who takes part in a world and talks to others through it, such as a phone.
public struct HealingMember: Sendable {
  /// The name under which faults befall it.
  public let name: String
  let places: @Sendable () async -> [String]
  let darken: @Sendable () -> FaultEnd
  let unfinished: @Sendable () async -> [String]

  /// Describes a member.
  ///
  /// - Parameters:
  ///   - places: The places through which it talks at present, such as the locations that it listens to: two that share
  ///     one talk to each other. None for a member that cannot talk now, because its app is not on the screen or it is
  ///     offline.
  ///   - darken: Cuts it off from all others until the end is called.
  ///   - unfinished: Says what has not reached it or what has not got away from it; nothing when all has.
  public init(
    _ name: String, places: @escaping @Sendable () async -> [String],
    darken: @escaping @Sendable () -> FaultEnd,
    unfinished: @escaping @Sendable () async -> [String]
  ) {
    self.name = name
    self.places = places
    self.darken = darken
    self.unfinished = unfinished
  }
}

extension Probe {
  /// Only a core healed at first, and had to make progress while the others stayed dark.
  public static let coreHealed = Probe("only a core healed at first")
}

extension Nemesis {
  /// Adds somebody who may be in the core that heals first, or stay dark meanwhile.
  public func register(_ member: HealingMember) {
    state.withValue { $0.members.append(member) }
  }

  /// In some seeds lets only a core heal, which must come to rest while all others stay dark.
  ///
  /// The core is at least two members that talk to each other, and at least one is left out. What progress a core owes is
  /// known only behind a scenario's last line: before it, a line may wait for any phone. (TigerBeetle's simulator ends so:
  /// "Liveness mode", in which a core of replicas heals and the rest do not.)
  func healCore() async throws {
    guard plan.budget > 0, draws.healsCore else { return }
    let members = state.withValue { $0.members }
    var talk: [String: Set<String>] = [:]
    for member in members { talk[member.name] = Set(await member.places()) }
    let core = draws.core(of: members.map(\.name)) { left, right in
      !(talk[left] ?? []).isDisjoint(with: talk[right] ?? [])
    }
    guard core.count >= 2, core.count < members.count else { return }
    let dark = members.filter { !core.contains($0.name) }
    note("only \(core.joined(separator: ", ")) heal")
    world.probe(.coreHealed)
    let ends = dark.map { $0.darken() }
    healAll(where: { target in !dark.contains { $0.name == target } })
    let healed = world.now
    let checks = members.filter { core.contains($0.name) }.map(\.unfinished)
    try await awaitRest(of: checks) { limit in
      """
      a core of \(core.joined(separator: ", ")) to come to rest within \(limit) of \(healed), when it was healed, while \
      \(dark.map(\.name).joined(separator: ", ")) stayed dark
      """
    }
    for end in ends { end.end() }
  }
}

extension FaultDraws {
  /// Whether only a core heals at first, as in half of the seeds.
  var healsCore: Bool { choices.unit(.faultCore, entity: 0, ordinal: 0) < 0.5 }

  /// Chooses a core: at least two of those who talk to each other, directly or through others of the core.
  ///
  /// - Returns: Their names in the order in which they are given; none where nobody talks to anybody.
  func core(of names: [String], talk: (String, String) -> Bool) -> [String] {
    // By rendezvous, so that another member changes little.
    let lot = { (name: String) in
      choices.draw(.faultCore, entity: StableHash.of(name), ordinal: 1)
    }
    let candidates = names.filter { name in names.contains { $0 != name && talk(name, $0) } }
      .sorted { (lot($0), $0) < (lot($1), $1) }
    guard var last = candidates.first else { return [] }
    let room = max(0, names.count - 3)
    let size = 2 + Int(choices.unit(.faultCore, entity: 0, ordinal: 2) * Double(room + 1))
    var core: [String] = []
    while true {
      core.append(last)
      guard core.count < size,
        let next = candidates.first(where: { name in
          !core.contains(name) && core.contains { talk($0, name) }
        })
      else { return names.filter(core.contains) }
      last = next
    }
  }
}

extension ChoiceStream {
  static let faultCore = ChoiceStream("fault.core")
}
