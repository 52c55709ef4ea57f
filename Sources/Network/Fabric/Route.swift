import Simulator

/// The way from one endpoint to another, looked up once so that sending a datagram needs no look-up.
package final class Route: Sendable {
  /// The endpoint at which the route begins.
  package let source: Endpoint
  /// The endpoint at which it ends.
  package let destination: Endpoint

  let network: Network
  /// The place of the pair of hosts in the network's table of paths; negative where there is no path.
  let path: Int
  /// The subject of journal entries about the pair of hosts.
  let subject: JournalSource

  /// Whether it leads nowhere, because one of its ends is a host of another network.
  var isVoid: Bool { path < 0 }

  init(
    from source: Endpoint, to destination: Endpoint, path: Int, subject: JournalSource,
    network: Network
  ) {
    self.source = source
    self.destination = destination
    self.path = path
    self.subject = subject
    self.network = network
  }

  /// Sends a datagram; it arrives after what the links take, or never.
  ///
  /// The route back is ``Network/route(from:to:)`` with the ends exchanged.
  package func send(_ payload: any Payload) {
    network.transmit(Cargo(payload), over: self)
  }

  /// Sends a connection's datagram.
  func send(_ segment: Segment) {
    network.transmit(Cargo(segment), over: self)
  }

  /// A route on which nothing is sent.
  static func nowhere(
    from source: Endpoint, to destination: Endpoint, network: Network
  ) -> Route {
    Route(
      from: source, to: destination, path: -1, subject: network.subject, network: network)
  }
}
