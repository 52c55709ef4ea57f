import TestSupport
import Testing

@testable import Simulator

@Suite("Virtual time")
struct TimeTests {
  @Test("the clock jumps from timer to timer")
  func jumps() {
    let world = World(seed: 1)
    let trace = Trace(in: world)
    let passed = world.mustPass {
      let late = world.lane("late").spawn {
        try? await world.sleep(for: .hours(2))
        trace.note("late \(world.now.nanoseconds)")
      }
      let early = world.lane("early").spawn {
        try? await world.sleep(for: .nanoseconds(1))
        trace.note("early \(world.now.nanoseconds)")
      }
      await early.value
      await late.value
    }
    #expect(passed)
    #expect(trace.all == ["early 1", "late 7200000000000"])
    #expect(world.now == Instant(nanoseconds: 7_200_000_000_000))
  }

  @Test("milliseconds are whole ones, whatever a fraction of floating point would make of them")
  func wholeMilliseconds() {
    for hours in -48...48 {
      #expect(Duration.hours(hours).milliseconds == Int64(hours) * 3_600_000)
    }
    #expect(Duration.microseconds(-1_999).milliseconds == -1)
    #expect(Duration.microseconds(1_999).milliseconds == 1)
  }

  /// Ten sleepers that wake at one instant; the order in which they do.
  private func wakingOrder(seed: UInt64, _ schedule: Schedule) -> [String] {
    let world = World(seed: seed, schedule: schedule)
    let trace = Trace(in: world)
    world.run {
      for index in 0..<10 {
        world.lane("sleeper \(index)").spawn {
          try? await world.sleep(until: Instant(nanoseconds: 1000))
          trace.note("\(index)")
        }
      }
      try await world.sleep(for: .seconds(1))
    }
    return trace.all
  }

  @Test("timers at one instant go in the order they were set under fifo")
  func tiesUnderFifo() {
    #expect(wakingOrder(seed: 7, .fifo) == (0..<10).map(String.init))
  }

  @Test("timers at one instant go in an order that the seed decides under random")
  func tiesUnderRandom() {
    #expect(wakingOrder(seed: 7, .random) == wakingOrder(seed: 7, .random))
    #expect(Set((0..<10).map { wakingOrder(seed: $0, .random) }).count == 10)
  }

  @Test("an idle day costs only the steps of its keep-alives")
  func idleDay() {
    let world = World(seed: 1)
    let beats = WorldBound(0, in: world)
    let passed = world.mustPass {
      let keeper = KeepAlive(lane: world.lane("keep-alive"), beats)
      keeper.post { $0.beat() }
      try await world.sleep(for: .days(1))
    }
    #expect(passed)
    #expect(Ambient.drive(world) { beats.withValue { $0 } } == 1440)
    #expect(world.eventCount < 1440 + 10)
    #expect(world.now == Instant.zero.advanced(by: .days(1)))
  }

  @Test(
    "a sleep until the past or for no time ends at the present instant", arguments: [0, -1, -5_000])
  func sleepingUntilThePast(nanoseconds: Int64) {
    let world = World(seed: 1)
    let trace = Trace(in: world)
    let passed = world.mustPass {
      try await world.sleep(for: .seconds(1))
      try await world.sleep(for: .nanoseconds(nanoseconds))
      try await world.clock.sleep(until: .zero)
      trace.note("\(world.now)")
    }
    #expect(passed)
    #expect(trace.all == ["1 s"])
  }

  @Test("a sleep of a spawned task takes one step, and so does an actor's")
  func stepsOfASleep() {
    func steps(_ body: @escaping @Sendable (World) async throws -> Void) -> UInt64 {
      let world = World(seed: 1)
      #expect(world.mustPass { try await body(world) })
      return world.eventCount
    }
    let none = steps { _ in }
    let hundred = steps { world in for _ in 0..<100 { try await world.sleep(for: .seconds(1)) } }
    #expect(hundred - none == 100)
    let clock = steps { world in
      for _ in 0..<100 { try await world.clock.sleep(for: .seconds(1)) }
    }
    #expect(clock == hundred)

    func actorSteps(_ rounds: Int) -> UInt64 {
      steps { world in await Napper(lane: world.lane("napper")).nap(rounds) }
    }
    #expect(actorSteps(100) - actorSteps(0) == 100)
  }

  @Test("sleeping works in child tasks, detached tasks and tasks that start at once")
  func everyKindOfTaskSleeps() {
    let world = World(seed: 1)
    let trace = Trace(in: world)
    let passed = world.mustPass {
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<3 {
          group.addTask {
            try? await world.sleep(for: .seconds(3 - index))
            trace.note("child \(index) at \(world.now)")
          }
        }
      }
      async let left: Void = world.sleep(for: .seconds(1))
      async let right: Void = world.sleep(for: .seconds(2))
      _ = try await (left, right)
      trace.note("both at \(world.now)")
      try await Task.detached { try await world.sleep(for: .seconds(1)) }.value
      trace.note("detached at \(world.now)")
      let immediate = Task.immediate { try? await world.sleep(for: .seconds(1)) }
      try await world.sleep(for: .milliseconds(500))
      trace.note("in between at \(world.now)")
      await immediate.value
      trace.note("immediate at \(world.now)")
    }
    #expect(passed)
    #expect(
      trace.all == [
        "child 2 at 1 s", "child 1 at 2 s", "child 0 at 3 s", "both at 5 s", "detached at 6 s",
        "in between at 6.5 s", "immediate at 7 s",
      ])
  }

  @Test(
    "a duration reads as a person would write it",
    arguments: [
      (Duration.zero, "0 s"), (.nanoseconds(340), "340 ns"), (.nanoseconds(12_500), "12.5 µs"),
      (.microseconds(65_001), "65.001 ms"), (.milliseconds(12_345), "12.345 s"),
      (.minutes(5), "5:00.000"), (.days(1) + .milliseconds(7_384_500), "1 d 02:03:04.500"),
      (.milliseconds(-20), "-20 ms"),
    ])
  func stopwatch(duration: Duration, text: String) {
    #expect(duration.stopwatch == text)
  }

  @Test(
    "nanoseconds are exact, rounded towards zero and saturated",
    arguments: TimeTests.conversions)
  func nanoseconds(duration: Duration, nanoseconds: Int64) {
    #expect(duration.nanoseconds == nanoseconds)
  }

  private static let conversions: [(Duration, Int64)] = [
    (.nanoseconds(1), 1), (.nanoseconds(-1), -1),
    (Duration(secondsComponent: 0, attosecondsComponent: 1_999_999_999), 1),
    (Duration(secondsComponent: 0, attosecondsComponent: -1_999_999_999), -1),
    (.seconds(9), 9_000_000_000), (.seconds(10), 10_000_000_000),
    (.seconds(-10), -10_000_000_000), (.nanoseconds(Int64.max), .max),
    (.seconds(Int64.max), .max), (.seconds(Int64.min), .min),
  ]

  @Test("an instant saturates instead of overflowing")
  func instantSaturates() {
    let late = Instant(nanoseconds: .max - 5)
    #expect(late.advanced(by: .seconds(1)) == .distantFuture)
    #expect(Instant(nanoseconds: 5).duration(to: Instant(nanoseconds: 3)) == .nanoseconds(-2))
  }
}

/// Beats once a minute for ever, in the background.
private actor KeepAlive: LaneActor {
  nonisolated let lane: Lane
  private let beats: WorldBound<Int>

  init(lane: Lane, _ beats: WorldBound<Int>) {
    self.lane = lane
    self.beats = beats
  }

  func beat() {
    beats.withValue { $0 += 1 }
    schedule(after: .minutes(1), background: true) { $0.beat() }
  }
}

/// Sleeps on its own lane.
private actor Napper: LaneActor {
  nonisolated let lane: Lane

  init(lane: Lane) {
    self.lane = lane
  }

  func nap(_ rounds: Int) async {
    for _ in 0..<rounds { try? await lane.world.sleep(for: .seconds(1)) }
  }
}
