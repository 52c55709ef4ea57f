import Testing

@testable import Harness
@testable import Simulator

@Suite("Faults from the seed")
struct NemesisTests {
  /// A world with two lamps that faults switch off.
  private struct Lamps: ScenarioWorld {
    let world: World
    let dark: WorldBound<Int>

    init(in world: World) async throws {
      self.world = world
      let dark = WorldBound(0, in: world)
      self.dark = dark
      for name in ["left", "right"] {
        let offers = ["dark", "dim"].map { (kind: FaultKind) in
          FaultOffer(kind) { _ in
            dark.withValue { $0 += 1 }
            return FaultEnd { dark.withValue { $0 -= 1 } }
          }
        }
        world.nemesis?.register(FaultTarget(name, offers: offers))
      }
      world.nemesis?.expectRest { dark.withValue { $0 } == 0 ? [] : ["a lamp is off"] }
    }

    static var faultProbes: [Probe] {
      ["dark", "dim"].map { (kind: FaultKind) in kind.probe.within(seeds: 100) }
    }
  }

  private static func scenario(_ policy: FaultPolicy = .allowed) -> Scenario {
    Scenario("lamps", faults: policy) { (lamps: Lamps) in
      for number in 0..<12 {
        lamps.world.moment("look \(number % 3)")
        try await lamps.world.sleep(for: .seconds(2))
      }
    }.named("lamps")
  }

  private static func play(
    seed: UInt64, faults: Int = 3, overrides: [ChoiceKey: UInt64] = [:]
  ) -> RunResult {
    Runner.run(
      scenario(), RunConfiguration(seed: seed, faults: faults, overrides: overrides))
  }

  @Test("no more faults strike than the budget has, and all are over at the end", arguments: 1...3)
  func budget(faults: Int) {
    var most = 0
    var kinds: Set<String> = []
    for seed in 1...200 {
      let result = Self.play(seed: UInt64(seed), faults: faults)
      #expect(result.outcome == .passed)
      most = max(most, result.faults.count)
      kinds.formUnion(result.faults.map { "\($0.target) \($0.kind)" })
      for fault in result.faults {
        #expect(fault.duration >= .milliseconds(20) && fault.duration <= .seconds(30))
        #expect(fault.offset <= .seconds(10))
      }
    }
    #expect(most == faults)
    #expect(kinds.count == 4)
  }

  @Test("without faults there is no nemesis, and what they would be leaves no trace")
  func none() {
    let plain = Runner.run(Self.scenario(.none), RunConfiguration(seed: 5))
    #expect(Self.play(seed: 5, faults: 0).digest == plain.digest)
    // A scenario that allows none has none, whatever is asked for.
    let asked = Runner.run(Self.scenario(.none), RunConfiguration(seed: 5, faults: 3))
    #expect(asked.digest == plain.digest)
    #expect(asked.faults.isEmpty)
  }

  @Test("one fault taken out leaves all others as they were, and lets no other in")
  func takingOut() throws {
    var checked = 0
    for seed in UInt64(1)...60 {
      let faults = Self.play(seed: seed).faults
      guard faults.count == 3 else { continue }
      for index in faults.indices {
        let less = Self.play(
          seed: seed, overrides: [faults[index].moment.key(.faultStrike): .max])
        var rest = faults
        rest.remove(at: index)
        #expect(less.faults.map(\.description) == rest.map(\.description))
        #expect(less.unusedOverrides.isEmpty)
        checked += 1
      }
    }
    #expect(checked > 20)
  }

  @Test("a fixed choice moves and shortens a fault")
  func fixing() throws {
    let seed = try #require((UInt64(1)...60).first { Self.play(seed: $0).faults.count == 1 })
    let fault = try #require(Self.play(seed: seed).faults.first)
    let changed = Self.play(
      seed: seed,
      overrides: [
        fault.moment.key(.faultOffset): 0, fault.moment.key(.faultDuration): 0,
      ])
    let moved = try #require(changed.faults.first)
    #expect(moved.offset == .zero)
    #expect(moved.duration == .milliseconds(20))
    #expect(moved.kind == fault.kind && moved.target == fault.target)
  }

  @Test("a fixed choice that nothing asked for is told")
  func unusedOverrides() {
    let key = FaultMoment("look 9", occurrence: 0).key(.faultStrike)
    let result = Self.play(seed: 1, overrides: [key: .max])
    #expect(result.unusedOverrides == [key])
    #expect(result.unusedOverrides.first?.description == "fault.strike@look%209#0")
    #expect(Self.play(seed: 1, faults: 0, overrides: [key: .max]).unusedOverrides == [key])
  }

  @Test("what has not come to rest after the healing fails the run as a matter of liveness")
  func liveness() {
    let scenario = Scenario("restless", faults: .allowed) { (lamps: Lamps) in
      lamps.world.nemesis?.expectRest { ["a clock that ticks"] }
      lamps.world.moment("look")
    }
    let result = Runner.run(scenario, RunConfiguration(faults: 3))
    #expect(result.outcome == .failed)
    #expect(result.failure?.kind == "liveness")
    #expect(result.story?.observed.last == "a clock that ticks")
    #expect(result.virtualNanoseconds == Duration.minutes(2).nanoseconds)
  }

  @Test("a fault that the scenario asked for has its time before everything has to rest")
  func grantedRest() {
    func result(restingFrom rest: Duration) -> RunResult {
      Runner.run(
        Scenario("late", faults: .allowed) { (lamps: Lamps) in
          let world = lamps.world
          world.nemesis?.grantRest(until: world.now.advanced(by: .minutes(10)))
          world.nemesis?.expectRest {
            world.now < Instant.zero.advanced(by: rest) ? ["a clock that ticks"] : []
          }
          world.moment("look")
        }, RunConfiguration(faults: 3))
    }
    #expect(result(restingFrom: .minutes(11)).outcome == .passed)
    let late = result(restingFrom: .minutes(13))
    #expect(late.failure?.kind == "liveness")
    #expect(late.virtualNanoseconds == Duration.minutes(12).nanoseconds)
  }

  @Test("what nobody has noticed yet has its time, three hours at the most")
  func grantedWhileUnnoticed() {
    func result(noticedAfter time: Duration) -> RunResult {
      Runner.run(
        Scenario("unnoticed", faults: .allowed) { (lamps: Lamps) in
          let world = lamps.world
          world.nemesis?.grantRest { world.now < Instant.zero.advanced(by: time) }
          world.nemesis?.expectRest { ["a clock that ticks"] }
          world.moment("look")
        }, RunConfiguration(faults: 3))
    }
    let late = result(noticedAfter: .minutes(50))
    #expect(late.failure?.kind == "liveness")
    let minutes = late.virtualNanoseconds / Duration.minutes(1).nanoseconds
    #expect((51...52).contains(minutes))
    let never = result(noticedAfter: .minutes(1_000))
    #expect(never.virtualNanoseconds / Duration.minutes(1).nanoseconds == 181)
  }

  @Test("a limit is binding again once there was time to recover from the last fault")
  func binding() throws {
    let seen = Scenario("binding", faults: .allowed) { (lamps: Lamps) in
      let world = lamps.world
      world.moment("look")
      try await world.sleep(for: .minutes(1))
      // A seed without a fault says nothing of it.
      guard let fault = world.nemesis?.records.first else { return }
      let end = fault.instant.advanced(by: fault.duration)
      let binding = world.nemesis?.binding(.seconds(7))
      guard binding == end.advanced(by: .minutes(2)).advanced(by: .seconds(7)) else {
        throw CancellationError()
      }
    }
    var passed = 0
    for seed in UInt64(1)...40 {
      let result = Runner.run(seen, RunConfiguration(seed: seed, faults: 3))
      if result.faults.isEmpty { continue }
      #expect(result.outcome == .passed)
      passed += 1
    }
    #expect(passed > 3)
  }

  @Test("excluded kinds never strike")
  func excluded() {
    let plan = FaultPlan(excluding: ["dark"])
    for seed in UInt64(1)...40 {
      let result = Runner.run(
        Self.scenario(.allowed(plan)), RunConfiguration(seed: seed, faults: 3))
      #expect(result.faults.allSatisfy { $0.kind == "dim" })
    }
    #expect(Self.scenario(.allowed(plan)).probes(withFaults: 3) == ["fault: dim"])
    #expect(Self.scenario(.allowed(plan)).probes(withFaults: 0).isEmpty)
  }

  @Test("magnitudes go from the least to the greatest and never back")
  func magnitudes() {
    let values = (0...100).map {
      FaultDraws.magnitude(Double($0) / 100, from: .milliseconds(20), to: .seconds(30))
    }
    #expect(values.first == .milliseconds(20))
    #expect(values.last == .seconds(30))
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
  }
}
