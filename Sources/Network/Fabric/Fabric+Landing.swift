import Simulator

extension Fabric {
  /// What becomes of a datagram that has reached its destination's door.
  enum Landing {
    case arrived(Flight)
    case lost(Flight, DropReason)
    /// A fault holds it; it stays under way.
    case held
  }

  /// Lets a datagram in, unless a fault or a dead interface is in its way at this very moment.
  mutating func land(_ slot: Int, on path: Int) -> Landing {
    if let fault = paths[path].treatment.blockedBy {
      return .lost(flights.take(slot), .fault(faults.description(of: fault)))
    }
    if let fault = paths[path].treatment.heldBy {
      flights.hold(slot, by: fault)
      paths[path].held.append(slot)
      return .held
    }
    let destination = paths[path].to
    guard hosts[destination].isUp else {
      return .lost(flights.take(slot), .interfaceDown(host: hosts[destination].host.name))
    }
    return .arrived(flights.take(slot))
  }

  /// What follows from a change of the active faults.
  struct Consequences {
    /// Datagrams that are no longer held, in order, with the time at which each arrives.
    var released: [(slot: Int, time: Int64)] = []
    /// Hosts whose interface changed, in the order of the hosts.
    var interfaces: [(host: Host, isUp: Bool)] = []
  }

  /// Brings every path and interface in line with the active faults.
  mutating func applyFaults(at now: Int64) -> Consequences {
    var consequences = Consequences()
    for index in paths.indices {
      let treatment = faults.treatment(from: paths[index].from, to: paths[index].to)
      guard treatment != paths[index].treatment else { continue }
      paths[index].treatment = treatment
      guard !paths[index].held.isEmpty else { continue }
      if treatment.heldBy == nil {
        release(path: index, at: now, into: &consequences)
      } else {
        for slot in paths[index].held { flights.hold(slot, by: treatment.heldBy) }
      }
    }
    for index in hosts.indices where refreshInterface(of: index) {
      consequences.interfaces.append((hosts[index].host, hosts[index].isUp))
    }
    return consequences
  }

  /// Held datagrams arrive at once and in the order in which they would have; later ones stay behind them.
  private mutating func release(path: Int, at now: Int64, into consequences: inout Consequences) {
    var time = now
    for slot in paths[path].held {
      flights.hold(slot, by: nil)
      flights.delay(slot, until: time)
      consequences.released.append((slot, time))
      time += 1
    }
    paths[path].held = []
    paths[path].lastArrival = max(paths[path].lastArrival, time - 1)
  }
}
