public import Simulator

/// Where datagrams can be sent to: a place on a host with someone who receives there.
public final class Endpoint: Sendable {
  /// Called on the endpoint's lane for each datagram that arrives.
  public typealias Receiver = @Sendable (Datagram) -> Void

  /// The host whose access link the endpoint uses.
  public let host: Host

  /// The lane on which datagrams are received.
  public let lane: Lane

  private let state: Confined<State>

  /// A closure that is handed through a generic box by itself is wrapped once more with each access; in a structure of
  /// its own it is not.
  private struct State {
    var receiver: Receiver?
  }

  init(host: Host, lane: Lane, receiver: Receiver?) {
    self.host = host
    self.lane = lane
    state = Confined(State(receiver: receiver), in: lane.world)
  }

  /// Stops receiving: what arrives from now on is dropped.
  public func close() {
    state.withValue { $0.receiver = nil }
  }

  /// Who receives here; nil once the endpoint is closed.
  var current: Receiver? {
    state.withValue { $0.receiver }
  }
}

/// A datagram as it arrives.
public struct Datagram: Sendable {
  let route: Route
  /// What it carries.
  public let payload: any Payload
  /// When it was sent.
  public let sentAt: Instant

  /// Where it came from.
  public var source: Endpoint { route.source }
  /// Where it arrived.
  public var destination: Endpoint { route.destination }
}
