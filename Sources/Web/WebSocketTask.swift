public import Foundation
internal import Harness
internal import Network
internal import Simulator

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A WebSocket at the client's end, with the surface of `URLSessionWebSocketTask`.
///
/// An app that asks for its sockets by a protocol in the shapes of `URLSessionWebSocketTask` takes this one by one line, as its session.
public final class WebSocketTask: Sendable {
  private struct Facts {
    var connection: Connection?
    var state = URLSessionTask.State.suspended
    var isUpgraded = false
    /// What was sent before the socket was open.
    var waiting: [SocketFrame] = []
    var pongs: [WorldContinuation<Void>] = []
    var closeCode = 0
    var closeReason: Data?
    var response: URLResponse?
    var error: (any Error)?
    /// What a call throws that comes behind the end.
    var failure: (any Error)?
    var maximumMessageSize = 1_048_576
    var timer = WorldTimer.none
  }

  /// The request with which it was made.
  public let originalRequest: URLRequest?
  private let request: URLRequest
  private let session: WebSession
  private let facts: WorldBound<Facts>
  private let inbox: SocketInbox<URLSessionWebSocketTask.Message>
  /// Orders the sockets of a session by their beginning.
  let order: UInt64

  init(_ request: URLRequest, in session: WebSession) {
    originalRequest = request
    self.request = request
    self.session = session
    facts = WorldBound(Facts(), in: session.world)
    inbox = SocketInbox(in: session.world, of: request.url?.absoluteString ?? "a socket")
    order = session.world.eventCount
  }

  /// Whether it is under way or over.
  public var state: URLSessionTask.State { facts.withValue { $0.state } }

  /// The answer to the handshake, also where it opens no socket; nil before it has come.
  public var response: URLResponse? { facts.withValue { $0.response } }

  /// The error by which it ended; nil before, and where the server has closed it.
  public var error: (any Error)? { facts.withValue { $0.error } }

  /// The code with which the socket was closed (RFC 6455, 7.4); `invalid` while it is open.
  ///
  /// On Linux the library's enumeration has no case for the codes of apps, 4000 to 4999: they are `unsupportedData` there, as by the
  /// library itself (swift-corelibs-foundation, `_WebSocketURLProtocol`), and ``rawCloseCode`` tells them.
  public var closeCode: URLSessionWebSocketTask.CloseCode {
    URLSessionWebSocketTask.CloseCode(rawValue: rawCloseCode) ?? .unsupportedData
  }

  /// The number of the code with which the socket was closed, as `closeCode.rawValue` tells it on Apple's systems; 0 while it is open.
  public var rawCloseCode: Int { facts.withValue { $0.closeCode } }

  /// The reason that the server gave when it closed the socket; nil while it is open, and where it gave none.
  public var closeReason: Data? { facts.withValue { $0.closeReason } }

  /// The most bytes of a message that is received: 1 MiB, as in `URLSessionWebSocketTask`.
  ///
  /// A longer message ends the socket with the code 1009 (RFC 6455, 7.4.1), and `receive()` throws `POSIXError(.EMSGSIZE)`.
  public var maximumMessageSize: Int {
    get { facts.withValue { $0.maximumMessageSize } }
    set { facts.withValue { $0.maximumMessageSize = newValue } }
  }

  /// Opens the connection; does nothing the second time.
  public func resume() {
    session.process.noteAttempt("open a WebSocket")
    guard facts.withValue({ $0.state == .suspended }) else { return }
    facts.withValue { $0.state = .running }
    guard session.process.isAlive else {
      // In the step that ends the process its own code goes on to its next wait, and no further.
      guard SimulatedProcess.asking !== session.process else { return }
      return end(URLFailure.error(.cancelled, for: request.url))
    }
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
      from: session.host, to: server,
      service: WebServer.service(at: WebSession.port(of: request.url)), lane: session.lane,
      configuration: configuration
    ) { [weak self] event in self?.handle(event) }
    let timer = session.lane.schedule(
      after: .seconds(session.configuration.timeoutIntervalForRequest)
    ) { [weak self] in self?.fail(.timedOut) }
    facts.withValue { facts in
      facts.connection = connection
      facts.timer = timer
    }
    session.keep(self)
  }

  /// Sends a message; it goes out once the socket is open.
  ///
  /// - Throws: On a socket that is over `POSIXError(.ENOTCONN)` where one of the sides has closed it, and otherwise the `URLError` by
  ///   which it ended.
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
  /// - Throws: Once the socket is over: `POSIXError(.ENOTCONN)` where the server has closed it, which is the error 57 of
  ///   `NSPOSIXErrorDomain` on Apple's systems, and `URLError` where the connection broke, no socket was opened, or it was cancelled.
  public func receive() async throws -> URLSessionWebSocketTask.Message { try await inbox.next() }

  /// Sends a ping.
  ///
  /// - Parameter pongReceiveHandler: Called on the session's own lane when the answer has come, or with an error where the socket
  ///   ends before. A task that waits for it by a continuation is not woken by being cancelled.
  public func sendPing(pongReceiveHandler: @escaping @Sendable ((any Error)?) -> Void) {
    let isOver = Result { try put(.ping) }
    session.lane.spawn { [self] in
      do {
        try isOver.get()
        try await pong()
      } catch {
        return pongReceiveHandler(error)
      }
      pongReceiveHandler(nil)
    }
  }

  /// Waits for the answer to a ping.
  private func pong() async throws {
    if let failure = facts.withValue({ $0.failure }) { throw failure }
    let reason: @Sendable () -> String = { "for the answer to a ping" }
    try await session.world.withContinuation(reason) { continuation in
      facts.withValue { $0.pongs.append(continuation) }
    }
  }

  /// Closes the socket with a code, and a reason in UTF-8.
  public func cancel(with closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?) {
    close(code: closeCode.rawValue, reason: String(decoding: reason ?? Data(), as: UTF8.self))
  }

  /// Closes the socket as going away (1001), without a reason.
  public func cancel() { cancel(with: .goingAway, reason: nil) }

  /// Closes the socket, also with a code that the library has no case for.
  func close(code: Int, reason: String) {
    guard state != .completed else { return }
    try? put(.close(code: code, reason: reason))
    let connection = facts.withValue { $0.connection }
    facts.withValue { $0.closeCode = code }
    connection?.close()
    let cancelled = URLFailure.error(.cancelled, for: request.url)
    end(cancelled, failing: POSIXError(.ENOTCONN))
  }

  /// Breaks the connection at once.
  func abort() {
    let connection = facts.withValue { facts in
      facts.state = .completed
      facts.failure = URLFailure.error(.networkConnectionLost, for: request.url)
      facts.timer.cancel()
      return facts.connection.take()
    }
    connection?.abort()
  }

  private func put(_ content: SocketFrame.Content) throws {
    let frame = SocketFrame(content: content, isMasked: true)
    let connection = try facts.withValue { facts throws -> Connection? in
      if let failure = facts.failure { throw failure }
      if facts.isUpgraded { return facts.connection }
      facts.waiting.append(frame)
      return nil
    }
    if let connection { send(frame, over: connection) }
  }

  private func send(_ frame: SocketFrame, over connection: Connection) {
    guard frame.isMessage else { return connection.send(WebMessage.frame(frame)) }
    session.world.pass(.sent, of: session.host) { connection.send(WebMessage.frame(frame)) }
  }

  private func handle(_ event: ConnectionEvent) {
    switch event {
    case .opened:
      var head = session.head(of: request, bodyCount: 0)
      head.headers["Connection"] = "Upgrade"
      head.headers["Upgrade"] = "websocket"
      head.headers["Sec-WebSocket-Version"] = "13"
      facts.withValue { $0.connection }?.send(WebMessage.request(head))
    case .received(let payload):
      guard let message = payload as? WebMessage else { return }
      receive(message)
    case .closed(let reason):
      fail(URLFailure.code(of: reason, hasSent: facts.withValue { $0.isUpgraded }))
    }
  }

  private func receive(_ message: WebMessage) {
    switch message {
    case .response(let head): receive(head)
    case .frame(let frame): receive(frame)
    case .request, .piece, .chunk, .lastChunk: break
    }
  }

  /// The answer to the handshake has come.
  private func receive(_ head: ResponseHead) {
    if let url = request.url {
      let answer = LoadedAnswer(url: url, head: head, body: [], exchange: nil)
      if request.httpShouldHandleCookies { session.keepCookies(of: answer) }
      let response = try? answer.response()
      facts.withValue { $0.response = response }
    }
    let subprotocol = head.headers["Sec-WebSocket-Protocol"]
    guard head.status == 101, subprotocol.map(isOffered) ?? true else {
      return fail(.badServerResponse)
    }
    let (connection, waiting) = facts.withValue { facts in
      facts.isUpgraded = true
      facts.timer.cancel()
      defer { facts.waiting = [] }
      return (facts.connection, facts.waiting)
    }
    guard let connection else { return }
    for frame in waiting { send(frame, over: connection) }
    session.tellDelegate { [self] session, delegate in
      delegate.urlSession(session, webSocketTask: self, didOpenWithProtocol: subprotocol)
    }
  }

  /// Whether the request has offered a protocol: a server that names another one is no partner (RFC 6455, 4.1).
  private func isOffered(_ subprotocol: String) -> Bool {
    let name = "Sec-WebSocket-Protocol"
    let offers =
      request.value(forHTTPHeaderField: name) ?? session.configuration.httpAdditionalHeaders[name]
    return WebRequest.subprotocols(in: offers ?? "").contains(subprotocol)
  }

  private func receive(_ frame: SocketFrame) {
    guard !frame.isLonger(than: maximumMessageSize) else { return refuseTooLong() }
    switch frame.content {
    case .text(let text):
      session.world.pass(.received, of: session.host) { inbox.add(.string(text)) }
    case .binary(let bytes):
      session.world.pass(.received, of: session.host) { inbox.add(.data(Data(bytes))) }
    case .ping: try? put(.pong)
    case .pong:
      let first = facts.withValue { $0.pongs.isEmpty ? nil : $0.pongs.removeFirst() }
      first?.resume(returning: ())
    case .close(let code, let reason):
      facts.withValue { facts in
        facts.closeCode = code
        facts.closeReason = reason.isEmpty ? nil : Data(reason.utf8)
      }
      facts.withValue { $0.connection }?.close()
      inbox.end(POSIXError(.ENOTCONN))
      end(nil, failing: POSIXError(.ENOTCONN))
      session.tellDelegate { [self] session, delegate in
        delegate.urlSession(
          session, webSocketTask: self, didCloseWith: closeCode, reason: closeReason)
      }
    }
  }

  private func refuseTooLong() {
    try? put(.close(code: 1009, reason: ""))
    let connection = facts.withValue { facts in
      facts.closeCode = 1009
      return facts.connection
    }
    connection?.close()
    end(POSIXError(.EMSGSIZE), failing: POSIXError(.ENOTCONN))
  }

  private func fail(_ code: URLError.Code) {
    let connection = facts.withValue { $0.connection }
    end(URLFailure.error(code, for: request.url))
    connection?.abort()
  }

  /// Ends it with an error, which who receives gets.
  ///
  /// - Parameter failure: What other calls get from now on, where that is another one.
  private func end(_ error: (any Error)?, failing failure: (any Error)? = nil) {
    let (wasOver, pongs) = facts.withValue { facts in
      defer { facts.pongs = [] }
      let wasOver = facts.state == .completed
      if !wasOver {
        facts.state = .completed
        facts.error = error
        facts.failure = failure ?? error
      }
      facts.connection = nil
      facts.timer.cancel()
      return (wasOver, facts.pongs)
    }
    guard !wasOver else { return }
    session.forget(self)
    if let error { inbox.end(error) }
    for pong in pongs { pong.resume(throwing: error ?? failure ?? POSIXError(.ENOTCONN)) }
  }
}
