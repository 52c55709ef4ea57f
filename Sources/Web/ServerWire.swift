internal import Foundation
internal import Network
internal import Simulator

/// A connection as a server has it: requests come one after the other, each is answered before the next is looked at (HTTP/1.1
/// without pipelining, RFC 9112, 9.3), or the connection becomes a WebSocket.
final class ServerWire: Sendable {
  /// Orders the wires of a server by their beginning.
  let order: UInt64
  private let connection: Connection
  private let service: @Sendable () -> (any WebService)?
  private let lane: Lane
  private let state: WorldBound<State>
  private let ended: @Sendable (ServerWire) -> Void

  private struct State {
    var head: RequestHead?
    var body: [UInt8] = []
    var socket: ServerSocket?
    /// Whether a request is being answered.
    var isAnswering = false
    var isRetiring = false
  }

  init(
    _ connection: Connection, service: @escaping @Sendable () -> (any WebService)?, on lane: Lane,
    ended: @escaping @Sendable (ServerWire) -> Void
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
      state.withValue { $0.socket }?.lost()
      ended(self)
    }
  }

  private func receive(_ message: WebMessage) {
    switch message {
    case .request(let head):
      state.withValue { state in
        state.head = head
        state.body = []
      }
    case .piece(let bytes): state.withValue { $0.body += bytes }
    case .frame(let frame): return state.withValue { $0.socket }?.receive(frame) ?? ()
    case .response: return
    }
    let complete = state.withValue { state -> (RequestHead, [UInt8])? in
      guard let head = state.head, state.body.count >= head.bodyCount else { return nil }
      state.head = nil
      state.isAnswering = true
      return (head, state.body)
    }
    guard let (head, body) = complete else { return }
    let request = WebRequest(head, body: body, from: connection.remote.name)
    if head.headers["Upgrade"]?.lowercased() == "websocket" { return upgrade(request, head) }
    lane.spawn { [self] in
      let response: WebResponse
      do {
        guard let service = service() else { return connection.abort() }
        response = try await service.respond(to: request)
      } catch {
        response = WebResponse(status: 500, body: Data("\(error)".utf8))
      }
      send(response, to: head)
    }
  }

  private func send(_ response: WebResponse, to head: RequestHead) {
    var headers = response.headers
    let body = response.hasNoBody ? [] : [UInt8](response.body)
    if state.withValue({ $0.isRetiring }) { headers["Connection"] = "close" }
    headers["Content-Length"] = response.hasNoBody ? nil : "\(body.count)"
    let isSent = head.method != "HEAD"
    connection.send(
      WebMessage.response(
        ResponseHead(
          status: response.status, reason: WebResponse.reason(of: response.status),
          headers: headers, bodyCount: isSent ? body.count : 0, target: head.target)))
    if isSent { for piece in WebMessage.pieces(of: body) { connection.send(piece) } }
    let isRetiring = state.withValue { state in
      state.isAnswering = false
      return state.isRetiring
    }
    if isRetiring || headers["Connection"]?.lowercased() == "close" { connection.close() }
  }

  private func upgrade(_ request: WebRequest, _ head: RequestHead) {
    let socket = ServerSocket(connection, in: lane.world)
    state.withValue { $0.socket = socket }
    connection.send(
      WebMessage.response(
        ResponseHead(
          status: 101, reason: WebResponse.reason(of: 101),
          headers: ["Upgrade": "websocket", "Connection": "Upgrade"], bodyCount: 0,
          target: head.target)))
    lane.spawn { [self] in
      await service()?.talk(over: socket, opened: request)
      socket.close()
    }
  }
}
