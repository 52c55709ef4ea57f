import Testing

@testable import Harness
@testable import Simulator

@Suite("Shrinking")
struct ShrinkerTests {
  /// A world in which faults of four kinds strike and leave a mark.
  private struct Marks: ScenarioWorld {
    let world: World
    let marks: WorldBound<[String]>

    init(in world: World) async throws {
      self.world = world
      let marks = WorldBound<[String]>([], in: world)
      self.marks = marks
      let offers = ["a", "b", "c", "d"].map { (kind: FaultKind) in
        FaultOffer(kind) { _ in
          marks.withValue { $0.append(kind.name) }
          return FaultEnd {}
        }
      }
      world.nemesis?.register(FaultTarget("marks", offers: offers))
    }

    static var shrinkTargets: [ShrinkTarget] { [ShrinkTarget(ChoiceStream("test.loss"), .max)] }
  }

  /// Fails in one way where a fault of kind a struck, in another where one of kind b did.
  private static let scenario = Scenario("marks", faults: .allowed) { (stage: Marks) in
    for number in 0..<10 {
      stage.world.moment("look \(number)")
      _ = stage.world.choices.draw(ChoiceStream("test.loss"), entity: 1, ordinal: UInt64(number))
      try await stage.world.sleep(for: .seconds(1))
    }
    try await stage.world.sleep(for: .seconds(20))
    let marks = stage.marks.value
    if marks.contains("a") {
      stage.world.fail(Failure(kind: "expectation", expected: "no a", location: CodeLocation()))
    } else if marks.contains("b") {
      stage.world.fail(Failure(kind: "expectation", expected: "no b", location: CodeLocation()))
    }
  }.named("marks")

  private static func failing(
    _ expected: String, faults: Int, with count: Int
  ) -> RunConfiguration? {
    for seed in UInt64(1)...2_000 {
      let configuration = RunConfiguration(seed: seed, schedule: .random, faults: faults)
      let result = Runner.run(scenario, configuration)
      if result.story?.summary == expected, result.faults.count >= count { return configuration }
    }
    return nil
  }

  @Test("one fault is left of many, at its moment and short, in the plain order of steps")
  func shrinks() throws {
    let configuration = try #require(Self.failing("no a", faults: 6, with: 5))
    let outcome = try #require(Shrinker.shrink(Self.scenario, configuration))
    let result = outcome.result
    #expect(result.outcome == .failed)
    #expect(result.story?.summary == "no a")
    #expect(result.faults.map(\.kind) == ["a"])
    #expect(result.faults.first?.offset == .zero)
    #expect(result.faults.first?.duration == .milliseconds(20))
    #expect(result.configuration.schedule == .fifo)
    #expect(result.unusedOverrides.isEmpty)
    #expect(outcome.runs <= 100)
    // A new process that knows the token alone plays the same run.
    let token = try ReplayToken(parsing: result.token.description)
    let again = Runner.run(Self.scenario, token.configuration)
    #expect(again.digest == result.digest)
    #expect(again.failure == result.failure)
  }

  @Test("the way in which it fails stays the same")
  func sameFailure() throws {
    let configuration = try #require(Self.failing("no b", faults: 6, with: 4))
    let result = try #require(Shrinker.shrink(Self.scenario, configuration)).result
    #expect(result.story?.summary == "no b")
    #expect(result.faults.map(\.kind) == ["b"])
  }

  @Test("shrinking is deterministic, and a plainest run stays as it is")
  func deterministic() throws {
    let configuration = try #require(Self.failing("no a", faults: 6, with: 5))
    let first = try #require(Shrinker.shrink(Self.scenario, configuration))
    let second = try #require(Shrinker.shrink(Self.scenario, configuration))
    #expect(first.result.token == second.result.token)
    #expect(first.steps == second.steps)
    let again = try #require(Shrinker.shrink(Self.scenario, first.result.configuration))
    #expect(again.result.token == first.result.token)
  }

  @Test("a run that passes is not shrunk, and no more runs are tried than are allowed")
  func limits() throws {
    #expect(Shrinker.shrink(Self.scenario, RunConfiguration(seed: 1)) == nil)
    let configuration = try #require(Self.failing("no a", faults: 6, with: 5))
    let outcome = try #require(Shrinker.shrink(Self.scenario, configuration, limit: 3))
    #expect(outcome.runs <= 3)
    // Runs that take long are fewer.
    let brief = try #require(Shrinker.shrink(Self.scenario, configuration, events: 1))
    #expect(brief.runs == 1)
  }
}
