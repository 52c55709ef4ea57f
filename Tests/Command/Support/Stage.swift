internal import Harness
import Simulator

@testable import RehearsalCommand

/// A world with nothing in it.
struct Stage: ScenarioWorld {
  let world: World

  init(in world: World) async throws {
    self.world = world
  }
}

/// Little scenarios for the tests of the command.
enum Sample {
  static let fine = Scenario(
    "takes a second", covers: "RR-01", tags: "good"
  ) { (stage: Stage) in
    try await stage.world.sleep(for: .seconds(1))
    stage.world.measure("turn", .milliseconds(10 + Int(stage.world.choices.seed % 7)))
  }.named("fine")

  static let failureLine = #line + 5
  static let fails = Scenario(
    "Alice sees a blue check", covers: "DS-05", tags: "bad"
  ) { (stage: Stage) in
    try await stage.world.sleep(for: .seconds(3))
    let location = CodeLocation()
    stage.world.addReporter("on Alice's phone") { ["1 queued write: messages/1"] }
    stage.world.journal.record(JournalNote(.message, "sent hello"), about: JournalSource("Alice"))
    stage.world.fail(
      Failure(
        kind: "expectation", expected: "the bubble is read within 1 s",
        observed: ["hello ✓✓ grey"], location: location))
  }.named("fails")

  static let throwing = Scenario("throws an error of its own") { (_: Stage) in
    throw CancellationError()
  }.named("throws")

  static let stalls = Scenario("waits for what never comes") { (stage: Stage) in
    try await stage.world.withContinuation({ "Bob's answer" }) { (_: WorldContinuation<Void>) in }
  }.named("stalls")

  static let loops = Scenario(
    "takes too many steps", bounds: Bounds(events: 100)
  ) { (stage: Stage) in
    while true { try await stage.world.sleep(for: .seconds(1)) }
  }.named("loops")

  static let thirds = Scenario("every third seed fails", covers: "RR-01") { (stage: Stage) in
    stage.world.measure("thirds", .microseconds(Int(stage.world.choices.seed)))
    guard stage.world.choices.seed % 3 == 0 else { return }
    stage.world.fail(Failure(kind: "expectation", expected: "a seed that three does not divide"))
  }.named("thirds")

  /// Fails when the second lane, which comes last by default, goes before both steps of the first.
  static let races = Scenario("two lanes race") { (stage: Stage) in
    let world = stage.world
    let steps = WorldBound(0, in: world)
    let (first, second) = (world.lane("first"), world.lane("second"))
    first.post {
      steps.withValue { $0 += 1 }
      first.post { steps.withValue { $0 += 1 } }
    }
    second.post {
      second.post {
        guard steps.withValue({ $0 }) == 0 else { return }
        world.fail(Failure(kind: "invariant", expected: "the first lane goes first"))
      }
    }
    try await world.untilQuiet()
  }.named("races")

  static func catalog(_ scenarios: Scenario...) -> ScenarioCatalog {
    ScenarioCatalog(scenarios.map { .init($0.name, $0) })
  }

  /// Plays one run as the command does.
  static func play(_ scenario: Scenario, seed: UInt64 = 1) -> FinishedRun {
    let configuration = RunConfiguration(seed: seed)
    return FinishedRun(
      plan: PlannedRun(ordinal: 0, scenario: scenario, configuration: configuration),
      result: Runner.run(scenario, configuration), wallTime: .milliseconds(5))
  }
}
