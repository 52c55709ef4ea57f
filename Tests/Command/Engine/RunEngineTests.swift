import Foundation
import Harness
import RehearsalTesting
import Simulator
import Testing

@testable import RehearsalCommand

// One after the other: each starts processes of its own.
@Suite("Playing runs in many processes", .serialized)
struct RunEngineTests {
  private static func plan(
    _ scenarios: ScenarioCatalog, seeds: Int
  ) throws(UsageError) -> RunPlan {
    try RunPlan([], of: scenarios, seeds: SeedRange(first: 1, count: seeds), schedule: .fifo)
  }

  /// Runs of scenarios that the built program knows; here only their names matter.
  private static func plan(_ names: String..., seeds: Int) throws(UsageError) -> RunPlan {
    try plan(
      ScenarioCatalog(names.map { .init($0, Sample.fine) }), seeds: seeds)
  }

  private static func engine(jobs: Int, hangTimeout: Duration = .seconds(60)) throws -> RunEngine {
    let path = try BuiltProgram.url(of: Binary.misbehaving).path
    return RunEngine(
      host: .processes(WorkerProgram(path: path, hangTimeout: hangTimeout)), jobs: jobs)
  }

  /// Plays everything, and keeps what is told.
  private static func play(
    _ plan: RunPlan, jobs: Int, hangTimeout: Duration = .seconds(60)
  ) throws -> (runs: [FinishedRun], notes: [String]) {
    var runs: [FinishedRun] = []
    var notes: [String] = []
    _ = try engine(jobs: jobs, hangTimeout: hangTimeout).play(plan) {
      notes.append($0)
    } deliver: {
      runs.append($0)
      return .goOn
    }
    return (runs, notes)
  }

  @Test("results come in order, whatever the number of processes", arguments: [1, 2, 8])
  func order(jobs: Int) throws {
    let plan = try Self.plan("fine", "failsSometimes", seeds: 50)
    var places: [Int] = []
    let count = try Self.engine(jobs: jobs).play(
      plan,
      deliver: { run in
        places.append(run.plan.ordinal)
        return .goOn
      })
    #expect(count == 100)
    #expect(places == Array(0..<100))
  }

  @Test("the digest of all runs does not depend on the number of processes")
  func digests() throws {
    let plan = try Self.plan("fine", "failsSometimes", seeds: 50)
    let digests = try [1, 2, 8].map { jobs in
      var tally = Tally()
      _ = try Self.engine(jobs: jobs).play(
        plan,
        deliver: { run in
          tally.add(run.result)
          return .goOn
        })
      return tally.digest
    }
    #expect(digests[0] == digests[1])
    #expect(digests[0] == digests[2])
    #expect(digests[0].count == 100)
  }

  @Test("nothing is handed over after the receiver has had enough", arguments: [1, 4])
  func stopping(jobs: Int) throws {
    let plan = try Self.plan("failsSometimes", seeds: 1000)
    var seen = 0
    let count = try Self.engine(jobs: jobs).play(
      plan,
      deliver: { run in
        seen += 1
        return run.result.outcome == .passed ? .goOn : .stop
      })
    #expect(seen == 3)
    #expect(count == 3)
  }

  @Test("a tick that says stop keeps what was begun, without a gap")
  func stoppingOnTick() throws {
    let plan = try Self.plan("fine", seeds: 1_000_000)
    var places: [Int] = []
    let count = try Self.engine(jobs: 2).play(
      plan,
      onTick: {
        places.count >= 10 ? .stop : .goOn
      },
      deliver: { run in
        places.append(run.plan.ordinal)
        return .goOn
      })
    #expect(places == Array(0..<count))
    #expect(count >= 10 && count < 1_000_000)
  }

  @Test("a run that ends its process costs that run", arguments: [1, 7])
  func crashes(jobs: Int) throws {
    let names = ["fine", "exits", "exitsAtOnce", "killsItself", "overflowsStack", "badIndex"]
    let (runs, _) = try Self.play(
      Self.plan(
        ScenarioCatalog(names.map { .init($0, Sample.fine) }), seeds: 2), jobs: jobs)
    #expect(runs.map(\.plan.ordinal) == Array(0..<12))
    for run in runs {
      #expect(run.result.outcome == (run.result.scenario == "fine" ? .passed : .crashed))
    }
    let stories = runs.prefix(6).map { $0.result.story?.summary ?? "" }
    let words = [
      "", "something called exit", "something called exit", "signal 9", "used up its stack",
      "an index out of range",
    ]
    for (story, word) in zip(stories, words) {
      #expect(story.hasPrefix(word) || story.contains(word))
    }
    let index = try #require(runs[5].result.story)
    #expect(index.instant == Instant.zero.advanced(by: .seconds(2)))
    #expect(runs[5].result.failure?.description == "crashed at signal 4")
  }

  @Test("a backtrace that takes longer than a step may is no hang")
  func crashesUnderShortPatience() throws {
    let (runs, _) = try Self.play(
      Self.plan("badIndex", "overflowsStack", seeds: 1), jobs: 1, hangTimeout: .milliseconds(300))
    #expect(
      runs.map(\.result.failure?.description)
        == ["crashed at signal 4", "crashed at stack overflow"])
    #expect(runs.allSatisfy { $0.result.story?.location != nil })
  }

  @Test("a step that never ends is given up, and the others are played", arguments: [1, 2])
  func hangs(jobs: Int) throws {
    let (runs, _) = try Self.play(
      Self.plan("fine", "spins", "blocks", "calls/home", seeds: 1), jobs: jobs,
      hangTimeout: .milliseconds(1500))
    #expect(runs.map(\.result.scenario) == ["fine", "spins", "blocks", "calls/home"])
    #expect(runs.map(\.result.outcome) == [.passed, .exhausted, .exhausted, .passed])
    let story = try #require(runs[1].result.story)
    #expect(story.isAbandoned)
    #expect(story.summary.contains("ran for 1.5 s of real time without giving control back"))
  }

  @Test("a run that takes too much memory is named, and one that takes less passes")
  func memory() throws {
    let (runs, _) = try Self.play(Self.plan("takesMemory", "takesABit", seeds: 1), jobs: 1)
    #expect(runs.map(\.result.outcome) == [.crashed, .passed])
    #expect(runs[0].result.story?.summary.contains("GiB of memory") ?? false)
  }

  @Test("what a run prints is told apart from its results, with the run that printed it")
  func printing() throws {
    let (runs, _) = try Self.play(Self.plan("fine", "prints", "printsResults", seeds: 2), jobs: 2)
    #expect(runs.map(\.result.outcome) == Array(repeating: .passed, count: 6))
    #expect(
      runs.map(\.printed).prefix(2) + runs.map(\.printed)[3...4]
        == ["", "hello from seed 1\n", "", "hello from seed 2\n"])
  }

  @Test("a run that closes or garbles the descriptors of its process costs that run")
  func descriptors() throws {
    let (runs, _) = try Self.play(
      Self.plan("closesDescriptors", "fine", "garbles", "leavesAChild", "calls/home", seeds: 1),
      jobs: 2)
    #expect(runs.map(\.result.outcome) == [.crashed, .passed, .crashed, .crashed, .passed])
  }

  @Test(
    "runs of ordinary code are played a second time where the comparison is of those",
    arguments: [1, 3])
  func ordinaryCode(jobs: Int) throws {
    var engine = try Self.engine(jobs: jobs)
    engine.comparison = .ordinaryCode(once: false)
    let plan = try Self.plan("fine", "hostsAnApp", "failsSometimes", "tellsItsProcess", seeds: 12)
    var runs: [FinishedRun] = []
    _ = try engine.play(
      plan,
      deliver: { run in
        runs.append(run)
        return .goOn
      })
    #expect(runs.map(\.plan.ordinal) == Array(0..<48))
    for run in runs {
      let name = run.result.scenario
      let isOrdinary = ["hostsAnApp", "tellsItsProcess"].contains(name)
      #expect(run.result.hostsOrdinaryCode == isOrdinary)
      #expect((run.again != nil) == isOrdinary)
      #expect((run.result.finalDigest != 0) == isOrdinary)
      guard let again = run.again else { continue }
      #expect((again.digest == run.result.digest) == (name == "hostsAnApp"))
    }
    let check = try #require(engine.check)
    #expect(check.checked(runs[1]).result.outcome == .passed)
    let story = check.checked(runs[3]).result.story
    #expect(story?.nondeterminism?.contains("OrdinaryMisbehaviour.swift:") ?? false)
  }

  @Test("a run that crashes in one process and not in the next is told as such")
  func crashesOnce() throws {
    let (runs, _) = try Self.play(Self.plan("crashesOnce", seeds: 1), jobs: 1)
    #expect(runs.map(\.result.outcome) == [.crashed])
    #expect(runs[0].result.story?.nondeterminism?.contains("ended as passed") ?? false)
  }

  @Test("a program that cannot be started is a fault, and not a run's failure")
  func noProgram() throws {
    let engine = RunEngine(
      host: .processes(WorkerProgram(path: "/no/such/program")), jobs: 2)
    #expect(throws: WorkerFault.self) {
      _ = try engine.play(Self.plan("fine", seeds: 3), deliver: { _ in .goOn })
    }
    let silent = RunEngine(host: .processes(WorkerProgram(path: "/bin/true")), jobs: 2)
    #expect(throws: WorkerFault.self) {
      _ = try silent.play(Self.plan("fine", seeds: 3), deliver: { _ in .goOn })
    }
  }
}
