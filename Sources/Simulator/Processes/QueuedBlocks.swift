internal import RehearsalCollections

/// A block of a process that waits for its turn as one of a queue.
struct QueuedBlock {
  /// The address of the queue that it was given to.
  let queue: UInt
  let route: QueueRoute
  /// Where it runs.
  let lane: Lane
  /// Whether no other block of its queue runs beside it.
  let isBarrier: Bool
  let run: @Sendable () -> Void
  /// The place among all blocks, in the order in which they came.
  fileprivate var number: UInt64 = 0

  init(
    queue: UInt, route: QueueRoute, lane: Lane, isBarrier: Bool, run: @escaping @Sendable () -> Void
  ) {
    self.queue = queue
    self.route = route
    self.lane = lane
    self.isBarrier = isBarrier
    self.run = run
  }
}

/// The blocks of a process that wait as those of queues.
///
/// Each has a turn on its lane, at which the first runs that may: code that waits for a queue may have run it before.
struct QueuedBlocks {
  /// By their lanes.
  private var blocks: [ObjectIdentifier: Deque<QueuedBlock>] = [:]
  /// The concurrent queues that blocks of are under way, by their addresses.
  private var queueGates: [UInt: QueueGate] = [:]
  /// How often each queue is suspended that is.
  private var suspensions: [UInt: Int] = [:]
  /// How many turns found none but blocks of suspended queues, by their lanes.
  private var missedTurns: [ObjectIdentifier: Int] = [:]
  /// What waits for a queue to be activated.
  private var dormant: [@Sendable () -> Void] = []
  /// How many blocks there were.
  private var count: UInt64 = 0
  /// The lanes whose code waits for a block of another queue, the outermost first.
  var waiting: [Lane] = []
  /// Those of them that the thread has which runs the block.
  var kept: [Lane] = []
  /// Those that the thread had of the code which waits.
  var keptByWaiting: [Lane] = []

  // MARK: - Coming and going

  /// Takes a block in.
  ///
  /// - Returns: Whether it waits on its lane, where it needs a turn, and not for a barrier.
  mutating func submit(_ block: QueuedBlock) -> Bool {
    count += 1
    var block = block
    block.number = count
    return admit(block, from: 0)
  }

  private mutating func admit(_ block: QueuedBlock, from first: Int) -> Bool {
    for gate in block.route.gates[first...] {
      let isBarrier = block.isBarrier && gate == block.queue
      guard queueGates[gate, default: QueueGate()].enter(block, isBarrier: isBarrier) else {
        return false
      }
    }
    blocks[ObjectIdentifier(block.lane), default: Deque()].append(block)
    return true
  }

  /// Notes that the code which is running has come a route without waiting there.
  mutating func enter(_ route: QueueRoute, asBarrierOf barrier: UInt?) {
    for gate in route.gates { queueGates[gate, default: QueueGate()].pass(gate == barrier) }
  }

  /// Notes that what came a route has ended.
  ///
  /// - Returns: The lane of each block that waits on its lane now.
  mutating func finish(_ route: QueueRoute) -> [Lane] {
    var lanes: [Lane] = []
    for gate in route.gates.reversed() {
      for block in queueGates[gate]?.leave() ?? [] {
        let place = block.route.gates.firstIndex(of: gate) ?? 0
        if admit(block, from: place + 1) { lanes.append(block.lane) }
      }
      if queueGates[gate]?.isIdle == true { queueGates[gate] = nil }
    }
    return lanes
  }

  /// Whether code that came now could run on a route at once.
  func isOpen(_ route: QueueRoute, on lane: Lane, asBarrierOf barrier: UInt?) -> Bool {
    guard !route.isInactive, !isHeld(route) else { return false }
    if route.isSerial, place(on: ObjectIdentifier(lane)) != nil { return false }
    return route.gates.allSatisfy { queueGates[$0]?.isOpen(toBarrier: $0 == barrier) ?? true }
  }

  // MARK: - Turns

  /// Takes out the block whose turn it is on a lane; nil where there is none.
  mutating func takeTurn(on lane: Lane) -> QueuedBlock? {
    let key = ObjectIdentifier(lane)
    if let place = place(on: key) { return take(at: place, on: key) }
    if blocks[key]?.isEmpty == false { missedTurns[key, default: 0] += 1 }
    return nil
  }

  /// Takes out the block that came first of those that code which waits lets run meanwhile, as on other threads; nil where there is
  /// none.
  ///
  /// - Parameter ofAll: Whether lanes that stand still, and queues that are suspended, run theirs, too.
  mutating func next(beside running: Lane, ofAll: Bool) -> QueuedBlock? {
    takeFirst(beside: running, ofAll: ofAll) { ofAll || !$0.lane.isFrozen }
  }

  /// Takes out the block that came first of those in the way of code that waits for a route; nil where there is none.
  mutating func next(
    before route: QueueRoute, on lane: Lane, beside running: Lane
  ) -> QueuedBlock? {
    takeFirst(beside: running, ofAll: false) { block in
      block.route.isSerial && block.lane === lane
        || block.route.gates.contains(where: route.gates.contains)
    }
  }

  private mutating func takeFirst(
    beside running: Lane, ofAll: Bool, where isWanted: (QueuedBlock) -> Bool
  ) -> QueuedBlock? {
    var found: (key: ObjectIdentifier, place: Int, number: UInt64)?
    // order: the least number is one.
    for (key, waiting) in blocks where !waiting.isEmpty {
      guard let place = ofAll ? 0 : place(on: key) else { continue }
      let block = waiting[place]
      guard isWanted(block), found.map({ block.number < $0.number }) ?? true else { continue }
      // A thread of its own runs a block of a concurrent queue.
      if block.route.isSerial {
        guard block.lane !== running, !self.waiting.contains(where: { $0 === block.lane }) else {
          continue
        }
      }
      found = (key, place, block.number)
    }
    return found.flatMap { take(at: $0.place, on: $0.key) }
  }

  private mutating func take(at place: Int, on lane: ObjectIdentifier) -> QueuedBlock? {
    guard place > 0 else { return blocks[lane]?.popFirst() }
    let number = blocks[lane]?[place].number
    return blocks[lane]?.removeAll { $0.number == number }.first
  }

  /// The place of the first block of a lane that no suspended queue holds; nil where there is none.
  private func place(on lane: ObjectIdentifier) -> Int? {
    guard let count = blocks[lane]?.count, count > 0 else { return nil }
    if suspensions.isEmpty { return 0 }
    return (0..<count).first { place in
      blocks[lane].map { !isHeld($0[place].route) } ?? false
    }
  }

  // MARK: - Queues that stand still

  private func isHeld(_ route: QueueRoute) -> Bool {
    !suspensions.isEmpty && route.queues.contains { suspensions[$0] != nil }
  }

  /// Whether a queue is suspended.
  func isSuspended(_ queue: UInt) -> Bool { suspensions[queue] != nil }

  /// Lets the blocks of a queue, and of those that lead to it, wait until it was resumed as often.
  mutating func suspend(_ queue: UInt) { suspensions[queue, default: 0] += 1 }

  /// Takes one suspension of a queue back.
  ///
  /// - Returns: The lane of each block that needs a turn now; nil where the queue is not suspended.
  mutating func resume(_ queue: UInt) -> [Lane]? {
    guard let count = suspensions[queue] else { return nil }
    suspensions[queue] = count > 1 ? count - 1 : nil
    return count > 1 ? [] : takeMissedTurns()
  }

  private mutating func takeMissedTurns() -> [Lane] {
    var lanes: [Lane] = []
    // order: sorted below.
    for (key, missed) in missedTurns {
      let waiting = blocks[key]?.elements ?? []
      let free = waiting.filter { !isHeld($0.route) }
      let taken = free.prefix(missed).map(\.lane)
      let left = min(missed - taken.count, waiting.count - free.count)
      missedTurns[key] = left > 0 ? left : nil
      lanes += taken
    }
    return lanes.sorted { $0.index < $1.index }
  }

  /// Keeps a block that leads to an inactive queue: `submit` is called when one is activated.
  mutating func rest(_ submit: @escaping @Sendable () -> Void) { dormant.append(submit) }

  /// Returns what waits for a queue to be activated, in its order.
  mutating func takeDormant() -> [@Sendable () -> Void] {
    let taken = dormant
    dormant = []
    return taken
  }
}
