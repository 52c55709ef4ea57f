import Devices
import Foundation
import Network
import Simulator
internal import TestSupport
import Testing

@testable import Web

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Protocols as an app has them over its session and its sockets.
private protocol SocketMaking: Sendable {
  associatedtype Socket: AppSocket
  func webSocketTask(with url: URL) -> Socket
  func webSocketTask(with url: URL, protocols: [String]) -> Socket
  func webSocketTask(with request: URLRequest) -> Socket
}

private protocol AppSocket: AnyObject, Sendable {
  var originalRequest: URLRequest? { get }
  var state: URLSessionTask.State { get }
  var response: URLResponse? { get }
  var error: (any Error)? { get }
  var closeCode: URLSessionWebSocketTask.CloseCode { get }
  var closeReason: Data? { get }
  var maximumMessageSize: Int { get set }
  func resume()
  func send(_ message: URLSessionWebSocketTask.Message) async throws
  func receive() async throws -> URLSessionWebSocketTask.Message
  func sendPing(pongReceiveHandler: @escaping @Sendable ((any Error)?) -> Void)
  func cancel()
  func cancel(with closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?)
}

extension URLSession: SocketMaking {}
extension URLSessionWebSocketTask: AppSocket {}
extension WebSession: SocketMaking {}
extension WebSocketTask: AppSocket {}

/// A service that opens sockets for those who have signed in, and notes how they end.
private actor Door: WebService {
  private let log: WorldBound<[String]>

  init(_ log: WorldBound<[String]>) { self.log = log }

  func respond(to request: WebRequest) async throws -> WebResponse {
    WebResponse(body: Data((request.headers["Cookie"] ?? "-").utf8))
  }

  func refusal(of request: WebRequest) async -> WebResponse? {
    guard request.path == "/closed" else { return nil }
    return WebResponse(status: 401, headers: ["Set-Cookie": "asked=1; Secure"])
  }

  func talk(over socket: ServerSocket, opened request: WebRequest) async {
    let spoken = request.headers["Sec-WebSocket-Protocol"] ?? "-"
    log.withValue { $0.append("speaks \(spoken)") }
    do {
      while true { _ = try await socket.receive() }
    } catch {
      guard let closed = error as? ServerSocket.Closed else { return }
      log.withValue { $0.append("closed by \(closed.code) \(closed.reason)") }
    }
  }
}

#if os(Linux)
  @Suite("A WebSocket has the surface of URLSessionWebSocketTask")
  struct SocketSurfaceTests {
    private static func door(in world: World) throws -> WebBench {
      try WebBench(in: world, service: { Door($1) })
    }

    @Test("its state, its answer, its pings, and a close code with a reason")
    func life() {
      WebBench.play { world in
        let bench = try Self.door(in: world)
        let socket = bench.session.webSocketTask(
          with: URL(string: "wss://api.test/")!, protocols: ["chat.2", "chat.1"])
        #expect(socket.state == .suspended)
        socket.resume()
        #expect(socket.state == .running)
        try await socket.ping()
        #expect((socket.response as? HTTPURLResponse)?.statusCode == 101)
        #expect(socket.closeCode == .invalid)
        socket.cancel(with: .policyViolation, reason: Data("enough".utf8))
        #expect(socket.state == .completed)
        #expect((socket.error as? URLError)?.code == .cancelled)
        #expect(socket.closeCode == .policyViolation)
        #expect(await bench.code { _ = try await socket.receive() } == .cancelled)
        await #expect(throws: POSIXError(.ENOTCONN)) { try await socket.ping() }
        try await world.sleep(for: .seconds(1))
        #expect(bench.asked == ["speaks chat.2, chat.1", "closed by 1008 enough"])
      }
    }

    @Test("a ping that is not answered fails with its socket")
    func unanswered() {
      WebBench.play { world in
        let bench = try Self.door(in: world)
        let socket = bench.session.webSocketTask(with: URL(string: "wss://api.test/")!)
        socket.resume()
        try await socket.ping()
        let code = Task { await bench.code { try await socket.ping() } }
        try await world.sleep(for: .nanoseconds(1))
        bench.network.switchInterface(of: bench.phone, on: false)
        #expect(await code.value == .networkConnectionLost)
        #expect((socket.error as? URLError)?.code == .networkConnectionLost)
      }
    }

    @Test("a handshake that is refused keeps its answer and its cookies")
    func refused() {
      WebBench.play { world in
        let bench = try Self.door(in: world)
        let socket = bench.session.webSocketTask(with: URL(string: "wss://api.test/closed")!)
        socket.resume()
        #expect(await bench.code { _ = try await socket.receive() } == .badServerResponse)
        #expect((socket.response as? HTTPURLResponse)?.statusCode == 401)
        #expect(socket.closeCode == .invalid)
        #expect(try await bench.text("/") == "asked=1")
      }
    }
  }
#endif
