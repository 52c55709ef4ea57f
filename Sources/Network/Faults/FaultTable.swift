/// The faults that are active, in the order in which they began.
struct FaultTable {
  /// A fault that is active.
  struct Entry {
    let identifier: FaultIdentifier
    let description: String
    var effect: FaultEffect
    /// Nanoseconds since the world began.
    let since: Int64
    /// The handle that may end it early; nil where nothing but the table knows the fault.
    var handle: FaultHandle?
  }

  private(set) var entries: [Entry] = []
  private var lastOrdinal = 0
  /// The number of active faults that are rules, so that sending need not look through them all.
  private(set) var ruleCount = 0

  /// A number for the next fault.
  mutating func nextIdentifier() -> FaultIdentifier {
    lastOrdinal += 1
    return FaultIdentifier(ordinal: lastOrdinal)
  }

  mutating func begin(_ entry: Entry) {
    entries.append(entry)
    countRules()
  }

  /// Changes what an active fault does; nothing happens where it has ended.
  mutating func change(_ identifier: FaultIdentifier, to effect: FaultEffect) {
    guard let index = entries.firstIndex(where: { $0.identifier == identifier }) else { return }
    entries[index].effect = effect
    countRules()
  }

  /// Ends a fault and returns it; nil where it was not active.
  mutating func end(_ identifier: FaultIdentifier) -> Entry? {
    guard let index = entries.firstIndex(where: { $0.identifier == identifier }) else {
      return nil
    }
    let entry = entries.remove(at: index)
    countRules()
    return entry
  }

  func isActive(_ identifier: FaultIdentifier) -> Bool {
    entries.contains { $0.identifier == identifier }
  }

  func description(of identifier: FaultIdentifier) -> String {
    entries.first { $0.identifier == identifier }?.description ?? "a fault that has ended"
  }

  /// Returns the joint effect of all active faults on datagrams from one host to another.
  ///
  /// The first that blocks or holds is named; slowness multiplies and adds up.
  func treatment(from: Int, to: Int) -> Treatment {
    var treatment = Treatment()
    for entry in entries {
      switch entry.effect {
      case .block(let pairs) where pairs.contains(from: from, to: to):
        treatment.blockedBy = treatment.blockedBy ?? entry.identifier
      case .swallow(let pairs) where pairs.contains(from: from, to: to):
        treatment.swallowedBy = treatment.swallowedBy ?? entry.identifier
      case .hold(let pairs) where pairs.contains(from: from, to: to):
        treatment.heldBy = treatment.heldBy ?? entry.identifier
      case .slow(let pairs, let factor, let extra) where pairs.contains(from: from, to: to):
        treatment.factor = min(treatment.factor * factor, 1e12)
        treatment.extra = Treatment.sum(treatment.extra, extra)
      default:
        break
      }
    }
    return treatment
  }

  /// True where a fault has taken the host's interface down.
  func takesDownInterface(of host: Int) -> Bool {
    entries.contains {
      if case .interfaceDown(let hosts) = $0.effect { hosts.contains(host) } else { false }
    }
  }

  /// True where a fault refuses the host's new connections.
  func refusesConnections(of host: Int) -> Bool {
    entries.contains {
      if case .refuse(let hosts) = $0.effect { hosts.contains(host) } else { false }
    }
  }

  /// True where a fault keeps the host from looking names up.
  func losesNames(of host: Int) -> Bool {
    entries.contains {
      if case .loseNames(let hosts) = $0.effect { hosts.contains(host) } else { false }
    }
  }

  /// The rules on the way from one host to another, in the order of their installation.
  func rules(from: Int, to: Int) -> [(identifier: FaultIdentifier, rule: InstalledRule)] {
    if ruleCount == 0 { return [] }
    return entries.compactMap { entry in
      guard case .rule(let rule) = entry.effect, rule.pairs.contains(from: from, to: to) else {
        return nil
      }
      return (entry.identifier, rule)
    }
  }

  private mutating func countRules() {
    ruleCount = entries.count { if case .rule = $0.effect { true } else { false } }
  }
}
