import Testing

@testable import Simulator

@Suite("What comes round after next to no time is exhausted")
struct TinyStepsTests {
  private func reason(_ world: World, _ main: @escaping @Sendable () async throws -> Void)
    -> String?
  {
    let verdict = world.run(main)
    if case .exhausted(let reason) = verdict { return reason }
    Issue.record("ended as \(verdict)")
    return nil
  }

  @Test(
    "a task that sleeps for a nanosecond for ever is exhausted within 10 ms, by name")
  func sleeps() {
    let world = World(seed: 1, bounds: Bounds(eventsPerMoment: 20_000))
    let reason = reason(world) {
      let busy = world.lane("busy").spawn {
        while !Task.isCancelled { try? await world.sleep(for: .nanoseconds(1)) }
      }
      await busy.value
    }
    #expect(reason?.contains("more than 20000 steps ran in the 10 ms up to") == true)
    #expect(reason?.contains("of the last 1001, 1001 ran on lane busy") == true, "\(reason ?? "")")
    #expect(world.now <= Instant(nanoseconds: 20_000))
    #expect(Bounds().eventsPerMoment <= 2_000_000)
  }

  @Test("timers that come round after a nanosecond are exhausted, too, background ones included")
  func timers() {
    let world = World(seed: 1, bounds: Bounds(eventsPerMoment: 10_000))
    let reason = reason(world) {
      let lane = world.lane("flap")
      @Sendable func turn() {
        lane.schedule(after: .nanoseconds(1), background: true) { turn() }
      }
      turn()
      try await world.sleep(for: .hours(1))
    }
    #expect(reason?.contains("ran on lane flap") == true)
  }

  @Test("a moment of many lanes may have more steps than one of few")
  func manyLanes() {
    let world = World(seed: 1, bounds: Bounds(eventsPerMoment: 5_000))
    let verdict = world.run {
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<640 {
          let lane = world.lane("phone \(index)")
          group.addTask {
            await lane.spawn {
              for _ in 0..<10 { try? await world.sleep(for: .microseconds(1)) }
            }.value
          }
        }
      }
    }
    #expect(verdict.outcome == .passed)
  }

  @Test("a world that is busy for long, but not within a moment, passes")
  func busyForLong() {
    let world = World(seed: 1, bounds: Bounds(eventsPerMoment: 1_000))
    let verdict = world.run {
      for _ in 0..<10_000 { try await world.sleep(for: .microseconds(20)) }
    }
    #expect(verdict.outcome == .passed)
  }

  @Test("the story of a long run keeps the last entries about each subject and no others")
  func lastEntries() {
    let (told, recorded) = (World(seed: 1, telling: true), World(seed: 1, recording: true))
    for world in [told, recorded] {
      world.run {
        for number in 0..<100 {
          try await world.sleep(for: .seconds(1))
          let subject = JournalSource(number % 10 == 9 ? "rare" : "often")
          world.journal.record(JournalNote(.life, "entry \(number)"), about: subject)
        }
      }
    }
    #expect(told.journal.entries.isEmpty)
    #expect(told.journal.digest == recorded.journal.digest)
    let subjects = told.journal.last.timelines
    #expect(subjects.map(\.subject) == ["often", "rare"])
    #expect(subjects[0].events.map(\.text) == (93...98).map { "entry \($0)" })
    #expect(subjects[1].events.map(\.text) == [49, 59, 69, 79, 89, 99].map { "entry \($0)" })
    #expect(
      recorded.journal.last.timelines.map(\.events) == subjects.map(\.events))
  }
}
