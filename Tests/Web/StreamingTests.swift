import Foundation
import Network
import Simulator
internal import TestSupport
import Testing

@testable import Web

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Bytes are split into lines as Foundation does it")
struct LineTests {
  private func lines(_ text: String) -> [String] {
    var splitter = LineSplitter()
    return Array(text.utf8).compactMap { splitter.add($0) } + [splitter.finish()].compactMap { $0 }
  }

  @Test("every end of a line counts, and no empty line is told")
  func ends() {
    #expect(
      lines("a\nb\r\nc\rd\u{0B}e\u{0C}f\u{85}g\u{2028}h\u{2029}i") == "abcdefghi".map(String.init))
    #expect(lines("one\n\n\r\n\ntwo\n") == ["one", "two"])
    #expect(lines("") == [])
    #expect(lines("é…") == ["é…"])
  }
}

#if os(Linux)
  @Suite("A body comes while it is made")
  struct StreamingTests {
    /// A service whose bodies take their time.
    private static func bench(
      in world: World, speaksHTTP2: Bool,
      _ change: (inout WebSession.Configuration) -> Void = { _ in }
    ) throws -> WebBench {
      let written = WorldBound<[String]>([], in: world)
      return try WebBench(in: world, speaksHTTP2: speaksHTTP2, change) { request in
        if request.path == "/written" {
          return WebResponse(body: Data(written.withValue { $0 }.joined(separator: " ").utf8))
        }
        let count = request.query("count").flatMap { Int($0) } ?? 3
        let pause = request.query("pause").flatMap { Int($0) } ?? 1000
        var headers: HeaderFields = ["Content-Type": "text/plain"]
        headers["Content-Length"] = request.query("length")
        let end = request.query("end")
        return WebResponse(headers: headers) { body in
          do {
            for number in 1...count {
              if number > 1 { try await world.sleep(for: .milliseconds(pause)) }
              try body.write("\(number)\n")
            }
          } catch {
            written.withValue { $0.append("\(type(of: error))") }
            throw error
          }
          written.withValue { $0.append("all") }
          if end == "throws" { throw CocoaError(.fileNoSuchFile) }
        }
      }
    }

    private func play(_ scenario: @escaping @Sendable (World) async throws -> Void) {
      WebBench.play(scenario)
    }

    @Test(
      "the head comes at once, each byte when it was written, and the connection goes on behind it",
      arguments: [false, true])
    func pieces(speaksHTTP2: Bool) {
      play { world in
        let bench = try Self.bench(in: world, speaksHTTP2: speaksHTTP2)
        let began = world.now
        let (bytes, response) = try await bench.session.bytes(for: bench.request("GET", "/"))
        #expect(began.duration(to: world.now) < .milliseconds(500))
        let http = try #require(response as? HTTPURLResponse)
        #expect(
          http.value(forHTTPHeaderField: "Transfer-Encoding") == (speaksHTTP2 ? nil : "chunked"))
        #expect(http.value(forHTTPHeaderField: "Content-Length") == nil)
        var seconds: [Int64] = []
        for try await byte in bytes where byte != 0x0A {
          seconds.append(began.duration(to: world.now).components.seconds)
        }
        #expect(seconds == [0, 1, 2])
        let again = world.now
        #expect(try await bench.text("/written") == "all")
        // One trip and back: neither TCP nor TLS was needed.
        #expect(again.duration(to: world.now) < .milliseconds(5))
      }
    }

    @Test("data(for:) waits for the last chunk", arguments: [false, true])
    func whole(speaksHTTP2: Bool) {
      play { world in
        let bench = try Self.bench(in: world, speaksHTTP2: speaksHTTP2)
        let began = world.now
        #expect(try await bench.text("/") == "1\n2\n3\n")
        #expect(began.duration(to: world.now) > .seconds(2))
        let (data, response) = try await bench.session.data(for: bench.request("HEAD", "/"))
        #expect(data.isEmpty)
        #expect(
          (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Transfer-Encoding")
            == (speaksHTTP2 ? nil : "chunked"))
        #expect(try await bench.text("/written") == "all")
      }
    }

    @Test("a redirection is followed behind its body, over the same connection")
    func redirected() {
      play { world in
        let connections = WorldBound<Set<UInt64>>([], in: world)
        let bench = try WebBench(in: world, speaksHTTP2: false) { request in
          connections.withValue { _ = $0.insert(request.connection) }
          if request.path == "/there" { return WebResponse(body: Data("there".utf8)) }
          return WebResponse(status: 302, headers: ["Location": "/there"]) { body in
            for _ in 1...3 {
              try await world.sleep(for: .seconds(1))
              try body.write("moved")
            }
          }
        }
        #expect(try await bench.read(bench.request("GET", "/")) == ("there", nil))
        #expect(connections.withValue { $0.count } == 1)
      }
    }

    @Test("lines come one by one", arguments: [false, true])
    func lines(speaksHTTP2: Bool) {
      play { world in
        let bench = try Self.bench(in: world, speaksHTTP2: speaksHTTP2)
        let (bytes, _) = try await bench.session.bytes(from: bench.request("GET", "/").url!)
        var lines: [String] = []
        for try await line in bytes.lines { lines.append(line) }
        #expect(lines == ["1", "2", "3"])
      }
    }

    @Test(
      "each piece begins the time-out of a request anew, and a longer silence is one",
      arguments: [false, true])
    func patience(speaksHTTP2: Bool) {
      play { world in
        let bench = try Self.bench(in: world, speaksHTTP2: speaksHTTP2)
        let slow = bench.request("GET", "/?count=5&pause=2500", timeout: 3)
        #expect(try await bench.read(slow) == ("1\n2\n3\n4\n5\n", nil))
        let silent = bench.request("GET", "/?count=5&pause=3500", timeout: 3)
        #expect(try await bench.read(silent) == ("1\n", .timedOut))
      }
    }

    @Test("the time-out of a resource bounds the whole, whatever comes", arguments: [false, true])
    func resource(speaksHTTP2: Bool) {
      play { world in
        let bench = try Self.bench(in: world, speaksHTTP2: speaksHTTP2) {
          $0.timeoutIntervalForResource = 5
        }
        let began = world.now
        let endless = bench.request("GET", "/?count=100")
        #expect(try await bench.read(endless) == ("1\n2\n3\n4\n5\n", .timedOut))
        #expect(began.duration(to: world.now) == .seconds(5))
        let code = await bench.code { _ = try await bench.session.data(for: endless) }
        #expect(code == .timedOut)
        #expect(began.duration(to: world.now) == .seconds(10))
        #expect(try await bench.text("/?count=2") == "1\n2\n")
      }
    }

    @Test(
      "a task that is cancelled in the middle gets what had come, and the server hears of it",
      arguments: [false, true])
    func cancellation(speaksHTTP2: Bool) {
      play { world in
        let bench = try Self.bench(in: world, speaksHTTP2: speaksHTTP2)
        let task = Task { try await bench.read(bench.request("GET", "/?count=100")) }
        try await world.sleep(for: .milliseconds(2500))
        let began = world.now
        task.cancel()
        #expect(try await task.value == ("1\n2\n3\n", .cancelled))
        #expect(world.now == began)
        try await world.sleep(for: .seconds(2))
        #expect(try await bench.text("/written") != "all")
        #expect(try await !bench.text("/written").isEmpty)
      }
    }

    @Test(
      "the server hears of it as well where somebody waits for the whole", arguments: [false, true])
    func cancelledWhole(speaksHTTP2: Bool) {
      play { world in
        let bench = try Self.bench(in: world, speaksHTTP2: speaksHTTP2)
        let request = bench.request("GET", "/?count=100")
        let task = Task { await bench.code(request) }
        try await world.sleep(for: .milliseconds(2500))
        task.cancel()
        #expect(await task.value == .cancelled)
        try await world.sleep(for: .seconds(2))
        #expect(try await bench.text("/written") == "CancellationError")
      }
    }

    @Test("a service hears at once that its client has gone", arguments: [false, true])
    func gone(speaksHTTP2: Bool) {
      play { world in
        let ended = WorldBound<[String]>([], in: world)
        let bench = try WebBench(in: world, speaksHTTP2: speaksHTTP2) { _ in
          WebResponse { body in
            do {
              try body.write("1")
              try await world.sleep(for: .seconds(50))
            } catch {
              ended.withValue { $0.append("\(type(of: error))") }
              throw error
            }
          }
        }
        let request = bench.request("GET", "/")
        bench.process.mainLane.post { Task { _ = try? await bench.session.data(for: request) } }
        try await world.sleep(for: .seconds(1))
        bench.process.end()
        try await world.sleep(for: .seconds(1))
        #expect(ended.withValue { $0 } == ["CancellationError"])
      }
    }

    @Test(
      "a task that was cancelled before it waits gets CancellationError", arguments: [false, true])
    func cancelledBefore(speaksHTTP2: Bool) {
      play { world in
        let bench = try Self.bench(in: world, speaksHTTP2: speaksHTTP2)
        let task = Task {
          let (bytes, _) = try await bench.session.bytes(for: bench.request("GET", "/?count=9"))
          var iterator = bytes.makeAsyncIterator()
          _ = try await iterator.next()
          try? await world.sleep(for: .seconds(5))
          // The line end had come.
          #expect(try await iterator.next() == 0x0A)
          _ = try await iterator.next()
        }
        try await world.sleep(for: .seconds(1))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
      }
    }

    @Test("what had come before a break can still be read", arguments: [false, true])
    func readLater(speaksHTTP2: Bool) {
      play { world in
        let bench = try Self.bench(in: world, speaksHTTP2: speaksHTTP2)
        let (bytes, _) = try await bench.session.bytes(
          for: bench.request("GET", "/?end=throws"))
        try await world.sleep(for: .seconds(5))
        var read: [UInt8] = []
        let code = await bench.code { for try await byte in bytes { read.append(byte) } }
        #expect(read == Array("1\n2\n3\n".utf8))
        #expect(code == .networkConnectionLost)
      }
    }

    @Test("the time-out of a resource counts its redirections")
    func redirectedResource() {
      play { world in
        let bench = try WebBench(in: world) {
          $0.timeoutIntervalForResource = 5
        } answer: { request in
          try await world.sleep(for: .seconds(3))
          return request.path == "/there"
            ? WebResponse() : WebResponse(status: 302, headers: ["Location": "/there"])
        }
        let began = world.now
        #expect(await bench.code(bench.request("GET", "/")) == .timedOut)
        #expect(began.duration(to: world.now) == .seconds(5))
      }
    }

    @Test("who lets go of the bytes gives up the request", arguments: [false, true])
    func lettingGo(speaksHTTP2: Bool) {
      play { world in
        let bench = try Self.bench(in: world, speaksHTTP2: speaksHTTP2)
        do {
          let (bytes, _) = try await bench.session.bytes(for: bench.request("GET", "/?count=100"))
          for try await byte in bytes where byte == 0x0A { break }
        }
        try await world.sleep(for: .seconds(2))
        #expect(try await !bench.text("/written").isEmpty)
      }
    }

    @Test(
      "a body that ends before its end is a lost connection, behind the bytes that had come",
      arguments: ["/?end=throws", "/?length=9"], [false, true])
    func cutOff(path: String, speaksHTTP2: Bool) {
      play { world in
        let bench = try Self.bench(in: world, speaksHTTP2: speaksHTTP2)
        let request = bench.request("GET", path)
        #expect(try await bench.read(request) == ("1\n2\n3\n", .networkConnectionLost))
        let code = await bench.code { _ = try await bench.session.data(for: request) }
        #expect(code == .networkConnectionLost)
      }
    }

    @Test(
      "a told length is kept: what is written behind it goes nowhere", arguments: [false, true])
    func told(speaksHTTP2: Bool) {
      play { world in
        let bench = try Self.bench(in: world, speaksHTTP2: speaksHTTP2)
        let (bytes, response) = try await bench.session.bytes(
          for: bench.request("GET", "/?length=4"))
        #expect(response.expectedContentLength == 4)
        var read: [UInt8] = []
        for try await byte in bytes { read.append(byte) }
        #expect(read == Array("1\n2\n".utf8))
        // Nor does it come in the midst of the next answer.
        #expect(try await bench.text("/?count=2&pause=1500") == "1\n2\n")
        try await world.sleep(for: .seconds(3))
        #expect(try await bench.text("/written").hasPrefix("all"))
      }
    }

    @Test("a server that crashes and a network that goes break the body", arguments: [false, true])
    func broken(speaksHTTP2: Bool) {
      play { world in
        let bench = try Self.bench(in: world, speaksHTTP2: speaksHTTP2)
        for isServer in [true, false] {
          let task = Task { try await bench.read(bench.request("GET", "/?count=100")) }
          try await world.sleep(for: .milliseconds(1500))
          if isServer {
            bench.server.crash()
          } else {
            bench.network.switchInterface(of: bench.phone, on: false)
          }
          #expect(try await task.value == ("1\n2\n", .networkConnectionLost))
          if isServer { try bench.server.boot() }
        }
      }
    }

    @Test(
      "bytes that nobody reads to their end leave nothing behind when the run is over",
      arguments: [false, true])
    func abandoned(speaksHTTP2: Bool) {
      play { world in
        let bench = try Self.bench(in: world, speaksHTTP2: speaksHTTP2)
        Task {
          let (bytes, _) = try await bench.session.bytes(for: bench.request("GET", "/?count=100"))
          for try await _ in bytes {}
        }
        try await world.sleep(for: .seconds(2))
      }
    }
  }
#endif
