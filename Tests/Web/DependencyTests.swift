import Devices
import Foundation
import Harness
import Network
import Simulator
import Synchronization
internal import TestSupport
import Testing

@testable import Web

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Somebody else's service: it scales pictures, and counts what it is asked.
private actor Scaler: WebService {
  private let log: WorldBound<[String]>
  private let machine: WebMachine

  init(_ machine: WebMachine, _ log: WorldBound<[String]>) {
    self.machine = machine
    self.log = log
  }

  func respond(to request: WebRequest) async throws -> WebResponse {
    log.withValue { $0.append("\(request.path) of \(request.client)") }
    return WebResponse(body: Data("small from \(machine.instance)".utf8))
  }

  func talk(over socket: ServerSocket, opened request: WebRequest) async {
    while (try? await socket.receive()) != nil {}
  }
}

/// A service that asks the scaler, and tells by its status what became of that.
private actor Gallery: WebService {
  private let session: WebSession

  init(_ machine: WebMachine) {
    var configuration = WebSession.Configuration()
    configuration.timeoutIntervalForRequest = 3
    configuration.usesCache = false
    session = machine.webSession(configuration)
  }

  func respond(to request: WebRequest) async throws -> WebResponse {
    do {
      let (data, response) = try await session.data(
        from: URL(string: "https://images.test\(request.path)")!)
      let status = (response as? HTTPURLResponse)?.statusCode ?? 0
      return WebResponse(status: status == 200 ? 200 : 502, body: data)
    } catch let error as URLError {
      return WebResponse(status: error.code == .timedOut ? 504 : 500)
    }
  }
}

#if os(Linux)
  @Suite("A service depends on other servers, which are slow or fail")
  struct DependencyTests {
    private struct Town: Sendable {
      let world: World
      let images: WebServer
      let gallery: WebServer
      let session: WebSession
      /// What the scaler was asked.
      let log: WorldBound<[String]>

      init(in world: World, instances: Int = 1, speaksHTTP2: Bool = true) throws {
        self.world = world
        let network = Network(world: world)
        let log = WorldBound<[String]>([], in: world)
        self.log = log
        images = try WebServer(
          "images.test", on: network, link: .wifi, instances: instances, speaksHTTP2: speaksHTTP2
        ) { Scaler($0, log) }
        gallery = try WebServer("gallery.test", on: network, speaksHTTP2: speaksHTTP2) {
          Gallery($0)
        }
        let host = try network.addHost("client", on: .wifi)
        let process = SimulatedProcess(name: "client", mainLane: world.lane("client/main"))
        var configuration = WebSession.Configuration()
        configuration.usesCache = false
        session = WebSession(
          on: network, from: host, in: process, configuration: configuration)
      }

      var asked: [String] { log.withValue { $0 } }

      /// The status and the body of an answer.
      func ask(_ path: String = "/1", at server: String = "gallery.test") async throws -> (
        status: Int, body: String
      ) {
        let (data, response) = try await session.data(
          from: URL(string: "https://\(server)\(path)")!)
        return (
          (response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self)
        )
      }
    }

    private func play(
      seed: UInt64 = 1, _ scenario: @escaping @Sendable (World) async throws -> Void
    ) {
      let world = World(seed: seed)
      #expect(world.mustPass { try await scenario(world) })
      #expect(world.remains == nil)
    }

    @Test("a service asks another server over the network", arguments: [true, false])
    func asks(speaksHTTP2: Bool) {
      play { world in
        let town = try Town(in: world, speaksHTTP2: speaksHTTP2)
        let answer = try await town.ask()
        #expect(answer.status == 200)
        #expect(answer.body == "small from 0")
        #expect(town.asked == ["/1 of gallery.test"])
        town.images.crash()
        #expect(try await town.ask().status == 500)
        try town.images.boot()
        #expect(try await town.ask().status == 200)
      }
    }

    @Test(
      "a slow server answers late, and does its work also for whoever has given up",
      arguments: [true, false])
    func slow(speaksHTTP2: Bool) {
      play { world in
        let town = try Town(in: world, speaksHTTP2: speaksHTTP2)
        town.images.setBehaviour(.slow(.seconds(2)))
        let start = world.now
        #expect(try await town.ask().status == 200)
        #expect(start.duration(to: world.now) > .seconds(2))
        town.images.setBehaviour(.slow(.seconds(5)))
        #expect(try await town.ask("/2").status == 504)
        #expect(!town.asked.contains("/2 of gallery.test"))
        try await world.sleep(for: .seconds(5))
        #expect(town.asked.contains("/2 of gallery.test"))
        town.images.setBehaviour(.normal)
        let again = world.now
        #expect(try await town.ask().status == 200)
        #expect(again.duration(to: world.now) < .seconds(1))
      }
    }

    @Test(
      "a failing server answers with its status, and its service sees nothing",
      arguments: [true, false])
    func failing(speaksHTTP2: Bool) {
      play { world in
        let town = try Town(in: world, speaksHTTP2: speaksHTTP2)
        town.images.setBehaviour(.failing(status: 503))
        #expect(try await town.ask().status == 502)
        #expect(try await town.ask(at: "images.test").status == 503)
        #expect(town.asked.isEmpty)
        town.images.restart(downFor: .seconds(1))
        try await world.sleep(for: .seconds(2))
        #expect(try await town.ask(at: "images.test").status == 503)
        let socket = town.session.webSocketTask(with: URL(string: "wss://images.test/")!)
        socket.resume()
        await #expect(throws: URLError.self) { _ = try await socket.receive() }
      }
    }

    @Test(
      "a server that hangs answers never, not even later, and ends all the same",
      arguments: [true, false])
    func hanging(speaksHTTP2: Bool) {
      play { world in
        let town = try Town(in: world, speaksHTTP2: speaksHTTP2)
        town.images.setBehaviour(.hanging)
        let start = world.now
        #expect(try await town.ask().status == 504)
        #expect(start.duration(to: world.now) >= .seconds(3))
        let lost = Task { try? await town.ask("/2", at: "images.test").status }
        try await world.sleep(for: .seconds(1))
        town.images.setBehaviour(.normal)
        #expect(try await town.ask().status == 200)
        try await world.sleep(for: .seconds(10))
        #expect(!town.asked.contains("/2 of client"))
        town.images.crash()
        #expect(await lost.value == nil)
        try town.images.boot()
        #expect(try await town.ask().status == 200)
      }
    }

    @Test("the seed draws which share of requests is befallen")
    func share() throws {
      var failed: [[Int]] = []
      for seed in [1, 1, 2] as [UInt64] {
        let log = Mutex<[Int]>([])
        play(seed: seed) { world in
          let town = try Town(in: world)
          town.images.setBehaviour(.failing(), share: 0.3)
          for number in 0..<200 {
            let status = try await town.ask(at: "images.test").status
            if status == 503 { log.withLock { $0.append(number) } }
          }
        }
        failed.append(log.withLock { $0 })
      }
      #expect((30...90).contains(failed[0].count))
      #expect(failed[0] == failed[1])
      #expect(failed[0] != failed[2])
    }

    @Test("one instance of several can be the bad one")
    func instance() {
      play { world in
        let town = try Town(in: world, instances: 2)
        town.images.setBehaviour(.failing(status: 500), instance: 1)
        // A connection stays with its instance: that of the gallery goes to the first, the client's to the second.
        #expect(try await town.ask().status == 200)
        #expect(try await town.ask(at: "images.test").status == 500)
      }
    }

    @Test("what cannot be is refused, with the line of the call")
    func refused() {
      for behaviour in [ServerBehaviour.failing(status: 200), .slow(.seconds(-1))] {
        let world = World(seed: 1)
        let verdict = world.run {
          try Town(in: world).images.setBehaviour(behaviour)
          try await world.untilQuiet()
        }
        #expect(verdict.outcome == .failed)
      }
    }

    // MARK: - Faults from the seed

    private struct TownWorld: ScenarioWorld {
      let town: Town
      init(in world: World) async throws { town = try Town(in: world, instances: 2) }
    }

    private static let scenario = Scenario("asks again and again", faults: .random(6)) {
      (stage: TownWorld) in
      let (town, world) = (stage.town, stage.town.world)
      for _ in 0..<40 {
        world.moment("ask")
        _ = try? await town.ask()
        try await world.sleep(for: .seconds(2))
      }
      try await world.sleep(for: .minutes(2))
      let status = try await town.ask().status
      if status != 200 {
        world.fail(
          Failure(
            kind: "expectation", expected: "the gallery has recovered", location: CodeLocation()))
      }
    }.named("asks")

    @Test("a seed may choose them, and takes them back")
    func nemesis() {
      var kinds: Set<FaultKind> = []
      for seed in 1...30 as ClosedRange<UInt64> {
        let result = Runner.run(
          Self.scenario, RunConfiguration(seed: seed, schedule: .random, faults: 6))
        #expect(result.outcome == .passed, "\(result.token): \(result.story?.summary ?? "")")
        kinds.formUnion(result.faults.filter(\.hasStruck).map(\.kind))
      }
      #expect(
        kinds.isSuperset(of: [.serverRestart, .slowServer, .failingServer, .hangingServer]))
    }

    @Test("a fault lies over what a scenario has set, and the next has to wait")
    func layers() {
      var behaviours = ServerBehaviours(instances: 2)
      let slow = ServerBehaviours.Setting(behaviour: .slow(.seconds(1)), share: 1)
      let hanging = ServerBehaviours.Setting(behaviour: .hanging, share: 0.5)
      behaviours.set(slow, of: 0..<2)
      let hasStruck = behaviours.strike(hanging, of: 1..<2)
      let strikesAgain = behaviours.strike(slow, of: 0..<2)
      #expect(hasStruck && !strikesAgain)
      #expect(behaviours[0] == slow)
      #expect(behaviours[1] == hanging)
      behaviours.heal(1..<2)
      #expect(behaviours[1] == slow)
    }
  }
#endif
