import Testing

@testable import Harness
@testable import Simulator

@Suite("Faults at events")
struct StrikeTests {
  /// A world with a shop whose till counts its sales, and with a street that can be closed.
  private struct Shop: ScenarioWorld {
    let world: World
    /// The sales, each by its number, and what faults did between them.
    let story: WorldBound<[String]>
    private let sales: StrikeCounter?
    private let visits: StrikeCounter?

    init(in world: World) async throws {
      self.world = world
      let story = WorldBound<[String]>([], in: world)
      self.story = story
      let offer = { (kind: StrikeKind, isAnywhere: Bool) in
        StrikeOffer(kind, isAnywhere: isAnywhere) { _ in
          story.withValue { $0.append(kind.rawValue) }
          return FaultEnd { story.withValue { $0.append("healed") } }
        }
      }
      world.nemesis?.register(
        FaultTarget(
          "till", offers: [], strikes: [offer(.kill, false), offer(.killBefore, false)]))
      world.nemesis?.register(FaultTarget("street", offers: [], strikes: [offer(.restart, true)]))
      sales = world.nemesis?.counter(of: .commit, at: "till")
      visits = world.nemesis?.counter(of: .step, at: "street")
    }

    func sell(_ number: Int) {
      let due = sales?.arrive()
      if due?.strikeBefore() == true { return }
      story.withValue { $0.append("\(number)") }
      due?.strikeAfter()
    }

    func visit() { visits?.arrive()?.strikeAfter() }
  }

  private static func scenario(
    _ policy: FaultPolicy = .allowed, sales: Int = 6, failing word: String? = nil
  ) -> Scenario {
    Scenario("shop", faults: policy) { (shop: Shop) in
      for number in 1...sales {
        shop.sell(number)
        if number.isMultiple(of: 2) { shop.visit() }
        shop.world.moment("look")
        try await shop.world.sleep(for: .seconds(1))
      }
      try await shop.world.sleep(for: .minutes(1))
      shop.world.journal.record(
        JournalNote(.scenario, shop.story.value.joined(separator: " ")),
        about: JournalSource("shop"))
      if let word, shop.story.value.contains(word) {
        shop.world.fail(
          Failure(kind: "expectation", expected: "no \(word)", location: CodeLocation()))
      }
    }.named("shop")
  }

  private static func play(
    _ strikes: [String]?, of scenario: Scenario = scenario(), seed: UInt64 = 1, faults: Int = 0
  ) throws -> (result: RunResult, story: String) {
    var configuration = RunConfiguration(seed: seed, faults: faults)
    configuration.strikes = try strikes?.map { try Strike(parsing: $0) }
    let (result, entries) = Runner.record(scenario, configuration)
    return (result, entries.last { $0.subject == "shop" }?.text ?? "")
  }

  @Test("events are counted by name where a run is told to, and are there with what can strike")
  func counts() throws {
    let points = try Self.play([]).result.points
    #expect(points.map(\.target) == ["till", "street"])
    #expect(points.map(\.point) == [.commit, .step])
    #expect(points.map(\.count) == [6, 3])
    #expect(points.map(\.kinds) == [[.kill, .killBefore, .restart], [.restart]])
    #expect(points[1].strikes.map(\.description) == (1...3).map { "restart@street.step#\($0)" })
    #expect(try Self.play(nil).result.points.isEmpty)
    let plan = FaultPlan(excluding: ["kill"])
    let excluded = try Self.play([], of: Self.scenario(.allowed(plan))).result.points
    #expect(excluded.map(\.kinds) == [[.restart], [.restart]])
  }

  @Test(
    "a fault strikes before or behind its event and is over after a while",
    arguments: [
      ("kill@till.commit#3", "1 2 3 kill 4"), ("kill-before@till.commit#3", "1 2 kill-before 4"),
      ("restart@street.step#1", "1 2 restart 3"), ("restart@till.commit#1", "1 restart 2"),
    ])
  func strikes(strike: String, beginning: String) throws {
    let (result, story) = try Self.play([strike])
    #expect(story.replacing(" healed", with: "").hasPrefix(beginning))
    #expect(story.contains("healed"))
    let fault = try #require(result.faults.first)
    #expect(result.faults.count == 1)
    #expect(fault.strike?.description == strike)
    #expect(fault.hasStruck)
    #expect(fault.description.contains("  \(strike), for "))
    #expect(result.unusedStrikes.isEmpty)
    #expect(result.outcome == .passed)
  }

  @Test("up to its strike a run is the one in which events were counted")
  func prefix() throws {
    #expect(try Self.play(["kill@till.commit#6"]).story.hasPrefix("1 2 3 4 5 6 kill"))
    let plain = try Self.play([])
    #expect(plain.story == "1 2 3 4 5 6")
    #expect(try Self.play(["kill@till.commit#7"]).story == plain.story)
  }

  @Test("a strike whose event never comes is told, and so is one that found nothing to strike")
  func unused() throws {
    let never = try Self.play(["kill@till.commit#7", "kill@Bob.step#1"]).result
    #expect(never.unusedStrikes.map(\.description) == ["kill@Bob.step#1", "kill@till.commit#7"])
    #expect(never.faults.isEmpty)
    // The street's events cannot kill anybody.
    let nothing = try Self.play(["kill@street.step#1"]).result
    #expect(nothing.unusedStrikes.isEmpty)
    #expect(nothing.faults.map(\.hasStruck) == [false])
  }

  @Test("strikes are played where a scenario allows no faults, too, and the seed's are not")
  func disallowed() throws {
    let (result, story) = try Self.play(
      ["kill@till.commit#3"], of: Self.scenario(.none), faults: 3)
    #expect(story.hasPrefix("1 2 3 kill"))
    #expect(result.faults.count == 1)
  }

  @Test("seeds let faults strike at moments, at events, and at both, within the budget")
  func drawn() throws {
    var mixes: Set<Set<Bool>> = []
    var kinds: Set<StrikeKind> = []
    let scenario = Self.scenario(.allowed, sales: 40)
    for seed in UInt64(1)...300 {
      let faults = Runner.run(scenario, RunConfiguration(seed: seed, faults: 3)).faults
      #expect(faults.count <= 3)
      mixes.insert(Set(faults.map { $0.strike != nil }))
      kinds.formUnion(faults.compactMap(\.strike?.kind))
    }
    // Nothing can befall this world between gestures.
    #expect(mixes == [[], [true]])
    #expect(kinds == [.kill, .killBefore, .restart])
  }

  @Test("a drawn strike that is taken out leaves the others as they were")
  func takenOut() throws {
    var checked = 0
    let scenario = Self.scenario(.allowed, sales: 40)
    for seed in UInt64(1)...300 {
      let faults = Runner.run(scenario, RunConfiguration(seed: seed, faults: 2)).faults
      guard faults.count == 2 else { continue }
      let less = Runner.run(
        scenario,
        RunConfiguration(
          seed: seed, faults: 2, overrides: [faults[0].moment.strikeKey: .max]))
      #expect(less.faults.map(\.description) == [faults[1].description])
      #expect(less.unusedOverrides.isEmpty)
      checked += 1
    }
    #expect(checked > 10)
  }

  @Test("shrinking writes the strike down that breaks it, and takes out all others")
  func shrinks() throws {
    let scenario = Self.scenario(.allowed, sales: 40, failing: "kill-before")
    let seed = try #require(
      (UInt64(1)...500).first {
        let result = Runner.run(scenario, RunConfiguration(seed: $0, faults: 5))
        return result.failure != nil && result.faults.count > 2
      })
    let outcome = try #require(
      Shrinker.shrink(scenario, RunConfiguration(seed: seed, faults: 5)))
    let token = outcome.result.token.description
    #expect(outcome.result.configuration.faults == 0)
    #expect(outcome.result.faults.count == 1)
    #expect(outcome.result.faults.first?.duration == .milliseconds(20))
    #expect(token.contains("strike=kill-before@till.commit#"))
    let again = Runner.run(scenario, try ReplayToken(parsing: token).configuration)
    #expect(again.digest == outcome.result.digest)
    #expect(again.failure == outcome.result.failure)
  }
}
