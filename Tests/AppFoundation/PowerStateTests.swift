import AppFoundation
import Backend
import Foundation
import Harness
import Network
import Simulator
import Testing

@testable import Devices

/// An app that looks at what its phone tells by Foundation's notifications.
@MainActor
private final class PowerApp: MainActorApp {
  typealias Screen = String

  private(set) var lines: [String] = []
  private var observers: [any NSObjectProtocol] = []

  init(services: PhoneServices<String>, configuration: Int) {
    for name in [NSNotification.Name.NSProcessInfoPowerStateDidChange, .NSSystemTimeZoneDidChange] {
      observers.append(
        NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
          [weak self] notification in
          let isOfProcess = notification.object is ProcessInfo
          MainActor.assumeIsolated { self?.add(isOfProcess) }
        })
    }
  }

  private func add(_ isOfProcess: Bool) {
    lines.append(
      isOfProcess
        ? "low power \(ProcessInfo.processInfo.isLowPowerModeEnabled)"
        : "zone \(TimeZone.current.identifier)")
  }

  func start() {}
  var screen: String { "power" }
  var isSparing: Bool { ProcessInfo.processInfo.isLowPowerModeEnabled }
}

#if os(Linux)
  @Suite("Low Power Mode and the zone are told by Foundation")
  struct PowerStateTests {
    private typealias PowerPhone = Phone<HostedApp<PowerApp>>

    @Test("an app asks for them and hears of a change, also when it was suspended")
    func told() {
      let world = World(seed: 1, schedule: .random)
      let verdict = world.run {
        let stage = try AppStage(in: world)
        var phones: [PowerPhone] = []
        for name in ["Alice", "Bob"] {
          let phone = try PowerPhone(
            name: name, user: name.lowercased(), on: .wifi, clock: WallClock(zone: .berlin),
            network: stage.network, server: stage.backend.host, configuration: 0)
          try await phone.launch()
          phones.append(phone)
        }
        let (alice, bob) = (phones[0], phones[1])
        #expect(await alice.touch("look") { $0.isSparing } == false)
        await alice.setLowPowerMode(true)
        #expect(await alice.touch("look") { $0.isSparing } == true)
        #expect(await bob.touch("look") { $0.isSparing } == false)
        await alice.setTimeZone(.newYork)
        // Setting the clock alone moves no zone.
        await alice.setClock { $0.skew = .minutes(5) }
        #expect(
          await alice.touch("look") { $0.lines } == ["low power true", "zone America/New_York"])
        try await alice.enterBackground()
        try await world.sleep(for: .minutes(1))
        #expect(alice.lifeState == .suspended)
        await alice.setLowPowerMode(false)
        try await alice.enterForeground()
        #expect(await alice.touch("look") { $0.lines.last } == "low power false")
        #expect(await bob.touch("look") { $0.lines } == [])
        #expect(!ProcessInfo.processInfo.isLowPowerModeEnabled)
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }
  }
#endif
