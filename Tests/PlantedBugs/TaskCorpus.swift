internal import Simulator

// Programs of ordinary tasks, as an app starts them: children, groups, plain actors, streams, the main actor.

extension PlantedBug {
  /// The programs of tasks that prefer no lane of their own. None of their bugs shows under `fifo`.
  static let tasks: [PlantedBug] = [
    readBeforeWrite, lateGroup, lostByChildren, lostByTasks, reentered, twoProducers,
    cancelledEarly, mainActorHops,
  ]

  /// A plain actor: the runtime's own executor runs it.
  private actor Cell {
    private(set) var value = 0

    func set(_ value: Int) { self.value = value }

    /// Reads, lets others in, and writes back what it has read, increased.
    func increaseWithPause() async {
      let seen = value
      await Task.yield()
      value = seen + 1
    }
  }

  /// Work that does nothing, as a task of its own would do it.
  private static func idle(_ count: Int) async {
    for _ in 0..<count { await Task.yield() }
  }

  private static func fail(_ world: World, _ what: String) {
    world.fail(Failure(kind: "invariant", expected: "no \(what)"))
  }

  /// A child task that reads overtakes the one before it that writes.
  static let readBeforeWrite = PlantedBug(
    "read before write", depth: 1, lanes: 3, "a child task reads what another one has yet to write"
  ) { world in
    let cell = Cell()
    async let writer: Void = cell.set(1)
    async let read = cell.value
    let (_, seen) = await (writer, read)
    if seen == 0 { fail(world, "read before the write") }
  }

  /// The first task of a group comes behind the others, which have more to do.
  static let lateGroup = PlantedBug(
    "late member", depth: 1, lanes: 4, "the first task of a group ends last"
  ) { world in
    let last = Cell()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await last.set(1) }
      for number in 2...3 {
        group.addTask {
          await idle(2)
          await last.set(number)
        }
      }
    }
    if await last.value == 1 { fail(world, "member of a group that comes last") }
  }

  /// Two child tasks read a plain actor and write back what they have read, increased.
  static let lostByChildren = PlantedBug(
    "lost by children", depth: 2, lanes: 3, "an increment of a child task is overwritten"
  ) { world in
    let cell = Cell()
    async let early: Void = increase(cell, after: 0)
    async let late: Void = increase(cell, after: 6)
    _ = await (early, late)
    if await cell.value != 2 { fail(world, "lost update") }
  }

  /// The same in tasks that nobody is the parent of.
  static let lostByTasks = PlantedBug(
    "lost by tasks", depth: 2, lanes: 3, "an increment of an unstructured task is overwritten"
  ) { world in
    let cell = Cell()
    let early = Task.detached { await increase(cell, after: 0) }
    let late = Task { await increase(cell, after: 6) }
    _ = await (early.value, late.value)
    if await cell.value != 2 { fail(world, "lost update") }
  }

  private static func increase(_ cell: Cell, after steps: Int) async {
    await idle(steps)
    let seen = await cell.value
    await cell.set(seen + 1)
  }

  /// An actor is entered again while a call of it waits.
  static let reentered = PlantedBug(
    "re-entered", depth: 2, lanes: 3, "a plain actor changes while a call of it waits"
  ) { world in
    let cell = Cell()
    async let early: Void = cell.increaseWithPause()
    async let late: Void = {
      await idle(6)
      await cell.increaseWithPause()
    }()
    _ = await (early, late)
    if await cell.value != 2 { fail(world, "lost update") }
  }

  /// The second of two producers of a stream is first.
  static let twoProducers = PlantedBug(
    "two producers", depth: 1, lanes: 4,
    "a stream's elements come in another order than its producers were started in"
  ) { world in
    let (stream, elements) = AsyncStream<Int>.makeStream()
    let producers = (0..<2).map { number in
      Task { _ = elements.yield(number) }
    }
    for producer in producers { await producer.value }
    elements.finish()
    var seen: [Int] = []
    for await element in stream { seen.append(element) }
    if seen != [0, 1] { fail(world, "element that overtakes another one") }
  }

  /// A task is cancelled before it has come to its end.
  static let cancelledEarly = PlantedBug(
    "cancelled early", depth: 1, lanes: 3,
    "a cancellation comes before what it should come too late for"
  ) { world in
    let work = Task { Task.isCancelled }
    let cancelling = Task {
      await idle(4)
      work.cancel()
    }
    await cancelling.value
    if await work.value { fail(world, "cancellation before the end") }
  }

  /// State of the main actor.
  @MainActor private final class Counter {
    var value = 0
  }

  /// Two tasks of the main actor read, go elsewhere, and write back.
  static let mainActorHops = PlantedBug(
    "main actor hops", depth: 2, lanes: 4,
    "the main actor's state changes while a task of it is elsewhere"
  ) { world in
    let counter = await MainActor.run { Counter() }
    @Sendable @MainActor func increase(after steps: Int) async {
      await idle(steps)
      let seen = counter.value
      await idle(1)
      counter.value = seen + 1
    }
    let early = Task { await increase(after: 0) }
    let late = Task { await increase(after: 6) }
    _ = await (early.value, late.value)
    if await MainActor.run(body: { counter.value }) != 2 { fail(world, "lost update") }
  }
}
