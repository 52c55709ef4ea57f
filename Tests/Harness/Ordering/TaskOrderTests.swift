import TestSupport
import Testing

@testable import Harness
@testable import Simulator

/// Orders of tasks that a world starts, as on a phone with several cores.
@Suite("Tasks and plain actors interleave")
struct TaskOrderTests {
  /// An actor with a lane of its own, on which tasks sleep.
  private actor Waiting: LaneActor {
    nonisolated let lane: Lane
    private(set) var count = 0

    init(lane: Lane) { self.lane = lane }

    func wait(for duration: Duration) async {
      try? await lane.world.sleep(for: duration)
      await note()
    }

    private func note() async { count += 1 }
  }

  private actor Cell {
    private(set) var value = 0
    func set(_ value: Int) { self.value = value }
  }

  /// The orders that come up, and how often the world came to each.
  private func orders(
    _ schedule: Schedule, seeds: UInt64 = 100,
    _ program: @escaping @Sendable (World, Trace) async throws -> Void
  ) -> [[String]: Int] {
    var orders: [[String]: Int] = [:]
    for seed in 0..<seeds {
      let world = World(seed: seed, schedule: schedule, expectedSteps: 20)
      let trace = Trace(in: world)
      #expect(world.mustPass { try await program(world, trace) })
      orders[trace.all, default: 0] += 1
    }
    return orders
  }

  @Test("a group of three has all its six orders", arguments: [Schedule.random, .pct(depth: 3)])
  func group(schedule: Schedule) {
    let orders = orders(schedule) { _, trace in
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<3 { group.addTask { trace.note("\(number)") } }
      }
    }
    #expect(orders.count == 6)
  }

  @Test("a group of three that a detached task starts has them as well")
  func detachedGroup() {
    let orders = orders(.random) { _, trace in
      await Task.detached {
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<3 { group.addTask { trace.note("\(number)") } }
        }
      }.value
    }
    #expect(orders.count == 6)
  }

  @Test(
    "a read before the write in child tasks is found among 100 seeds",
    arguments: [Schedule.random, .pct(depth: 3)])
  func readBeforeWrite(schedule: Schedule) {
    let orders = orders(schedule) { _, trace in
      let cell = Cell()
      async let writer: Void = cell.set(1)
      async let read = cell.value
      trace.note("\(await (writer, read).1)")
    }
    #expect(Set(orders.keys) == [["0"], ["1"]])
  }

  @Test("the first task that a lane starts runs on the lane itself, a second one beside it")
  func secondTask() {
    let orders = orders(.random, seeds: 400) { world, trace in
      let lane = world.lane("two tasks")
      for letter in ["a", "b"] {
        lane.spawn {
          for _ in 0..<3 {
            trace.note(letter)
            await Task.yield()
          }
        }
      }
      try await world.untilQuiet()
    }
    // The ways to merge three steps with three: 6! / (3! 3!).
    #expect(orders.count == 20)
  }

  // A yield takes two steps: the runtime sends a job of its own, which resumes the task. So a task that notes n times takes
  // 2n - 1, and the runs are the ways to merge so many steps.
  @Test(
    "every order of independent tasks is explored once",
    arguments: [
      ([1, 1], orders: 2, runs: 2), ([1, 1, 1], orders: 6, runs: 6), ([2, 1], orders: 3, runs: 4),
      ([2, 2], orders: 6, runs: 20), ([3, 2], orders: 10, runs: 56),
    ])
  func complete(steps: [Int], orders: Int, runs: Int) {
    var exploration = Exploration(RunConfiguration(seed: 1))
    var seen: Set<[String]> = []
    while exploration.explored < exploration.planned {
      let log = ChoiceLog()
      let configuration = exploration.configuration(of: exploration.explored)
      let world = World(seed: 1, overrides: configuration.overrides, log: log)
      let trace = Trace(in: world)
      let passed = world.mustPass {
        for (number, count) in steps.enumerated() {
          world.lane("lane \(number)").spawn {
            trace.note("\(number)")
            for _ in 1..<count {
              await Task.yield()
              trace.note("\(number)")
            }
          }
        }
        try await world.untilQuiet()
      }
      #expect(passed)
      seen.insert(trace.all)
      let isAsPlanned = exploration.note(log)
      #expect(isAsPlanned)
    }
    #expect(exploration.extent == .complete)
    #expect(seen.count == orders)
    #expect(exploration.explored == runs)
  }

  @Test("tasks of a lane that stands still wait, and go on when it goes on")
  func frozen() {
    let orders = orders(.random, seeds: 20) { world, trace in
      let lane = world.lane("app")
      lane.spawn {
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<2 {
            group.addTask {
              try? await world.sleep(for: .seconds(1))
              trace.note("\(world.now)")
            }
          }
        }
      }
      try await world.sleep(for: .milliseconds(1))
      lane.freeze()
      try await world.sleep(for: .seconds(10))
      trace.note("thaw")
      lane.thaw()
      try await world.untilQuiet()
    }
    #expect(orders.count == 1)
    #expect(orders.keys.first?.first == "thaw")
    #expect(orders.keys.first?.count == 3)
  }

  @Test(
    "a task that sleeps on an actor finds its executor after its lane was forgotten",
    arguments: [Schedule.fifo, .random])
  func forgottenWhileAsleep(schedule: Schedule) {
    let world = World(seed: 3, schedule: schedule)
    let passed = world.mustPass {
      let actor = Waiting(lane: world.lane("actor"))
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<3000 { group.addTask { await actor.wait(for: .seconds(10)) } }
        try? await world.sleep(for: .seconds(1))
        // The lanes of those that sleep are idle by now, and forgotten.
        for number in 0..<6000 {
          group.addTask { try? await world.sleep(for: .milliseconds(1 + number)) }
        }
      }
      if await actor.count != 3000 {
        world.fail(Failure(kind: "invariant", expected: "every task to go on"))
      }
    }
    #expect(passed)
  }

  /// A task of a world, as a global of the app keeps it.
  private final class Kept: @unchecked Sendable {
    var continuation: CheckedContinuation<Void, Never>?
    var hasGoneOn = false
  }

  @Test("a plain task that outlives its world goes on in the next one")
  func outliving() {
    let kept = Kept()
    let first = World(seed: 1, schedule: .random)
    let passed = first.mustPass {
      Task {
        await withCheckedContinuation { kept.continuation = $0 }
        kept.hasGoneOn = true
      }
      try await first.untilQuiet()
    }
    #expect(passed)
    let second = World(seed: 2, schedule: .random)
    let passedAgain = second.mustPass {
      kept.continuation?.resume()
      try await second.untilQuiet()
    }
    #expect(passedAgain)
    #expect(kept.hasGoneOn)
  }

  @Test(
    "more tasks than lanes are kept for have the same orders in every world",
    arguments: [Schedule.fifo, .random])
  func manyTasks(schedule: Schedule) {
    let digests = (0..<2).map { _ in
      let world = World(seed: 7, schedule: schedule)
      let passed = world.mustPass {
        for _ in 0..<3 {
          await withTaskGroup(of: Void.self) { group in
            for number in 0..<2000 {
              group.addTask {
                try? await world.sleep(for: .milliseconds(number % 7))
                await Task { await Task.yield() }.value
              }
            }
          }
        }
        // What is kept follows what waits, and not what ever was.
        if world.taskLanes.lanes.count > 8192 {
          world.fail(
            Failure(kind: "invariant", expected: "no lanes of tasks that have ended long ago"))
        }
      }
      #expect(passed)
      return world.journal.digest
    }
    #expect(digests[0] == digests[1])
  }
}
