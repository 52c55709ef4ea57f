import AppFoundation
import Backend
import Foundation
import Harness
import Network
import Simulator
import Testing

@testable import Devices

/// Defaults as some apps have them, with what they add in a subclass.
private final class OwnDefaults: UserDefaults {
  var mark = "marked"
}

/// The ways in which an app makes defaults.
private enum Making: CaseIterable, Sendable {
  case plain, suite, bare, ownSuite, ownBare

  func make() -> UserDefaults? {
    switch self {
    case .plain: UserDefaults.standard
    case .suite: UserDefaults(suiteName: "group")
    case .bare: UserDefaults()
    case .ownSuite: OwnDefaults(suiteName: "group")
    case .ownBare: OwnDefaults()
    }
  }

  var isOwn: Bool { self == .ownSuite || self == .ownBare }
}

@MainActor
private final class KeepingApp: MainActorApp {
  typealias Screen = String

  init(services: PhoneServices<String>, configuration: Int) {}
  func start() {}
  var screen: String { "keeping" }

  func keep(_ making: Making) { making.make()?.set("kept", forKey: "subclass key") }

  func kept(_ making: Making) -> String? { making.make()?.string(forKey: "subclass key") }

  /// Makes defaults of a subclass, whose own part must be there.
  func make(_ making: Making) -> String? { (making.make() as? OwnDefaults)?.mark }
}

#if os(Linux)
  @Suite("User defaults of every make are the phone's, or are told")
  struct DefaultsSubclassTests {
    private func play(
      _ body: @escaping @Sendable (Phone<HostedApp<KeepingApp>>) async throws -> Void
    ) -> Verdict {
      let world = World(seed: 1)
      return world.run {
        let stage = try AppStage(in: world)
        let phone = try Phone<HostedApp<KeepingApp>>(
          name: "Alice", user: "alice", on: .wifi, network: stage.network,
          server: stage.backend.host, configuration: 0)
        try await phone.launch()
        try await body(phone)
      }
    }

    @Test("plain ones are kept on the phone", arguments: Making.allCases.filter { !$0.isOwn })
    fileprivate func plain(_ making: Making) {
      let verdict = play { alice in
        await alice.touch("keep") { $0.keep(making) }
        try await alice.kill()
        try await alice.launch()
        #expect(await alice.touch("look") { $0.kept(making) } == "kept")
        try await alice.reinstall()
        try await alice.launch()
        #expect(await alice.touch("look") { $0.kept(making) } == .some(nil))
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
      #expect(making.make()?.string(forKey: "subclass key") == nil)
    }

    @Test("those of a subclass are told with a remedy", arguments: Making.allCases.filter(\.isOwn))
    fileprivate func own(_ making: Making) {
      let verdict = play { alice in
        await alice.touch("make") { app in #expect(app.make(making) == "marked") }
      }
      guard case .leaked(let reason) = verdict else {
        Issue.record("ended as \(verdict)")
        return
      }
      #expect(reason.contains("by UserDefaults.init on lane Alice/main"), "\(reason)")
      #expect(reason.contains("put what the subclass adds into an extension"), "\(reason)")
    }

    @Test("code of no app makes what the machine has")
    func outside() {
      #expect((OwnDefaults() as UserDefaults as? OwnDefaults)?.mark == "marked")
      #expect((OwnDefaults(suiteName: "group") as UserDefaults?) is OwnDefaults)
      let verdict = play { _ in }
      #expect(verdict.outcome == .passed, "\(verdict)")
      #expect(OwnDefaults().mark == "marked")
    }
  }
#endif
