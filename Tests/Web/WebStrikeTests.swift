import AppFoundation
import Backend
import Devices
import Foundation
import Network
internal import TestSupport
import Testing

@testable import Harness
@testable import Simulator
@testable import Web

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A service that keeps what it is sent, and tells who listens.
private actor Notes: WebService {
  private static let table = DiskTable<String>("notes")
  private let machine: WebMachine
  private var listeners: [ServerSocket] = []

  init(_ machine: WebMachine) { self.machine = machine }

  func respond(to request: WebRequest) async throws -> WebResponse {
    var transaction = DiskTransaction()
    transaction.put(String(decoding: request.body, as: UTF8.self), at: request.path, in: Self.table)
    try machine.commit(transaction)
    for listener in listeners { listener.send(.text(request.path)) }
    return WebResponse(status: 201)
  }

  func talk(over socket: ServerSocket, opened request: WebRequest) async {
    listeners.append(socket)
    while (try? await socket.receive()) != nil {}
    listeners.removeAll { $0 === socket }
  }

  static func kept(by server: WebServer) -> [String] {
    server.disk.image.rows(in: table).map(\.key)
  }
}

/// An app that sends three notes, each until it is answered, and hears of them.
@MainActor
private final class Writer: MainActorApp {
  typealias Screen = String

  private let session: WebSession
  private var heard: [String] = []
  private var failures = 0

  init(services: PhoneServices<String>, configuration: Int) { session = services.webSession() }

  var screen: String { "heard \(heard.count), failed \(failures)" }

  func start() {
    Task {
      for number in 1...3 {
        while !Task.isCancelled, await !send(number) {
          failures += 1
          try? await Task.sleep(for: .seconds(1))
        }
      }
    }
    Task { [session] in
      while !Task.isCancelled {
        let socket = session.webSocketTask(with: URL(string: "https://api.test/")!)
        socket.resume()
        try? await socket.send(.string("here I am"))
        while case .string(let text)? = try? await socket.receive() { heard.append(text) }
        try? await Task.sleep(for: .seconds(2))
      }
    }
  }

  private func send(_ number: Int) async -> Bool {
    var request = URLRequest(url: URL(string: "https://api.test/\(number)")!)
    request.httpMethod = "POST"
    request.httpBody = Data("note \(number)".utf8)
    request.timeoutInterval = 5
    let answer = try? await session.data(for: request).1 as? HTTPURLResponse
    return answer?.statusCode == 201
  }
}

#if os(Linux)
  @Suite("Faults at the events of servers and web sessions")
  struct WebStrikeTests {
    /// What a strike left behind.
    private struct Aftermath: Sendable {
      var records: [FaultRecord] = []
      var kept: [String] = []
      var screen: String?
      var counts: [String: UInt64] = [:]
      var starts: [String] = []
    }

    private static func play(
      _ strike: String?, instances: Int = 1, speaksHTTP2: Bool = true
    ) throws -> Aftermath {
      let world = World(seed: 1)
      let strikes = try strike.map { [try Strike(parsing: $0)] } ?? []
      world.record.nemesis = Nemesis(FaultPlan(budget: 0), strikes: strikes, in: world)
      let aftermath = WorldBound(Aftermath(), in: world)
      let passed = world.mustPass {
        let stage = try AppStage(in: world)
        let server = try WebServer(
          "api.test", on: stage.network, instances: instances, speaksHTTP2: speaksHTTP2
        ) { machine in
          aftermath.withValue { $0.starts.append(machine.process.name) }
          return Notes(machine)
        }
        let alice = try Phone<HostedApp<Writer>>(
          name: "Alice", user: "alice", on: .wifi, network: stage.network,
          server: stage.backend.host, configuration: 0)
        try await alice.launch()
        try await world.sleep(for: .minutes(3))
        try await alice.waitUntilUsable()
        aftermath.withValue { aftermath in
          aftermath.kept = Notes.kept(by: server)
          aftermath.screen = alice.display.screen
          aftermath.records = world.nemesis?.records ?? []
          for count in world.nemesis?.pointCounts ?? [] {
            aftermath.counts["\(count.target).\(count.point.rawValue)"] = count.count
          }
        }
        try await alice.kill()
      }
      #expect(passed)
      return aftermath.value
    }

    @Test("requests, answers, messages and commits are counted", arguments: [true, false])
    func counts(speaksHTTP2: Bool) throws {
      let counts = try Self.play(nil, speaksHTTP2: speaksHTTP2).counts
      #expect(counts["api.test.commit"] == 3)
      // And the requests for sockets, over each of which a word is said; a server lets go of one that is silent.
      let sockets = (counts["api.test.received"] ?? 0) - 3
      #expect((1...3).contains(sockets))
      #expect(counts["Alice.answer"] == 3)
      #expect(counts["Alice.sent"] == 3 + sockets)
      #expect((counts["Alice.received"] ?? 0) >= 3)
    }

    @Test(
      "a server ends behind each of its events, and its client asks again",
      arguments: [true, false],
      ["api.test.commit#2", "api.test.received#2", "Alice.answer#2", "Alice.sent#2"])
    func ends(speaksHTTP2: Bool, event: String) throws {
      let aftermath = try Self.play("end-server@\(event)", speaksHTTP2: speaksHTTP2)
      #expect(aftermath.records.map(\.hasStruck) == [true])
      #expect(aftermath.records.map(\.kind) == [.serverRestart])
      #expect(aftermath.starts == ["api.test", "api.test#2"])
      #expect(aftermath.kept == ["/1", "/2", "/3"])
      // What was committed and not answered is sent, and committed, once more.
      let isTwice = event.contains("commit")
      #expect(aftermath.counts["api.test.commit"] == (isTwice ? 4 : 3))
    }

    @Test("a server ends before an event, which does not happen", arguments: [true, false])
    func endsBefore(speaksHTTP2: Bool) throws {
      for event in ["commit", "received"] {
        let strike = "end-server-before@api.test.\(event)#2"
        let aftermath = try Self.play(strike, speaksHTTP2: speaksHTTP2)
        #expect(aftermath.records.map(\.hasStruck) == [true])
        #expect(aftermath.starts == ["api.test", "api.test#2"])
        #expect(aftermath.kept == ["/1", "/2", "/3"])
        // It was counted, and came once more.
        #expect(aftermath.counts["api.test.commit"] == (event == "commit" ? 4 : 3))
      }
    }

    @Test("of several instances the one ends whose event it is")
    func instance() throws {
      let aftermath = try Self.play("end-server@api.test.commit#1", instances: 2)
      let ended = aftermath.starts.dropFirst(2)
      #expect(ended.count == 1, "\(aftermath.starts)")
      #expect(aftermath.kept == ["/1", "/2", "/3"])
    }

    @Test(
      "the answer to a request is lost behind its commit", arguments: [true, false],
      ["lose-acknowledgement", "lose-acknowledgement-silently"])
    func losses(speaksHTTP2: Bool, kind: String) throws {
      let aftermath = try Self.play("\(kind)@Alice.answer#2", speaksHTTP2: speaksHTTP2)
      #expect(aftermath.records.map(\.hasStruck) == [true])
      #expect(aftermath.counts["api.test.commit"] == 4)
      #expect(aftermath.kept == ["/1", "/2", "/3"])
    }

    @Test(
      "an app dies at each of its requests, answers and messages, and comes back",
      arguments: [
        "kill@Alice.sent#3", "kill-before@Alice.sent#3", "kill@Alice.received#2",
        "kill-before@Alice.received#2", "kill@Alice.answer#2",
      ])
    func deaths(strike: String) throws {
      let aftermath = try Self.play(strike)
      #expect(aftermath.records.map(\.hasStruck) == [true])
      // The next launch sends all three again.
      #expect((aftermath.counts["api.test.commit"] ?? 0) >= 4)
      #expect(aftermath.kept == ["/1", "/2", "/3"])
    }
  }
#endif
