import Simulator

/// A rule in force between two groups of hosts.
final class InstalledRule: Sendable {
  let pairs: HostPairs
  /// The call that installed it, for verdicts that cannot be.
  private let location: CodeLocation
  private let description: String
  private let rule: WorldBound<State>

  /// In a structure, so that the box need not wrap an existential anew with each access.
  private struct State {
    /// Nil while the rule is being asked.
    var rule: (any PacketRule)?
  }

  init(
    _ rule: any PacketRule, on pairs: HostPairs, named description: String,
    installedAt location: CodeLocation, in world: World
  ) {
    self.pairs = pairs
    self.description = description
    self.location = location
    self.rule = WorldBound(State(rule: rule), in: world)
  }

  /// Asks the rule outside of all of the network's state, so that it may call whatever it likes.
  ///
  /// A rule that is being asked is not asked again from within; a verdict that cannot be ends the run and passes.
  func verdict(for message: WireMessage) -> (verdict: PacketVerdict, isFinished: Bool) {
    let asked = rule.withValue { state in
      defer { state.rule = nil }
      return state.rule
    }
    guard var asked else { return (.pass, false) }
    var verdict = asked.verdict(for: message)
    let isFinished = asked.isFinished
    rule.withValue { $0.rule = asked }
    switch verdict {
    case .delay(let time):
      let isTaken = rule.world.takes(time, "\(description), a verdict to delay by:", at: location)
      if !isTaken { verdict = .pass }
    case .breakConnection where message.connection == nil:
      verdict = .drop
    case .breakConnection, .drop, .pass:
      break
    }
    return (verdict, isFinished)
  }
}
