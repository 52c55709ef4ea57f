import AppFoundation
import Backend
import Devices
import Foundation
import Network
import Simulator
internal import TestSupport
import Testing
import WebScript

@testable import Web

/// The app that plays the script on a phone.
@MainActor
private final class Scripted: MainActorApp {
  typealias Screen = String

  let session: WebSession

  init(services: PhoneServices<String>, configuration: Int) { session = services.webSession() }
  func start() {}
  var screen: String { "script" }
}

/// The frames of HTTP/2 between the phone and the server.
struct LoopbackFrames: Sendable {
  private struct Log {
    /// What was asked for on a stream.
    var paths: [UInt32: String] = [:]
    /// The bytes of each frame of a body from the server.
    var sizes: [UInt32: [Int]] = [:]
  }

  private let log: WorldBound<Log>

  init(in world: World) { log = WorldBound(Log(), in: world) }

  func add(_ frame: HTTP2Frame, isAnswer: Bool) {
    log.withValue { log in
      switch frame.content {
      case .request(let head, _):
        log.paths[frame.stream] = head.target
        log.sizes[frame.stream] = []
      case .data(let bytes) where isAnswer: log.sizes[frame.stream, default: []].append(bytes.count)
      default: break
      }
    }
  }

  /// The bytes of each frame of the newest answer to a path.
  func sizes(to path: String) -> [Int] {
    log.withValue { log in
      // order: the largest number.
      let newest = log.paths.filter { $0.value == path }.keys.max()
      return newest.flatMap { log.sizes[$0] } ?? []
    }
  }
}

#if os(Linux)
  /// A world with the server of the script, in which a phone plays it.
  enum LoopbackStage {
    /// The notes of each exchange in a world.
    ///
    /// - Parameters:
    ///   - latency: That of the phone's link.
    ///   - tellsResets: Whether the server notes that the client ends a stream before its end.
    static func notes(
      of script: [Exchange], latency: Duration = .zero, speaksHTTP2: Bool, tellsResets: Bool = false
    ) -> [String: [String]] {
      let link = LinkProfile(
        "far", bothWays: DirectionProfile(latency: .constant(latency)))
      let world = World(seed: 1)
      let result = WorldBound<[String: [String]]>([:], in: world)
      let passed = world.mustPass {
        let stage = try AppStage(in: world)
        let notes = LoopbackNotes(in: world)
        let connections = WorldBound<Set<UInt64>>([], in: world)
        let server = WorldBound<WebServer?>(nil, in: world)
        let network = stage.network
        let hangUp = ScriptedService.HangUp {
          if let host = server.withValue({ $0 })?.host { network.reset(host) }
        }
        let made = try WebServer("api.test", on: stage.network, speaksHTTP2: speaksHTTP2) { _ in
          ScriptedService(notes, connections, hangUp)
        }
        server.withValue { $0 = made }
        _ = try stage.network.addHost("closed.test")
        let alice = try Phone<HostedApp<Scripted>>(
          name: "Alice", user: "alice", on: link, network: stage.network,
          server: stage.backend.host, configuration: 0)
        let frames = LoopbackFrames(in: world)
        stage.network.observe(from: [alice.host], to: [made.host], direction: .bothWays) {
          message in
          guard let frame = message.payload as? HTTP2Frame else { return }
          frames.add(frame, isAnswer: message.source === made.host)
          guard tellsResets, message.source === alice.host, case .reset(let error) = frame.content
          else { return }
          notes.add(
            "server: RST_STREAM \(error.rawValue)", at: message.sentAt.advanced(by: latency))
        }
        try await alice.launch()
        let played = await alice.touch("play") { app in
          Task {
            let client = SimulatedClient(session: app.session, notes: notes, frames: frames)
            for exchange in script {
              let lines = await client.play(exchange)
              result.withValue { $0[exchange.name] = lines }
            }
          }
        }
        await played?.value
      }
      #expect(passed)
      return result.withValue { $0 }
    }
  }
#endif
