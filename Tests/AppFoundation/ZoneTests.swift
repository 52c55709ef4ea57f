import AppFoundation
import Backend
import Foundation
import Harness
import Network
import Simulator
import Testing

@testable import Devices

/// An app that tells the time of day.
@MainActor
private final class DaysApp: MainActorApp {
  typealias Screen = String

  init(services: PhoneServices<String>, configuration: Int) {}
  func start() {}
  var screen: String { "days" }

  /// Noon of the first of July 2026, UTC.
  private let noon = Date(timeIntervalSince1970: 1_782_907_200)

  var told: [String] {
    let zone = TimeZone.current
    let style = Date.FormatStyle(locale: Locale(identifier: "en_GB")).hour(
      .twoDigits(amPM: .omitted)
    )
    .minute(.twoDigits)
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "HH.mm"
    formatter.timeZone = .current
    return [
      zone.identifier, "\(zone.secondsFromGMT(for: noon) / 60)",
      "\(TimeZone.autoupdatingCurrent.secondsFromGMT(for: noon) / 60)",
      "\(Calendar.current.component(.hour, from: noon))",
      "\(Calendar.autoupdatingCurrent.component(.hour, from: noon))",
      noon.formatted(style), formatter.string(from: noon),
    ]
  }
}

#if os(Linux)
  @Suite("The time zone is that of the phone")
  struct ZoneTests {
    private typealias Alice = Phone<HostedApp<DaysApp>>

    @Test("each phone has its own, and a person may change it while the app runs")
    func zones() {
      let world = World(seed: 1, schedule: .random)
      let verdict = world.run {
        let stage = try AppStage(in: world)
        func phone(_ name: String, _ zone: PhoneTimeZone) async throws -> Alice {
          let phone = try Alice(
            name: name, user: name.lowercased(), on: .wifi, clock: WallClock(zone: zone),
            network: stage.network, server: stage.backend.host, configuration: 0)
          try await phone.launch()
          return phone
        }
        let alice = try await phone("Alice", .berlin)
        let bob = try await phone("Bob", .fixed(.minutes(-210)))
        let berlin = ["Europe/Berlin", "120", "120", "14", "14", "14:00", "14.00"]
        let atFirst = await alice.touch("look") { $0.told }
        #expect(atFirst == berlin)
        let atBob = await bob.touch("look") { $0.told }
        #expect(atBob == ["GMT-0330", "-210", "-210", "8", "8", "08:30", "08.30"])
        await alice.setTimeZone(.newYork)
        let later = await alice.touch("look") { $0.told }
        #expect(later == ["America/New_York", "-240", "-240", "8", "8", "08:00", "08.00"])
        // Code of no app has that of the machine.
        #expect(TimeZone.current.secondsFromGMT() == 0)
      }
      #expect(verdict.outcome == .passed, "\(verdict)")
    }
  }
#endif
