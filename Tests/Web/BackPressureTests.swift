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
  @Suite("A sender waits for a slow reader and for a slow link")
  struct BackPressureTests {
    private static let pieceBytes = 16_384

    /// A service that sends so many pieces and counts them; by `write` it does not wait.
    private static func bench(
      in world: World, on profile: LinkProfile = .wifi, speaksHTTP2: Bool,
      _ sent: WorldBound<Int>
    ) throws -> WebBench {
      try WebBench(in: world, on: profile, speaksHTTP2: speaksHTTP2) { request in
        let count = request.query("count").flatMap { Int($0) } ?? 1
        let waits = request.query("waits") != "no"
        return WebResponse { body in
          for _ in 0..<count {
            let piece = Data(repeating: 0x61, count: pieceBytes)
            if waits { try await body.send(piece) } else { try body.write(piece) }
            sent.withValue { $0 += 1 }
          }
        }
      }
    }

    @Test(
      "bytes that nobody reads stop the service, no time-out strikes, and all of them come at last",
      arguments: [false, true])
    func slowReader(speaksHTTP2: Bool) {
      WebBench.play { world in
        let sent = WorldBound(0, in: world)
        let bench = try Self.bench(in: world, speaksHTTP2: speaksHTTP2, sent)
        let request = bench.request("GET", "/?count=60", timeout: 3)
        let (bytes, _) = try await bench.session.bytes(for: request)
        try await world.sleep(for: .seconds(30))
        // What the app, the windows or the socket, and the service's system hold: of 983 KB.
        let before = sent.withValue { $0 }
        #expect((8...32).contains(before), "\(before)")
        try await world.sleep(for: .seconds(30))
        #expect(sent.withValue { $0 } == before)
        // Meanwhile other requests go on.
        #expect(try await bench.text("/?count=2").utf8.count == 2 * Self.pieceBytes)
        var count = 0
        for try await _ in bytes { count += 1 }
        #expect(count == 60 * Self.pieceBytes)
        #expect(sent.withValue { $0 } == 62)
      }
    }

    @Test("who reads to the end without a pause is not held back", arguments: [false, true])
    func quickReader(speaksHTTP2: Bool) {
      WebBench.play { world in
        let sent = WorldBound(0, in: world)
        let bench = try Self.bench(in: world, speaksHTTP2: speaksHTTP2, sent)
        let began = world.now
        let (bytes, _) = try await bench.session.bytes(for: bench.request("GET", "/?count=40"))
        var count = 0
        for try await _ in bytes { count += 1 }
        let paced = began.duration(to: world.now)
        let again = world.now
        #expect(try await bench.text("/?count=40&waits=no").utf8.count == count)
        #expect(paced < again.duration(to: world.now) * 2 + .milliseconds(100))
      }
    }

    @Test(
      "a slow link stops a service that sends, and not one that writes", arguments: [false, true])
    func slowLink(speaksHTTP2: Bool) {
      WebBench.play { world in
        let sent = WorldBound(0, in: world)
        let bench = try Self.bench(in: world, on: .threeG, speaksHTTP2: speaksHTTP2, sent)
        for waits in [true, false] {
          sent.withValue { $0 = 0 }
          let text = Task { try await bench.text("/?count=100&waits=\(waits ? "yes" : "no")") }
          try await world.sleep(for: .seconds(2))
          let early = sent.withValue { $0 }
          #expect(waits ? early < 50 : early == 100, "\(early)")
          #expect(try await text.value.utf8.count == 100 * Self.pieceBytes)
        }
      }
    }

    @Test("a service that waits hears that its client has gone", arguments: [false, true])
    func gone(speaksHTTP2: Bool) {
      WebBench.play { world in
        let ended = WorldBound<[String]>([], in: world)
        let bench = try WebBench(in: world, speaksHTTP2: speaksHTTP2) { _ in
          WebResponse { body in
            do {
              while true { try await body.send(Data(count: Self.pieceBytes)) }
            } catch {
              ended.withValue { $0.append("\(type(of: error))") }
              throw error
            }
          }
        }
        do {
          let (bytes, _) = try await bench.session.bytes(for: bench.request("GET", "/"))
          try await world.sleep(for: .seconds(5))
          #expect(ended.withValue { $0 } == [])
          for try await _ in bytes { break }
        }
        try await world.sleep(for: .seconds(2))
        #expect(ended.withValue { $0 } == ["ClientGone"])
      }
    }
  }
#endif
