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

/// A service that says which instance it is.
private actor Numbered: WebService {
  private let machine: WebMachine

  init(_ machine: WebMachine) { self.machine = machine }

  func respond(to request: WebRequest) async throws -> WebResponse {
    if request.path == "/slow" { try await Task.sleep(for: .seconds(5)) }
    return WebResponse(body: Data("\(machine.instance) of \(machine.process.name)".utf8))
  }

  func talk(over socket: ServerSocket, opened request: WebRequest) async {
    while (try? await socket.receive()) != nil {}
  }
}

#if os(Linux)
  @Suite("A server of several instances stands behind a balancer of connections")
  struct InstanceTests {
    private struct Farm {
      let world: World
      let network: Network
      let server: WebServer
      let sessions: [WebSession]

      init(in world: World, clients: Int, instances: Int) throws {
        self.world = world
        network = Network(world: world)
        let network = network
        server = try WebServer("api.test", on: network, instances: instances) { Numbered($0) }
        sessions = try (0..<clients).map { number in
          let host = try network.addHost("client \(number)", on: .wifi)
          let process = SimulatedProcess(
            name: "client \(number)", mainLane: world.lane("client \(number)/main"))
          return WebSession(on: network, from: host, in: process)
        }
      }

      /// The code with which something fails; nil where it does not.
      func code(_ body: () async throws -> Void) async -> URLError.Code? {
        do {
          try await body()
          return nil
        } catch {
          return (error as? URLError)?.code
        }
      }

      func ask(_ client: Int, _ path: String = "/") async throws -> String {
        let (data, _) = try await sessions[client].data(
          from: URL(string: "https://api.test\(path)")!)
        return String(decoding: data, as: UTF8.self)
      }
    }

    private func play(_ scenario: @escaping @Sendable (World) async throws -> Void) {
      let world = World(seed: 1)
      #expect(world.mustPass { try await scenario(world) })
      #expect(world.remains == nil)
    }

    @Test("connections go to the instances by turns, and stay there")
    func turns() {
      play { world in
        let farm = try Farm(in: world, clients: 3, instances: 3)
        for _ in 1...2 {
          for client in 0..<3 { #expect(try await farm.ask(client).hasPrefix("\(client) of")) }
        }
        #expect(try await farm.ask(2) == "2 of api.test/2")
      }
    }

    @Test("an instance that crashes resets its own connections, and the others have the new ones")
    func crash() {
      play { world in
        let farm = try Farm(in: world, clients: 2, instances: 2)
        for client in 0..<2 { _ = try await farm.ask(client) }
        farm.server.crash(instance: 1)
        #expect(farm.server.isRunning)
        #expect(!farm.server.isRunning(instance: 1))
        for client in 0..<2 { #expect(try await farm.ask(client).hasPrefix("0 of")) }
        try farm.server.boot(instance: 1)
        farm.server.crash(instance: 0)
        for client in 0..<2 { #expect(try await farm.ask(client) == "1 of api.test/1#2") }
        farm.server.crash()
        #expect(!farm.server.isRunning)
        #expect(await farm.code { _ = try await farm.ask(0) } == .cannotConnectToHost)
      }
    }

    @Test("a rolling deploy loses no request, and sends sockets away with 1001")
    func deploy() {
      play { world in
        let farm = try Farm(in: world, clients: 3, instances: 2)
        let socket = farm.sessions[2].webSocketTask(with: URL(string: "wss://api.test/")!)
        socket.resume()
        for client in 0..<2 { _ = try await farm.ask(client) }
        let slow = Task { try await farm.ask(0, "/slow") }
        try await world.sleep(for: .seconds(1))
        let deployment = Task { try await farm.server.deploy() }
        var names: Set<String> = []
        for _ in 0..<200 {
          names.insert(try await farm.ask(1))
          try await world.sleep(for: .milliseconds(50))
        }
        try await deployment.value
        #expect(try await slow.value.contains("of api.test"))
        #expect(names.contains { $0.hasSuffix("#2") })
        await #expect(throws: POSIXError(.ENOTCONN)) { _ = try await socket.receive() }
        #expect(socket.closeCode == .goingAway)
        for client in 0..<2 { #expect(try await farm.ask(client).hasSuffix("#2")) }
      }
    }

    @Test("what is not over when the grace has passed is reset")
    func grace() {
      play { world in
        let farm = try Farm(in: world, clients: 1, instances: 1)
        var request = URLRequest(url: URL(string: "https://api.test/slow")!)
        request.httpMethod = "POST"
        let lost = Task { [request] in
          await farm.code { _ = try await farm.sessions[0].data(for: request) }
        }
        try await world.sleep(for: .seconds(1))
        try await farm.server.deploy(grace: .seconds(2))
        #expect(await lost.value == .networkConnectionLost)
        #expect(try await farm.ask(0) == "0 of api.test#2")
      }
    }
  }
#endif
