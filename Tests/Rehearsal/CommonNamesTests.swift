import Foundation
import Rehearsal
import Testing

// This file compiles: that is what it tests. It says the names that an app's tests say, of Rehearsal, of Foundation and of
// Testing, and qualifies none.

extension Testing.Tag {
  @Tag static var rehearsed: Self
}

@Suite("Rehearsal beside Foundation and Testing")
struct CommonNamesTests {
  private struct Counter: AppWorld {
    typealias App = CounterApp
    let stage: AppStage

    init(in world: World) async throws {
      stage = try AppStage(in: world)
    }
  }

  /// An app of the smallest kind, by public names only.
  private actor CounterApp: PhoneApp {
    struct Screen: Sendable, Equatable, Digestible, CustomStringConvertible {
      var count = 0
      var description: String { "\(count)" }
    }

    nonisolated let lane: Lane
    private let services: PhoneServices<Screen>
    private var screen = Screen()
    private var timer: WorldTimer = .none

    init(services: PhoneServices<Screen>, configuration: Void) {
      lane = services.lane
      self.services = services
    }

    func start() { services.show(screen, "started") }
    func lifeChanged(to state: LifeState) {}

    func count() {
      screen.count += 1
      services.show(screen, "counted")
    }
  }

  private static let scenario = Scenario(
    "A counts", tags: ScenarioTag(stringLiteral: "counting"),
    bounds: Bounds(virtualTime: .minutes(1))
  ) { (world: Counter) in
    let alice = try await world.phone("Alice", on: .lte)
    let location = CodeLocation()
    await alice.gesture("count", at: location) { $0.count() }
    try await alice.expect(within: .seconds(1)) { $0.count == 1 }
    await alice.setAirplaneMode(true)
    try await world.advance(by: .seconds(1))
    try world.require(await world.meter()[.writes, device: alice.name] == 0, "no write")
  }

  @Test("an app on public names alone is rehearsed", .tags(.rehearsed))
  func rehearses() {
    let result = Runner.run(Self.scenario, RunConfiguration(seed: 1))
    #expect(result.outcome == .passed)
  }

  @Test("names of Foundation and Testing mean what they mean without Rehearsal")
  func neighbours() {
    let kinds: [Any.Type] = [
      Timer.self, Stream.self, Thread.self, Operation.self, Progress.self, Process.self,
      Bundle.self,
      Notification.self, Data.self, Date.self, URL.self, Tag.self, SourceLocation.self, Issue.self,
      Comment.self, Attachment<String>.self, Task<Void, Never>.self, Measurement<Unit>.self,
    ]
    #expect(kinds.map { String(reflecting: $0) }.allSatisfy { !$0.hasPrefix("Simulator.") })
  }

  @Test("names of Rehearsal need no module before them")
  func own() {
    let kinds: [Any.Type] = [
      World.self, Lane.self, Choices.self, ChoiceStream.self, WorldTimer.self, VirtualClock.self,
      Journal.self, JournalSource.self, Schedule.self, Bounds.self, Failure.self, Verdict.self,
      Outcome.self, CodeLocation.self, Scenario.self, ScenarioTag.self, ScenarioCatalog.self,
      Probe.self, Nemesis.self, FaultKind.self, RunResult.self, ReplayToken.self, Requirement.self,
      Network.self, NetworkHost.self, LinkProfile.self, Connection.self, ConnectionListener.self,
      BackendHost.self, RuleSet.self, RulesSource.self, Node.self, Path.self, Key.self,
      ServerFunction.self, Meter.self, PushMessage.self, WriteKind.self, Disk.self,
      Display<Int>.self,
      AppProcess.self, AppStage.self, Breach.self, MeasureName.self, WallClock.self,
    ]
    #expect(Set(kinds.map { ObjectIdentifier($0) }).count == kinds.count)
  }
}
