internal import RehearsalCollections

/// The blocks of a process that wait on the lanes of queues.
struct QueuedBlocks {
  private struct Waiting {
    let lane: Lane
    let number: UInt64
    let block: @Sendable () -> Void
  }

  private var blocks: [ObjectIdentifier: Deque<Waiting>] = [:]
  /// How many blocks there were.
  private var count: UInt64 = 0
  /// The lanes whose code waits for a block of another queue, the outermost first.
  var waiting: [Lane] = []
  /// Those of them that the thread has which runs the block.
  var kept: [Lane] = []
  /// Those that the thread had of the code which waits.
  var keptByWaiting: [Lane] = []

  mutating func add(_ block: @escaping @Sendable () -> Void, on lane: Lane) {
    count += 1
    blocks[ObjectIdentifier(lane), default: Deque()].append(
      Waiting(lane: lane, number: count, block: block))
  }

  /// Takes out the block of a lane that came first; nil where none waits.
  mutating func next(on lane: Lane) -> (@Sendable () -> Void)? {
    blocks[ObjectIdentifier(lane)]?.popFirst()?.block
  }

  /// Takes out the block that came first of the lanes that could run it while the code of one waits; nil where there is none.
  ///
  /// - Parameter ofAll: Whether lanes that stand still run it, too.
  mutating func next(
    beside running: Lane, ofAll: Bool
  ) -> (lane: Lane, block: @Sendable () -> Void)? {
    // order: the least number is one.
    let first = blocks.values.compactMap(\.first).filter { block in
      block.lane !== running && (ofAll || !block.lane.isFrozen)
        && !waiting.contains { $0 === block.lane }
    }.min { $0.number < $1.number }
    guard let lane = first?.lane, let block = next(on: lane) else { return nil }
    return (lane, block)
  }
}

extension SimulatedProcess {
  /// Runs blocks of another lane within a step of one whose code waits for them.
  func run(on lane: Lane, whileWaiting running: Lane, _ blocks: () -> Void) {
    world.footprints?.touchEverything()
    // What the blocks ask for is the app's affair, as in a step of their own.
    let wasWatched = RealWorld.watch(true)
    let (kept, keptByWaiting) = (queuedBlocks.kept, queuedBlocks.keptByWaiting)
    queuedBlocks.kept = []
    queuedBlocks.keptByWaiting = kept
    queuedBlocks.waiting.append(running)
    unsafe world.currentLane = Unmanaged.passUnretained(lane)
    blocks()
    queuedBlocks.kept = kept
    queuedBlocks.keptByWaiting = keptByWaiting
    unsafe world.currentLane = Unmanaged.passUnretained(running)
    _ = queuedBlocks.waiting.popLast()
    RealWorld.watch(wasWatched)
  }
}
