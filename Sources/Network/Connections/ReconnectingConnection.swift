package import Simulator

/// A client's connection that is opened again, with back-off, whenever it is lost.
///
/// Messages handed to a connection that broke are not sent again: only the app above knows which of them may be
/// repeated.
package final class ReconnectingConnection: Sendable {
  /// An event that the owner is told on its lane.
  package enum Event: Sendable {
    /// Messages pass from now on.
    case opened
    /// A message of the server.
    case received(any Payload)
    /// The connection is over; another attempt follows after a wait, or when the interface is back.
    case lost(ConnectionEnd)
  }

  /// Called on the owner's lane for each event.
  package typealias Handler = @Sendable (Event) -> Void
  /// Called on the owner's lane before each attempt, which waits for the answer: whether to go on, or to try again later.
  package typealias Preparation = @Sendable (_ proceed: @escaping @Sendable (Bool) -> Void) -> Void

  private let network: Network
  private let host: NetworkHost
  private let server: NetworkHost
  private let service: String
  private let lane: Lane
  private let configuration: ConnectionConfiguration
  private let isGreeted: Bool
  private let watchesInterface: Bool
  private let entity: UInt64
  private let prepare: Preparation?
  private let handler: Handler
  private let core: WorldBound<Core>

  private struct Core {
    var policy: ReconnectPolicy
    var connection: Connection?
    /// When a byte last moved on the connections before the present one.
    var movedBefore = Instant.zero
    var timer = WorldTimer.none
    /// The instant of the next attempt to connect, while there is no connection.
    var nextAttempt = Instant.zero
    /// Fires where the server's first message does not come in time.
    var greeting = WorldTimer.none
    var isRunning = false
    /// Whether the next attempt waits for what it needs.
    var isPreparing = false
    /// The number of the observer of the host's interface; nil once it is stopped.
    var observer: UInt64?
    /// Counts the attempts, to key their draws and to tell events of an earlier connection.
    var attempt: UInt64 = 0
  }

  /// A connection that is not opened before ``start()``.
  ///
  /// - Parameter isGreeted: Whether the server speaks first, and an attempt is over where it has not within the time to
  ///   connect (firebase-ios-sdk, `FWebSocketConnection` `closeIfNeverConnected`).
  /// - Parameter watchesInterface: Whether it waits for the host's interface, and tries at once where that is back, as Firebase's
  ///   client for iOS does (firebase-ios-sdk, `FPersistentConnection` `reachabilityCallback`). Otherwise an attempt without an
  ///   interface fails, and the next one follows after its wait.
  /// - Parameter prepare: Gets what an attempt needs, such as a token; nil where it needs nothing.
  package init(
    from host: NetworkHost, to server: NetworkHost, service: String, lane: Lane,
    on network: Network,
    policy: ReconnectPolicy = ReconnectPolicy(), isGreeted: Bool = false,
    watchesInterface: Bool = true,
    configuration: ConnectionConfiguration = ConnectionConfiguration(), fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, prepare: Preparation? = nil,
    handler: @escaping Handler
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    self.network = network
    self.host = host
    self.server = server
    self.service = service
    self.lane = lane
    self.configuration = configuration.checked(in: network.world, at: location)
    self.isGreeted = isGreeted
    self.watchesInterface = watchesInterface
    self.prepare = prepare
    self.handler = handler
    entity = StableHash.of("\(host.name)→\(server.name)/\(service)")
    core = WorldBound(
      Core(policy: policy.checked(in: network.world, at: location)), in: network.world)
    observe()
  }

  /// Has the interface of the host tell when it is back.
  private func observe() {
    guard watchesInterface else { return }
    let number = network.observeInterface(of: host, on: lane) { [weak self] isUp in
      if isUp { self?.networkCameBack() }
    }
    core.withValue { $0.observer = number }
  }

  /// Opens the connection and keeps it open until ``stop()``.
  package func start() {
    let (isFirst, isObserved) = core.withValue { core in
      defer { core.isRunning = true }
      return (!core.isRunning, core.observer != nil)
    }
    if !isObserved { observe() }
    if isFirst { plan() }
  }

  /// Closes the present connection, if there is one, and opens another.
  package func reconnect() { giveUp(because: .closedHere) }

  private func giveUp(because reason: ConnectionEnd) {
    let now = network.world.now
    let connection = core.withValue { core -> Connection? in
      guard core.isRunning, let connection = core.connection.take() else { return nil }
      core.movedBefore = max(core.movedBefore, connection.lastMovement)
      core.attempt += 1
      core.greeting.cancel()
      core.policy.closed(at: now)
      return connection
    }
    guard let connection else { return }
    connection.close()
    handler(.lost(reason))
    if core.withValue({ $0.isRunning && $0.connection == nil }) { plan() }
  }

  /// Closes the connection and opens none any more.
  package func stop() {
    let (connection, observer) = core.withValue { core in
      core.isRunning = false
      core.isPreparing = false
      core.timer.cancel()
      core.greeting.cancel()
      core.attempt += 1
      defer { (core.connection, core.observer) = (nil, nil) }
      return (core.connection, core.observer)
    }
    if let observer { network.stopObservingInterface(of: host, observer) }
    connection?.close()
  }

  /// The obstacle to sending, in words that follow the host's name, such as "has no network"; nil where messages pass.
  package var obstacle: String? {
    let core = core.withValue { $0 }
    guard core.isRunning else { return "is switched off" }
    guard let connection = core.connection else {
      if core.isPreparing { return "waits for a token with which to connect" }
      guard network.isInterfaceUp(of: host) else { return "has no network" }
      return "lost its connection; the next attempt to connect is at \(core.nextAttempt)"
    }
    return connection.isOpen
      ? nil : "is opening a connection, \(connection.progress)"
  }

  /// When a byte last moved, on the present connection or an earlier one.
  package var lastMovement: Instant {
    let core = core.withValue { $0 }
    return max(core.movedBefore, core.connection?.lastMovement ?? .zero)
  }

  /// Sends a message on the present connection; false where there is none.
  package func send(_ payload: any Payload) -> Bool {
    guard let connection = core.withValue({ $0.connection }), connection.isOpen else {
      return false
    }
    connection.send(payload)
    return true
  }

  /// The network came back, or the app did: forgets the back-off and tries at once.
  package func networkCameBack() {
    let mustConnect = core.withValue { core in
      core.policy.reset()
      return core.isRunning && core.connection == nil && !core.isPreparing
    }
    if mustConnect { plan() }
  }

  /// Waits as the policy says and connects; without an interface it waits for that instead, where it watches it.
  private func plan() {
    guard !watchesInterface || network.isInterfaceUp(of: host) else { return }
    let choices = network.world.choices
    core.withValue { core in
      core.timer.cancel()
      core.attempt += 1
      let attempt = core.attempt
      let delay = core.policy.nextDelay(
        chance: choices.unit(.reconnect, entity: entity, ordinal: attempt))
      core.nextAttempt = network.world.now.advanced(by: delay)
      network.world.explain(Wait(.backOff, at: host.name, "attempt \(attempt) to connect"))
      // Attempts that come round for ever must not keep a world from being quiet.
      core.timer = lane.schedule(after: delay, background: core.policy.failures > 3) { [self] in
        connect(attempt)
      }
    }
  }

  private func connect(_ attempt: UInt64) {
    guard core.withValue({ $0.isRunning && $0.attempt == attempt }) else { return }
    // Without an interface no name can be looked up.
    if !watchesInterface, !network.isInterfaceUp(of: host) { return plan() }
    guard let prepare else { return open(attempt) }
    core.withValue { $0.isPreparing = true }
    prepare { [weak self] isReady in self?.prepared(attempt, isReady) }
  }

  private func prepared(_ attempt: UInt64, _ isReady: Bool) {
    let isPresent = core.withValue { core in
      guard core.isRunning, core.isPreparing, core.attempt == attempt else { return false }
      core.isPreparing = false
      return true
    }
    guard isPresent else { return }
    if isReady { open(attempt) } else { plan() }
  }

  private func open(_ attempt: UInt64) {
    let connection = network.connect(
      from: host, to: server, service: service, lane: lane, configuration: configuration
    ) { [weak self] event in self?.handle(event, of: attempt) }
    core.withValue { core in
      core.connection = connection
      guard isGreeted else { return }
      core.greeting = lane.schedule(
        after: configuration.connectTimeout, background: core.policy.failures > 3
      ) { [weak self] in self?.greetingIsOverdue(of: attempt) }
    }
  }

  /// An attempt that has come no further than TCP ends otherwise.
  private func greetingIsOverdue(of attempt: UInt64) {
    let isDue = core.withValue { $0.attempt == attempt && $0.connection?.isOpen == true }
    if isDue { giveUp(because: .connectTimedOut) }
  }

  private func handle(_ event: ConnectionEvent, of attempt: UInt64) {
    guard core.withValue({ $0.attempt == attempt }) else { return }
    let now = network.world.now
    switch event {
    case .opened:
      core.withValue { $0.policy.opened(at: now) }
      handler(.opened)
    case .received(let payload):
      if isGreeted {
        core.withValue { core in
          core.greeting.cancel()
          core.greeting = .none
        }
      }
      handler(.received(payload))
    case .closed(let reason):
      core.withValue { core in
        core.movedBefore = max(core.movedBefore, core.connection?.lastMovement ?? .zero)
        core.connection = nil
        core.greeting.cancel()
        core.policy.closed(at: now)
      }
      handler(.lost(reason))
      if core.withValue({ $0.isRunning && $0.connection == nil }) { plan() }
    }
  }
}

extension ChoiceStream {
  static let reconnect = Self("connection.reconnect")
}
