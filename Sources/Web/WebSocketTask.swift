public import Foundation
internal import Network
internal import Simulator

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A WebSocket at the client's end, with the asynchronous surface of `URLSessionWebSocketTask`.
public final class WebSocketTask: Sendable {
  private struct State {
    var connection: Connection?
    var isUpgraded = false
    var isOver = false
    /// What was sent before the socket was open.
    var waiting: [SocketFrame] = []
    var pongs: [WorldContinuation<Void>] = []
    var closeCode = 0
    var closeReason: Data?
    var maximumMessageSize = 1_048_576
    var timer = WorldTimer.none
  }

  private let request: URLRequest
  private let session: WebSession
  private let state: WorldBound<State>
  private let inbox: SocketInbox<URLSessionWebSocketTask.Message>
  /// Orders the sockets of a session by their beginning.
  let order: UInt64

  init(_ request: URLRequest, in session: WebSession) {
    self.request = request
    self.session = session
    state = WorldBound(State(), in: session.world)
    inbox = SocketInbox(in: session.world, of: request.url?.absoluteString ?? "a socket")
    order = session.world.eventCount
  }

  /// The code with which the socket was closed (RFC 6455, 7.4); 0 while it is open.
  public var closeCode: Int { state.withValue { $0.closeCode } }

  /// The reason that the server gave when it closed the socket; nil while it is open, and where it gave none.
  public var closeReason: Data? { state.withValue { $0.closeReason } }

  /// The most bytes of a message that is received: 1 MiB, as in `URLSessionWebSocketTask`.
  ///
  /// A longer message ends the socket with the code 1009 (RFC 6455, 7.4.1), and `receive()` throws `POSIXError(.EMSGSIZE)`.
  public var maximumMessageSize: Int {
    get { state.withValue { $0.maximumMessageSize } }
    set { state.withValue { $0.maximumMessageSize = newValue } }
  }

  /// Opens the connection; does nothing the second time.
  public func resume() {
    session.process.noteAttempt("open a WebSocket")
    guard state.withValue({ $0.connection == nil && !$0.isOver }) else { return }
    let server: NetworkHost
    do {
      server = try session.server(of: request.url)
    } catch {
      return end(error)
    }
    var configuration = ConnectionConfiguration()
    // A WebSocket has a connection of its own, of HTTP/1.1 (RFC 6455, 4.1).
    configuration.applicationProtocols = [.http11]
    configuration.timesOutWithinTLS = true
    configuration.connectTimeout = .seconds(3600)
    configuration.keepAliveInterval = .days(1)
    configuration.silenceLimit = .days(2)
    let connection = session.network.connect(
      from: session.host, to: server, service: WebServer.service, lane: session.lane,
      configuration: configuration
    ) { [weak self] event in self?.handle(event) }
    let timer = session.lane.schedule(
      after: .seconds(session.configuration.timeoutIntervalForRequest)
    ) { [weak self] in self?.fail(.timedOut) }
    state.withValue { state in
      state.connection = connection
      state.timer = timer
    }
    session.keep(self)
  }

  /// Sends a message; it goes out once the socket is open.
  ///
  /// - Throws: `URLError` on a socket that is over.
  public func send(_ message: URLSessionWebSocketTask.Message) async throws {
    session.process.noteAttempt("send over a WebSocket")
    switch message {
    case .string(let text): try put(.text(text))
    case .data(let data): try put(.binary([UInt8](data)))
    @unknown default: throw URLFailure.error(.unsupportedURL, for: request.url)
    }
  }

  /// The next message of the server.
  ///
  /// - Throws: `URLError` once the socket is over.
  public func receive() async throws -> URLSessionWebSocketTask.Message { try await inbox.next() }

  /// Sends a ping and returns when its answer has come.
  ///
  /// - Throws: `URLError` where the socket ends before.
  public func sendPing() async throws {
    try put(.ping)
    let reason: @Sendable () -> String = { "for the answer to a ping" }
    do {
      try await session.world.withContinuation(reason) { continuation in
        state.withValue { $0.pongs.append(continuation) }
      }
    } catch let error as ExchangeFailure {
      throw URLFailure.error(error.code, for: request.url)
    }
  }

  /// Closes the socket with a code.
  public func cancel(code: Int = 1001, reason: String = "") {
    guard !state.withValue({ $0.isOver }) else { return }
    try? put(.close(code: code, reason: reason))
    let connection = state.withValue { $0.connection }
    state.withValue { $0.closeCode = code }
    connection?.close()
    end(URLFailure.error(.cancelled, for: request.url))
  }

  /// Breaks the connection at once.
  func abort() {
    let connection = state.withValue { state in
      state.isOver = true
      return state.connection.take()
    }
    connection?.abort()
  }

  private func put(_ content: SocketFrame.Content) throws(URLError) {
    let frame = SocketFrame(content: content, isMasked: true)
    let connection = try state.withValue { state throws(URLError) -> Connection? in
      guard !state.isOver else { throw URLFailure.error(.networkConnectionLost, for: request.url) }
      if state.isUpgraded { return state.connection }
      state.waiting.append(frame)
      return nil
    }
    connection?.send(WebMessage.frame(frame))
  }

  private func handle(_ event: ConnectionEvent) {
    switch event {
    case .opened:
      var head = session.head(of: request, bodyCount: 0)
      head.headers["Connection"] = "Upgrade"
      head.headers["Upgrade"] = "websocket"
      head.headers["Sec-WebSocket-Version"] = "13"
      state.withValue { $0.connection }?.send(WebMessage.request(head))
    case .received(let payload):
      guard let message = payload as? WebMessage else { return }
      receive(message)
    case .closed(let reason):
      fail(URLFailure.code(of: reason, hasSent: state.withValue { $0.isUpgraded }))
    }
  }

  private func receive(_ message: WebMessage) {
    switch message {
    case .response(let head):
      guard head.status == 101 else { return fail(.badServerResponse) }
      let (connection, waiting) = state.withValue { state in
        state.isUpgraded = true
        state.timer.cancel()
        defer { state.waiting = [] }
        return (state.connection, state.waiting)
      }
      for frame in waiting { connection?.send(WebMessage.frame(frame)) }
    case .frame(let frame): receive(frame)
    case .request, .piece, .chunk, .lastChunk: break
    }
  }

  private func receive(_ frame: SocketFrame) {
    guard !frame.isLonger(than: maximumMessageSize) else { return refuseTooLong() }
    switch frame.content {
    case .text(let text): inbox.add(.string(text))
    case .binary(let bytes): inbox.add(.data(Data(bytes)))
    case .ping: try? put(.pong)
    case .pong:
      let first = state.withValue { $0.pongs.isEmpty ? nil : $0.pongs.removeFirst() }
      first?.resume(returning: ())
    case .close(let code, let reason):
      state.withValue { state in
        state.closeCode = code
        state.closeReason = reason.isEmpty ? nil : Data(reason.utf8)
      }
      state.withValue { $0.connection }?.close()
      end(URLFailure.error(.networkConnectionLost, for: request.url))
    }
  }

  private func refuseTooLong() {
    try? put(.close(code: 1009, reason: ""))
    let connection = state.withValue { state in
      state.closeCode = 1009
      return state.connection
    }
    connection?.close()
    inbox.end(POSIXError(.EMSGSIZE))
    end(URLFailure.error(.networkConnectionLost, for: request.url))
  }

  private func fail(_ code: URLError.Code) {
    let connection = state.withValue { $0.connection }
    end(URLFailure.error(code, for: request.url))
    connection?.abort()
  }

  private func end(_ error: URLError) {
    let (wasOver, pongs) = state.withValue { state in
      defer {
        state.isOver = true
        state.pongs = []
        state.connection = nil
      }
      state.timer.cancel()
      return (state.isOver, state.pongs)
    }
    guard !wasOver else { return }
    session.forget(self)
    inbox.end(error)
    for pong in pongs { pong.resume(throwing: ExchangeFailure(code: error.code)) }
  }
}
