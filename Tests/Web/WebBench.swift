import Devices
import Foundation
import Harness
import Network
import Simulator
internal import TestSupport
import Testing

@testable import Web

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A service that answers by a closure, and the notes of what it was asked.
final class Answering: WebService {
  typealias Answer = @Sendable (WebRequest) async throws -> WebResponse

  private struct Kept: Sendable { let answer: Answer }

  private let kept: Kept
  private let log: WorldBound<[String]>

  init(_ log: WorldBound<[String]>, _ answer: @escaping Answer) {
    self.log = log
    kept = Kept(answer: answer)
  }

  func respond(to request: WebRequest) async throws -> WebResponse {
    let tag = request.headers["If-None-Match"].map { " if not \($0)" } ?? ""
    log.withValue { $0.append("\(request.method) \(request.path)\(tag)") }
    return try await kept.answer(request)
  }
}

extension WebSocketTask {
  /// Sends a ping, and waits for its answer as an app does.
  func ping() async throws {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      sendPing { error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
      }
    }
  }
}

/// A process with a session, and a server, joined by a network.
final class WebBench: Sendable {
  let world: World
  let network: Network
  let phone: NetworkHost
  let process: SimulatedProcess
  let server: WebServer
  let session: WebSession
  /// What the server was asked.
  let log: WorldBound<[String]>

  /// - Parameter service: Makes the server's program, with the notes of what it is asked.
  init(
    in world: World, on profile: LinkProfile = .wifi, speaksHTTP2: Bool = true,
    instances: Int = 1, _ change: (inout WebSession.Configuration) -> Void = { _ in },
    service: @escaping @Sendable (WebMachine, WorldBound<[String]>) -> any WebService
  ) throws {
    self.world = world
    network = Network(world: world)
    phone = try network.addHost("Alice", on: profile)
    process = SimulatedProcess(name: "Alice", mainLane: world.lane("Alice/main"))
    let log = WorldBound<[String]>([], in: world)
    self.log = log
    server = try WebServer(
      "api.test", on: network, instances: instances, speaksHTTP2: speaksHTTP2
    ) { service($0, log) }
    var configuration = WebSession.Configuration()
    change(&configuration)
    session = WebSession(on: network, from: phone, in: process, configuration: configuration)
  }

  convenience init(
    in world: World, on profile: LinkProfile = .wifi, speaksHTTP2: Bool = true,
    instances: Int = 1, _ change: (inout WebSession.Configuration) -> Void = { _ in },
    answer: @escaping Answering.Answer
  ) throws {
    try self.init(
      in: world, on: profile, speaksHTTP2: speaksHTTP2, instances: instances, change,
      service: { Answering($1, answer) })
  }

  var asked: [String] { log.withValue { $0 } }

  func request(_ method: String, _ path: String, timeout: Double = 60) -> URLRequest {
    var request = URLRequest(url: URL(string: "https://api.test\(path)")!, timeoutInterval: timeout)
    request.httpMethod = method
    return request
  }

  func text(_ request: URLRequest) async throws -> String {
    String(decoding: try await session.data(for: request).0, as: UTF8.self)
  }

  func text(_ path: String) async throws -> String { try await text(request("GET", path)) }

  /// The code with which a request fails; nil where it does not.
  func code(_ request: URLRequest) async -> URLError.Code? {
    await code { _ = try await session.data(for: request) }
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

  /// Reads a body to its end or its failure.
  func read(_ request: URLRequest) async throws -> (text: String, code: URLError.Code?) {
    let (bytes, _) = try await session.bytes(for: request)
    var read: [UInt8] = []
    do {
      for try await byte in bytes { read.append(byte) }
      return (String(decoding: read, as: UTF8.self), nil)
    } catch {
      return (String(decoding: read, as: UTF8.self), (error as? URLError)?.code)
    }
  }

  /// Runs a scenario that must pass.
  static func play(
    recording: Bool = false, _ scenario: @escaping @Sendable (World) async throws -> Void
  ) {
    let world = World(seed: 1, recording: recording)
    let verdict = world.run { try await scenario(world) }
    #expect(verdict.outcome == .passed, "\(verdict)")
    #expect(world.remains == nil)
  }
}
