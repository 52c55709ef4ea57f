import TestSupport
import Testing

@testable import Simulator

@Suite("Which step runs next")
struct OrderingTests {
  /// Eight actors that are each told three things; what they note, in order.
  private func interleaving(seed: UInt64, _ schedule: Schedule) -> [String] {
    let world = World(seed: seed, schedule: schedule)
    let trace = Trace(in: world)
    world.run {
      let scribes = (0..<8).map { Scribe("scribe \($0)", in: world, trace) }
      for round in 0..<3 {
        for (index, scribe) in scribes.enumerated() {
          scribe.post { $0.note("\(index).\(round)") }
        }
      }
      try await world.untilQuiet()
    }
    return trace.all
  }

  @Test("fifo runs steps in the order in which they came, whatever the seed", arguments: 0..<4)
  func fifo(seed: UInt64) {
    let inOrder = (0..<3).flatMap { round in (0..<8).map { "\($0).\(round)" } }
    #expect(interleaving(seed: seed, .fifo) == inOrder)
  }

  @Test("random gives the same order for the same seed", arguments: 0..<8)
  func randomRepeats(seed: UInt64) {
    #expect(interleaving(seed: seed, .random) == interleaving(seed: seed, .random))
  }

  @Test("random gives another order for another seed")
  func randomDiffers() {
    let orders = Set((0..<20).map { interleaving(seed: $0, .random) })
    #expect(orders.count == 20)
  }

  @Test(
    "posts to one actor keep their order under every schedule", arguments: 0..<20,
    [Schedule.random, .pct(depth: 3)])
  func postsKeepOrder(seed: UInt64, schedule: Schedule) {
    let notes = interleaving(seed: seed, schedule)
    for index in 0..<8 {
      #expect(
        notes.filter { $0.hasPrefix("\(index).") } == ["\(index).0", "\(index).1", "\(index).2"])
    }
  }

  @Test("random lets every one of three ready lanes go first for some seed")
  func everyLaneCanBeFirst() {
    let firsts = (0..<60).map { interleaving(seed: $0, .random)[0] }
    #expect(Set(firsts) == Set((0..<8).map { "\($0).0" }))
  }

  @Test(
    "a lane that stood still runs what it was told before its later steps",
    arguments: [Schedule.fifo, .random, .pct(depth: 3)])
  func thawKeepsOrder(schedule: Schedule) {
    for seed in 0..<40 as Range<UInt64> {
      for log in [nil, ChoiceLog()] {
        let world = World(seed: seed, schedule: schedule, log: log)
        let trace = Trace(in: world)
        world.run {
          let (still, other) = (world.lane("still"), world.lane("other"))
          other.post { still.freeze() }
          still.post { trace.note("1") }
          other.post { still.thaw() }
          for number in 2...4 { still.post { trace.note("\(number)") } }
          try await world.untilQuiet()
        }
        #expect(trace.all == ["1", "2", "3", "4"], "seed \(seed)")
      }
    }
  }

  @Test("the MainActor's steps run in the world, on virtual time")
  func mainActorRunsInWorld() {
    let world = World(seed: 1)
    let trace = Trace(in: world)
    let passed = world.mustPass {
      try await world.sleep(for: .minutes(1))
      await MainActor.run { trace.note("main at \(world.now)") }
      await Task { @MainActor in
        try? await world.sleep(for: .minutes(1))
        trace.note("main at \(world.now)")
      }.value
    }
    #expect(passed)
    #expect(trace.all == ["main at 1:00.000", "main at 2:00.000"])
  }

  @Test("two actors interleave at each await between them")
  func actorsInterleave() {
    let world = World(seed: 1)
    let trace = Trace(in: world)
    world.run {
      let scribe = Scribe("scribe", in: world, trace)
      let first = world.lane("first").spawn { for step in 0..<3 { await scribe.note("a\(step)") } }
      let second = world.lane("second").spawn {
        for step in 0..<3 { await scribe.note("b\(step)") }
      }
      await first.value
      await second.value
    }
    #expect(trace.all == ["a0", "b0", "a1", "b1", "a2", "b2"])
  }

  @Test("names of schedules are read back, and a wrong one is refused with those that exist")
  func names() throws {
    for schedule in [Schedule.fifo, .random, .pct(depth: 1), .pct(depth: 64)] {
      #expect(try Schedule(named: schedule.description) == schedule)
    }
    let error = #expect(throws: ScheduleError.self) { try Schedule(named: "lifo") }
    #expect(
      error?.description
        == #"there is no schedule "lifo"; use fifo, random or pct:D, such as pct:3"#)
    for name in ["pct", "pct:", "pct:0", "pct:65", "pct:x", "pct:-1"] {
      #expect(throws: ScheduleError.depth(name)) { try Schedule(named: name) }
    }
  }
}
