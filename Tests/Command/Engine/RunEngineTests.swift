import Simulator
import Synchronization
import Testing

@testable import Command

@Suite("Playing runs on many threads")
struct RunEngineTests {
  private static func plan(
    _ scenarios: ScenarioCatalog, seeds: Int
  ) throws(UsageError) -> RunPlan {
    try RunPlan([], of: scenarios, seeds: SeedRange(first: 1, count: seeds), schedule: .fifo)
  }

  private static func engine(jobs: Int) -> RunEngine {
    RunEngine(jobs: jobs, hangTimeout: .seconds(60))
  }

  @Test("results come in order, whatever the number of threads", arguments: [1, 2, 8])
  func order(jobs: Int) throws {
    let plan = try Self.plan(Sample.catalog(Sample.fine, Sample.thirds), seeds: 50)
    var places: [Int] = []
    let count = Self.engine(jobs: jobs).play(plan) { run in
      places.append(run.plan.ordinal)
      return .goOn
    }
    #expect(count == 100)
    #expect(places == Array(0..<100))
  }

  @Test("the digest of all runs does not depend on the number of threads")
  func digests() throws {
    let plan = try Self.plan(Sample.catalog(Sample.fine, Sample.thirds), seeds: 50)
    let digests = [1, 2, 8].map { jobs in
      var tally = Tally()
      _ = Self.engine(jobs: jobs).play(plan) { run in
        tally.add(run.result)
        return .goOn
      }
      return tally.digest
    }
    #expect(digests[0] == digests[1])
    #expect(digests[0] == digests[2])
    #expect(digests[0].count == 100)
  }

  @Test("nothing is handed over after the receiver has had enough", arguments: [1, 4])
  func stopping(jobs: Int) throws {
    let plan = try Self.plan(Sample.catalog(Sample.thirds), seeds: 1000)
    var seen = 0
    let count = Self.engine(jobs: jobs).play(plan) { run in
      seen += 1
      return run.result.outcome == .passed ? .goOn : .stop
    }
    #expect(seen == 3)
    #expect(count == 3)
  }

  @Test("a tick that says stop keeps what was begun, without a gap")
  func stoppingOnTick() throws {
    let plan = try Self.plan(Sample.catalog(Sample.fine), seeds: 1_000_000)
    var places: [Int] = []
    let count = Self.engine(jobs: 2).play(plan) {
      places.count >= 10 ? .stop : .goOn
    } deliver: { run in
      places.append(run.plan.ordinal)
      return .goOn
    }
    #expect(places == Array(0..<count))
    #expect(count >= 10 && count < 1_000_000)
  }

  @Test(
    "a step that never ends is given up, and the other scenarios are played", arguments: [1, 2])
  func spinning(jobs: Int) throws {
    let isOver = Flag()
    defer { isOver.raise() }
    let spins = Scenario("never gives control back") { (_: Stage) in
      while !isOver.isRaised {}
    }.named("spins")
    let plan = try Self.plan(Sample.catalog(Sample.fine, spins, Sample.thirds), seeds: 1)
    var results: [RunResult] = []
    _ = RunEngine(jobs: jobs, hangTimeout: .milliseconds(1500)).play(plan) { run in
      results.append(run.result)
      return .goOn
    }
    #expect(results.map(\.scenario) == ["fine", "spins", "thirds"])
    #expect(results.map(\.outcome) == [.passed, .exhausted, .passed])
    let story = try #require(results[1].story)
    #expect(story.isAbandoned)
    #expect(story.summary.contains("ran for 1.5 s of real time without giving control back"))
  }

  @Test("no thread gets further ahead of the results than the window allows")
  func window() throws {
    let plan = try Self.plan(Sample.catalog(Sample.fine), seeds: 100)
    var force = Workforce(plan.ordinals, of: plan, window: 3)
    var begun = (0..<4).map { Self.place(force.order(for: $0, at: .now)) }
    #expect(begun == [0, 1, 2, nil])
    let isKept = force.finish(Sample.play(Sample.fine), by: 0)
    #expect(isKept)
    let collected = force.collect()
    #expect(collected?.count == 1)
    begun = [Self.place(force.order(for: 3, at: .now)), Self.place(force.order(for: 0, at: .now))]
    #expect(begun == [3, nil])
  }

  /// The place of the run that an order names; nil for a thread that must wait.
  private static func place(_ order: Workforce.Order?) -> Int? {
    guard case .play(let run)? = order else { return nil }
    return run.ordinal
  }

  @Test("what a dismissed thread brings later does not count")
  func dismissed() throws {
    let plan = try Self.plan(Sample.catalog(Sample.fine), seeds: 1)
    var force = Workforce(plan.ordinals, of: plan, window: 3)
    _ = force.order(for: 0, at: .now)
    let run = Sample.play(Sample.fine)
    force.dismiss(0, with: run)
    let isKept = force.finish(run, by: 0)
    #expect(!isKept)
    let collected = force.collect()
    #expect(collected?.count == 1)
    #expect(force.isDone)
  }
}

/// Something that is raised once.
final class Flag: Sendable {
  private let value = Atomic<Bool>(false)

  var isRaised: Bool { value.load(ordering: .relaxed) }

  func raise() { value.store(true, ordering: .relaxed) }
}
