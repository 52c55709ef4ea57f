internal import SystemSupport

/// A block for a queue of Dispatch.
struct QueueWork: Sendable {
  /// The address of the queue, which the block keeps.
  let queue: UInt
  /// Whether no other block of the queue is to run beside it.
  let isBarrier: Bool
  let run: @Sendable () -> Void

  /// The same with something to do behind it.
  func followed(by next: @escaping @Sendable () -> Void) -> Self {
    let run = run
    return Self(queue: queue, isBarrier: isBarrier) {
      run()
      next()
    }
  }
}

extension World {
  /// Gives a block to a queue of the code that is running.
  func give(_ work: QueueWork) {
    if let currentProcess { return currentProcess.give(work) }
    lane(ofQueue: work.queue).post { work.run() }
  }

  /// Gives a block to a queue of the code that is running once a moment has come.
  func give(_ work: QueueWork, at deadline: QueueDeadline) {
    if let currentProcess { return currentProcess.give(work, at: deadline) }
    lane(ofQueue: work.queue).post(at: deadline) { work.run() }
  }

  /// The lane for blocks of code that is of no process.
  private func lane(ofQueue queue: UInt) -> Lane {
    queue == QueueBlocks.mainQueue ? currentMainLane : currentGlobalLane
  }
}

extension SimulatedProcess {
  /// Runs a block of C as one of the main queue, for code of the process.
  package func postToMainQueue(_ block: UnsafeRawPointer) {
    guard let queue = unsafe UnsafeRawPointer(bitPattern: QueueBlocks.mainQueue),
      let work = unsafe QueueBlocks.work(block, of: queue)
    else { return }
    give(work)
  }

  /// Runs a block as a step, unless code that waits for its queue runs it before.
  func give(_ work: QueueWork) {
    guard let route = openRoute(of: work.queue) else {
      return queuedBlocks.rest { [unowned self] in give(work) }
    }
    submit(work, route, on: lane(of: route, from: work.queue)) { self.postTurn(on: $0) }
  }

  /// Runs a block once a moment has come, as a step behind those that its queue has then.
  func give(_ work: QueueWork, at deadline: QueueDeadline) {
    guard let route = openRoute(of: work.queue) else {
      // Its target, and so its lane, is not known yet.
      return globalLane.post(at: deadline) { [unowned self] in give(work) }
    }
    let lane = lane(of: route, from: work.queue)
    lane.post(at: deadline) { [unowned self, unowned lane] in bring(work, in: lane) }
  }

  /// Runs a block at the running step of a lane, or another one that was given to the lane's queue before.
  func bring(_ work: QueueWork, in lane: Lane) {
    guard let route = openRoute(of: work.queue) else {
      return queuedBlocks.rest { [unowned self] in give(work) }
    }
    let home = route.isSerial ? self.lane(of: route, from: work.queue) : lane
    submit(work, route, on: home) { $0 === lane ? takeTurn(on: $0) : postTurn(on: $0) }
  }

  /// The lane on which a block that is given to a queue now would run.
  func lane(ofQueue queue: UInt) -> Lane {
    guard let address = unsafe UnsafeRawPointer(bitPattern: queue) else { return mainLane }
    return lane(of: unsafe QueueRoute(from: address), from: queue)
  }

  /// The route from a queue; nil where an inactive queue is on it.
  private func openRoute(of queue: UInt) -> QueueRoute? {
    guard let address = unsafe UnsafeRawPointer(bitPattern: queue) else { return nil }
    let route = unsafe QueueRoute(from: address)
    return route.isInactive ? nil : route
  }

  private func submit(
    _ work: QueueWork, _ route: QueueRoute, on lane: Lane, turn: (Lane) -> Void
  ) {
    // Blocks of several lanes wait for each other's barriers.
    if !route.gates.isEmpty { world.footprints?.touchEverything() }
    let block = QueuedBlock(
      queue: work.queue, route: route, lane: lane, isBarrier: work.isBarrier, run: work.run)
    if queuedBlocks.submit(block) { turn(lane) }
  }

  /// Lets a lane have a step for the next of its blocks.
  func postTurn(on lane: Lane) {
    lane.post { [unowned self, unowned lane] in takeTurn(on: lane) }
  }

  private func takeTurn(on lane: Lane) {
    if let block = queuedBlocks.takeTurn(on: lane) { run(block) }
  }

  // MARK: - Running

  /// The addresses of the queues that the running thread has, the innermost last.
  var presentQueues: [UInt] {
    queuesOfThread.isEmpty && isOnMainLane ? [QueueBlocks.mainQueue] : queuesOfThread
  }

  /// Runs a block that has been taken out.
  func run(_ block: QueuedBlock) {
    run(as: [block.queue], over: block.route, block.run)
  }

  /// Runs code as that of queues, which has come a route.
  func run(as queues: [UInt], over route: QueueRoute, _ body: () -> Void) {
    let before = queuesOfThread
    queuesOfThread = queues
    body()
    queuesOfThread = before
    guard !route.gates.isEmpty else { return }
    world.footprints?.touchEverything()
    for lane in queuedBlocks.finish(route) { postTurn(on: lane) }
  }

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

  /// Runs what is in the way of code that waits for a queue: blocks that came before, and those that resume or activate it.
  ///
  /// - Parameters:
  ///   - barrier: The queue whose barrier the code is; nil where it is none.
  ///   - running: The lane of the code that waits.
  /// - Returns: The route, and the lane on which the code goes on; nil where nothing lets it.
  func waitForRoute(
    of queue: UInt, asBarrierOf barrier: UInt?, on running: Lane
  ) -> (route: QueueRoute, lane: Lane)? {
    guard let address = unsafe UnsafeRawPointer(bitPattern: queue) else { return nil }
    while true {
      let route = unsafe QueueRoute(from: address)
      // On a concurrent queue the code goes on where it is.
      let lane = route.isSerial ? lane(of: route, from: queue) : running
      if route.isSerial {
        let isOwn = lane === running || queuedBlocks.waiting.contains { $0 === lane }
        if isOwn { return nil }
      }
      if hasEnded || queuedBlocks.isOpen(route, on: lane, asBarrierOf: barrier) {
        return (route, lane)
      }
      if let next = queuedBlocks.next(before: route, on: lane, beside: running) {
        run(on: next.lane, whileWaiting: running) { run(next) }
      } else if !QueueBlocks.runMeanwhile() {
        return isStandingStill ? (route, lane) : nil
      }
    }
  }
}
