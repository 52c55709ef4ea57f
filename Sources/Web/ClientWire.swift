internal import Foundation
internal import Harness
internal import Network
internal import Simulator

/// One of a session's connections: it carries one request at a time by HTTP/1.1, or many by HTTP/2.
final class ClientWire: Sendable {
  let pool: WirePool
  var origin: WireOrigin { pool.origin }

  struct State {
    var connection: Connection?
    var isOpen = false
    /// The request for which it is opened, or that it carries by HTTP/1.1.
    var exchange: WebExchange?
    /// Whether a request was answered over it.
    var isUsed = false
    var patience = WorldTimer.none
    var idle = WorldTimer.none
    /// What HTTP/2 carries; nil with HTTP/1.1, and before the handshake has told.
    var streams: ClientStreams?
  }

  let state: WorldBound<State>

  init(in pool: WirePool) {
    self.pool = pool
    state = WorldBound(State(), in: pool.origin.world)
  }

  /// Whether it is open and carries nothing, by HTTP/1.1.
  var isIdle: Bool { state.withValue { $0.isOpen && $0.exchange == nil && $0.streams == nil } }

  /// Whether its handshakes are under way.
  var isOpening: Bool { state.withValue { !$0.isOpen && $0.connection != nil } }

  func open(for exchange: WebExchange) {
    exchange.isCarried(by: self)
    state.withValue { $0.exchange = exchange }
    let connection = origin.network.connect(
      from: origin.host, to: pool.server, service: pool.service, lane: origin.lane,
      configuration: Self.configuration
    ) { [weak self] event in self?.handle(event) }
    state.withValue { $0.connection = connection }
    awaitProgress()
  }

  /// The system keeps nothing alive for HTTP, and the session's own time-outs count.
  private static var configuration: ConnectionConfiguration {
    var configuration = ConnectionConfiguration()
    configuration.applicationProtocols = [.http2, .http11]
    configuration.timesOutWithinTLS = true
    configuration.connectTimeout = .seconds(3600)
    configuration.keepAliveInterval = .days(1)
    configuration.silenceLimit = .days(2)
    return configuration
  }

  func carry(_ exchange: WebExchange) {
    if isMultiplexed { return begin(exchange) }
    exchange.isCarried(by: self)
    state.withValue { state in
      state.exchange = exchange
      state.idle.cancel()
    }
    send(exchange)
    awaitProgress()
  }

  /// Gives the request back for which it is being opened, and ends.
  func giveBack() -> WebExchange? {
    let exchange = state.withValue { state in
      defer { state.exchange = nil }
      return state.exchange
    }
    abort()
    return exchange
  }

  private func send(_ exchange: WebExchange) {
    origin.world.pass(.sent, of: origin.host) { put(exchange) }
  }

  private func put(_ exchange: WebExchange) {
    guard let connection = state.withValue({ $0.connection }) else { return }
    connection.send(WebMessage.request(exchange.head))
    if let source = exchange.source { return sendBody(of: exchange, from: source) }
    for piece in WebMessage.pieces(of: exchange.body) { connection.send(piece) }
  }

  /// Fails the request where nothing comes for as long as it has patience, nor goes: what the other side has acknowledged of an
  /// upload counts as well, as it does for `URLSession`.
  func awaitProgress(since last: Instant? = nil) {
    guard let exchange = state.withValue({ $0.exchange }) else { return }
    let last = last ?? origin.world.now
    let due = last.advanced(by: exchange.patience)
    // Nobody waits for a reader who takes their time.
    let timer = origin.lane.schedule(at: due, background: exchange.waitsForReader) { [weak self] in
      guard let self else { return }
      if exchange.waitsForReader { return awaitProgress() }
      let progress = state.withValue { $0.connection }?.lastProgress
      if let progress, progress > last { return awaitProgress(since: progress) }
      exchange.fail(.timedOut)
      abort()
    }
    state.withValue { state in
      state.patience.cancel()
      state.patience = timer
    }
  }

  private func handle(_ event: ConnectionEvent) {
    switch event {
    case .opened:
      let connection = state.withValue { state in
        state.isOpen = true
        return state.connection
      }
      if connection?.applicationProtocol == .http2 { return beginStreams() }
      guard let exchange = state.withValue({ $0.exchange }), !exchange.isOver else {
        return becomeIdle()
      }
      send(exchange)
      awaitProgress()
    case .received(let payload):
      if let frame = payload as? HTTP2Frame { return receive(frame) }
      guard let message = payload as? WebMessage else { return }
      guard message.isAnswer else { return receive(message) }
      origin.world.pass(.received, of: origin.host) { receive(message) }
    case .closed(let end): closed(end)
    }
  }

  private func receive(_ message: WebMessage) {
    guard let exchange = state.withValue({ $0.exchange }) else { return }
    let isOver = exchange.receive(message)
    state.withValue { $0.connection }?.setReads(isOver || exchange.unreadCount < Self.unreadMost)
    awaitProgress()
    guard isOver else { return }
    state.withValue { $0.isUsed = true }
    // What is left of the request's body would stand before the next request.
    if exchange.source?.isOver == false { return abort() }
    if exchange.closesConnection { return close() }
    becomeIdle()
  }

  /// The most bytes of a body that nobody has read before the connection is left alone; ours.
  private static let unreadMost = 65_536

  private func becomeIdle() {
    rest()
    pool.becameIdle(self)
  }

  /// Carries nothing any more: it is closed after a while.
  func rest() {
    let idle = origin.lane.schedule(
      after: .seconds(origin.configuration.idleSeconds), background: true
    ) { [weak self] in
      if let self, state.withValue({ $0.exchange == nil && $0.streams?.isEmpty != false }) {
        close()
      }
    }
    state.withValue { state in
      state.exchange = nil
      state.patience.cancel()
      state.idle.cancel()
      state.idle = idle
    }
  }

  private func closed(_ end: ConnectionEnd) {
    let (exchange, wasOpen, wasUsed, streams) = state.withValue { state in
      defer { state.end() }
      return (state.exchange, state.isOpen, state.isUsed, state.streams)
    }
    pool.ended(self)
    if let streams { return lose(streams, end, wasUsed: wasUsed) }
    guard let exchange, !exchange.isOver else { return }
    if wasUsed, end != .interfaceDown, exchange.mayRepeat() { return pool.open(for: exchange) }
    exchange.fail(URLFailure.code(of: end, hasSent: wasOpen))
  }

  func close() {
    let connection = take()
    connection?.close()
    pool.ended(self)
  }

  /// Breaks the connection at once.
  func abort() {
    let connection = take()
    connection?.abort()
    pool.ended(self)
  }

  /// Gives up a request before its end: with HTTP/1.1 the connection can carry no other one.
  func drop(_ exchange: WebExchange) {
    if isMultiplexed { leave(exchange) } else { abort() }
  }

  /// Lets go of the connection.
  private func take() -> Connection? {
    state.withValue { state in
      defer { state.end() }
      return state.connection
    }
  }
}

extension ClientWire.State {
  /// Forgets all that the connection carried.
  fileprivate mutating func end() {
    connection = nil
    isOpen = false
    exchange = nil
    patience.cancel()
    idle.cancel()
    for number in streams?.numbers ?? [] { _ = streams?.remove(number) }
    streams = nil
  }
}
