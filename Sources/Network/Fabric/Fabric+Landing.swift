import Simulator

extension Fabric {
  /// The fate of a datagram that has reached its destination.
  enum Landing {
    case arrived
    case lost(DropReason)
    /// A fault holds it; it stays under way.
    case held
  }

  /// Lets a datagram in, unless a fault or a dead interface is in its way at this very moment.
  mutating func land(_ flight: Flight) -> Landing {
    let path = flight.route.path
    if let fault = paths[path].treatment.heldBy, paths[path].treatment.blockedBy == nil {
      flights.hold(flight, by: fault)
      paths[path].held.append(flight)
      return .held
    }
    flights.remove(flight)
    if let fault = paths[path].treatment.blockedBy {
      return .lost(.fault(faults.description(of: fault)))
    }
    if let fault = paths[path].treatment.swallowedBy, flight.cargo.carriesData {
      return .lost(.fault(faults.description(of: fault)))
    }
    let destination = paths[path].to
    guard hosts[destination].isUp else {
      return .lost(.interfaceDown(host: hosts[destination].host.name))
    }
    return .arrived
  }

  /// The consequences of a change of the active faults.
  struct Consequences {
    /// Datagrams that are no longer held, in order, with the time at which each arrives.
    var released: [(flight: Flight, time: Int64)] = []
    /// Hosts whose interface changed, in the order of the hosts.
    var interfaces: [(host: NetworkHost, isUp: Bool)] = []
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
        for flight in paths[index].held { flights.hold(flight, by: treatment.heldBy) }
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
    for flight in paths[path].held {
      flights.hold(flight, by: nil)
      flights.delay(flight, until: time)
      consequences.released.append((flight, time))
      time += 1
    }
    paths[path].held = []
    paths[path].lastArrival = max(paths[path].lastArrival, time - 1)
  }
}
