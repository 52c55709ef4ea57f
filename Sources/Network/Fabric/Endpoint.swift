public import Simulator

/// Where datagrams can be sent to: a place on a host with someone who receives there.
public final class Endpoint: Sendable {
  /// Called on the endpoint's lane for each datagram that arrives.
  public typealias Receiver = @Sendable (Datagram) -> Void

  /// The host whose access link the endpoint uses.
  public let host: NetworkHost

  /// The lane on which datagrams are received.
  public let lane: Lane

  private let state: WorldBound<State>

  /// A closure that is handed through a generic box by itself is wrapped once more with each access; in a structure of
  /// its own it is not.
  struct State {
    var receiver: Receiver?
  }

  init(host: NetworkHost, lane: Lane, receiver: Receiver?) {
    self.host = host
    self.lane = lane
    state = WorldBound(State(receiver: receiver), in: lane.world)
  }

  /// Stops receiving: what arrives from now on is dropped.
  public func close() {
    state.withValue { $0.receiver = nil }
  }

  /// Who receives here, in the structure that keeps it; nobody once the endpoint is closed.
  var current: State { state.withValue { $0 } }
}

/// A datagram as it arrives.
public struct Datagram: Sendable {
  let flight: Flight

  /// What it carries.
  public var payload: any Payload { flight.cargo.payload }
  /// The same, where it is a connection's.
  var segment: Segment? { flight.cargo.segment }
  /// When it was sent.
  public var sentAt: Instant { Instant(nanoseconds: flight.sentAt) }
  /// Where it came from.
  public var source: Endpoint { flight.route.source }
  /// Where it arrived.
  public var destination: Endpoint { flight.route.destination }
}
