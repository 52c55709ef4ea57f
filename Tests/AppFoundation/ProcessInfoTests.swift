import AppFoundation
import Backend
import Foundation
import Harness
import Network
import Simulator
import Synchronization
import Testing

@testable import Devices

/// An app that asks for its machine.
@MainActor
private final class AskingApp: MainActorApp {
  typealias Screen = String

  init(services: PhoneServices<String>, configuration: Int) {}
  func start() {}
  var screen: String { "asking" }
  var home: String { NSHomeDirectory() }
  var name: String { ProcessInfo.processInfo.processName }
  func rename() { ProcessInfo.processInfo.processName = "Renamed" }
}

/// What the code that is running finds of its machine.
private func machine() -> [String] {
  let info = ProcessInfo.processInfo
  let version = info.operatingSystemVersion
  let isAtLeast = [17, 18, 19].map { major in
    info.isOperatingSystemAtLeast(
      OperatingSystemVersion(majorVersion: major, minorVersion: 4, patchVersion: 1))
  }
  return [
    "\(info.processorCount) \(info.activeProcessorCount) \(info.physicalMemory)", info.hostName,
    "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion) \(isAtLeast)",
    info.operatingSystemVersionString, "\(info.arguments)", info.processName,
    "\(info.userName), \(info.fullUserName)",
  ]
}

#if os(Linux)
  @Suite("ProcessInfo tells of a phone, not of the machine")
  struct ProcessInfoTests {
    private static let phone = [
      "6 6 6442450944", "localhost", "18.5.0 [true, true, false]", "Version 18.5 (Build 22F76)",
      #"["/private/var/containers/Bundle/Application/App.app/App"]"#, "App", "mobile, Mobile User",
    ]

    private func play(
      _ body:
        @escaping @Sendable (Phone<HostedApp<AskingApp>>, Phone<HostedApp<AskingApp>>)
        async throws -> Void
    ) -> Verdict {
      let world = World(seed: 1)
      return world.run {
        let stage = try AppStage(in: world)
        var phones: [Phone<HostedApp<AskingApp>>] = []
        for name in ["Alice", "Bob"] {
          let phone = try Phone<HostedApp<AskingApp>>(
            name: name, user: name.lowercased(), on: .wifi, network: stage.network,
            server: stage.backend.host, configuration: 0)
          try await phone.launch()
          phones.append(phone)
        }
        try await body(phones[0], phones[1])
      }
    }

    @Test("an app finds a phone, its container and nothing else in its environment")
    func app() {
      let verdict = play { alice, bob in
        for phone in [alice, bob] {
          #expect(await phone.touch("look") { _ in machine() } == Self.phone)
          let environment = await phone.touch("look") { _ in ProcessInfo.processInfo.environment }
          let home = await phone.touch("look") { $0.home }
          #expect(environment == ["HOME": home ?? "-", "TMPDIR": (home ?? "-") + "/tmp/"])
        }
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }

    @Test("the name that a launch gives itself is the launch's")
    func name() {
      let before = ProcessInfo.processInfo.processName
      let verdict = play { alice, bob in
        await alice.touch("rename") { $0.rename() }
        #expect(await alice.touch("look") { $0.name } == "Renamed")
        #expect(await bob.touch("look") { $0.name } == "App")
        try await alice.kill()
        try await alice.launch()
        #expect(await alice.touch("look") { $0.name } == "App")
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
      #expect(ProcessInfo.processInfo.processName == before)
    }

    @Test("a server finds the same, without a container; code of no process the machine's")
    func others() {
      let machines = Mutex<[[String]]>([])
      let environments = Mutex<[[String: String]]>([])
      @Sendable func look() {
        let (found, environment) = (machine(), ProcessInfo.processInfo.environment)
        machines.withLock { $0.append(found) }
        environments.withLock { $0.append(environment) }
      }
      look()
      let world = World(seed: 1)
      let verdict = world.run {
        let process = SimulatedProcess(name: "server", mainLane: world.lane("server"))
        process.mainLane.post { look() }
        try await world.sleep(for: .seconds(1))
        World.allowingRealWorld { look() }
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
      let (found, environment) = (machines.withLock { $0 }, environments.withLock { $0 })
      #expect(found.count == 3 && found[1] == Self.phone && found[2] == found[0])
      #expect(environment[1].isEmpty && environment[2] == environment[0])
      #expect(found[0] != Self.phone)
    }
  }
#endif
