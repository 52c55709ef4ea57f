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

/// A service for tests: it counts, echoes, dawdles and talks.
private actor Counter: WebService {
  private let machine: WebMachine
  private let log: WorldBound<[String]>
  private static let table = DiskTable<Int>("counts")
  private var inMemory = 0

  init(_ machine: WebMachine, _ log: WorldBound<[String]>) {
    self.machine = machine
    self.log = log
  }

  func respond(to request: WebRequest) async throws -> WebResponse {
    log.withValue { $0.append("\(request.method) \(request.path)") }
    switch (request.method, request.path) {
    case ("GET", "/time"): return WebResponse(body: Data("\(Date().timeIntervalSince1970)".utf8))
    case ("POST", "/count"):
      let count = (machine.disk.image.row("count", in: Self.table) ?? 0) + 1
      var transaction = DiskTransaction()
      transaction.put(count, at: "count", in: Self.table)
      try machine.commit(transaction)
      inMemory += 1
      return try WebResponse(status: 201, json: [count, inMemory])
    case ("POST", "/echo"):
      return WebResponse(headers: ["Content-Type": "text/plain"], body: request.body)
    case ("GET", "/slow"):
      try await Task.sleep(for: .seconds(Int(request.query("seconds") ?? "") ?? 1))
      return WebResponse(body: Data("at last".utf8))
    case ("GET", "/moved"): return WebResponse(status: 302, headers: ["Location": "/time"])
    case ("GET", "/circle"): return WebResponse(status: 301, headers: ["Location": "/circle"])
    case (_, "/hop"):
      let left = Int(request.query("left") ?? "") ?? 0
      let next = left == 0 ? "/seen" : "/hop?left=\(left - 1)"
      return WebResponse(status: 302, headers: ["Location": next])
    case (_, "/to-seen"):
      let status = Int(request.query("status") ?? "") ?? 302
      return WebResponse(status: status, headers: ["Location": "/seen"])
    case (_, "/seen"):
      let text = String(decoding: request.body, as: UTF8.self)
      let type = request.headers["Content-Type"] ?? "-"
      return WebResponse(
        headers: ["X-Method": request.method], body: Data("\(request.method) \(type) \(text)".utf8))
    case ("GET", "/no-content"): return WebResponse(status: 204, body: Data("unsent".utf8))
    case ("GET", "/closing"): return WebResponse(headers: ["Connection": "close"])
    case ("GET", "/sign-in"):
      var response = WebResponse(headers: ["Set-Cookie": "session=1; Path=/; HttpOnly"])
      response.headers.add("Set-Cookie", "device=2; Max-Age=60")
      return response
    case ("GET", "/who"): return WebResponse(body: Data((request.headers["Cookie"] ?? "-").utf8))
    case ("GET", "/failing"): throw CocoaError(.fileNoSuchFile)
    default: return WebResponse(status: 404)
    }
  }

  func talk(over socket: ServerSocket, opened request: WebRequest) async {
    log.withValue { $0.append("socket \(request.path)") }
    while case .text(let text)? = try? await socket.receive() {
      if text == "long" { socket.send(.data(Data(count: 1_048_577))) }
      if text == "full" { socket.send(.data(Data(count: 1_048_576))) }
      socket.send(.text("\(text)!"))
      if text == "bye" { return socket.close(code: 4001, reason: "as you wish") }
    }
    log.withValue { $0.append("socket over") }
  }
}

#if os(Linux)
  @Suite("A session speaks HTTP and WebSocket with a server of the world")
  struct WebServerTests {
    private func counting(
      in world: World, on profile: LinkProfile = .wifi, speaksHTTP2: Bool = true
    ) throws -> WebBench {
      try WebBench(in: world, on: profile, speaksHTTP2: speaksHTTP2, service: { Counter($0, $1) })
    }

    /// Runs a scenario that must pass.
    private func play(_ scenario: @escaping @Sendable (World) async throws -> Void) {
      WebBench.play(scenario)
    }

    @Test("a request is answered, with status, headers and body, in the time of the network")
    func answers() {
      play { world in
        let bench = try counting(in: world)
        let began = world.now
        #expect(try await bench.text("/time").hasPrefix("1767614400.0"))
        // A look-up, TCP, TLS and the exchange: four trips of Wi-Fi at the least.
        #expect(began.duration(to: world.now) > .milliseconds(4))
        #expect(began.duration(to: world.now) < .seconds(1))
        let (data, response) = try await bench.session.upload(
          for: bench.request("POST", "/echo"), from: Data("hello".utf8))
        let http = try #require(response as? HTTPURLResponse)
        #expect(String(decoding: data, as: UTF8.self) == "hello")
        #expect(http.statusCode == 200)
        #expect(http.value(forHTTPHeaderField: "content-type") == "text/plain")
        let (_, missing) = try await bench.session.data(for: bench.request("GET", "/nothing"))
        #expect((missing as? HTTPURLResponse)?.statusCode == 404)
        let (_, failing) = try await bench.session.data(for: bench.request("GET", "/failing"))
        #expect((failing as? HTTPURLResponse)?.statusCode == 500)
      }
    }

    @Test(
      "a second request goes over the connection of the first, and one beside a third does not wait",
      arguments: [false, true])
    func reuse(speaksHTTP2: Bool) {
      play { world in
        let bench = try counting(in: world, on: .lte, speaksHTTP2: speaksHTTP2)
        let began = world.now
        _ = try await bench.text("/time")
        let first = began.duration(to: world.now)
        let again = world.now
        _ = try await bench.text("/time")
        #expect(again.duration(to: world.now) * 2 < first)
        let beside = world.now
        async let slow = bench.text("/slow?seconds=1")
        async let quick = bench.text("/time")
        _ = try await quick
        #expect(beside.duration(to: world.now) < .seconds(1))
        #expect(try await slow == "at last")
        // "Connection: close" ends it: the next one is opened anew.
        _ = try await bench.text("/closing")
        _ = try await bench.text("/time")
      }
    }

    @Test(
      "by HTTP/1.1 no more than six requests to a host are under way; the others wait their turn")
    func queueing() {
      play { world in
        let bench = try counting(in: world, speaksHTTP2: false)
        let began = world.now
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 1...12 { group.addTask { _ = try await bench.text("/slow?seconds=2") } }
          try await group.waitForAll()
        }
        #expect(began.duration(to: world.now) > .seconds(4))
        #expect(began.duration(to: world.now) < .seconds(5))
      }
    }

    @Test("redirections are followed, but not for ever")
    func redirections() {
      play { world in
        let bench = try counting(in: world)
        #expect(try await bench.text("/moved").hasPrefix("1767614400"))
        #expect(await bench.code(bench.request("GET", "/circle")) == .httpTooManyRedirects)
      }
    }

    @Test("sixteen redirections are followed, and the seventeenth is one too many")
    func mostRedirections() {
      play { world in
        let bench = try counting(in: world)
        #expect(try await bench.text("/hop?left=15") == "GET - ")
        #expect(await bench.code(bench.request("GET", "/hop?left=16")) == .httpTooManyRedirects)
      }
    }

    @Test(
      "a redirection keeps the method and the body, or makes a GET without them",
      arguments: [
        (301, "POST", "GET - "), (302, "POST", "GET - "), (303, "POST", "GET - "),
        (307, "POST", "POST text/plain hello"), (308, "POST", "POST text/plain hello"),
        (301, "PUT", "PUT text/plain hello"), (302, "PUT", "PUT text/plain hello"),
        (303, "PUT", "GET - "), (303, "HEAD", ""), (300, "POST", ""),
      ])
    func redirectedMethods(status: Int, method: String, expected: String) {
      play { world in
        let bench = try counting(in: world)
        var request = bench.request(method, "/to-seen?status=\(status)")
        if method != "HEAD" {
          request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
          request.httpBody = Data("hello".utf8)
        }
        let (data, response) = try await bench.session.data(for: request)
        let http = try #require(response as? HTTPURLResponse)
        #expect(String(decoding: data, as: UTF8.self) == expected)
        #expect(http.statusCode == (status == 300 ? 300 : 200))
        if method == "HEAD" {
          #expect(http.value(forHTTPHeaderField: "X-Method") == "HEAD")
          #expect(http.value(forHTTPHeaderField: "Content-Length") == "7")
        }
      }
    }

    @Test("a status without a body has no length, and the connection goes on behind it")
    func noContent() {
      play { world in
        let bench = try counting(in: world)
        let (data, response) = try await bench.session.data(
          for: bench.request("GET", "/no-content"))
        let http = try #require(response as? HTTPURLResponse)
        #expect(http.statusCode == 204)
        #expect(data.isEmpty)
        #expect(http.value(forHTTPHeaderField: "Content-Length") == nil)
        #expect(try await bench.text("/seen") == "GET - ")
      }
    }

    @Test("a WebSocket takes a message of 1 MiB, and a longer one ends it with 1009")
    func longMessages() {
      play { world in
        let bench = try counting(in: world)
        let socket = bench.session.webSocketTask(with: URL(string: "wss://api.test/talk")!)
        socket.resume()
        try await socket.send(.string("full"))
        guard case .data(let data) = try await socket.receive() else {
          Issue.record("another message")
          return
        }
        #expect(data.count == 1_048_576)
        _ = try await socket.receive()
        try await socket.send(.string("long"))
        await #expect(throws: POSIXError(.EMSGSIZE)) { try await socket.receive() }
        #expect(socket.closeCode == .messageTooBig)
        await #expect(throws: POSIXError(.ENOTCONN)) { try await socket.send(.string("late")) }
      }
    }

    @Test("cookies go with the requests they belong to, until they are over")
    func cookies() {
      play { world in
        let bench = try counting(in: world)
        #expect(try await bench.text("/who") == "-")
        _ = try await bench.text("/sign-in")
        #expect(try await bench.text("/who") == "session=1; device=2")
        try await world.sleep(for: .seconds(61))
        #expect(try await bench.text("/who") == "session=1")
        var request = bench.request("GET", "/who")
        request.httpShouldHandleCookies = false
        let (data, _) = try await bench.session.data(for: request)
        #expect(String(decoding: data, as: UTF8.self) == "-")
      }
    }

    @Test("what goes wrong is told as URLSession tells it")
    func failures() {
      play { world in
        let bench = try counting(in: world)
        #expect(await bench.code(URLRequest(url: URL(string: "HTTPS://Api.TEST/time")!)) == nil)
        #expect(await bench.code(bench.request("GET", "/slow?seconds=9", timeout: 3)) == .timedOut)
        #expect(
          await bench.code(URLRequest(url: URL(string: "https://nobody.test/")!)) == .cannotFindHost
        )
        #expect(
          await bench.code(URLRequest(url: URL(string: "http://api.test/")!))
            == .appTransportSecurityRequiresSecureConnection)
        bench.network.switchInterface(of: bench.phone, on: false)
        #expect(await bench.code(bench.request("GET", "/time")) == .notConnectedToInternet)
        bench.network.switchInterface(of: bench.phone, on: true)
        async let lost = bench.code(bench.request("GET", "/slow?seconds=5"))
        try await world.sleep(for: .seconds(2))
        bench.network.switchInterface(of: bench.phone, on: false)
        #expect(await lost == .networkConnectionLost)
        bench.network.switchInterface(of: bench.phone, on: true)
        bench.server.crash()
        #expect(await bench.code(bench.request("GET", "/time")) == .cannotConnectToHost)
      }
    }

    @Test("a request times out once, be it that it was acknowledged", arguments: [false, true])
    func timeOut(speaksHTTP2: Bool) {
      play { world in
        let bench = try counting(in: world, speaksHTTP2: speaksHTTP2)
        _ = try await bench.text("/time")
        let began = world.now
        #expect(await bench.code(bench.request("GET", "/slow?seconds=20", timeout: 9)) == .timedOut)
        #expect(began.duration(to: world.now) < .seconds(9.1))
      }
    }

    @Test("a cancelled request ends at once, as cancelled")
    func cancellation() {
      play { world in
        let bench = try counting(in: world)
        let request = bench.request("GET", "/slow?seconds=50")
        let task = Task { await bench.code(request) }
        try await world.sleep(for: .seconds(2))
        let began = world.now
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(world.now == began)
      }
    }

    @Test(
      "a body of megabytes takes its time on the link, and longer than a time-out is no time-out while it comes",
      arguments: [false, true])
    func largeBodies(speaksHTTP2: Bool) {
      play { world in
        let bench = try counting(in: world, on: .threeG, speaksHTTP2: speaksHTTP2)
        let bytes = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let began = world.now
        let request = bench.request("POST", "/echo", timeout: 20)
        let (data, _) = try await bench.session.upload(for: request, from: bytes)
        #expect(data == bytes)
        #expect(began.duration(to: world.now) > .seconds(15))
      }
    }

    @Test(
      "a server that restarts forgets its memory and keeps its disk; a request that is no safe one fails once"
    )
    func restart() {
      play { world in
        let bench = try counting(in: world)
        func count() async throws -> [Int] {
          let (data, _) = try await bench.session.data(for: bench.request("POST", "/count"))
          return try JSONDecoder().decode([Int].self, from: data)
        }
        #expect(try await count() == [1, 1])
        #expect(try await count() == [2, 2])
        bench.server.restart(downFor: .seconds(2))
        #expect(!bench.server.isRunning)
        try await world.sleep(for: .seconds(3))
        #expect(bench.server.isRunning)
        #expect(try await count() == [3, 1])
      }
    }

    @Test(
      "a process that ends takes its connections along: the server sees them break, and no answer is seen"
    )
    func processEnd() {
      play { world in
        let bench = try counting(in: world)
        let seen = WorldBound(0, in: world)
        let session = bench.session
        let request = bench.request("GET", "/slow?seconds=3")
        bench.process.mainLane.post {
          Task {
            _ = try? await session.data(for: request)
            seen.withValue { $0 += 1 }
          }
          Task {
            let socket = session.webSocketTask(with: URL(string: "wss://api.test/talk")!)
            socket.resume()
            _ = try? await socket.receive()
            seen.withValue { $0 += 1 }
          }
        }
        try await world.sleep(for: .seconds(1))
        bench.process.end()
        try await world.sleep(for: .seconds(10))
        #expect(seen.withValue { $0 } == 0)
        #expect(bench.log.withValue { $0 } == ["GET /slow", "socket /talk", "socket over"])
      }
    }

    @Test("a WebSocket carries messages both ways, pings, and ends with a code")
    func sockets() {
      play { world in
        let bench = try counting(in: world)
        let socket = bench.session.webSocketTask(with: URL(string: "wss://api.test/talk")!)
        socket.resume()
        try await socket.send(.string("one"))
        guard case .string("one!") = try await socket.receive() else {
          Issue.record("another message")
          return
        }
        try await socket.ping()
        try await socket.send(.string("bye"))
        guard case .string("bye!") = try await socket.receive() else {
          Issue.record("another message")
          return
        }
        await #expect(throws: POSIXError(.ENOTCONN)) { try await socket.receive() }
        #expect(socket.rawCloseCode == 4001)
        #expect(socket.closeReason == Data("as you wish".utf8))
        await #expect(throws: POSIXError(.ENOTCONN)) { try await socket.send(.string("late")) }
      }
    }

    @Test("a WebSocket whose network goes fails with the code of a lost connection")
    func lostSocket() {
      play { world in
        let bench = try counting(in: world)
        let socket = bench.session.webSocketTask(with: URL(string: "wss://api.test/talk")!)
        socket.resume()
        try await socket.ping()
        bench.network.switchInterface(of: bench.phone, on: false)
        do {
          _ = try await socket.receive()
          Issue.record("a message came")
        } catch {
          #expect((error as? URLError)?.code == .networkConnectionLost)
        }
      }
    }
  }
#endif
