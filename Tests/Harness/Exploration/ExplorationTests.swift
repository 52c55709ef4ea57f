import PlantedBugs
import TestSupport
import Testing

@testable import Harness
@testable import Simulator

@Suite("Every schedule and choice")
struct ExplorationTests {
  /// Explores a program; what each run noted down, in the order of the runs.
  private func explore(
    limits: Exploration.Limits = .init(), seed: UInt64 = 1,
    _ program: @escaping @Sendable (World, Trace) async throws -> Void
  ) -> (runs: [[String]], exploration: Exploration) {
    var exploration = Exploration(RunConfiguration(seed: seed), limits: limits)
    var runs: [[String]] = []
    while exploration.explored < exploration.planned {
      let configuration = exploration.configuration(of: exploration.explored)
      let log = ChoiceLog()
      let world = World(seed: seed, overrides: configuration.overrides, log: log)
      let trace = Trace(in: world)
      #expect(world.mustPass { try await program(world, trace) })
      runs.append(trace.all)
      let isAsPlanned = exploration.note(log)
      #expect(isAsPlanned)
    }
    return (runs, exploration)
  }

  /// Lanes of so many steps, each of which notes its lane.
  private func strands(_ counts: [Int]) -> @Sendable (World, Trace) async throws -> Void {
    { world, trace in
      for (index, count) in counts.enumerated() {
        Self.post(count, "\(index)", on: world.lane("lane \(index)"), trace)
      }
      try await world.untilQuiet()
    }
  }

  private static func post(_ count: Int, _ text: String, on lane: Lane, _ trace: Trace) {
    guard count > 0 else { return }
    lane.post {
      trace.note(text)
      post(count - 1, text, on: lane, trace)
    }
  }

  @Test(
    "independent lanes give as many orders as there are, each once",
    arguments: [([3, 3], 20), ([2, 2, 2], 90), ([1, 1, 1, 1], 24), ([4, 1], 5), ([7], 1)])
  func counts(steps: [Int], orders: Int) {
    let (runs, exploration) = explore(strands(steps))
    #expect(runs.count == orders)
    #expect(Set(runs).count == orders)
    #expect(exploration.extent == .complete)
    #expect(exploration.explored == orders)
  }

  @Test("the first order is that of fifo, to the digest; later ones differ in ever more choices")
  func plainFirst() {
    let program = strands([2, 3, 2])
    let log = ChoiceLog()
    let (chosen, plain) = (World(seed: 1, log: log), World(seed: 1))
    for world in [chosen, plain] {
      let trace = Trace(in: world)
      #expect(world.mustPass { try await program(world, trace) })
    }
    #expect(!log.entries.isEmpty)
    #expect(chosen.journal.digest == plain.journal.digest)

    var exploration = Exploration(RunConfiguration())
    var deviations: [Int] = []
    while exploration.explored < exploration.planned {
      let run = exploration.explored
      let log = ChoiceLog()
      let configuration = exploration.configuration(of: run)
      let world = World(seed: 1, overrides: configuration.overrides, log: log)
      let trace = Trace(in: world)
      #expect(world.mustPass { try await program(world, trace) })
      #expect(configuration.overrides.count == exploration.deviations(of: run))
      deviations.append(exploration.deviations(of: run))
      exploration.note(log)
    }
    #expect(deviations.first == 0)
    #expect(deviations == deviations.sorted())
  }

  @Test("timers of one lane that are due together are fired in every order")
  func timers() {
    let (runs, exploration) = explore { world, trace in
      let (lane, other) = (world.lane("lane"), world.lane("other"))
      for number in 0..<3 {
        lane.schedule(after: .seconds(1)) { trace.note("\(number)") }
      }
      other.schedule(after: .seconds(2)) { trace.note("later") }
      try await world.untilQuiet()
    }
    #expect(runs.count == 6)
    #expect(Set(runs).count == 6)
    #expect(runs.allSatisfy { $0.last == "later" })
    #expect(exploration.extent == .complete)
  }

  @Test("tasks and actors are explored as well as posts")
  func actors() {
    let (runs, exploration) = explore { world, trace in
      let scribe = Scribe("scribe", in: world, trace)
      for name in ["a", "b"] {
        world.lane(name).spawn { for step in 0..<2 { await scribe.note("\(name)\(step)") } }
      }
      try await world.untilQuiet()
    }
    // The notes of two tasks of two each can be mixed in six ways, some of them by several orders of steps.
    #expect(Set(runs).count == 6)
    #expect(runs.count > 6)
    #expect(exploration.extent == .complete)
  }

  @Test("independent tasks are explored though they share a lane")
  func independentTasks() {
    let (runs, _) = explore { world, trace in
      for number in 0..<3 { Task { trace.note("\(number)") } }
      try await world.untilQuiet()
    }
    #expect(Set(runs).count == 6)
  }

  static let fault = ChoiceStream("test.fault")

  @Test("a choice among few alternatives is tried with each of them, one among many keeps its draw")
  func finiteChoices() {
    let (runs, exploration) = explore(limits: .init(alternatives: 4)) { world, trace in
      let few = world.choices.index(below: 4, Self.fault, entity: 0, ordinal: 0)
      let many = world.choices.index(below: 5, Self.fault, entity: 0, ordinal: 1)
      trace.note("\(few) \(many)")
    }
    let drawn = Choices(seed: 1).index(below: 5, Self.fault, entity: 0, ordinal: 1)
    #expect(runs.count == 4)
    #expect(Set(runs) == Set((0..<4).map { ["\($0) \(drawn)"] }))
    #expect(exploration.untriedMax == 1)
  }

  @Test("what has a probability is tried both ways, once, and what is certain is not")
  func chances() {
    let (runs, exploration) = explore { world, trace in
      func happens(_ probability: Double, _ ordinal: UInt64) -> Bool {
        world.choices.happens(probability, Self.fault, entity: 0, ordinal: ordinal)
      }
      let first = happens(0.01, 0)
      #expect(happens(0.01, 0) == first)
      trace.note("\(first) \(happens(0.99, 1)) \(happens(0, 2)) \(happens(1, 3))")
    }
    #expect(runs.count == 4)
    #expect(
      Set(runs.joined())
        == Set(
          ["true", "false"].flatMap { first in
            ["true", "false"].map { "\(first) \($0) false true" }
          }))
    #expect(exploration.choicesMax == 2)
  }

  @Test("limits on runs and deviations are kept, and what lies beyond is counted")
  func limits() {
    let few = explore(limits: .init(runs: 7), strands([3, 3])).exploration
    #expect(few.explored == 7)
    guard case .stopped(let atLeast) = few.extent else {
      Issue.record("\(few.extent)")
      return
    }
    #expect((8...20).contains(atLeast))

    let near = explore(limits: .init(deviations: 1), strands([3, 3]))
    #expect(near.runs.count < 20)
    guard case .withinDeviations(1, let further) = near.exploration.extent else {
      Issue.record("\(near.exploration.extent)")
      return
    }
    #expect((1...(20 - near.runs.count)).contains(further))
    // With a bound that no run reaches all is there.
    let all = explore(limits: .init(deviations: 40), strands([3, 3])).exploration
    #expect(all.extent == .complete)
  }

  @Test("the draw for an alternative leads to it", arguments: 1...40)
  func bits(count: Int) {
    for option in 0..<count {
      let bits = ChoiceLog.bits(for: option, among: count)
      #expect(Int(bits.multipliedFullWidth(by: UInt64(count)).high) == option)
    }
  }

  @Test("a failure that exploration finds has a token of few overrides that brings it back")
  func tokens() throws {
    let bug = try #require(PlantedBug.corpus.first { $0.name == "lost update" })
    var exploration = Exploration(RunConfiguration())
    var failure: RunConfiguration?
    while failure == nil, exploration.explored < exploration.planned {
      let log = ChoiceLog()
      let configuration = exploration.configuration(of: exploration.explored)
      if Runner.attempt(bug.scenario, configuration, log: log).outcome == .failed {
        failure = configuration
      }
      exploration.note(log)
    }
    let configuration = try #require(failure)
    let result = Runner.run(bug.scenario, configuration)
    #expect(result.outcome == .failed)
    #expect(result.configuration.schedule == .fifo)
    let token = try ReplayToken(parsing: result.token.description)
    #expect(Runner.run(bug.scenario, token.configuration).digest == result.digest)
    #expect(token.configuration.overrides.count <= 6)
  }

  @Test("a run that does not come to the choices from which it was planned is noticed")
  func nondeterminism() {
    var exploration = Exploration(RunConfiguration())
    let first = ChoiceLog()
    first.note(Self.fault, 2, 3, .index(0, count: 2))
    let isFirstAsPlanned = exploration.note(first)
    #expect(isFirstAsPlanned)
    #expect(exploration.planned == 2)
    let isSecondAsPlanned = exploration.note(ChoiceLog())
    #expect(!isSecondAsPlanned)
    #expect(exploration.extent == .unknown(abandoned: 1, unordered: 0))
  }

  @Test("what follows from a run that was given up is not known, so nothing is complete")
  func abandoned() {
    var exploration = Exploration(RunConfiguration())
    exploration.note(nil)
    #expect(exploration.explored == exploration.planned)
    #expect(exploration.extent == .unknown(abandoned: 1, unordered: 0))
    #expect(exploration.atLeast == 1)
  }

  private actor Inner {
    private let trace: Trace
    init(_ trace: Trace) { self.trace = trace }
    func note(_ text: String) { trace.note(text) }
  }

  private actor Outer {
    private var handed = 0

    func hand(_ text: String, to inner: Inner) async {
      // With nothing to do here, the compiler leaves this actor out.
      handed += 1
      await inner.note(text)
    }
  }

  @Test("where a plain actor's queue holds jobs of several tasks, that is said beside complete")
  func sharedQueue() {
    let (_, alone) = explore { _, trace in
      let inner = Inner(trace)
      await inner.note("a")
      await inner.note("b")
    }
    #expect(alone.extent == .complete)
    #expect(alone.sharedQueues == 0)
    let (runs, shared) = explore { _, trace in
      let inner = Inner(trace)
      async let first: Void = inner.note("a")
      async let second: Void = inner.note("b")
      _ = await (first, second)
    }
    #expect(Set(runs).count == 2)
    #expect(shared.extent == .complete)
    #expect((1...shared.explored).contains(shared.sharedQueues))
  }

  /// An actor that starts a task of its own.
  private actor Starter {
    private let trace: Trace
    init(_ trace: Trace) { self.trace = trace }
    func start() { Task { trace.note("a") } }
    func startElsewhere() { Task.detached { [trace] in trace.note("b") } }
  }

  @Test("a task that a plain actor starts for itself waits in its queue, a detached one does not")
  func startedInQueue() {
    let (_, own) = explore { _, trace in await Starter(trace).start() }
    #expect(own.sharedQueues > 0)
    let (_, detached) = explore { _, trace in await Starter(trace).startElsewhere() }
    #expect(detached.sharedQueues == 0)
  }

  @Test("where a plain actor's queue sends jobs on, orders are left out, and that is said")
  func sentOnFromQueue() {
    let (_, exploration) = explore { _, trace in
      let outer = Outer()
      let (one, other) = (Inner(trace), Inner(trace))
      async let first: Void = outer.hand("a", to: one)
      async let second: Void = outer.hand("b", to: other)
      _ = await (first, second)
    }
    guard case .unknown(abandoned: 0, let unordered) = exploration.extent else {
      Issue.record("\(exploration.extent)")
      return
    }
    #expect(unordered > 0)
  }
}
