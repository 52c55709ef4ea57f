public import Simulator

/// Accepts connections to a service on a host.
public final class ConnectionListener: Sendable {
  /// Called on the listener's lane when a connection was opened to it; returns who handles its events.
  public typealias Accept = @Sendable (Connection) -> Connection.Handler

  /// The host that offers the service.
  public let host: NetworkHost
  /// The service's name, unique on the host.
  public let service: String
  /// The lane on which connections are accepted and their events are handled.
  public let lane: Lane

  /// Whether others may listen to the same service.
  let isShared: Bool
  let configuration: ConnectionConfiguration
  private let network: Network
  private let accepted: WorldBound<Accepted>
  let endpoint: Endpoint

  /// The connections that the listener has accepted, and the handler for new ones.
  private struct Accepted {
    var accept: Accept?
    /// The server sides by connection.
    var living: [ConnectionIdentifier: Connection] = [:]
    /// All that ever came, so that a SYN that arrives late does not open a connection anew.
    var known: Set<ConnectionIdentifier> = []
  }

  init(
    on host: NetworkHost, service: String, lane: Lane, isShared: Bool,
    configuration: ConnectionConfiguration, network: Network, accept: @escaping Accept
  ) {
    self.isShared = isShared
    self.host = host
    self.service = service
    self.lane = lane
    self.configuration = configuration
    self.network = network
    accepted = WorldBound(Accepted(accept: accept), in: network.world)
    let relay = WorldBound<ConnectionListener?>(nil, in: network.world)
    endpoint = Endpoint(host: host, lane: lane) { datagram in
      relay.withValue { $0 }?.receive(datagram)
    }
    relay.withValue { $0 = self }
  }

  /// Has no new connection from now on: another listener of the service has them, or nobody. Those that are open or being
  /// opened go on.
  public func retire() {
    network.fabric.withValue { $0.connections.remove(self) }
  }

  /// Stops accepting connections; those that are open stay so.
  public func close() {
    network.fabric.withValue { $0.connections.remove(self) }
    dismantle()
  }

  func dismantle() {
    endpoint.close()
    accepted.withValue { $0 = Accepted() }
  }

  private func receive(_ datagram: Datagram) {
    guard let segment = datagram.segment else { return }
    let identifier = segment.connection
    if let side = accepted.withValue({ $0.living[identifier] }) {
      side.step { core, now in core.machine.receive(segment, at: now) }
      return
    }
    guard case .synchronize = segment.kind else { return }
    let isNew = accepted.withValue { $0.known.insert(identifier).inserted }
    guard isNew else { return }
    guard let accept = accepted.withValue({ $0.accept }),
      !network.refusesConnections(of: host),
      !network.refusesConnections(of: datagram.source.host)
    else {
      network.refuse(segment, from: endpoint, to: datagram.source)
      return
    }
    let side = network.makeServerSide(of: identifier, to: datagram.source, on: self) {
      [weak self] in
      self?.accepted.withValue { _ = $0.living.removeValue(forKey: identifier) }
    }
    accepted.withValue { $0.living[identifier] = side }
    // The app hears of the connection only once it is open, and then as its first event.
    side.core.withValue { core in
      core.handler = Connection.EventHandler { event in
        let handler = Connection.EventHandler(call: accept(side))
        side.core.withValue { $0.handler = handler }
        handler.call(event)
      }
    }
    side.step { core, now in core.machine.receive(segment, at: now) }
  }
}
