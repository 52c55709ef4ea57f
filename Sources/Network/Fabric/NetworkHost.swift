public import Simulator

/// A machine on the network, with one access link.
public final class NetworkHost: Sendable, Hashable, CustomStringConvertible {
  /// The name, unique in its network, such as "Alice" or "backend".
  public let name: String

  /// The subject of journal entries about the host.
  public let subject: JournalSource

  /// The host's place among its network's hosts, in the order of their creation.
  let index: Int

  /// The operating system, by whose kernel the host's connections behave; nil where it follows from what the host does: a
  /// phone's for one that connects, a server's for one that accepts.
  public let system: OperatingSystem?

  init(name: String, index: Int, system: OperatingSystem? = nil) {
    self.name = name
    self.system = system
    self.subject = JournalSource(name)
    self.index = index
  }

  public static func == (left: NetworkHost, right: NetworkHost) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(subject)
  }

  public var description: String { name }
}

/// A destination for datagrams: a place on a host, with a receiver.
package final class Endpoint: Sendable {
  /// Called on the endpoint's lane for each datagram that arrives.
  package typealias Receiver = @Sendable (Datagram) -> Void

  /// The host whose access link the endpoint uses.
  package let host: NetworkHost

  /// The lane on which datagrams are received.
  package let lane: Lane

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
  package func close() {
    state.withValue { $0.receiver = nil }
  }

  /// The state with the present receiver, which is nil once the endpoint is closed.
  var current: State {
    @inline(__always) get { state.withValue { $0 } }
  }
}

/// A datagram as it arrives.
package struct Datagram: Sendable {
  let flight: Flight

  /// The content of the datagram.
  package var payload: any Payload { flight.cargo.payload }
  /// The content, where it is a connection's.
  var segment: Segment? { flight.cargo.segment }
  /// The instant at which it was sent.
  package var sentAt: Instant { Instant(nanoseconds: flight.sentAt) }
  /// The endpoint that sent it.
  package var source: Endpoint { flight.route.source }
  /// The endpoint at which it arrived.
  package var destination: Endpoint { flight.route.destination }
}
