import Foundation
internal import Harness
import Simulator

/// A world with nothing in it.
struct BareWorld: ScenarioWorld {
  let world: World

  init(in world: World) async throws {
    self.world = world
  }
}

/// Scenarios that end in every way there is.
enum Misbehaviour {
  static let fine = Scenario(
    "two people take turns", covers: "RR-01", tags: "good"
  ) { (stage: BareWorld) in
    let world = stage.world
    let tasks = ["Alice", "Bob"].map { name in
      world.lane(name).spawn {
        for turn in 1...3 {
          try? await world.sleep(for: .milliseconds(10 * turn))
          world.journal.record(
            JournalNote(.scenario, "takes turn \(turn)"), about: JournalSource(name))
        }
      }
    }
    for task in tasks { await task.value }
    world.measure("turn", .milliseconds(10 + Int(world.choices.seed % 7)))
  }

  static let fails = Scenario(
    "Alice sees a blue check", covers: "DS-05", tags: "bad"
  ) { (stage: BareWorld) in
    let world = stage.world
    try await world.sleep(for: .seconds(3))
    world.addReporter("on Alice's phone") { ["1 queued write: messages/1"] }
    world.journal.record(JournalNote(.message, "sent hello"), about: JournalSource("Alice"))
    world.fail(
      Failure(
        kind: "expectation", expected: "the bubble is read within 1 s",
        observed: ["hello ✓✓ grey"], location: CodeLocation()))
  }

  static let failsSometimes = Scenario("every third seed fails", tags: "ends") {
    (stage: BareWorld) in
    guard stage.world.choices.seed % 3 == 0 else { return }
    stage.world.fail(Failure(kind: "expectation", expected: "a seed that three does not divide"))
  }

  static let throwing = Scenario("throws an error of its own", tags: "ends") { (_: BareWorld) in
    throw CancellationError()
  }

  static let stalls = Scenario("waits for what never comes", tags: "ends") { (stage: BareWorld) in
    try await stage.world.withContinuation({ "Bob's answer" }) { (_: WorldContinuation<Void>) in }
  }

  static let loops = Scenario(
    "loops at one instant", tags: "ends", bounds: Bounds(eventsPerInstant: 1000)
  ) { (_: BareWorld) in
    while true { await Task.yield() }
  }

  static let sleepsForHours = Scenario("sleeps on a clock of the system", tags: "ends") {
    (_: BareWorld) in
    try await Task.sleep(for: .seconds(36_000), clock: ContinuousClock())
  }

  static let leaks = Scenario("is called back by a real thread", tags: "ends") {
    (stage: BareWorld) in
    let world = stage.world
    let waiting = WorldBound<CheckedContinuation<Void, Never>?>(nil, in: world)
    let task = world.lane("Alice").spawn {
      await withCheckedContinuation { continuation in waiting.withValue { $0 = continuation } }
    }
    try await world.sleep(for: .seconds(1))
    if let continuation = waiting.withValue({ $0.take() }) {
      let thread = Thread { continuation.resume() }
      thread.start()
      while !thread.isFinished {}
    }
    await task.value
  }

  /// It would spin for ever; that no process of a broken test does, it ends with its parent.
  ///
  /// It asks for the parent once in 2^28 turns: in a system call a backtrace does not show the caller.
  static let spins = Scenario("never gives control back", tags: "bad") { (stage: BareWorld) in
    let parent = getppid()
    var turn = stage.world.choices.seed
    while turn & 0xFFF_FFFF != 0 || getppid() == parent { turn = turn &* 5 &+ 1 }
  }

  static let traps = Scenario("runs into a trap", tags: "trap") { (stage: BareWorld) in
    try await stage.world.sleep(for: .seconds(1))
    preconditionFailure("this scenario always does that")
  }

  static let trapsElsewhere = Scenario(
    "runs into a trap in the process that verifies", tags: "trap"
  ) { (_: BareWorld) in
    precondition(!CommandLine.arguments.contains("--again"), "this is the other process")
  }

  static let trapsInAnApp = Scenario("an app runs into a trap", tags: "app") {
    (stage: BareWorld) in
    let app = SimulatedProcess(name: "Alice", mainLane: stage.world.lane("Alice/main"))
    await app.mainLane.spawn { preconditionFailure("this app always does that") }.value
  }

  static let hashes = Scenario("asks people in the order of a set", tags: "ends") {
    (stage: BareWorld) in
    let world = stage.world
    try await world.sleep(for: .seconds(1))
    world.journal.record(JournalNote(.scenario, "enters the room"), about: JournalSource("teacher"))
    for name in Set((1...32).map { "pupil \($0)" }) {
      world.journal.record(JournalNote(.scenario, "is asked"), about: JournalSource(name))
    }
  }

  static let hides = Scenario("keeps the first of a set without a word", tags: "ends") {
    (stage: BareWorld) in
    let kept = WorldBound("", in: stage.world)
    stage.world.addFinalState("the drawer") { [FinalState("note/1", kept.withValue { $0 })] }
    try await stage.world.sleep(for: .seconds(1))
    kept.withValue { $0 = Set((1...1024).map { "pupil \($0)" }).first ?? "" }
  }

  static let breaksAnInvariant = Scenario("Alice's badge is wrong", tags: "wording") {
    (stage: BareWorld) in
    try await stage.world.sleep(for: .seconds(2))
    stage.world.fail(
      Failure(
        kind: "invariant I-04", expected: "a badge to be the number of unread messages",
        observed: ["Alice's badge is 3, and 2 messages are unread"]))
  }

  static let misuses = Scenario("has two lanes of one name", tags: "wording") {
    (stage: BareWorld) in
    _ = stage.world.lane("Alice")
    _ = stage.world.lane("Alice")
  }

  static let usesTheRealWorld = Scenario("an app spreads work over threads", tags: "wording") {
    (stage: BareWorld) in
    // Code of a process would do it on its own thread.
    let lane = stage.world.lane("Alice/main")
    lane.post { DispatchQueue.concurrentPerform(iterations: 2) { _ in } }
    try await stage.world.sleep(for: .seconds(1))
  }
}
