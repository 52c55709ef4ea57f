import Simulator

extension Fabric {
  /// The next step for a datagram that was handed to the network.
  enum Launch {
    /// Nothing: it is lost.
    case lost(DropReason)
    /// It reaches its destination, or the middle of the network, at `time`.
    case flies(Leg)
    /// It does so twice.
    case fliesTwice(Leg, Leg)
    /// Rules or observers are in force and have to be asked first.
    case undecided
  }

  /// One stretch of a datagram's way.
  struct Leg {
    let flight: Flight
    /// Nanoseconds since the world began.
    let time: Int64
    /// True where the stretch ends in the middle of the network and another one follows.
    let endsAtCore: Bool
  }

  /// Takes a datagram from its sender.
  ///
  /// - Parameter ruleDelay: The nanoseconds that a rule adds to its latency, while others pass it; nil where the rules
  ///   were not asked yet.
  @inline(__always)
  mutating func launch(
    _ cargo: Cargo, bytes: Int, over route: Route, at now: Int64, ruleDelay: Int64?,
    choices: Choices
  ) -> Launch {
    if ruleDelay == nil && isWatched { return .undecided }
    let from = route.source.host.index
    let to = route.destination.host.index
    guard hosts[from].isUp, !isOver else {
      return .lost(.interfaceDown(host: hosts[from].host.name))
    }
    if let fault = paths[route.path].treatment.blockedBy {
      return .lost(.fault(faults.description(of: fault)))
    }
    let up = 2 * from
    let down = 2 * to + 1
    var endsAtCore = false
    let passage: LinkDirection.Passage
    if links[up].isTransparent {
      if bytes > links[up].mtu { return .lost(.tooLarge(bytes: bytes, mtu: links[up].mtu)) }
      passage = pass(bytes: bytes, through: down, at: now, choices: choices)
    } else {
      passage = links[up].pass(bytes: bytes, at: now, choices: choices)
      if links[down].isTransparent {
        if bytes > links[down].mtu { return .lost(.tooLarge(bytes: bytes, mtu: links[down].mtu)) }
      } else {
        endsAtCore = true
      }
    }
    switch passage {
    case .lost(let reason):
      return .lost(reason)
    case .arrives(var arrival):
      arrival.delay(by: ruleDelay)
      let time = arrivalTime(arrival, on: route.path, from: now, endsAtCore: endsAtCore)
      let ordinal = nextOrdinal()
      let flight = flights.insert(dueAt: time) { slot in
        Flight(route: route, cargo: cargo, ordinal: ordinal, sentAt: now, slot: slot)
      }
      return .flies(Leg(flight: flight, time: time, endsAtCore: endsAtCore))
    case .arrivesTwice(var first, var second):
      first.delay(by: ruleDelay)
      second.delay(by: ruleDelay)
      let ordinal = nextOrdinal()
      let flight = flights.insert(dueAt: now) { slot in
        Flight(route: route, cargo: cargo, ordinal: ordinal, sentAt: now, slot: slot)
      }
      return flyTwice(flight, first, second, from: now, endsAtCore: endsAtCore)
    }
  }

  /// Sends a datagram that has reached the middle of the network on to its destination.
  mutating func advance(_ flight: Flight, at now: Int64, choices: Choices) -> Launch {
    let down = 2 * flight.route.destination.host.index + 1
    let bytes = flight.cargo.byteCount
    switch pass(bytes: bytes, through: down, at: now, choices: choices) {
    case .lost(let reason):
      flights.remove(flight)
      return .lost(reason)
    case .arrives(let arrival):
      return .flies(leg(of: flight, arrival, from: now, endsAtCore: false))
    case .arrivesTwice(let first, let second):
      return flyTwice(flight, first, second, from: now, endsAtCore: false)
    }
  }

  private mutating func flyTwice(
    _ flight: Flight, _ first: LinkDirection.Arrival, _ second: LinkDirection.Arrival,
    from start: Int64, endsAtCore: Bool
  ) -> Launch {
    let copy = flights.insert(dueAt: start) { flight.duplicate(in: $0) }
    return .fliesTwice(
      leg(of: flight, first, from: start, endsAtCore: endsAtCore),
      leg(of: copy, second, from: start, endsAtCore: endsAtCore))
  }

  /// A transparent link is passed without touching its state.
  private mutating func pass(
    bytes: Int, through link: Int, at now: Int64, choices: Choices
  ) -> LinkDirection.Passage {
    guard links[link].isTransparent, bytes <= links[link].mtu else {
      return links[link].pass(bytes: bytes, at: now, choices: choices)
    }
    return .arrives(LinkDirection.Arrival(time: now, isHeldUp: false))
  }

  private mutating func leg(
    of flight: Flight, _ arrival: LinkDirection.Arrival, from start: Int64, endsAtCore: Bool
  ) -> Leg {
    let time = arrivalTime(
      arrival, on: flight.route.path, from: start, endsAtCore: endsAtCore)
    flights.delay(flight, until: time)
    return Leg(flight: flight, time: time, endsAtCore: endsAtCore)
  }

  /// Returns the time at which a datagram ends a stretch: slowed by faults, and behind those of its pair of hosts that
  /// were sent before it.
  private mutating func arrivalTime(
    _ arrival: LinkDirection.Arrival, on path: Int, from start: Int64, endsAtCore: Bool
  ) -> Int64 {
    var time = paths[path].treatment.delayed(arrival.time, from: start)
    if arrival.isHeldUp { return time }
    if endsAtCore {
      time = max(time, paths[path].lastInTheMiddle + 1)
      paths[path].lastInTheMiddle = time
    } else {
      time = max(time, paths[path].lastArrival + 1)
      paths[path].lastArrival = time
    }
    return time
  }
}

extension LinkDirection.Arrival {
  /// Puts the arrival off, and lets others pass it meanwhile; changes nothing for 0 and nil.
  fileprivate mutating func delay(by nanoseconds: Int64?) {
    guard let nanoseconds, nanoseconds > 0 else { return }
    self = Self(time: time + nanoseconds, isHeldUp: true)
  }
}
