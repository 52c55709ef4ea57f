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

/// A link of 50 ms each way, the same for every datagram.
private let even = LinkProfile(
  "even", bothWays: DirectionProfile(latency: .constant(.milliseconds(50))))

/// A service that tells over which connection it was asked, at once or after a while.
private final class Asked: Sendable {
  let connections: WorldBound<[String]>
  /// How many requests are being answered, and how many were at the most.
  private let under: WorldBound<(now: Int, most: Int)>

  init(in world: World) {
    connections = WorldBound([], in: world)
    under = WorldBound((0, 0), in: world)
  }

  var count: Int { Set(connections.withValue { $0 }).count }
  var most: Int { under.withValue { $0.most } }

  func answer(_ request: WebRequest) async throws -> WebResponse {
    connections.withValue { $0.append("\(request.connection)") }
    under.withValue { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
    defer { under.withValue { $0.now -= 1 } }
    if let wait = request.query("wait").flatMap({ Int($0) }) {
      try await Task.sleep(for: .milliseconds(wait))
    }
    let size = request.query("bytes").flatMap { Int($0) }
    var headers: HeaderFields = [:]
    if request.path == "/closing" { headers["Connection"] = "close" }
    return WebResponse(
      headers: headers, body: size.map { Data(count: $0) } ?? Data("\(request.connection)".utf8))
  }
}

#if os(Linux)
  @Suite("HTTP/2 carries many requests over one connection")
  struct MultiplexingTests {
    private func play(
      on profile: LinkProfile = even, speaksHTTP2: Bool = true, instances: Int = 1,
      connections: Int = 6,
      _ scenario: @escaping @Sendable (WebBench, Asked) async throws -> Void
    ) {
      WebBench.play(recording: true) { world in
        let asked = Asked(in: world)
        let bench = try WebBench(
          in: world, on: profile, speaksHTTP2: speaksHTTP2, instances: instances
        ) {
          $0.httpMaximumConnectionsPerHost = connections
        } answer: {
          try await asked.answer($0)
        }
        try await scenario(bench, asked)
      }
    }

    /// The time that something takes.
    private static func time(
      _ world: World, _ body: () async throws -> Void
    ) async throws -> Duration {
      let began = world.now
      try await body()
      return began.duration(to: world.now)
    }

    private static func ask(_ bench: WebBench, _ paths: [String]) async throws -> [String] {
      try await withThrowingTaskGroup(of: String.self) { group in
        for path in paths { group.addTask { try await bench.text(path) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
    }

    @Test("requests side by side share the connection, and a slow one holds no other back")
    func sharing() {
      play { bench, asked in
        _ = try await bench.text("/")
        // Not more than TCP sends at once.
        let slow = Array(repeating: "/?wait=2000", count: 4)
        let began = bench.world.now
        async let late = Self.ask(bench, slow)
        let quick = try await Self.time(bench.world) { _ = try await bench.text("/") }
        #expect(quick < .milliseconds(101))
        _ = try await late
        #expect(began.duration(to: bench.world.now) < .milliseconds(2101))
        #expect(asked.count == 1)
        #expect(
          bench.world.journal.entries.contains { $0.text.hasSuffix("to api.test: opened for h2") })
      }
    }

    @Test(
      "the first requests go together once one connection is open, and the others are given up",
      arguments: [6, 1])
    func firstContact(connections: Int) {
      play(connections: connections) { bench, asked in
        let time = try await Self.time(bench.world) {
          // Some of them wait for a connection.
          _ = try await Self.ask(bench, Array(repeating: "/?bytes=0", count: 8))
        }
        #expect(asked.count == 1)
        // TCP, TLS and the exchange; the name is no matter here.
        #expect(time < .milliseconds(301))
        _ = try await bench.text("/")
        #expect(asked.count == 1)
      }
    }

    @Test("with a server that speaks HTTP/1.1 alone there are six connections")
    func fallBack() {
      play(speaksHTTP2: false) { bench, asked in
        _ = try await Self.ask(bench, Array(repeating: "/?wait=1000", count: 12))
        #expect(asked.count == 6)
        #expect(
          bench.world.journal.entries.contains {
            $0.text.hasSuffix("to api.test: opened for http/1.1")
          })
      }
    }

    @Test(
      "a lost segment holds back all that comes behind it, as by HTTP/1.1 only what its connection carries",
      arguments: [true, false])
    func headOfLine(speaksHTTP2: Bool) {
      play(speaksHTTP2: speaksHTTP2) { bench, _ in
        // Two connections where they are needed.
        _ = try await Self.ask(bench, ["/?wait=100", "/?wait=100"])
        bench.network.dropNext(from: bench.server.host, to: bench.phone) {
          $0.summary.contains(" to /lost")
        }
        async let lost = Self.time(bench.world) { _ = try await bench.text("/lost") }
        let other = try await Self.time(bench.world) { _ = try await bench.text("/other?wait=10") }
        #expect(try await lost > .milliseconds(150))
        if speaksHTTP2 {
          #expect(other > .milliseconds(150))
        } else {
          #expect(other < .milliseconds(111))
        }
      }
    }

    @Test("a cancelled request ends its stream, and the others go on")
    func cancellation() {
      play { bench, asked in
        _ = try await bench.text("/")
        let resets = WorldBound<[String]>([], in: bench.world)
        bench.network.observe(from: [bench.phone], to: [bench.server.host]) { message in
          if message.payload.summary.contains("RST") {
            resets.withValue { $0.append(message.payload.summary) }
          }
        }
        async let other = bench.text("/?wait=2000")
        let request = bench.request("GET", "/?wait=5000")
        let task = Task { await bench.code(request) }
        try await bench.world.sleep(for: .seconds(1))
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(resets.withValue { $0 } == ["stream 5: RST_STREAM CANCEL"])
        _ = try await other
        _ = try await bench.text("/")
        #expect(asked.count == 1)
      }
    }

    @Test("a time-out ends a stream alone, unless the connection has been silent")
    func timeOut() {
      play { bench, asked in
        async let other = bench.text("/?wait=4000&bytes=10")
        let late = bench.request("GET", "/?wait=9000", timeout: 5)
        #expect(await bench.code(late) == .timedOut)
        _ = try await other
        _ = try await bench.text("/")
        #expect(asked.count == 1)
        bench.network.loseNext(from: bench.phone, to: bench.server.host, then: .halfOpen)
        #expect(await bench.code(bench.request("GET", "/", timeout: 5)) == .timedOut)
        let again = try await Self.time(bench.world) { _ = try await bench.text("/") }
        #expect(again < .seconds(1))
        #expect(asked.count == 2)
      }
    }

    @Test("those that wait for a stream of a silent connection go over another one")
    func silentAndFull() {
      play { bench, asked in
        _ = try await bench.text("/")
        bench.network.loseNext(from: bench.phone, to: bench.server.host, then: .halfOpen)
        for number in 1...100 {
          let request = bench.request("GET", "/", timeout: number == 1 ? 5 : 50)
          Task { _ = try? await bench.session.data(for: request) }
        }
        try await bench.world.sleep(for: .milliseconds(1))
        let time = try await Self.time(bench.world) { _ = try await bench.text("/last") }
        #expect(time < .seconds(6))
        #expect(asked.count == 2)
      }
    }

    @Test("no more than 100 requests are under way; the others wait their turn")
    func limit() {
      play { bench, asked in
        _ = try await Self.ask(bench, Array(repeating: "/?wait=1000", count: 150))
        #expect(asked.most == 100)
        #expect(asked.count == 1)
      }
    }

    @Test("what a server that goes away has not looked at goes to another, even a POST, and once")
    func goingAway() {
      play(instances: 2) { bench, asked in
        async let slow = bench.text("/?wait=2000")
        try await bench.world.sleep(for: .seconds(1))
        bench.server.retire(instance: 0)
        // The word is under way for 50 ms.
        try await bench.world.sleep(for: .milliseconds(10))
        let time = try await Self.time(bench.world) {
          let other = try await bench.text(bench.request("POST", "/"))
          #expect(try await bench.text("/") == other)
        }
        // Told after 40 ms; TCP, TLS and the exchange; and the second exchange.
        #expect(time < .milliseconds(441))
        let old = try await slow
        #expect(asked.connections.withValue { $0.filter { $0 == old }.count } == 1)
        #expect(bench.asked.count { $0.hasPrefix("POST") } == 1)
        try await bench.world.sleep(for: .seconds(1))
        #expect(bench.server.isIdle(instance: 0))
      }
    }

    @Test("those that wait for a stream of a server that goes away go to another at once")
    func waitingElsewhere() {
      play(instances: 2) { bench, asked in
        _ = try await bench.text("/")
        let began = bench.world.now
        async let all = Self.ask(bench, Array(repeating: "/?wait=1000", count: 150))
        try await bench.world.sleep(for: .milliseconds(500))
        bench.server.retire(instance: 0)
        _ = try await all
        // The word after 550 ms, a connection, TCP's slow start, and the answer.
        #expect(began.duration(to: bench.world.now) < .milliseconds(2200))
        #expect(asked.count == 2)
      }
    }

    @Test(
      "a server that goes away closes a connection behind its last answer, be it that nobody hears")
    func goingUnheard() {
      play { bench, _ in
        let request = bench.request("GET", "/?wait=1000")
        Task { _ = try? await bench.session.data(for: request) }
        try await bench.world.sleep(for: .milliseconds(500))
        bench.network.loseNext(from: bench.server.host, to: bench.phone, then: .halfOpen)
        bench.server.retire(instance: 0)
        try await bench.world.sleep(for: .milliseconds(500))
        #expect(!bench.server.isIdle(instance: 0))
        try await bench.world.sleep(for: .milliseconds(500))
        #expect(bench.server.isIdle(instance: 0))
      }
    }

    @Test("a service that wants the connection closed is asked over another one")
    func closing() {
      play { bench, asked in
        async let slow = bench.text("/?wait=1000")
        for _ in 1...2 {
          let (_, response) = try await bench.session.data(for: bench.request("GET", "/closing"))
          // What is about the connection is no header of HTTP/2.
          let http = response as? HTTPURLResponse
          #expect(http?.value(forHTTPHeaderField: "Connection") == nil)
        }
        _ = try await slow
        #expect(asked.count == 2)
      }
    }

    @Test("a connection that nobody uses is closed after a minute")
    func idle() {
      play { bench, asked in
        _ = try await bench.text("/")
        try await bench.world.sleep(for: .seconds(59))
        _ = try await bench.text("/")
        #expect(asked.count == 1)
        try await bench.world.sleep(for: .seconds(61))
        #expect(bench.server.isIdle(instance: 0))
        _ = try await bench.text("/")
        #expect(asked.count == 2)
      }
    }

    @Test("a server that ends breaks all streams; those that may go once more do")
    func crash() {
      play(instances: 2) { bench, asked in
        _ = try await bench.text("/")
        async let get = bench.code(bench.request("GET", "/?wait=1000"))
        async let post = bench.code(bench.request("POST", "/?wait=1000"))
        try await bench.world.sleep(for: .milliseconds(500))
        bench.server.crash(instance: 0)
        #expect(await get == nil)
        #expect(await post == .networkConnectionLost)
        #expect(asked.count == 2)
      }
    }

    @Test(
      "no more than 65,535 bytes are under way that the phone has not taken, in frames of 16 KiB")
    func flowControl() {
      play { bench, _ in
        let window = WorldBound((left: 65_535, least: 65_535, largest: 0), in: bench.world)
        bench.network.observe(
          from: [bench.phone], to: [bench.server.host], direction: .bothWays
        ) { message in
          guard let frame = message.payload as? HTTP2Frame else { return }
          window.withValue { window in
            switch frame.content {
            case .data(let bytes):
              window.left -= bytes.count
              window.least = min(window.least, window.left)
              window.largest = max(window.largest, bytes.count)
            case .windowUpdate(let count) where frame.stream == 0: window.left += count
            default: break
            }
          }
        }
        let answers = try await Self.ask(bench, ["/?bytes=300000", "/?bytes=300000", "/?bytes=10"])
        #expect(answers.map(\.utf8.count).sorted() == [10, 300_000, 300_000])
        #expect(window.withValue { $0.least } == 0)
        #expect(window.withValue { $0.largest } == 16_384)
      }
    }

    @Test("a short answer does not wait for a long one that was asked for before")
    func shortAndLong() {
      play { bench, _ in
        _ = try await bench.text("/")
        async let long = Self.time(bench.world) { _ = try await bench.text("/?bytes=900000") }
        let short = try await Self.time(bench.world) {
          _ = try await bench.text("/?bytes=1000&wait=100")
        }
        #expect(short < .milliseconds(500))
        #expect(try await long > .seconds(1))
      }
    }
  }
#endif
