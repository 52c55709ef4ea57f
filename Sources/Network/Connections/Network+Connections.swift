public import Simulator

extension Network {
  /// The hosts that accept connections now, in the order in which they were added.
  package var listeningHosts: [NetworkHost] {
    let listeners = fabric.withValue { $0.connections.listeners }
    return hosts.filter { host in listeners.contains { $0.host == host } }
  }

  /// Accepts connections to a service on a host.
  ///
  /// - Parameters:
  ///   - service: A name that is unique on the host, such as "database".
  ///   - lane: The lane on which connections are accepted and their events handled. Where it belongs to a process, the kernel closes
  ///     the listener and its connections when that ends.
  ///   - isShared: Whether others may listen to the same service: then they have the new connections by turns, as sockets of one
  ///     port do (socket(7), `SO_REUSEPORT`), or machines behind a balancer of connections.
  ///   - accept: Called for each connection that was opened; returns who handles its events, `.opened` first.
  @discardableResult
  public func listen(
    on host: NetworkHost, service: String, lane: Lane, isShared: Bool = false,
    configuration: ConnectionConfiguration = ConnectionConfiguration(), fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, accept: @escaping ConnectionListener.Accept
  ) throws(NetworkError) -> ConnectionListener {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    guard owns(host, "listen(on: \(host))", at: location) else {
      throw .unknownHost(host.name, known: hosts.map(\.name))
    }
    let configuration = configuration.checked(in: world, at: location).on(host)
    try fabric.withValue { fabric throws(NetworkError) in
      if let other = fabric.connections.listener(on: host, service: service),
        !(isShared && other.isShared)
      {
        throw .duplicateService(service, host: host.name)
      }
    }
    let listener = ConnectionListener(
      on: host, service: service, lane: lane, isShared: isShared, configuration: configuration,
      network: self, accept: accept)
    fabric.withValue { $0.connections.add(listener) }
    closeAtEnd(ofProcessOn: lane)
    return listener
  }

  /// Opens a connection: name look-up, one round trip for TCP, one for TLS 1.3.
  ///
  /// - Parameters:
  ///   - host: The host that opens it.
  ///   - server: The host that is to accept it.
  ///   - service: The name under which `server` listens; if it does not, the connection is refused.
  ///   - lane: The owner's lane, where `handler` is called. Where it belongs to a process, the kernel closes the connection when that
  ///     ends.
  public func connect(
    from host: NetworkHost, to server: NetworkHost, service: String, lane: Lane,
    configuration: ConnectionConfiguration = ConnectionConfiguration(), fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, handler: @escaping Connection.Handler
  ) -> Connection {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    guard owns(host, "connect(from: \(host))", at: location),
      owns(server, "connect(to: \(server))", at: location)
    else { return noConnection(from: host, to: server, lane) }
    let configuration = configuration.checked(in: world, at: location).on(host)
    let (connection, listener, lookup, isUp) = fabric.withValue(parts: [Fabric.registryPart]) {
      fabric in
      let machine = ConnectionMachine(
        .client, fabric.connections.nextConnection(), mtu: fabric.mtu(between: host, and: server),
        configuration: configuration)
      let connection = Connection(
        number: fabric.connections.nextSide(), machine: machine, from: host, to: server, lane: lane,
        network: self)
      fabric.connections.add(connection)
      let isUp = fabric.hosts[host.index].isUp && !fabric.isOver
      let now = world.now.nanoseconds
      return (
        connection, fabric.connections.nextListener(on: server, service: service),
        isUp ? fabric.lookUp(server.index, from: host.index, at: now) : 0, isUp
      )
    }
    let endpoint = Endpoint(host: host, lane: lane) { datagram in
      connection.receiveAsClient(datagram)
    }
    let door = listener?.endpoint ?? Endpoint(host: server, lane: self.lane, receiver: nil)
    let route = route(from: endpoint, to: door)
    connection.core.withValue { core in
      core.handler = Connection.EventHandler(call: handler)
      core.endpoint = endpoint
      core.route = route
    }
    connection.film("connecting")
    connection.input { core, now in
      core.machine.open(at: now, lookupDelay: lookup ?? 0)
      if lookup == nil { core.machine.networkClosed(.nameNotFound) }
      if !isUp { core.machine.networkClosed(.interfaceDown) }
      if refusesConnections(of: host) { core.machine.networkClosed(.refused) }
    }
    closeAtEnd(ofProcessOn: lane)
    return connection
  }

  /// A connection between hosts of which one is of another network: it is never opened, and its owner hears nothing.
  private func noConnection(from host: NetworkHost, to server: NetworkHost, _ lane: Lane)
    -> Connection
  {
    let machine = ConnectionMachine(
      .client, ConnectionIdentifier(number: 0), mtu: DirectionProfile.defaultMTU,
      configuration: ConnectionConfiguration())
    return Connection(
      number: 0, machine: machine, from: host, to: server, lane: lane, network: self)
  }

  /// Makes the server's side of a connection that a SYN asks for.
  func makeServerSide(
    of identifier: ConnectionIdentifier, to client: Endpoint, on listener: ConnectionListener,
    finished: @escaping @Sendable () -> Void
  ) -> Connection {
    let connection = fabric.withValue(parts: [Fabric.registryPart]) { fabric in
      let mtu = fabric.mtu(between: listener.host, and: client.host)
      let connection = Connection(
        number: fabric.connections.nextSide(),
        machine: ConnectionMachine(
          .server, identifier, mtu: mtu, configuration: listener.configuration),
        from: listener.host, to: client.host, lane: listener.lane, network: self)
      fabric.connections.add(connection)
      return connection
    }
    let endpoint = Endpoint(host: listener.host, lane: listener.lane) { datagram in
      guard let segment = datagram.segment else { return }
      connection.step { core, now in core.machine.receive(segment, at: now) }
    }
    let route = route(from: endpoint, to: client)
    connection.core.withValue { core in
      core.endpoint = endpoint
      core.route = route
      core.finished = finished
    }
    return connection
  }

  /// True where a fault refuses new connections of a host.
  func refusesConnections(of host: NetworkHost) -> Bool {
    fabric.withValue(parts: []) { $0.faults.refusesConnections(of: host.index) }
  }

  /// Answers a datagram for which nobody is there: a connection that is unknown is reset, but not by a host that has another
  /// address by now. The other side of such a connection stays half-open until it gives up.
  func refuse(_ flight: Flight) {
    guard let segment = flight.cargo.segment else { return }
    if case .reset = segment.kind { return }
    let (source, destination) = (flight.route.source, flight.route.destination)
    let isAnswered = fabric.withValue(parts: []) { fabric in
      !fabric.hosts[destination.host.index].formerConnections.contains(segment.connection)
    }
    if isAnswered { refuse(segment, from: destination, to: source) }
  }

  func refuse(_ segment: Segment, from endpoint: Endpoint, to source: Endpoint) {
    route(from: endpoint, to: source).send(
      Segment(
        connection: segment.connection, kind: .reset, acknowledged: 0,
        isBackground: segment.isBackground))
  }

  func forget(_ connection: Connection) {
    fabric.withValue(parts: [Fabric.registryPart]) { $0.connections.remove(connection) }
  }

  func peer(of connection: Connection) -> Connection? {
    fabric.withValue(parts: [Fabric.registryPart]) { $0.connections.peer(of: connection) }
  }

  /// A segment fell into a gap of coverage. Where it carried data its sender backs off, and where it acknowledged some the other side
  /// does.
  func noteLossInGap(of segment: Segment) {
    let now = world.now.nanoseconds
    let sides = fabric.withValue(parts: [Fabric.registryPart]) { $0.connections.inOrder }
    for side in sides where side.identifier == segment.connection {
      side.core.withValue { $0.lastLossInGap = now }
    }
  }
}

extension Connection {
  /// The answer to a SYN comes from the endpoint that the server made for the connection.
  func receiveAsClient(_ datagram: Datagram) {
    guard let segment = datagram.segment else { return }
    if case .synchronizeAcknowledge = segment.kind {
      let known = core.withValue { $0.route }
      if let known, known.destination !== datagram.source {
        let route = network.route(from: known.source, to: datagram.source)
        core.withValue { $0.route = route }
      }
    }
    let ownerRuns = !lane.isFrozen
    step { core, now in core.machine.receive(segment, at: now, ownerRuns: ownerRuns) }
  }
}
