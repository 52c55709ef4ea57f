internal import Simulator

extension PlantedBug {
  /// The programs, by depth. None of their bugs shows under `fifo`.
  public static let corpus: [PlantedBug] =
    [
      useBeforeMaking, lastOfMany, unwatched, invalidated, invalidatedLate, lostUpdate, deadlock,
      peeked, relay, lateRelay,
    ] + tasks

  // MARK: - One constraint

  /// The user would have to overtake the maker, who has less to do before.
  static let useBeforeMaking = PlantedBug(
    "use before making", depth: 1, lanes: 3, "something is used before it was made"
  ) { memory in
    [
      Strand("maker", Memory.idle(2) + [{ memory[0] = 1 }]),
      Strand(
        "user", Memory.idle(6) + [{ if memory[0] == 0 { memory.fail("use before the making") } }]),
    ]
  }

  /// One of seven strands, which comes first by default, has to come after all others have ended.
  static let lastOfMany = PlantedBug(
    "last of many", depth: 1, lanes: 8, "the first strand is overtaken by the whole of a longer one"
  ) { memory in
    [
      Strand("first", [{ if memory[0] == 1 { memory.fail("first step behind the last") } }]),
      Strand("long", Memory.idle(12) + [{ memory[0] = 1 }]),
    ] + (1...5).map { Strand("bystander \($0)", Memory.idle(4)) }
  }

  /// An actor is told something before it was told to watch for it.
  static let unwatched = PlantedBug(
    "unwatched", depth: 1, lanes: 4, "news arrives before anybody watches for them"
  ) { world in
    let watcher = Watcher(lane: world.lane("watcher"))
    world.lane("subscriber").spawn { await watcher.watch() }
    world.lane("source").spawn {
      for _ in 0..<4 { await Task.yield() }
      await watcher.tell()
    }
    try await world.untilQuiet()
    if await watcher.isMissing {
      world.fail(Failure(kind: "invariant", expected: "no news that nobody heard"))
    }
  }

  // MARK: - Two constraints

  /// Something is invalidated between the check and the act.
  static let invalidated = PlantedBug(
    "invalidated", depth: 2, lanes: 4, "what was checked has become invalid before it is used"
  ) { memory in
    checking(memory, ownerIdles: 7) + [Strand("bystander", Memory.idle(4))]
  }

  /// The same with much to do before the invalidation.
  static let invalidatedLate = PlantedBug(
    "invalidated late", depth: 2, lanes: 3, "what was checked has become invalid before it is used"
  ) { memory in checking(memory, ownerIdles: 30) }

  private static func checking(_ memory: Memory, ownerIdles: Int) -> [Strand] {
    [
      Strand(
        "user",
        Memory.idle(2) + [{ memory[1] = memory[0] == 0 ? 1 : 0 }]
          + [{ if memory[0] == 1, memory[1] == 1 { memory.fail("use of what is invalid") } }]),
      Strand("owner", Memory.idle(ownerIdles) + [{ memory[0] = 1 }]),
    ]
  }

  /// A counter is read, and written back over another strand's increment.
  static let lostUpdate = PlantedBug(
    "lost update", depth: 2, lanes: 3, "an increment is overwritten by one that began before it"
  ) { memory in
    func increment(_ local: Int) -> [@Sendable () -> Void] {
      [{ memory[local] = memory[0] }, { memory[0] = memory[local] + 1 }]
    }
    let check: @Sendable () -> Void = {
      memory[3] += 1
      if memory[3] == 2, memory[0] != 2 { memory.fail("lost update") }
    }
    return [
      Strand("early", increment(1) + [check]),
      Strand("late", Memory.idle(6) + increment(2) + [check]),
    ]
  }

  /// Two tasks take two locks in opposite orders.
  static let deadlock = PlantedBug(
    "deadlock", depth: 2, lanes: 5, "two tasks hold one lock each and wait for the other's"
  ) { world in
    let (left, right) = (Lock(lane: world.lane("left")), Lock(lane: world.lane("right")))
    let use: @Sendable (Lock, Lock) async -> Void = { outer, inner in
      do {
        try await outer.take()
        try await inner.take()
        await inner.release()
        await outer.release()
      } catch {
        // The world ended, and with it the deadlock.
      }
    }
    world.lane("patient").spawn {
      for _ in 0..<8 { await Task.yield() }
      await use(left, right)
    }
    world.lane("hasty").spawn { await use(right, left) }
    try await world.untilQuiet()
    if await left.isTaken {
      world.fail(Failure(kind: "invariant", expected: "no deadlock"))
    }
  }

  // MARK: - Three constraints

  /// One strand acts within another one's window, and a third one sees it before the window closes.
  static let peeked = PlantedBug(
    "peeked", depth: 3, lanes: 4, "what happens within a window is seen before the window closes"
  ) { memory in
    [
      Strand("window", [{ memory[0] = 1 }, { memory[0] = 2 }]),
      Strand("actor", Memory.idle(4) + [{ if memory[0] == 1 { memory[1] = 1 } }]),
      Strand(
        "viewer",
        Memory.idle(2) + [{ if memory[0] == 1, memory[1] == 1 { memory.fail("peeking") } }]),
    ]
  }

  /// Two strands have to alternate twice.
  static let relay = PlantedBug(
    "relay", depth: 3, lanes: 3, "two strands hand over to each other three times"
  ) { memory in relaying(memory, idles: 5) }

  /// The same with much to do before the second strand's first leg.
  static let lateRelay = PlantedBug(
    "late relay", depth: 3, lanes: 3, "two strands hand over to each other three times"
  ) { memory in relaying(memory, idles: 25) }

  private static func relaying(_ memory: Memory, idles: Int) -> [Strand] {
    func leg(_ number: Int) -> @Sendable () -> Void {
      {
        if memory[0] == number { memory[0] += 1 }
        if memory[0] == 4 { memory.fail("relay") }
      }
    }
    return [
      Strand("first", [leg(0)] + Memory.idle(1) + [leg(2)]),
      Strand("second", Memory.idle(idles) + [leg(1), leg(3)]),
    ]
  }
}
