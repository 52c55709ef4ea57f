import TestSupport
import Testing

@testable import Simulator

@Suite("Parked tasks")
struct ParkedTests {
  @Test("a parked task goes on with the first thing it is told, and only once")
  func resumesOnce() {
    let world = World(seed: 1)
    let trace = Trace(in: world)
    let passed = world.mustPass {
      let value: Int = try await world.withContinuation({ "for a number" }) { continuation in
        world.lane("teller").schedule(after: .seconds(1)) {
          trace.note("waiting \(continuation.isWaiting)")
          continuation.resume(returning: 1)
          trace.note("waiting \(continuation.isWaiting)")
          continuation.resume(returning: 2)
          continuation.resume(throwing: CancellationError())
        }
      }
      trace.note("\(value) at \(world.now)")
    }
    #expect(passed)
    #expect(trace.all == ["waiting true", "waiting false", "1 at 1 s"])
    #expect(world.waiters.isEmpty)
  }

  @Test("a parked task may be resumed before it sleeps")
  func resumedAtOnce() {
    let world = World(seed: 1)
    let passed = world.mustPass {
      let value: String = try await world.withContinuation({ "for a word" }) {
        $0.resume(returning: "word")
      }
      guard value == "word" else { throw CancellationError() }
    }
    #expect(passed)
  }

  @Test("an error that a parked task is told is thrown where it waits")
  func throwsWhatItIsTold() {
    let world = World(seed: 1)
    let trace = Trace(in: world)
    world.run {
      do {
        try await world.withContinuation({ "for news" }) {
          (continuation: WorldContinuation<Void>) in
          continuation.resume(throwing: ScheduleError.unknown("news"))
        }
      } catch { trace.note("\(error)") }
    }
    #expect(
      trace.all == [#"there is no schedule "news"; use fifo, random or pct:D, such as pct:3"#])
  }

  @Test("a parked task that is cancelled goes on at that instant", arguments: [true, false])
  func cancelled(early: Bool) {
    let world = World(seed: 1)
    let trace = Trace(in: world)
    world.run {
      let task = world.lane("waiter").spawn {
        do {
          try await world.withContinuation({ "for ever" }) { (_: WorldContinuation<Void>) in }
        } catch { trace.note("\(type(of: error)) at \(world.now)") }
      }
      if !early { try await world.sleep(for: .seconds(1)) }
      task.cancel()
      await task.value
    }
    #expect(trace.all == ["CancellationError at \(early ? "0 s" : "1 s")"])
    #expect(world.waiters.isEmpty)
  }

  @Test("untilQuiet waits for timers and posts, but not for background timers")
  func untilQuiet() {
    let world = World(seed: 1)
    let trace = Trace(in: world)
    let passed = world.mustPass {
      let lane = world.lane("busy")
      lane.schedule(after: .hours(1), background: true) { trace.note("background") }
      lane.schedule(after: .seconds(1)) {
        trace.note("first at \(world.now)")
        lane.schedule(after: .seconds(1)) { trace.note("second at \(world.now)") }
      }
      try await world.untilQuiet()
      trace.note("quiet at \(world.now)")
      try await world.untilQuiet()
      trace.note("still quiet at \(world.now)")
    }
    #expect(passed)
    #expect(
      trace.all == ["first at 1 s", "second at 2 s", "quiet at 2 s", "still quiet at 2 s"])
  }
}
