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

/// A service that opens sockets in its own way, and pings who has opened one.
private actor Porter: WebService {
  private let log: WorldBound<[String]>

  init(_ log: WorldBound<[String]>) { self.log = log }

  func respond(to request: WebRequest) async throws -> WebResponse { WebResponse(status: 404) }

  func acceptance(of request: WebRequest) async -> SocketAcceptance {
    switch request.path {
    case "/stubborn": SocketAcceptance(subprotocol: "chat.9")
    case "/rude": SocketAcceptance(headers: ["upgrade": "h2c"])
    default:
      SocketAcceptance(
        headers: ["X-Instance": "7", "Set-Cookie": "seen=1; Secure"],
        subprotocol: request.offeredSubprotocols.last)
    }
  }

  func talk(over socket: ServerSocket, opened request: WebRequest) async {
    do {
      while true {
        try await socket.sendPing()
        log.withValue { $0.append("pong") }
        if request.path == "/short" {
          socket.close(code: 1001, reason: "going")
        } else {
          _ = try await socket.receive()
        }
      }
    } catch {
      let closed = error as? ServerSocket.Closed
      log.withValue { $0.append("closed \(closed?.code ?? 0)") }
    }
  }
}

/// A delegate that notes what it hears of sockets.
private final class SocketNotes: WebSessionDelegate {
  private let notes: WorldBound<[String]>

  init(in world: World) { notes = WorldBound([], in: world) }

  var all: [String] { notes.withValue { $0 } }

  func urlSession(
    _ session: WebSession, webSocketTask: WebSocketTask, didOpenWithProtocol name: String?
  ) {
    notes.withValue { $0.append("open for \(name ?? "-")") }
  }

  func urlSession(
    _ session: WebSession, webSocketTask: WebSocketTask,
    didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
  ) {
    let reason = String(decoding: reason ?? Data(), as: UTF8.self)
    notes.withValue { $0.append("closed by \(closeCode.rawValue) \(reason)") }
  }
}

#if os(Linux)
  @Suite("What a service says as it opens a WebSocket, and its pings")
  struct HandshakeTests {
    private static func bench(in world: World) throws -> WebBench {
      try WebBench(in: world, service: { Porter($1) })
    }

    private static func url(_ path: String) -> URL { URL(string: "wss://api.test\(path)")! }

    @Test("the client finds the headers in its response, and its delegate hears of the protocol")
    func headers() {
      WebBench.play { world in
        let bench = try Self.bench(in: world)
        let notes = SocketNotes(in: world)
        let session = WebSession(
          on: bench.network, from: bench.phone, in: bench.process, configuration: .init(),
          background: nil, delegate: notes, delegateQueue: .main)
        let socket = session.webSocketTask(
          with: Self.url("/short"), protocols: ["chat.2", "chat.1"])
        socket.resume()
        await #expect(throws: POSIXError(.ENOTCONN)) { try await socket.receive() }
        let response = try #require(socket.response as? HTTPURLResponse)
        #expect(response.value(forHTTPHeaderField: "X-Instance") == "7")
        #expect(response.value(forHTTPHeaderField: "Sec-WebSocket-Protocol") == "chat.1")
        #expect(response.value(forHTTPHeaderField: "Upgrade") == "websocket")
        try await world.sleep(for: .seconds(1))
        #expect(notes.all == ["open for chat.1", "closed by 1001 going"])
        #expect(bench.asked == ["pong", "closed 1001"])
      }
    }

    @Test("who offers no protocol hears of none")
    func noProtocol() {
      WebBench.play { world in
        let bench = try Self.bench(in: world)
        let notes = SocketNotes(in: world)
        let session = WebSession(
          on: bench.network, from: bench.phone, in: bench.process, configuration: .init(),
          background: nil, delegate: notes)
        let socket = session.webSocketTask(with: Self.url("/"))
        socket.resume()
        try await world.sleep(for: .seconds(1))
        #expect(notes.all == ["open for -"])
        socket.cancel()
        try await world.sleep(for: .seconds(1))
        #expect(bench.asked == ["pong", "closed 1001"])
      }
    }

    @Test("a protocol that nobody has offered fails the socket at the client")
    func notOffered() {
      WebBench.play { world in
        let bench = try Self.bench(in: world)
        let socket = bench.session.webSocketTask(with: Self.url("/stubborn"), protocols: ["chat.1"])
        socket.resume()
        #expect(await bench.code { _ = try await socket.receive() } == .badServerResponse)
        try await world.sleep(for: .seconds(1))
        #expect(bench.asked == ["closed 1006"])
      }
    }

    @Test("a header of the handshake itself is a misuse, by name and place")
    func reserved() {
      let world = World(seed: 1)
      let verdict = world.run {
        let bench = try Self.bench(in: world)
        let socket = bench.session.webSocketTask(with: Self.url("/rude"))
        socket.resume()
        _ = try? await socket.receive()
      }
      guard case .failed(let failure) = verdict else {
        Issue.record("the world ended as \(verdict)")
        return
      }
      #expect(failure.kind == Misuse.kind)
      #expect(failure.expected.contains("upgrade"), "\(failure.expected)")
      #expect(failure.location?.fileID.hasSuffix("HandshakeTests.swift") == true)
    }

    @Test("a suspended app answers no ping until it goes on; one that is killed never does")
    func suspended() {
      WebBench.play { world in
        let bench = try Self.bench(in: world)
        let socket = bench.session.webSocketTask(with: Self.url("/"))
        socket.resume()
        try await world.sleep(for: .seconds(1))
        #expect(bench.asked == ["pong"])
        try await socket.send(.string("again"))
        bench.process.suspend()
        try await world.sleep(for: .seconds(5))
        #expect(bench.asked == ["pong"])
        bench.process.resume()
        try await world.sleep(for: .seconds(1))
        #expect(bench.asked == ["pong", "pong"])
        try await socket.send(.string("again"))
        bench.process.end("was killed")
        try await world.sleep(for: .seconds(5))
        #expect(bench.asked == ["pong", "pong", "closed 1006"])
      }
    }
  }
#endif
