import Simulator
import Testing

@testable import Harness

extension Knob {
  fileprivate static let wind: Knob = "wind"
  fileprivate static let rain: Knob = "rain"
  fileprivate static let snow: Knob = "snow"
}

@Suite("Swarms")
struct SwarmTests {
  /// A world that notes the knobs as it finds them.
  private struct Weather: ScenarioWorld {
    static let knobs: [Knob] = [.wind, .rain, .snow]
    let world: World
    let found: [Knob: KnobSettings.Level]

    init(in world: World) async throws {
      self.world = world
      var found: [Knob: KnobSettings.Level] = [:]
      for knob in Self.knobs { found[knob] = world.setting(of: knob)?.level }
      self.found = found
    }
  }

  private static func scenario(
    faults: FaultPolicy = .none, pinned: [Knob] = [], mild: [Knob] = [],
    _ body: @escaping @Sendable (Weather) async throws -> Void = { _ in }
  ) -> Scenario {
    let scenario =
      switch (pinned.first, mild.first) {
      case (let pinned?, let mild?):
        Scenario("weather", faults: faults, pinned: pinned, mild: mild, body: body)
      case (let pinned?, nil): Scenario("weather", faults: faults, pinned: pinned, body: body)
      case (nil, let mild?): Scenario("weather", faults: faults, mild: mild, body: body)
      case (nil, nil): Scenario("weather", faults: faults, body: body)
      }
    return scenario.named("weather")
  }

  private static let drawn = (1...2_000).map {
    Swarm.configuration(seed: $0, of: scenario(faults: .allowed))
  }

  @Test("each knob is on in some seeds, at its extremes in some, and most are off in most")
  func knobs() {
    for knob in Weather.knobs {
      let levels = Self.drawn.compactMap { $0.knobs[knob] }
      #expect((400...900).contains(levels.count))
      #expect((40...300).contains(levels.count { $0 == .extreme }))
    }
    let sizes = Self.drawn.map(\.knobs.knobs.count)
    #expect(sizes.count { $0 <= 1 } > 1_000)
    #expect(sizes.contains(0) && sizes.contains(3))
  }

  @Test("every schedule is drawn, and faults in about half of the runs that allow them")
  func schedulesAndFaults() {
    let schedules = Set(Self.drawn.map(\.schedule))
    #expect(
      schedules == Set([.fifo, .random] + (1...5).map { Schedule.pct(depth: $0) }))
    #expect((900...1_100).contains(Self.drawn.count { $0.faults == 0 }))
    #expect(Set(Self.drawn.map(\.faults)) == [0, 1, 2, 3])
    let always = Self.scenario(faults: .random(5))
    #expect((1...50).allSatisfy { Swarm.faults(seed: $0, always) == 5 })
    #expect((1...50).allSatisfy { Swarm.faults(seed: $0, Self.scenario()) == 0 })
  }

  @Test("a draw depends on the seed, the scenario's name and what is drawn alone")
  func keyed() {
    // Without one knob the others are as they were.
    for seed in UInt64(1)...200 {
      let all = Swarm.configuration(seed: seed, of: Self.scenario(faults: .allowed))
      let fewer = Swarm.configuration(
        seed: seed, of: Self.scenario(faults: .allowed, pinned: [.rain]))
      #expect(fewer.knobs == all.knobs.without([.rain]))
      #expect((fewer.schedule, fewer.faults) == (all.schedule, all.faults))
    }
    let other = Self.scenario(faults: .allowed).named("climate")
    #expect(Self.drawn != (1...2_000).map { Swarm.configuration(seed: $0, of: other) })
  }

  @Test("what is given is not drawn, and the rest stays as it is")
  func given() {
    for seed in UInt64(1)...50 {
      let drawn = Swarm.configuration(seed: seed, of: Self.scenario())
      let given = Swarm.configuration(seed: seed, of: Self.scenario(), schedule: .pct(depth: 9))
      #expect(given.schedule == .pct(depth: 9))
      #expect(given.knobs == drawn.knobs)
    }
  }

  @Test("a pin is obeyed in a run, whatever its configuration says, and told")
  func pins() {
    let scenario = Self.scenario(pinned: [.rain], mild: [.snow]) { stage in
      guard stage.found == [.wind: .extreme, .snow: .mild] else {
        throw RequirementFailure(found: "\(stage.found)")
      }
    }
    var knobs: KnobSettings = [.rain]
    knobs[.wind] = .extreme
    knobs[.snow] = .extreme
    let result = Runner.run(scenario, RunConfiguration(knobs: knobs))
    #expect(result.outcome == .passed)
    #expect(result.unusedKnobs == [.rain])
    #expect(
      (UInt64(1)...500).allSatisfy {
        let drawn = Swarm.knobs(seed: $0, scenario)
        return drawn[.rain] == nil && drawn[.snow] != .extreme
      })
  }

  @Test("a pin that holds nothing fails each run as misused")
  func strayPin() {
    let result = Runner.run(Self.scenario(pinned: [.clocks]), RunConfiguration())
    #expect(result.story?.kind == "misuse")
    #expect(result.story?.summary.contains("it was given") != nil)
  }

  @Test("values of a knob are its own: the same in each run of a seed, others with another seed")
  func values() {
    func values(_ seed: UInt64, _ knobs: KnobSettings) -> [Double] {
      let world = World(seed: seed)
      world.record.knobs = knobs
      let values = WorldBound<[Double]>([], in: world)
      world.run {
        let drawn = (0..<8).map { world.setting(of: .wind)?.unit("gust", $0) ?? -1 }
        values.withValue { $0 = drawn }
      }
      return values.withValue { $0 }
    }
    #expect(values(1, [.wind]) == values(1, [.wind, .rain]))
    #expect(values(1, [.wind]) != values(2, [.wind]))
    #expect(Set(values(1, [.wind])).count == 8)
    #expect(Set(values(1, [.rain])) == [-1])
  }

  @Test("shrinking turns every knob off that the failure does not need, and the needed one back")
  func shrinking() throws {
    let scenario = Self.scenario { stage in
      if stage.found[.wind] != nil { throw RequirementFailure(found: "wind") }
    }
    var knobs: KnobSettings = [.rain, .snow]
    knobs[.wind] = .extreme
    let outcome = try #require(
      Shrinker.shrink(scenario, RunConfiguration(seed: 3, schedule: .random, knobs: knobs)))
    #expect(outcome.result.configuration == RunConfiguration(seed: 3, knobs: [.wind]))
    let plain = Self.scenario { _ in throw RequirementFailure(found: "always") }
    let shrunk = try #require(Shrinker.shrink(plain, RunConfiguration(seed: 3, knobs: knobs)))
    #expect(shrunk.result.configuration == RunConfiguration(seed: 3))
  }

  private struct RequirementFailure: Error {
    let found: String
  }
}
