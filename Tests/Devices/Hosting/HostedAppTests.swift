import Backend
import Network
import Observation
import Simulator
import Testing

@testable import Devices

/// A counter as a team writes it: a model on the main actor.
@MainActor @Observable
private final class CounterModel {
  var count = 0
  var isTicking = false

  func tick() {
    isTicking = true
    Task {
      while isTicking {
        try? await Task.sleep(for: .seconds(1))
        count += 1
      }
    }
  }
}

/// The counter on a phone.
@MainActor
private final class RehearsedCounter: MainActorApp {
  struct Screen: Sendable, Equatable, Digestible, CustomStringConvertible {
    var count: Int
    var description: String { "\(count)" }
  }

  let model = CounterModel()
  private let configuration: Log
  private let services: PhoneServices<Screen>

  init(services: PhoneServices<Screen>, configuration: Log) {
    self.services = services
    self.configuration = configuration
    configuration.add("\(services.process.name) made")
  }

  func start() { configuration.add("started") }
  func lifeChanged(to state: LifeState) { configuration.add(state.rawValue) }

  var screen: Screen {
    configuration.add("looked")
    return Screen(count: model.count)
  }
}

#if os(Linux)
  @Suite("An app on the main actor runs on a phone as it is")
  struct HostedAppTests {
    private typealias CounterPhone = Phone<HostedApp<RehearsedCounter>>

    private func phone(_ name: String, _ rig: DeviceRig) async throws -> CounterPhone {
      let phone = try CounterPhone(
        name: name, user: name.lowercased(), on: .wifi, network: rig.network,
        server: rig.backend.host, configuration: rig.log)
      try await phone.launch()
      try await phone.expect { $0.count == 0 }
      return phone
    }

    @Test("its screen follows its model, and is read once for all changes of a step")
    func screen() {
      DeviceRig.run { rig in
        let alice = try await phone("Alice", rig)
        let looks = rig.log.texts.filter { $0 == "looked" }.count
        #expect(rig.log.texts.prefix(2) == ["Alice made", "started"])
        await alice.touch("count") { counter in
          for _ in 1...5 { counter.model.count += 1 }
        }
        try await alice.expect(\.count, is: 5)
        #expect(rig.log.texts.filter { $0 == "looked" }.count == looks + 1)
        // It has no client of the database, and so nothing to say.
        #expect(rig.connectionCount <= 2)
      }
    }

    @Test("a kill ends its tasks, a suspension stops them, and a new launch begins anew")
    func life() {
      DeviceRig.run { rig in
        let alice = try await phone("Alice", rig)
        let bob = try await phone("Bob", rig)
        for phone in [alice, bob] { await phone.touch("tick") { $0.model.tick() } }
        try await rig.sleep(.milliseconds(3500))
        for phone in [alice, bob] { try await phone.expect(\.count, is: 3, within: .zero) }
        try await alice.enterBackground()
        try await rig.sleep(.seconds(60))
        #expect(alice.lifeState == .suspended)
        let count = try #require(alice.display.screen?.count)
        #expect(count <= 9)
        try await bob.expect(\.count, is: 63, within: .seconds(1))
        try await alice.enterForeground()
        try await rig.sleep(.milliseconds(100))
        // The sleep that was over is, and no other began meanwhile.
        #expect(alice.display.screen?.count == count + 1)
        try await bob.kill()
        try await bob.relaunch()
        try await bob.expect(\.count, is: 0)
        try await bob.expect(\.count, is: 0, for: .seconds(10))
        #expect(rig.log.texts.contains("Bob#2 made"))
      }
    }

    @Test("a gesture waits for what it lacks, and fails the run where that does not come")
    func missing() {
      let world = World(seed: 1)
      let verdict = DeviceRig.verdict(in: world) { rig in
        let alice = try await phone("Alice", rig)
        await alice.touch("tick") { $0.model.tick() }
        let touched = await alice.touch(
          "cheer", missing: { $0.model.count < 3 ? "only \($0.model.count)" : nil }
        ) { $0.model.count }
        #expect(touched == 3)
        await alice.touch("despair", missing: { _ in "no hope" }) { _ in }
      }
      guard case .failed(let failure) = verdict else {
        Issue.record("ended as \(verdict)")
        return
      }
      #expect(failure.expected.contains("this phone has no hope"))
    }
  }
#endif
