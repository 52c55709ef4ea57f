import TestSupport
import Testing

@testable import Simulator

@Suite("Cancelling a sleep")
struct SleepCancellationTests {
  @Test("a task cancelled before it sleeps does not sleep")
  func cancelledBefore() {
    let world = World(seed: 1)
    let trace = Trace(in: world)
    world.run {
      let task = world.lane("sleeper").spawn {
        await sleepAndNote("first", .hours(1), world, trace)
        await sleepAndNote("second", .hours(1), world, trace)
      }
      task.cancel()
      await task.value
    }
    #expect(trace.all == ["first cancelled at 0 s", "second cancelled at 0 s"])
  }

  @Test("a task cancelled in its sleep wakes at that instant")
  func cancelledDuring() {
    let world = World(seed: 1)
    let trace = Trace(in: world)
    world.run {
      let task = world.lane("sleeper").spawn {
        await sleepAndNote("short", .seconds(1), world, trace)
        await sleepAndNote("long", .hours(1), world, trace)
        await sleepAndNote("next", .hours(1), world, trace)
      }
      try await world.sleep(for: .seconds(5))
      task.cancel()
      await task.value
    }
    #expect(
      trace.all == ["short slept until 1 s", "long cancelled at 5 s", "next cancelled at 5 s"])
    #expect(world.timers.count == 0)
  }

  @Test("cancelling a child wakes the child alone", arguments: [Schedule.fifo, .random])
  func childAlone(schedule: Schedule) {
    let world = World(seed: 3, schedule: schedule)
    let trace = Trace(in: world)
    world.run {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await sleepAndNote("stays", .seconds(10), world, trace) }
        group.addTask {
          await withTaskGroup(of: Void.self) { inner in
            inner.addTask { await sleepAndNote("goes", .seconds(10), world, trace) }
            try? await world.sleep(for: .seconds(2))
            inner.cancelAll()
          }
        }
      }
      await sleepAndNote("parent", .seconds(1), world, trace)
    }
    #expect(
      trace.all == ["goes cancelled at 2 s", "stays slept until 10 s", "parent slept until 11 s"])
  }

  @Test("cancelling a task wakes its children and the task itself")
  func parentAndChildren() {
    let world = World(seed: 1)
    let trace = Trace(in: world)
    world.run {
      let task = world.lane("parent").spawn {
        async let child: Void = sleepAndNote("child", .hours(1), world, trace)
        await sleepAndNote("parent", .hours(1), world, trace)
        await child
      }
      try await world.sleep(for: .seconds(1))
      task.cancel()
      await task.value
    }
    #expect(trace.all.sorted() == ["child cancelled at 1 s", "parent cancelled at 1 s"])
  }

  @Test("cancelling a task that started at once inside another one's step spares the other")
  func immediateTask() {
    let world = World(seed: 1)
    let trace = Trace(in: world)
    world.run {
      let inner = Task.immediate { await sleepAndNote("inner", .seconds(10), world, trace) }
      try await world.sleep(for: .seconds(1))
      inner.cancel()
      await sleepAndNote("outer", .seconds(1), world, trace)
    }
    #expect(trace.all == ["inner cancelled at 1 s", "outer slept until 2 s"])
  }

  @Test("each of many tasks on one lane is cancelled by itself")
  func manyTasksOnOneLane() {
    let world = World(seed: 1)
    let trace = Trace(in: world)
    world.run {
      let lane = world.lane("shared")
      let tasks = (0..<10).map { index in
        lane.spawn { await sleepAndNote("task \(index)", .seconds(20 + index), world, trace) }
      }
      for index in [1, 8, 3] {
        try await world.sleep(for: .seconds(1))
        tasks[index].cancel()
      }
      for task in tasks { await task.value }
    }
    let cancelled = [1, 8, 3].enumerated().map { "task \($1) cancelled at \($0 + 1) s" }
    let slept = [0, 2, 4, 5, 6, 7, 9].map { "task \($0) slept until \(20 + $0) s" }
    #expect(trace.all == cancelled + slept)
  }

  @Test("a sleep of an actor is cancelled with the task that called it")
  func actorSleep() {
    let world = World(seed: 1)
    let trace = Trace(in: world)
    world.run {
      let scribe = Scribe("scribe", in: world, trace)
      let task = world.lane("caller").spawn { await scribe.sleepAndNote(.hours(1), "woke") }
      try await world.sleep(for: .seconds(3))
      task.cancel()
      await task.value
    }
    #expect(trace.all == ["woke at 3 s"])
  }
}

/// Sleeps, and notes how it ended.
private func sleepAndNote(
  _ name: String, _ duration: Duration, _ world: World, _ trace: Trace
) async {
  do {
    try await world.sleep(for: duration)
    trace.note("\(name) slept until \(world.now)")
  } catch is CancellationError {
    trace.note("\(name) cancelled at \(world.now)")
  } catch {
    trace.note("\(name) ended with \(error)")
  }
}
