import TestSupport
import Testing

@testable import Harness
@testable import Simulator

@Suite("Misuse of the simulator ends one run, and says what and where")
struct MisuseTests {
  /// The failure that a body's run ends with.
  private func failure(
    bounds: Bounds = Bounds(), location: Testing.SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (World) async throws -> Void
  ) -> Failure? {
    let world = World(seed: 1, bounds: bounds)
    let verdict = world.run { try await body(world) }
    if case .failed(let failure) = verdict { return failure }
    Issue.record("ended as \(verdict)", sourceLocation: location)
    return nil
  }

  @Test("durations of more hours than can be counted saturate, and no verb takes them")
  func saturates() {
    #expect(Duration.minutes(.min) == .seconds(Int64.min))
    #expect(Duration.hours(.max) == .seconds(Int64.max))
    #expect(Duration.days(.max) == .seconds(Int64.max))
    #expect(Duration.minutes(.min).stopwatch.hasPrefix("-"))
    let past = Instant(nanoseconds: .min)
    #expect(Instant.distantFuture.duration(to: past).nanoseconds == .min)
    #expect(past.duration(to: .distantFuture).nanoseconds == .max)
    let world = World(seed: 1)
    let verdict = world.run {
      #expect(!world.takes(.minutes(.min), "wait(for:)", at: nil))
    }
    #expect(verdict.outcome == .failed)
  }

  @Test(
    "a duration, an instant or a number that cannot be is refused with the verb and what it takes",
    arguments: 0..<9)
  func arguments(row: Int) {
    let place = CodeLocation(fileID: "Here/Here.swift", filePath: "Here.swift", line: 7)
    let failure = failure { world in
      try await world.sleep(for: .seconds(1))
      let isTaken =
        switch row {
        case 0: world.takes(.seconds(-1), "verb", at: place)
        case 1: world.takes(.seconds(Int64.max), "verb", at: place)
        case 2: world.takes(.zero, atLeast: .nanoseconds(1), "verb", at: place)
        case 3: world.takes(planned: .zero, "verb", at: place)
        case 4: world.takes(planned: .distantFuture, "verb", at: place)
        case 5: world.takes(Instant(nanoseconds: .min), "verb", at: place)
        case 6: world.takes(-1, in: 1...3, "verb", at: place)
        case 7: world.takes(.nan, in: 0...1, "verb", at: place)
        default: world.takes(.infinity, in: 0...1e6, "verb", at: place)
        }
      #expect(!isTaken)
    }
    #expect(failure?.kind == Misuse.kind)
    #expect(failure?.location == place)
    #expect(failure?.expected.contains("verb to be given a") == true)
    #expect(failure?.expected.contains("it was given ") == true)
  }

  @Test("what a verb takes is taken, to the bounds")
  func taken() {
    let world = World(seed: 1)
    let verdict = world.run {
      try await world.sleep(for: .seconds(1))
      #expect(world.takes(.zero, "", at: nil) && world.takes(World.longestDuration, "", at: nil))
      #expect(world.takes(planned: world.now, "", at: nil) && world.takes(.zero, "", at: nil))
      #expect(world.takes(1, in: 1...3, "", at: nil) && world.takes(0.0, in: 0...1, "", at: nil))
      #expect(world.takes(signed: .seconds(-1), "", at: nil))
    }
    #expect(verdict.outcome == .passed)
  }

  @Test("a second lane of one name fails the run at its line, and the lane works all the same")
  func lanes() {
    let failure = failure { world in
      _ = world.lane("phone")
      let second = world.lane("phone")
      #expect(second.name != "phone")
      try await world.sleep(for: .seconds(1))
    }
    #expect(failure?.kind == Misuse.kind)
    #expect(failure?.location?.fileID.hasSuffix("MisuseTests.swift") == true)
    #expect(failure?.expected.contains("a name that no lane has") == true)
  }

  @Test("a choice among none fails the run")
  func noCandidates() {
    let failure = failure { world in
      let stream = ChoiceStream("test")
      #expect(world.choices.index(below: 0, stream, entity: 0, ordinal: 0) == 0)
    }
    #expect(failure?.expected.contains("at least one candidate") == true)
  }

  @Test("a latency below zero is not measured, and fails the run")
  func negativeLatency() {
    let failure = failure { world in
      world.measure("receipt", .seconds(-1))
      #expect(world.measures.isEmpty)
    }
    #expect(failure?.kind == Misuse.kind)
  }

  @Test("an actor that is inspected while a step runs is told all the same, and the run fails")
  func inspected() {
    let failure = failure { world in
      let scribe = Scribe("scribe", in: world, Trace(in: world))
      #expect(scribe.inspect { $0.lane.name } == "scribe")
    }
    #expect(failure?.expected.contains("to be inspected between two steps") == true)
  }

  @Test("a world that is run from within its own run fails, and goes on")
  func runTwice() {
    let failure = failure { world in
      world.run {}
      #expect(!world.isEnding)
    }
    #expect(failure?.expected.contains("a world to be run once") == true)
  }

  @Test(
    "after the verdict a scenario that swallows its failures stands still, and the first is told")
  func swallowed() {
    let failure = failure { world in
      while true {
        world.fail(Failure(kind: "expectation", expected: "the first"))
        if world.isOver { try? await World.stop() }
      }
    }
    #expect(failure?.expected == "the first")
  }

  // MARK: - Declarations

  private struct Empty: ScenarioWorld {
    init(in world: World) async throws {}
  }

  private func result(
    bounds: Bounds = Bounds(), probes: [Probe] = [], faults: FaultPolicy = .none
  ) -> RunResult {
    let scenario = Scenario("flawed", bounds: bounds, probes: probes, faults: faults) {
      (_: Empty) in
    }
    return Runner.run(scenario, RunConfiguration(seed: 1, faults: faults.budget))
  }

  @Test("bounds, faults and probes that cannot be fail each run of their scenario, at its line")
  func declarations() {
    let results = [
      result(bounds: Bounds(events: 0)), result(bounds: Bounds(eventsPerInstant: 0)),
      result(bounds: Bounds(virtualTime: .seconds(-1))),
      result(bounds: Bounds(backgroundOnly: .seconds(Int64.max))),
      result(probes: [Probe("rare").within(seeds: 0)]),
      result(faults: .random(-1)), result(faults: .random(1_001)),
      result(faults: .always(FaultPlan(latest: .seconds(-1)))),
      result(faults: .allowed(FaultPlan(longest: .seconds(Int64.max)))),
      result(faults: .allowed(FaultPlan(recovery: .seconds(-1)))),
    ]
    for result in results {
      #expect(result.outcome == .failed)
      #expect(result.story?.kind == Misuse.kind)
      #expect(result.story?.location?.fileID.hasSuffix("MisuseTests.swift") == true)
    }
    #expect(result().outcome == .passed)
  }

  @Test("a fault that is never chosen, for its weight, fails the run")
  func weights() {
    let failure = failure { _ in _ = FaultOffer("test", weight: -3) { _ in nil } }
    #expect(failure?.expected.contains("it was given -3") == true)
  }
}
