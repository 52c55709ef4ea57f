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

#if os(Linux)
  @Suite("What a session has begun goes on without it, and ends with its process")
  struct DroppedSessionTests {
    private static let home = URL(string: "https://api.test/")!

    private static func bench(
      in world: World, speaksHTTP2: Bool, connections: Int = 6
    ) throws -> WebBench {
      try WebBench(in: world, speaksHTTP2: speaksHTTP2) {
        $0.httpMaximumConnectionsPerHost = connections
      } answer: { request in
        if request.path == "/slow" { try await Task.sleep(for: .seconds(3)) }
        return WebResponse(body: Data(count: request.path == "/long" ? 300_000 : 5))
      }
    }

    /// A session that nobody keeps.
    private static func session(of bench: WebBench) -> WebSession {
      WebSession(on: bench.network, from: bench.phone, in: bench.process)
    }

    @Test("its bytes can be read", arguments: [false, true])
    func bytes(speaksHTTP2: Bool) {
      WebBench.play { world in
        let bench = try Self.bench(in: world, speaksHTTP2: speaksHTTP2)
        let url = URL(string: "https://api.test/long")!
        let (bytes, _) = try await Self.session(of: bench).bytes(from: url)
        var count = 0
        for try await _ in bytes { count += 1 }
        #expect(count == 300_000)
        try await world.sleep(for: .minutes(2))
      }
    }

    @Test("its server may go away, or break down", arguments: [false, true])
    func goingAway(speaksHTTP2: Bool) {
      WebBench.play { world in
        let bench = try Self.bench(in: world, speaksHTTP2: speaksHTTP2)
        _ = try await Self.session(of: bench).data(from: Self.home)
        try await bench.server.deploy()
        _ = try await Self.session(of: bench).data(from: Self.home)
        bench.server.crash()
        try bench.server.boot()
        try await world.sleep(for: .minutes(2))
        #expect(bench.asked == ["GET /", "GET /"])
      }
    }

    @Test("a request that waits for a connection opens none when the process ends")
    func waiting() {
      WebBench.play { world in
        let bench = try Self.bench(in: world, speaksHTTP2: false, connections: 1)
        let session = bench.session
        for path in ["slow", "next"] {
          bench.process.mainLane.spawn {
            _ = try? await session.data(from: URL(string: "https://api.test/\(path)")!)
          }
        }
        try await world.sleep(for: .seconds(1))
        bench.process.end("was killed by its person")
        try await world.sleep(for: .seconds(10))
        #expect(bench.asked == ["GET /slow"])
      }
    }

    @Test("code that goes on in the step that ends its process asks for nothing", arguments: 0..<2)
    func dyingStep(kind: Int) {
      WebBench.play { world in
        let bench = try Self.bench(in: world, speaksHTTP2: true)
        let (session, process) = (bench.session, bench.process)
        let goesOn = WorldBound(false, in: world)
        process.mainLane.spawn {
          process.end("was killed at a commit")
          if kind == 0 {
            _ = try? await session.data(from: Self.home)
          } else {
            let socket = session.webSocketTask(with: Self.home)
            socket.resume()
            _ = try? await socket.receive()
          }
          if !world.isOver { goesOn.withValue { $0 = true } }
        }
        try await world.sleep(for: .seconds(10))
        #expect(bench.asked.isEmpty)
        #expect(!goesOn.withValue { $0 })
        // Who lives is told that nothing comes of it.
        #expect(await bench.code(bench.request("GET", "/")) == .cancelled)
        let socket = session.webSocketTask(with: URL(string: "wss://api.test/")!)
        socket.resume()
        #expect(await bench.code { _ = try await socket.receive() } == .cancelled)
        #expect(bench.asked.isEmpty)
      }
    }
  }
#endif
