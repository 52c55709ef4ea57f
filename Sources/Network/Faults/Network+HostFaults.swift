internal import Harness
public import Simulator

extension Network {
  /// Takes the hosts' interfaces down, as airplane mode does.
  ///
  /// The hosts know at once: their side of each connection closes. Nothing is sent, so the other side stays half-open
  /// until it notices.
  @discardableResult
  public func airplaneMode(
    _ hosts: NetworkHost..., at instant: Instant? = nil, for duration: Duration? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) -> FaultHandle {
    impose(
      "airplane mode \(Self.names(hosts))", .interfaceDown(hosts.map(\.index)), on: hosts,
      at: instant, for: duration, CodeLocation(fileID: fileID, filePath: filePath, line: line))
  }

  /// Resets all connections of the hosts; both sides are told at once.
  ///
  /// Without a duration the fault is over when it has struck; with one, new connections are refused until it ends.
  @discardableResult
  public func reset(
    _ hosts: NetworkHost..., at instant: Instant? = nil, for duration: Duration? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) -> FaultHandle {
    impose(
      "reset \(Self.names(hosts))", .refuse(hosts.map(\.index)), on: hosts, at: instant,
      for: duration, CodeLocation(fileID: fileID, filePath: filePath, line: line)
    ) { [self] handle in
      for connection in connections(of: hosts) { connection.networkClosed(.reset) }
      if duration == nil { handle.end() }
    }
  }

  /// Lets nothing pass any more on the connections that the hosts have; nobody is told, and new ones can be opened.
  ///
  /// - Returns: A handle that has ended already: what is broken stays so.
  @discardableResult
  public func breakSilently(
    _ hosts: NetworkHost..., at instant: Instant? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) -> FaultHandle {
    impose(
      "silent break \(Self.names(hosts))", .none, on: hosts, at: instant, for: nil,
      CodeLocation(fileID: fileID, filePath: filePath, line: line)
    ) { [self] handle in
      for connection in connections(of: hosts) { connection.sever() }
      handle.end()
    }
  }

  /// Restarts a server: all of its connections are over at once on its side, and none can be opened until the fault ends.
  ///
  /// Once it is up again it resets connections that it does not know, as soon as it hears of them.
  ///
  /// - Parameters:
  ///   - ending: Whether the other sides are told of it at once and new connections refused, or nobody answers at all.
  ///   - begin: Called when it goes down, for what else is lost with it.
  package func restart(
    _ server: NetworkHost, then ending: ConnectionBreak, at instant: Instant?,
    for duration: Duration?, _ location: CodeLocation, begin: @escaping @Sendable () -> Void
  ) -> FaultHandle {
    let isSilent = ending == .halfOpen
    return impose(
      "restart \(server.name)",
      isSilent ? .block(.touching([server.index])) : .refuse([server.index]), on: [server],
      at: instant, for: duration, location
    ) { [self] _ in
      for connection in connections(of: [server]) where connection.local == server || !isSilent {
        connection.networkClosed(.reset)
      }
      begin()
    }
  }

  /// Switches a host's interface, as its owner does.
  public func switchInterface(
    of host: NetworkHost, on isOn: Bool, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    guard owns(host, "switchInterface(of: \(host))", at: location) else { return }
    let changed = fabric.withValue { fabric in
      fabric.hosts[host.index].isSwitchedOn = isOn
      return fabric.refreshInterface(of: host.index) ? fabric.hosts[host.index].isUp : nil
    }
    if let isUp = changed { interfaceChanged(of: host, isUp: isUp) }
  }

  /// True where the host's owner has the interface switched on; a fault may have it down all the same.
  public func isInterfaceSwitchedOn(of host: NetworkHost) -> Bool {
    guard owns(host, "isInterfaceSwitchedOn(of: \(host))", at: nil) else { return false }
    return fabric.withValue(parts: []) { $0.hosts[host.index].isSwitchedOn }
  }

  /// True where the host has an interface that is up; that says nothing of what lies behind it.
  public func isInterfaceUp(of host: NetworkHost) -> Bool {
    guard owns(host, "isInterfaceUp(of: \(host))", at: nil) else { return false }
    return fabric.withValue(parts: []) { $0.hosts[host.index].isUp }
  }

  /// Calls `changed` on a lane whenever the host's interface goes down or comes up, for whatever reason.
  ///
  /// - Returns: A number for ``stopObservingInterface(of:_:)``.
  @discardableResult
  public func observeInterface(
    of host: NetworkHost, on lane: Lane, changed: @escaping @Sendable (_ isUp: Bool) -> Void
  ) -> UInt64 {
    guard owns(host, "observeInterface(of: \(host))", at: nil) else { return 0 }
    return fabric.withValue(parts: [Fabric.observersPart(of: host)]) {
      $0.addObserver(of: host.index, on: lane, changed)
    }
  }

  /// Tells an observer of a host's interface nothing more; does nothing for a number that none has.
  public func stopObservingInterface(of host: NetworkHost, _ number: UInt64) {
    guard owns(host, "stopObservingInterface(of: \(host))", at: nil) else { return }
    fabric.withValue(parts: [Fabric.observersPart(of: host)]) { fabric in
      fabric.hosts[host.index].interfaceObservers.removeAll { $0.number == number }
    }
  }

  /// Keeps hosts from looking names up; those that they looked up within the last five minutes still serve.
  @discardableResult
  public func loseNames(
    of hosts: NetworkHost..., at instant: Instant? = nil, for duration: Duration? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) -> FaultHandle {
    impose(
      "no names for \(Self.names(hosts))", .loseNames(hosts.map(\.index)), on: hosts, at: instant,
      for: duration, CodeLocation(fileID: fileID, filePath: filePath, line: line))
  }

  /// Puts a host behind a captive portal, as a phone that has joined the Wi-Fi of a hotel: its address has changed, everything
  /// connects, and nothing arrives until the fault ends.
  @discardableResult
  public func captivePortal(
    _ host: NetworkHost, at instant: Instant? = nil, for duration: Duration? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) -> FaultHandle {
    impose(
      "captive portal \(host.name)", .swallow(.touching([host.index])), on: [host], at: instant,
      for: duration, CodeLocation(fileID: fileID, filePath: filePath, line: line)
    ) { [self] _ in changeAddress(of: host) }
  }

  /// The host's connections close on its side, and whoever observes its interface may connect anew.
  package func changeAddress(of host: NetworkHost) {
    fabric.withValue { $0.hosts[host.index].knownNames = [] }
    for connection in connections(of: [host]) where connection.local == host {
      fabric.withValue { _ = $0.hosts[host.index].formerConnections.insert(connection.identifier) }
      connection.networkClosed(.interfaceDown)
    }
    guard isInterfaceUp(of: host) else { return }
    for observer in fabric.withValue({ $0.hosts[host.index].interfaceObservers }) {
      observer.lane.post { observer.changed(true) }
    }
  }

  /// Moves a host to another access link, as a phone that leaves its Wi-Fi.
  ///
  /// Its address changes, so its connections close on its side at once and stay half-open on the other. Whoever observes its
  /// interface is told: firebase-ios-sdk connects at once (`FPersistentConnection` `reachabilityCallback`).
  public func handOver(
    _ host: NetworkHost, to profile: LinkProfile, fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line
  ) throws(NetworkError) {
    try setProfile(profile, of: host, fileID: fileID, filePath: filePath, line: line)
    changeAddress(of: host)
  }

  /// Takes the sockets of the processes that stand still on a host, as its system does when it wants their memory: the other
  /// sides are told at once, the processes once they go on.
  ///
  /// Source: Apple, Technical Note TN2277, "Networking and Multitasking".
  package func reclaimSockets(of host: NetworkHost) {
    for connection in connections(of: [host])
    where connection.local == host && connection.lane.isFrozen {
      connection.input { core, _ in core.machine.abort(because: .reclaimed) }
    }
  }

  /// Resets the connections from and to a host that are not open yet.
  ///
  /// It stands for a person who switches the network off and on: nothing else would end an attempt within TLS whose other side
  /// has forgotten it, see ``ConnectionConfiguration/timesOutWithinTLS``.
  package func resetUnopened(of host: NetworkHost) {
    for connection in connections(of: [host]) where !connection.isOpen {
      connection.networkClosed(.reset)
    }
  }

  func interfaceChanged(of host: NetworkHost, isUp: Bool) {
    world.journal.record(
      JournalNote(.life, isUp ? "interface up" : "interface down"), about: host.subject)
    world.recorder?.change(.interface, of: host.name, to: isUp ? 1 : 0)
    if !isUp {
      for connection in connections(of: [host]) where connection.local == host {
        connection.networkClosed(.interfaceDown)
      }
    }
    for observer in fabric.withValue({ $0.hosts[host.index].interfaceObservers }) {
      observer.lane.post { observer.changed(isUp) }
    }
  }

  /// The connections with one side on any of the hosts, in the order of their making.
  private func connections(of hosts: [NetworkHost]) -> [Connection] {
    fabric.withValue { $0.connections.inOrder }
      .filter { hosts.contains($0.local) || hosts.contains($0.remote) }
  }
}
