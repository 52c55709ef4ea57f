#if os(Linux)
  import AppFoundation
  import Backend
  import Devices
  import Foundation
  import FoundationNetworking
  import Harness
  import Network
  import Simulator
  internal import TestSupport
  import Testing

  @testable import Web

  /// An app that asks for a session of the library's.
  @MainActor private final class Careless: MainActorApp {
    init(services: PhoneServices<String>, configuration: Int) {}
    func start() {}
    var screen: String { "careless" }

    func ask() { _ = URLSession.shared }
  }

  @Suite("A session of the library's in an app is told, and what to write instead")
  struct RealSessionTests {
    @Test("shared")
    func told() {
      let world = World(seed: 1)
      let verdict = world.run {
        let stage = try AppStage(in: world)
        let phone = try Phone<HostedApp<Careless>>(
          name: "Alice", user: "alice", on: .wifi, network: stage.network,
          server: stage.backend.host, configuration: 0)
        try await phone.launch()
        await phone.touch("ask") { app in app.ask() }
        try await world.sleep(for: .seconds(1))
      }
      guard case .leaked(let text) = verdict else {
        Issue.record("ended as \(verdict)")
        return
      }
      #expect(
        text.contains("asked the real world by URLSession.shared on lane Alice"), "\(text)")
      #expect(text.contains("RealSessionTests.swift"), "\(text)")
      #expect(text.contains("services.webSession()"), "\(text)")
    }

    @Test("code of no process gets what the library has")
    func forwarded() {
      WebBench.play { _ in #expect(URLSession.shared === URLSession.shared) }
    }
  }
#endif
