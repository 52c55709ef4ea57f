internal import Foundation
internal import Harness
internal import Network
internal import Simulator

/// A connection as a server has it: requests come one after the other, each is answered before the next is looked at (HTTP/1.1
/// without pipelining, RFC 9112, 9.3), or the connection becomes a WebSocket.
final class ServerWire: ServerEnd {
  let order: UInt64
  private let connection: Connection
  private let service: @Sendable () -> (any WebService)?
  private let lane: Lane
  private let state: WorldBound<State>
  private let ended: @Sendable (any ServerEnd) -> Void

  private struct State {
    var head: RequestHead?
    var body: [UInt8] = []
    /// Whether the last chunk of a body without a length has come.
    var isBodyOver = false
    var socket: ServerSocket?
    /// Whether a request is being answered.
    var isAnswering = false
    /// The requests that have come meanwhile.
    var waiting: [(head: RequestHead, body: [UInt8])] = []
    var isRetiring = false
    /// What writes the body of an answer piece by piece.
    var writing: Task<Void, Never>?
    /// How much of the body is still to be written; nil where nobody knows.
    var bytesToWrite: Int?
    var isOver = false
  }

  init(
    _ connection: Connection, service: @escaping @Sendable () -> (any WebService)?, on lane: Lane,
    ended: @escaping @Sendable (any ServerEnd) -> Void
  ) {
    self.connection = connection
    self.service = service
    self.lane = lane
    self.ended = ended
    order = connection.identifier.number
    state = WorldBound(State(), in: lane.world)
  }

  func abort() { connection.abort() }

  /// Closes the connection as soon as it has nothing under way: a socket with the code 1001, a request once it is answered.
  func retire() {
    let (socket, isIdle) = state.withValue { state in
      state.isRetiring = true
      return (state.socket, state.head == nil && !state.isAnswering)
    }
    if let socket {
      socket.close(code: 1001, reason: "going away")
    } else if isIdle {
      connection.close()
    }
  }

  func handle(_ event: ConnectionEvent) {
    switch event {
    case .opened: break
    case .received(let payload):
      guard let message = payload as? WebMessage else { return }
      receive(message)
    case .closed:
      let (socket, writing) = state.withValue { state in
        state.isOver = true
        return (state.socket, state.writing)
      }
      socket?.lost()
      writing?.cancel()
      ended(self)
    }
  }

  private func receive(_ message: WebMessage) {
    switch message {
    case .request(let head):
      state.withValue { state in
        state.head = head
        state.body = []
        state.isBodyOver = !head.isChunked
      }
    case .piece(let bytes), .chunk(let bytes): state.withValue { $0.body += bytes }
    case .lastChunk: state.withValue { $0.isBodyOver = true }
    case .frame(let frame): return state.withValue { $0.socket }?.receive(frame) ?? ()
    case .response: return
    }
    state.withValue { state in
      guard let head = state.head, state.isBodyOver, state.body.count >= head.bodyCount else {
        return
      }
      state.head = nil
      state.waiting.append((head, state.body))
    }
    answerNext()
  }

  /// Looks at the next request, where none is being answered.
  private func answerNext() {
    let next = state.withValue { state -> (RequestHead, [UInt8])? in
      guard !state.isAnswering, !state.waiting.isEmpty else { return nil }
      state.isAnswering = true
      return state.waiting.removeFirst()
    }
    guard let (head, body) = next else { return }
    lane.world.pass(.received, of: connection.local) { answer(head, body) }
  }

  private func answer(_ head: RequestHead, _ body: [UInt8]) {
    let request = WebRequest(head, body: body, from: connection.remote.name, over: order)
    if head.headers["Upgrade"]?.lowercased() == "websocket" { return upgrade(request, head) }
    lane.spawn { [self] in
      guard let service = service() else { return connection.abort() }
      send(await service.answer(to: request), to: head)
    }
  }

  private func send(_ response: WebResponse, to head: RequestHead) {
    lane.world.pass(.answer, of: connection.remote) { put(response, to: head) }
  }

  private func put(_ response: WebResponse, to head: RequestHead) {
    var headers = response.headers
    if state.withValue({ $0.isRetiring }) { headers["Connection"] = "close" }
    if let stream = response.stream, !response.hasNoBody {
      return send(response.status, headers, stream, to: head)
    }
    let body = response.hasNoBody ? [] : [UInt8](response.body)
    headers["Content-Length"] = response.hasNoBody ? nil : "\(body.count)"
    let isSent = head.method != "HEAD"
    send(response.status, headers, bodyCount: isSent ? body.count : 0, to: head)
    if isSent { for piece in WebMessage.pieces(of: body) { connection.send(piece) } }
    answered(closing: headers["Connection"]?.lowercased() == "close")
  }

  private func send(
    _ status: Int, _ headers: HeaderFields, bodyCount: Int, isChunked: Bool = false,
    to head: RequestHead
  ) {
    connection.send(
      WebMessage.response(
        ResponseHead(
          status: status, reason: WebResponse.reason(of: status), headers: headers,
          bodyCount: bodyCount, isChunked: isChunked, target: head.target)))
  }

  private func answered(closing: Bool) {
    let isRetiring = state.withValue { state in
      state.isAnswering = false
      state.writing = nil
      return state.isRetiring
    }
    if isRetiring || closing { connection.close() } else { answerNext() }
  }

  /// Sends a body that is made meanwhile: in chunks, unless its length was told. One that ends before its end breaks the
  /// connection, since there is no other way to tell it (RFC 9112, 8).
  private func send(
    _ status: Int, _ headers: HeaderFields, _ stream: WebResponse.Stream, to head: RequestHead
  ) {
    var headers = headers
    let count = headers["Content-Length"].flatMap { Int($0) }
    if count == nil { headers["Transfer-Encoding"] = "chunked" }
    let isSent = head.method != "HEAD"
    send(
      status, headers, bodyCount: isSent ? count ?? 0 : 0, isChunked: isSent && count == nil,
      to: head)
    let isClosing = headers["Connection"]?.lowercased() == "close"
    guard isSent else { return answered(closing: isClosing) }
    let writer = WebBodyWriter { [self] in
      write($0)
    } waitForRoom: { [self] in
      await waitForRoom()
    }
    let task = lane.spawn { [self] in
      var isWhole = true
      do {
        try await stream.write(writer)
      } catch {
        isWhole = false
      }
      if count == nil, isWhole { connection.send(WebMessage.lastChunk) }
      let isShort = state.withValue { ($0.bytesToWrite ?? 0) > 0 } || !isWhole
      answered(closing: isClosing || isShort)
    }
    state.withValue { state in
      state.bytesToWrite = count
      state.writing = task
    }
  }

  /// Sends a piece of a body; false where nobody gets it.
  private func write(_ bytes: [UInt8]) -> Bool {
    let (isOver, most) = state.withValue { state in
      let left = state.bytesToWrite
      state.bytesToWrite = left.map { max(0, $0 - bytes.count) }
      return (state.isOver, left)
    }
    guard !isOver else { return false }
    let pieces =
      most.map { WebMessage.pieces(of: [UInt8](bytes.prefix($0))) } ?? WebMessage.chunks(of: bytes)
    for piece in pieces { connection.send(piece) }
    return true
  }

  /// Waits until more may be written; false where nobody gets it.
  private func waitForRoom() async -> Bool {
    while !state.withValue({ $0.isOver }) {
      guard connection.bufferedBytes >= WebBodyWriter.bufferBytes else { return true }
      let reason: @Sendable () -> String = { "until the client takes more" }
      do {
        try await lane.world.withContinuation(reason) { continuation in
          connection.whenBuffered(below: WebBodyWriter.bufferBytes) {
            continuation.resume(returning: ())
          }
        }
      } catch {
        return false
      }
    }
    return false
  }

  private func upgrade(_ request: WebRequest, _ head: RequestHead) {
    lane.spawn { [self] in
      guard let service = service() else { return connection.abort() }
      if let refusal = await service.refusal(of: request) { return send(refusal, to: head) }
      let headers = await service.acceptance(of: request).answerHeaders(in: lane.world)
      let socket = ServerSocket(connection, in: lane.world)
      let (isOver, isRetiring) = state.withValue { state in
        state.socket = socket
        state.isAnswering = false
        return (state.isOver, state.isRetiring)
      }
      if isOver { return }
      connection.send(
        WebMessage.response(
          ResponseHead(
            status: 101, reason: WebResponse.reason(of: 101), headers: headers, bodyCount: 0,
            target: head.target)))
      if isRetiring { socket.close(code: 1001, reason: "going away") }
      await service.talk(over: socket, opened: request)
      socket.close()
    }
  }
}
