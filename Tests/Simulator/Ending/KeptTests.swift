internal import Harness
import TestSupport
import Testing

@testable import Simulator

@Suite("What a long run keeps does not grow with its steps")
struct KeptTests {
  /// How much a world that tells a story has kept at the end of so many steps.
  private func kept(steps: UInt64) -> [String: Int] {
    let world = World(seed: 1, bounds: Bounds(events: steps), telling: true)
    let stream = ChoiceStream("test.pause")
    var kept: [String: Int] = [:]
    let verdict = world.run {
      for number in 0..<5 {
        let name = "walker \(number)"
        let (lane, subject) = (world.lane(name), JournalSource(name))
        lane.spawn {
          for step in 0..<UInt64.max {
            let pause =
              1 + world.choices.index(below: 9, stream, entity: UInt64(number), ordinal: step)
            guard (try? await world.sleep(for: .milliseconds(pause))) != nil else { return }
            let timer = lane.schedule(after: .seconds(1)) {}
            world.journal.record(JournalNote(.scenario, "makes step \(step)"), about: subject)
            world.probe("a step")
            if step % 8 == 0 { await Task { await Task.yield() }.value }
            timer.cancel()
          }
        }
      }
      try await world.untilQuiet()
    } atVerdict: {
      kept = [
        "entries": world.journal.entries.count,
        "last": world.journal.last.timelines.reduce(0) { $0 + $1.events.count },
        "subjects": world.journal.last.timelines.count,
        "timers": world.timers.slotCount, "deadlines": world.timers.heapCount,
        "tasks": world.liveTasks.count, "waiters": world.waiters.count,
        "lanes": world.lanes.count, "probes": world.probes.count,
      ]
      #expect(world.taskLanes.lanes.count <= 2048)
    }
    #expect(verdict.outcome == .exhausted)
    return kept
  }

  @Test("entries, timers, tasks and lanes are no more after ten times as many steps")
  func bounded() throws {
    let (short, long) = (kept(steps: 20_000), kept(steps: 200_000))
    for name in short.keys.sorted() {
      let (few, many) = (try #require(short[name]), try #require(long[name]))
      // Deadlines of cancelled timers are dropped when they outnumber the others.
      #expect(many <= few + (name == "deadlines" ? 512 : 8), "\(name)")
    }
    let (last, subjects) = (try #require(long["last"]), try #require(long["subjects"]))
    #expect(long["entries"] == 0)
    #expect(last <= LastEntries.limit * subjects)
  }
}
