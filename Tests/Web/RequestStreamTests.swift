import Foundation
import Network
import Simulator
internal import TestSupport
import Testing

@testable import Web

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

#if os(Linux)
  @Suite("A body of a request may come from a stream")
  struct RequestStreamTests {
    private static let answer: Answering.Answer = { request in
      let told = request.headers["Transfer-Encoding"] ?? request.headers["Content-Length"] ?? "-"
      switch request.path {
      case "/moved": return WebResponse(status: 307, headers: ["Location": "/echo"])
      case "/seen": return WebResponse(status: 303, headers: ["Location": "/echo"])
      default: return WebResponse(headers: ["X-Told": told], body: request.body)
      }
    }

    /// As the app's own types of streams.
    private static func request(_ bench: WebBench, _ path: String, _ body: Data) -> URLRequest {
      var request = bench.request("POST", path)
      request.httpBodyStream = InputStream(data: body)
      return request
    }

    @Test(
      "it is sent in chunks with HTTP/1.1, as frames with HTTP/2, and the service has it whole",
      arguments: [false, true])
    func streams(speaksHTTP2: Bool) {
      WebBench.play { world in
        let bench = try WebBench(in: world, speaksHTTP2: speaksHTTP2, answer: Self.answer)
        for count in [0, 5, 100_000] {
          let body = Data((0..<count).map { UInt8(truncatingIfNeeded: $0) })
          let (data, response) = try await bench.session.data(
            for: Self.request(bench, "/echo", body))
          #expect(data == body)
          let told = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "X-Told")
          #expect(told == (speaksHTTP2 ? "-" : "chunked"))
        }
        // The connection is free behind it.
        #expect(try await bench.text("/echo") == "")
      }
    }

    @Test("an app that knows the length says so")
    func length() {
      WebBench.play { world in
        let bench = try WebBench(in: world, speaksHTTP2: false, answer: Self.answer)
        var request = Self.request(bench, "/echo", Data("hello".utf8))
        request.setValue("5", forHTTPHeaderField: "Content-Length")
        let (data, response) = try await bench.session.data(for: request)
        #expect(data == Data("hello".utf8))
        #expect((response as? HTTPURLResponse)?.value(forHTTPHeaderField: "X-Told") == "5")
      }
    }

    /// A stream that is filled while it is read, and tells how much of it was.
    private final class Tap: InputStream {
      private let size: Int
      private(set) var readCount = 0
      private(set) var isClosed = false
      var isFilled = true

      init(_ size: Int) {
        self.size = size
        super.init(data: Data())
      }

      override var streamStatus: Stream.Status { readCount == size ? .atEnd : .open }
      override var hasBytesAvailable: Bool { isFilled && readCount < size }
      override func open() {}
      override func close() { isClosed = true }

      override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength len: Int) -> Int {
        let count = min(len, size - readCount)
        for place in 0..<count { unsafe buffer[place] = 65 }
        readCount += count
        return count
      }
    }

    private static let count: Answering.Answer = { request in
      WebResponse(body: Data("\(request.body.count)".utf8))
    }

    @Test(
      "it is read while it is sent, and waited for where it has nothing", arguments: [false, true])
    func reads(speaksHTTP2: Bool) {
      WebBench.play { world in
        let bench = try WebBench(
          in: world, on: .threeG, speaksHTTP2: speaksHTTP2, answer: Self.count)
        let tap = Tap(1_000_000)
        var request = bench.request("POST", "/")
        request.httpBodyStream = tap
        let sent = request
        let answer = Task { try await bench.text(sent) }
        try await world.sleep(for: .seconds(2))
        let before = tap.readCount
        #expect(1...500_000 ~= before, "\(before)")
        tap.isFilled = false
        try await world.sleep(for: .seconds(5))
        #expect(tap.readCount == before && !tap.isClosed)
        tap.isFilled = true
        #expect(try await answer.value == "1000000")
        #expect(tap.isClosed)
      }
    }

    @Test("what a killed app has not read is never sent")
    func killed() {
      WebBench.play { world in
        let bench = try WebBench(in: world, on: .threeG, answer: Self.count)
        let tap = Tap(1_000_000)
        var request = bench.request("POST", "/")
        request.httpBodyStream = tap
        let sent = request
        bench.process.mainLane.spawn { _ = try? await bench.text(sent) }
        try await world.sleep(for: .seconds(2))
        bench.process.end("was killed")
        let before = tap.readCount
        try await world.sleep(for: .seconds(60))
        #expect(tap.readCount == before && before > 0)
        #expect(bench.asked.isEmpty)
      }
    }

    @Test("one that is shorter than the request tells fails, of a longer one the rest is left")
    func lengths() {
      WebBench.play { world in
        let bench = try WebBench(in: world, speaksHTTP2: false, answer: Self.count)
        var request = Self.request(bench, "/", Data("hello".utf8))
        request.setValue("6", forHTTPHeaderField: "Content-Length")
        #expect(await bench.code(request) == .requestBodyStreamExhausted)
        request = Self.request(bench, "/", Data("hello".utf8))
        request.setValue("4", forHTTPHeaderField: "Content-Length")
        #expect(try await bench.text(request) == "4")
        #expect(bench.asked == ["POST /"])
      }
    }

    @Test("it can't be sent twice: a redirection that keeps the body fails, one that drops it not")
    func redirections() {
      WebBench.play { world in
        let bench = try WebBench(in: world, answer: Self.answer)
        let code = await bench.code(Self.request(bench, "/moved", Data("a".utf8)))
        #expect(code == .requestBodyStreamExhausted)
        let (data, _) = try await bench.session.data(
          for: Self.request(bench, "/seen", Data("a".utf8)))
        #expect(data.isEmpty)
      }
    }
  }

  /// Tells a client how many bytes came, up to 1,000.
  private struct Listener: WebService {
    let log: WorldBound<[String]>

    func respond(to request: WebRequest) async throws -> WebResponse { WebResponse(status: 404) }

    func talk(over socket: ServerSocket, opened request: WebRequest) async {
      #expect(socket.maximumMessageSize == 104_857_600)
      socket.maximumMessageSize = 1000
      do {
        while true {
          guard case .data(let data) = try await socket.receive() else { continue }
          socket.send(.text("\(data.count)"))
        }
      } catch let closed as ServerSocket.Closed {
        log.withValue { $0.append("closed by \(closed.code)") }
      } catch { log.withValue { $0.append("\(error)") } }
    }
  }

  @Suite("A server's WebSocket has limits")
  struct ServerSocketTests {
    @Test("a message that is too long closes it with 1009, and nothing behind it is received")
    func limit() {
      WebBench.play { world in
        let bench = try WebBench(in: world, service: { Listener(log: $1) })
        let socket = bench.session.webSocketTask(
          with: try #require(URL(string: "wss://api.test/")))
        socket.resume()
        try await socket.send(.data(Data(count: 1000)))
        guard case .string("1000") = try await socket.receive() else {
          Issue.record("not 1000")
          return
        }
        try await socket.send(.data(Data(count: 1001)))
        try? await socket.send(.data(Data(count: 10)))
        await #expect(throws: POSIXError(.ENOTCONN)) { _ = try await socket.receive() }
        #expect(socket.closeCode == .messageTooBig)
        try await world.sleep(for: .seconds(1))
        #expect(bench.asked == ["closed by 1009"])
      }
    }
  }
#endif
