internal import Foundation
internal import Network
internal import Simulator

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// A session's connections to one host, and the requests that wait for one of them.
final class WirePool: Sendable {
  let server: NetworkHost
  private unowned let session: WebSession

  private struct State {
    var wires: [ClientWire] = []
    var waiting: [WebExchange] = []
  }

  private let state: WorldBound<State>

  init(to server: NetworkHost, of session: WebSession) {
    self.server = server
    self.session = session
    state = WorldBound(State(), in: session.world)
  }

  var wires: [ClientWire] { state.withValue { $0.wires } }

  /// Sends a request over a connection that is idle, a new one, or the next that becomes idle.
  func add(_ exchange: WebExchange) {
    // The one that was used last is the likeliest to live.
    if let idle = state.withValue({ $0.wires.last { $0.isIdle } }) { return idle.carry(exchange) }
    let most = session.configuration.httpMaximumConnectionsPerHost
    guard state.withValue({ $0.wires.count < most }) else {
      return state.withValue { $0.waiting.append(exchange) }
    }
    open(for: exchange)
  }

  /// Sends a request over a new connection.
  func open(for exchange: WebExchange) {
    let wire = ClientWire(in: self, of: session)
    state.withValue { $0.wires.append(wire) }
    wire.open(for: exchange)
  }

  /// A connection has nothing to do.
  func becameIdle(_ wire: ClientWire) {
    if let next = nextWaiting() { wire.carry(next) }
  }

  /// A connection is over.
  func ended(_ wire: ClientWire) {
    state.withValue { $0.wires.removeAll { $0 === wire } }
    if let next = nextWaiting() { add(next) }
  }

  private func nextWaiting() -> WebExchange? {
    state.withValue { state in
      while !state.waiting.isEmpty {
        let next = state.waiting.removeFirst()
        if !next.isOver { return next }
      }
      return nil
    }
  }
}

/// One of a session's connections, which carries one request at a time.
final class ClientWire: Sendable {
  private let pool: WirePool
  private unowned let session: WebSession

  private struct State {
    var connection: Connection?
    var isOpen = false
    var exchange: WebExchange?
    /// Whether a request was answered over it.
    var isUsed = false
    var patience = WorldTimer.none
    var idle = WorldTimer.none
  }

  private let state: WorldBound<State>

  init(in pool: WirePool, of session: WebSession) {
    self.pool = pool
    self.session = session
    state = WorldBound(State(), in: session.world)
  }

  /// Whether it is open and carries nothing.
  var isIdle: Bool { state.withValue { $0.isOpen && $0.exchange == nil } }

  func open(for exchange: WebExchange) {
    exchange.isCarried(by: self)
    state.withValue { $0.exchange = exchange }
    let connection = session.network.connect(
      from: session.host, to: pool.server, service: WebServer.service, lane: session.lane,
      configuration: Self.configuration
    ) { [weak self] event in self?.handle(event) }
    state.withValue { $0.connection = connection }
    awaitProgress()
  }

  /// The system keeps nothing alive for HTTP, and the session's own time-outs count.
  private static var configuration: ConnectionConfiguration {
    var configuration = ConnectionConfiguration()
    configuration.timesOutWithinTLS = true
    configuration.connectTimeout = .seconds(3600)
    configuration.keepAliveInterval = .days(1)
    configuration.silenceLimit = .days(2)
    return configuration
  }

  func carry(_ exchange: WebExchange) {
    exchange.isCarried(by: self)
    state.withValue { state in
      state.exchange = exchange
      state.idle.cancel()
    }
    send(exchange)
    awaitProgress()
  }

  private func send(_ exchange: WebExchange) {
    guard let connection = state.withValue({ $0.connection }) else { return }
    connection.send(WebMessage.request(exchange.head))
    for piece in WebMessage.pieces(of: exchange.body) { connection.send(piece) }
  }

  /// Fails the request where nothing comes for as long as it has patience, nor goes: what the other side has acknowledged of an
  /// upload counts as well, as it does for `URLSession`.
  private func awaitProgress() {
    guard let exchange = state.withValue({ $0.exchange }) else { return }
    let left = partsToSend
    let timer = session.lane.schedule(after: exchange.patience) { [weak self] in
      guard let self else { return }
      if partsToSend < left { return awaitProgress() }
      exchange.fail(.timedOut)
      abort()
    }
    state.withValue { state in
      state.patience.cancel()
      state.patience = timer
    }
  }

  /// How many parts of the request the other side has not acknowledged.
  private var partsToSend: Int {
    state.withValue { $0.connection }?.unacknowledged.count ?? 0
  }

  private func handle(_ event: ConnectionEvent) {
    switch event {
    case .opened:
      state.withValue { $0.isOpen = true }
      guard let exchange = state.withValue({ $0.exchange }), !exchange.isOver else {
        return becomeIdle()
      }
      send(exchange)
      awaitProgress()
    case .received(let payload):
      guard let message = payload as? WebMessage, let exchange = state.withValue({ $0.exchange })
      else { return }
      awaitProgress()
      guard exchange.receive(message) else { return }
      state.withValue { $0.isUsed = true }
      if exchange.closesConnection { return close() }
      becomeIdle()
    case .closed(let end): closed(end)
    }
  }

  private func becomeIdle() {
    let idle = session.lane.schedule(
      after: .seconds(session.configuration.idleSeconds), background: true
    ) { [weak self] in
      if let self, isIdle { close() }
    }
    state.withValue { state in
      state.exchange = nil
      state.patience.cancel()
      state.idle.cancel()
      state.idle = idle
    }
    pool.becameIdle(self)
  }

  private func closed(_ end: ConnectionEnd) {
    let (exchange, wasOpen, wasUsed) = state.withValue { state in
      defer {
        state.exchange = nil
        state.connection = nil
        state.isOpen = false
        state.patience.cancel()
        state.idle.cancel()
      }
      return (state.exchange, state.isOpen, state.isUsed)
    }
    pool.ended(self)
    guard let exchange, !exchange.isOver else { return }
    if wasUsed, end != .interfaceDown, exchange.mayRepeat() { return pool.open(for: exchange) }
    exchange.fail(URLFailure.code(of: end, hasSent: wasOpen))
  }

  private func close() {
    let connection = state.withValue { state in
      defer {
        state.connection = nil
        state.isOpen = false
        state.exchange = nil
      }
      state.patience.cancel()
      state.idle.cancel()
      return state.connection
    }
    connection?.close()
    pool.ended(self)
  }

  /// Breaks the connection at once.
  func abort() {
    let connection = state.withValue { state in
      defer {
        state.connection = nil
        state.isOpen = false
        state.exchange = nil
      }
      state.patience.cancel()
      state.idle.cancel()
      return state.connection
    }
    connection?.abort()
    pool.ended(self)
  }
}
