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
  @Suite("A strict run tells what is tried with the session of a process that has ended")
  struct StrictSessionTests {
    /// A service that answers late, and talks for ever.
    private actor Slow: WebService {
      func respond(to request: WebRequest) async throws -> WebResponse {
        if request.path == "/slow" { try await Task.sleep(for: .seconds(5)) }
        return WebResponse(body: Data("hello".utf8))
      }

      func talk(over socket: ServerSocket, opened request: WebRequest) async {
        while (try? await socket.receive()) != nil {}
      }
    }

    private func verdict(
      strictly isStrict: Bool, _ body: @escaping @Sendable (WebBench) async throws -> Void
    ) -> Verdict {
      let world = World(seed: 1)
      world.beStrict(isStrict)
      return world.run {
        let bench = try WebBench(in: world) { _, _ in Slow() }
        #expect(try await bench.text("/") == "hello")
        try await body(bench)
      }
    }

    private func expectLeak(_ verdict: Verdict, _ beginning: String) {
      guard case .leaked(let text) = verdict else {
        Issue.record("ended as \(verdict)")
        return
      }
      #expect(text.hasPrefix(beginning), "\(text)")
      #expect(text.contains("which was killed by its person; it ended at "), "\(text)")
    }

    @Test("a request and a WebSocket of the scenario")
    func uses() {
      let loads = verdict(strictly: true) { bench in
        bench.process.end("was killed by its person")
        try await bench.world.sleep(for: .seconds(1))
        _ = try? await bench.text("/late")
      }
      expectLeak(loads, "the scenario tried to load https://api.test/late as process Alice, ")
      let opens = verdict(strictly: true) { bench in
        bench.process.end("was killed by its person")
        try await bench.world.sleep(for: .seconds(1))
        bench.session.webSocketTask(with: URL(string: "wss://api.test/")!).resume()
        try await bench.world.sleep(for: .seconds(1))
      }
      expectLeak(opens, "the scenario tried to open a WebSocket as process Alice, ")
    }

    @Test("requests and sockets that end with their process are silent, those of a server too")
    func silent() {
      let verdict = verdict(strictly: true) { bench in
        let session = bench.session
        bench.process.mainLane.spawn {
          _ = try? await session.data(from: URL(string: "https://api.test/slow")!)
        }
        bench.process.mainLane.spawn {
          let socket = session.webSocketTask(with: URL(string: "wss://api.test/")!)
          socket.resume()
          while (try? await socket.receive()) != nil {}
        }
        try await bench.world.sleep(for: .seconds(3))
        bench.process.end("was killed by its person")
        try await bench.world.sleep(for: .seconds(3))
        bench.server.crash()
        try bench.server.boot()
        try await bench.world.sleep(for: .minutes(5))
      }
      guard case .passed = verdict else {
        Issue.record("ended as \(verdict)")
        return
      }
    }
  }
#endif
