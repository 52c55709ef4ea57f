import AppFoundation
import Backend
import Foundation
import Harness
import Network
import Simulator
import Testing

@testable import Devices

/// An app that shows its version, as "About" does.
@MainActor
private final class AboutApp: MainActorApp {
  typealias Screen = String

  init(services: PhoneServices<String>, configuration: String) {}
  func start() {}
  var screen: String { "about" }

  nonisolated static func bundle(for configuration: String) -> AppBundle {
    AppBundle(
      identifier: "org.example.About", version: configuration, entries: ["API_URL": "https://api"])
  }

  var about: String {
    let bundle = Bundle.main
    let entries = bundle.infoDictionary ?? [:]
    let version = entries["CFBundleShortVersionString"] as? String ?? "-"
    let build = bundle.object(forInfoDictionaryKey: "CFBundleVersion") as? String ?? "-"
    return "\(bundle.bundleIdentifier ?? "-") \(version) (\(build))"
  }

  var resources: String { Bundle.main.resourcePath ?? "-" }

  var others: [String] {
    let bundle = Bundle.main
    let address = bundle.object(forInfoDictionaryKey: "API_URL") as? String ?? "-"
    let missing = bundle.object(forInfoDictionaryKey: "none") == nil
    // A bundle of the machine that has no list.
    let other = Bundle(path: "/usr")
    return [
      address, "\(missing)", "\(bundle.localizedInfoDictionary == nil)",
      other?.bundleIdentifier ?? "-",
    ]
  }

  func setOwnDomain() {
    let name = Bundle.main.bundleIdentifier ?? "-"
    UserDefaults.standard.setPersistentDomain(["key": "own"], forName: name)
  }

  var key: String { UserDefaults.standard.string(forKey: "key") ?? "-" }
}

#if os(Linux)
  @Suite("Bundle.main tells of the app that is installed on the phone")
  struct BundleTests {
    private typealias AboutPhone = Phone<HostedApp<AboutApp>>

    private func play(
      _ body: @escaping @Sendable (AboutPhone, AboutPhone) async throws -> Void
    ) {
      let world = World(seed: 1)
      let verdict = world.run {
        let stage = try AppStage(in: world)
        var phones: [AboutPhone] = []
        for (name, version) in [("Alice", "1.9"), ("Bob", "3.0")] {
          let phone = try AboutPhone(
            name: name, user: name.lowercased(), on: .wifi, network: stage.network,
            server: stage.backend.host, configuration: version)
          try await phone.launch()
          phones.append(phone)
        }
        try await body(phones[0], phones[1])
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("an update raises the version, which a reinstallation and a backup keep")
    func versions() {
      play { alice, bob in
        #expect(await alice.touch("look") { $0.about } == "org.example.About 1.9 (1)")
        try await alice.updateApp()
        try await alice.launch()
        #expect(await alice.touch("look") { $0.about } == "org.example.About 1.10 (2)")
        try await alice.updateApp(to: "2.0 beta", build: "77")
        for end in 0..<3 {
          if end == 1 { try await alice.reinstall() }
          if end == 2 { try await alice.restoreFromBackup() }
          try await alice.launch()
          #expect(await alice.touch("look") { $0.about } == "org.example.About 2.0 beta (77)")
        }
        #expect(await alice.bundle.version == "2.0 beta")
        try await alice.updateApp()
        try await alice.launch()
        #expect(await alice.touch("look") { $0.about } == "org.example.About 2.0 beta.1 (78)")
        #expect(await bob.touch("look") { $0.about } == "org.example.About 3.0 (1)")
      }
    }

    @Test("further entries are the app's, resources and other bundles the machine's")
    func others() {
      let path = Bundle.main.resourcePath ?? "-"
      play { alice, _ in
        #expect(await alice.touch("look") { $0.others } == ["https://api", "true", "true", "-"])
        #expect(await alice.touch("look") { $0.resources } == path)
      }
    }

    @Test("the app's own persistent domain goes by its identifier")
    func domain() {
      play { alice, bob in
        await alice.touch("set") { $0.setOwnDomain() }
        #expect(await alice.touch("look") { $0.key } == "own")
        #expect(await bob.touch("look") { $0.key } == "-")
      }
    }

    @Test("code of no app finds the program's bundle, also while an app has its own")
    func outside() {
      let before = Bundle.main.bundleIdentifier
      play { alice, _ in
        #expect(await alice.touch("look") { $0.about.isEmpty } == false)
        #expect(Bundle.main.bundleIdentifier == before)
        #expect(Bundle.main.object(forInfoDictionaryKey: "API_URL") == nil)
      }
    }

    @Test("an extension is called after its app")
    func extensions() {
      let bundle = AppBundle(identifier: "org.example.About", version: "2.0").ofExtension("Share")
      #expect(bundle.identifier == "org.example.About.Share" && bundle.version == "2.0")
    }
  }
#endif
