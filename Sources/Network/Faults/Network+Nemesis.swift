public import Harness
internal import Simulator

extension FaultKind {
  /// All hosts are cut off one by one and come back in another order.
  public static let swizzle: FaultKind = "swizzle"
}

extension Network {
  /// Lets faults from the seed befall the network as a whole, in runs that have them.
  func registerWithNemesis() {
    world.nemesis?.register(
      FaultTarget(
        "network",
        offers: [
          FaultOffer(.swizzle, weight: 2) { [self] strike in
            let handle = swizzle(hosts, for: strike.duration)
            return FaultEnd { handle.end() }
          }
        ]))
  }
}
