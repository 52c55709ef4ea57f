import TestSupport
import Testing

@testable import Simulator

@Suite("How a run ends")
struct EndingTests {
  @Test("a scenario that returns passes")
  func passes() {
    guard case .passed = World(seed: 1).run({}) else {
      Issue.record("an empty scenario did not pass")
      return
    }
  }

  @Test("a scenario that throws fails and tells what it threw")
  func throwing() {
    let verdict = World(seed: 1).run { throw ScheduleError.unknown("x") }
    guard case .failed(let failure) = verdict else {
      Issue.record("ended as \(verdict)")
      return
    }
    #expect(failure.kind == "error")
    #expect(failure.expected.contains(#"there is no schedule "x""#))
  }

  @Test("an error whose place is not known is told at the line that the scenario reached last")
  func thrownBelow() throws {
    let world = World(seed: 1, telling: true)
    let line = CodeLocation(fileID: "App/Plan.swift", filePath: "/App/Plan.swift", line: 7)
    let verdict = world.run {
      world.scenarioLine = line
      // As if no frame of the stack had a line of the app's.
      defer { world.thrown = ThrownErrors() }
      throw ScheduleError.unknown("x")
    }
    guard case .failed(let failure) = verdict else {
      Issue.record("ended as \(verdict)")
      return
    }
    #expect(failure.location == line)
    #expect(failure.expected.hasSuffix("the last that the scenario is known to have reached"))
  }

  @Test("the first failure counts, and nothing runs after it")
  func firstFailure() {
    let world = World(seed: 1)
    let trace = Trace(in: world)
    let verdict = world.run {
      world.fail(Failure(kind: "invariant", expected: "first"))
      world.fail(Failure(kind: "invariant", expected: "second"))
      do { try await world.sleep(for: .seconds(1)) } catch { trace.note("\(type(of: error))") }
    }
    guard case .failed(let failure) = verdict else {
      Issue.record("ended as \(verdict)")
      return
    }
    #expect(failure.expected == "first")
    #expect(trace.all == ["WorldEnded"])
    #expect(world.now == .zero)
  }

  @Test("a stalled run says who waits for what")
  func stalled() {
    let world = World(seed: 1)
    let verdict = world.run {
      world.lane("Bob").spawn {
        try? await world.withContinuation({ "Bob for a receipt" }) { (_: WorldContinuation<Void>) in
        }
      }
      try await world.withContinuation({ "Alice for a message" }) { (_: WorldContinuation<Void>) in
      }
    }
    guard case .stalled(let reason) = verdict else {
      Issue.record("ended as \(verdict)")
      return
    }
    #expect(reason.contains("Alice for a message; Bob for a receipt"))
  }

  @Test("a run that waits for something unseen is stalled, not hung")
  func stalledOnContinuation() {
    let verdict = World(seed: 1).run {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        Forgotten.keep(continuation)
      }
    }
    guard case .stalled(let reason) = verdict else {
      Issue.record("ended as \(verdict)")
      return
    }
    #expect(reason.contains("the simulator cannot see"))
  }

  @Test("a run on background timers alone ends as stalled after its bound")
  func backgroundOnly() {
    let world = World(seed: 1, bounds: Bounds(backgroundOnly: .hours(2)))
    let verdict = world.run {
      let lane = world.lane("keep-alive")
      @Sendable func beat() { lane.schedule(after: .minutes(1), background: true) { beat() } }
      beat()
      try await world.withContinuation({ "for nothing" }) { (_: WorldContinuation<Void>) in }
    }
    #expect(verdict.outcome == .stalled)
    #expect(world.now == Instant.zero.advanced(by: .hours(2)))
  }

  @Test("a loop at one instant is exhausted, with the instant in the reason")
  func loopAtOneInstant() {
    let world = World(seed: 1, bounds: Bounds(eventsPerInstant: 1000))
    let verdict = world.run {
      try await world.sleep(for: .seconds(7))
      while !Task.isCancelled { await Task.yield() }
    }
    guard case .exhausted(let reason) = verdict else {
      Issue.record("ended as \(verdict)")
      return
    }
    #expect(reason.contains("more than 1000 steps ran at 7 s"))
  }

  @Test("a run that takes too many steps is exhausted")
  func tooManyEvents() {
    let world = World(seed: 1, bounds: Bounds(events: 500))
    let verdict = world.run {
      while true { try await world.sleep(for: .seconds(1)) }
    }
    guard case .exhausted(let reason) = verdict else {
      Issue.record("ended as \(verdict)")
      return
    }
    #expect(reason.contains("more than 500 steps"))
    #expect(world.eventCount < 520)
  }

  @Test("a run that takes too much virtual time is exhausted before the clock passes the bound")
  func tooMuchTime() {
    let world = World(seed: 1, bounds: Bounds(virtualTime: .days(2)))
    let verdict = world.run {
      try await world.sleep(for: .days(1))
      try await world.sleep(for: .days(2))
    }
    guard case .exhausted(let reason) = verdict else {
      Issue.record("ended as \(verdict)")
      return
    }
    #expect(reason.contains("2 d 00:00:00.000"))
    #expect(world.now == Instant.zero.advanced(by: .days(1)))
  }

  @Test("at the end every spawned task is cancelled and every waiter sent home")
  func everyoneGoesHome() {
    let world = World(seed: 1)
    let trace = Trace(in: world)
    world.run {
      world.lane("sleeper").spawn {
        do { try await world.sleep(for: .hours(1)) } catch { trace.note("sleeper \(error)") }
      }
      world.lane("stubborn").spawn {
        while !Task.isCancelled { try? await world.sleep(for: .hours(1)) }
        trace.note("stubborn cancelled")
      }
      try await world.sleep(for: .seconds(1))
      world.atEnd { trace.note("end handler") }
    }
    #expect(
      Set(trace.all) == [
        "sleeper the world ended while this task was waiting", "stubborn cancelled", "end handler",
      ])
    #expect(world.liveTasks.isEmpty)
    #expect(world.lanes.isEmpty)
  }

  @Test("a task that tries again for ever does not keep a run from ending")
  func retryingForEver() {
    let world = World(seed: 1)
    let verdict = world.run {
      world.lane("stubborn").spawn {
        while true { try? await world.sleep(for: .hours(1)) }
      }
      world.lane("patient").spawn {
        while true {
          try? await world.withContinuation({ "for ever" }) { (_: WorldContinuation<Void>) in }
        }
      }
      try await world.sleep(for: .seconds(1))
    }
    #expect(verdict.outcome == .passed)
  }

  @Test("a hundred and twenty thousand tasks that nobody awaits go home, and their world is freed")
  func manyLeftBehind() {
    weak var freed: World?
    do {
      let world = World(seed: 1)
      freed = world
      let verdict = world.run {
        for _ in 0..<120_000 { Task { try? await world.sleep(for: .hours(1)) } }
        try await world.sleep(for: .seconds(1))
      }
      #expect(verdict.outcome == .passed)
    }
    #expect(freed == nil)
  }

  @Test("a world is freed after its run, whatever lanes it used")
  func freed() {
    weak var freed: World?
    do {
      let world = World(seed: 1)
      freed = world
      let verdict = world.run {
        await MainActor.run {}
        await Task {}.value
        await Task.detached { try? await world.sleep(for: .seconds(1)) }.value
        world.lane("sleeper").spawn { try? await world.sleep(for: .hours(1)) }
        world.lane("alarm").schedule(after: .hours(1)) { _ = world.now }
        world.lane("waiter").spawn {
          try? await world.withContinuation({ "for ever" }) { (_: WorldContinuation<Void>) in }
        }
        try await world.sleep(for: .seconds(1))
      }
      #expect(verdict.outcome == .passed)
    }
    #expect(freed == nil)
  }
}
