public import Harness
internal import Network
internal import Simulator

extension FaultKind {
  /// The next write of a phone is committed, and its acknowledgement lost.
  public static let lostAcknowledgement: FaultKind = "lost acknowledgement"
}

extension BackendHost {
  /// Lets faults from the seed befall the backend, in runs that have them.
  nonisolated func registerWithNemesis(_ network: Network) {
    network.world.nemesis?.register(
      FaultTarget(
        host.name,
        offers: [
          FaultOffer(.lostAcknowledgement, weight: 5) { [self] strike in
            let phones = network.hosts.filter { $0 != host }
            guard !phones.isEmpty else { return nil }
            let phone = phones[min(Int(strike.unit(0) * Double(phones.count)), phones.count - 1)]
            let handle = loseNextAcknowledgement(
              to: phone, then: strike.unit(1) < 0.5 ? .reset : .halfOpen
            ) { _ in true }
            return FaultEnd { handle.end() }
          }
        ]))
  }
}
