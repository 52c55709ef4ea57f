public import Simulator

extension WaitKind {
  /// A datagram waits behind others for its link's wire.
  public static let queueing = WaitKind("queueing")
  /// A datagram waits until the recorded capacity of its link, or of those before it, carries it.
  public static let capacity = WaitKind("recorded capacity")
  /// A phone's radio wakes up, is looked for, or has no coverage.
  public static let radio = WaitKind("radio")
  /// A datagram's bits go onto the wire, one after the other.
  public static let serialisation = WaitKind("serialisation", isFixed: true)
  /// A datagram is under way.
  public static let propagation = WaitKind("propagation", isFixed: true)
  /// Chance, a fault or the order of datagrams adds to the least latency of a link.
  public static let delay = WaitKind("delay")
  /// A name is looked up before a connection is opened.
  public static let lookup = WaitKind("look-up", isFixed: true)
  /// Something was lost, and nobody knows it yet.
  public static let retransmission = WaitKind("retransmission wait")
  /// An acknowledgement waits for data to ride on.
  public static let acknowledgement = WaitKind("delayed acknowledgement")
  /// A connection was lost, and the next attempt is not yet due.
  public static let backOff = WaitKind("back-off")
  /// A fault keeps a message back.
  public static let held = WaitKind("held by a fault")
}

extension Network {
  /// Returns a datagram's stretch as a wait with its parts; to be called right after the datagram was launched.
  func wait(for leg: Fabric.Leg, over route: Route) -> Wait {
    fabric.withValue { fabric in
      let flight = leg.flight
      let from = route.source.host.index
      let to = route.destination.host.index
      // The second of two links, where the datagram meets each by itself, or the only one.
      let isSecond = flight.sentAt < world.now.nanoseconds
      let usesUplink = !isSecond && !fabric.links[2 * from].isTransparent
      let link = fabric.links[usesUplink ? 2 * from : 2 * to + 1]
      let part = link.stretch(of: flight.cargo.byteCount, at: world.now.nanoseconds)
      return Wait(
        at: "\(route.source.host.name)→\(route.destination.host.name)",
        flight.cargo.payload.summary,
        parts: [
          Wait.Part(.radio, link.radioWait),
          Wait.Part(link.profile.trace == nil ? .queueing : .capacity, part.queueing),
          Wait.Part(.serialisation, part.serialisation),
          Wait.Part(.propagation, part.propagation), Wait.Part(.delay),
        ])
    }
  }
}

extension LinkDirection {
  /// Returns the time that the datagram sent last waits for the wire, the time that it is on the wire, and the least
  /// time that any datagram is under way, all in nanoseconds.
  func stretch(
    of bytes: Int, at now: Int64
  ) -> (queueing: Int64, serialisation: Int64, propagation: Int64) {
    let least = profile.latency.least.nanoseconds
    guard let departure = lastDeparture else { return (0, 0, least) }
    let busy = max(0, departure - now - radioWait)
    guard let bandwidth = profile.bandwidth else { return (busy, 0, least) }
    let serialisation = min(busy, bandwidth.serialization(of: bytes).nanoseconds)
    return (busy - serialisation, serialisation, least)
  }
}

extension LatencyDistribution {
  /// A lower bound of all samples.
  var least: Duration {
    switch self {
    case .constant(let value): value
    case .uniform(let low, _): low
    case .pareto(let minimum, _): minimum
    case .quantiles(let points): points.first?.value ?? .zero
    case .normal, .exponential, .logNormal: .zero
    }
  }
}
