internal import SystemSupport

/// Blocks that code of a run gives to queues of Dispatch: they run as steps of lanes of the process, on virtual time.
///
/// The main queue is the process's main lane, so that its blocks and the main actor run one after the other, as on a phone. A
/// private queue has a lane, or that of the queue to which its blocks lead (``QueueRoute``). A global queue has as many lanes
/// as a phone has cores, which its blocks take by turns, and so has a private concurrent one: ours.
enum QueueBlocks {
  private typealias Copy = @convention(c) (UnsafeRawPointer) -> UnsafeRawPointer?
  private typealias Release = @convention(c) (UnsafeRawPointer) -> Void
  private typealias Invoke = @convention(c) (UnsafeRawPointer) -> Void
  private typealias Specific =
    @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UnsafeMutableRawPointer?
  private typealias Label = @convention(c) (UnsafeRawPointer) -> UnsafePointer<CChar>?

  private static let copy = unsafe DynamicLinker.symbol("_Block_copy").map {
    unsafe unsafeBitCast($0, to: Copy.self)
  }
  private static let release = unsafe DynamicLinker.symbol("_Block_release").map {
    unsafe unsafeBitCast($0, to: Release.self)
  }
  private static let findLabel = unsafe DynamicLinker.symbol("dispatch_queue_get_label").map {
    unsafe unsafeBitCast($0, to: Label.self)
  }
  private static let specific = unsafe DynamicLinker.symbol("dispatch_queue_get_specific").map {
    unsafe unsafeBitCast($0, to: Specific.self)
  }
  /// The queue that stands for none: the global one of the default priority.
  static var defaultQueue: UnsafeRawPointer? {
    typealias Find = @convention(c) (Int, UInt) -> UnsafeRawPointer?
    return unsafe DynamicLinker.symbol("dispatch_get_global_queue").flatMap {
      unsafe unsafeBitCast($0, to: Find.self)(0, 0)
    }
  }
  static let mainQueue = unsafe UInt(bitPattern: DynamicLinker.symbol("_dispatch_main_q"))

  static func isMain(_ queue: UnsafeRawPointer) -> Bool { UInt(bitPattern: queue) == mainQueue }

  /// A copied block, released once it has run or will never run. Until then it keeps its queue, as Dispatch does.
  ///
  /// `@unchecked Sendable`: it runs as a step, on the thread that drives the world.
  @safe private final class Block: @unchecked Sendable {
    private let address: UnsafeRawPointer
    private let queue: KeptQueue

    init(_ address: UnsafeRawPointer, of queue: UnsafeRawPointer) {
      unsafe self.address = address
      unsafe self.queue = KeptQueue(queue)
    }

    deinit { unsafe QueueBlocks.release?(address) }

    func run() { unsafe QueueBlocks.call(address) }
  }

  /// Calls the function of a block, which lies behind its class and its flags (Block_private.h).
  private static func call(_ block: UnsafeRawPointer) {
    let invoke = unsafe block.load(fromByteOffset: 16, as: UnsafeRawPointer.self)
    unsafe unsafeBitCast(invoke, to: Invoke.self)(block)
  }

  /// Makes ready to run a block as one of a queue; nil where there is none of either.
  static func work(
    _ block: UnsafeRawPointer?, of queue: UnsafeRawPointer?, isBarrier: Bool = false
  ) -> QueueWork? {
    guard let copy = unsafe copy, let block = unsafe block, let queue = unsafe queue,
      let copied = unsafe copy(block)
    else { return nil }
    let kept = unsafe Block(copied, of: queue)
    return QueueWork(
      queue: UInt(bitPattern: queue),
      isBarrier: unsafe isBarrier || DispatchLayout.isBarrier(block)
    ) { kept.run() }
  }

  /// Takes a block for a queue; false where no world is driven.
  ///
  /// - Parameters:
  ///   - when: A time as Dispatch encodes it: 0 for at once, the greatest for never.
  ///   - isBarrier: Whether no other block of the queue is to run beside it.
  static func take(
    _ block: UnsafeRawPointer, for queue: UnsafeRawPointer, when: UInt64, isBarrier: Bool
  ) -> Bool {
    guard let world = Ambient.world,
      let work = unsafe work(block, of: queue, isBarrier: isBarrier)
    else { return false }
    if when == 0 {
      world.give(work)
    } else if let deadline = QueueDeadline(when, in: world) {
      world.give(work, at: deadline)
    }
    return true
  }

  // MARK: - Waiting

  /// Runs a block as one of a queue for which the code that is running waits: behind the blocks that were given to the queue
  /// before it, all of them in this step. Of a concurrent queue it waits for those that a barrier is among. Who waits for a global
  /// queue waits for no other block.
  ///
  /// Dispatch runs the block on the thread that waits, unless the queue is the main one (dispatch_sync(3)). That thread still has the
  /// queues that it had: a block for which the main actor waits may use what is isolated to the main actor.
  ///
  /// - Returns: One of `Interposed.SyncOutcome`.
  static func sync(
    _ block: UnsafeRawPointer, on queue: UnsafeRawPointer, isBarrier: Bool
  ) -> UInt8 {
    guard let world = Ambient.world, let process = world.currentProcess,
      let running = unsafe world.currentLane?.takeUnretainedValue()
    else { return Interposed.SyncOutcome.refused }
    let address = UInt(bitPattern: queue)
    let isBarrier = unsafe isBarrier || DispatchLayout.isBarrier(block)
    let barrier = isBarrier ? address : nil
    guard
      let (route, lane) = process.waitForRoute(of: address, asBarrierOf: barrier, on: running)
    else { return Interposed.SyncOutcome.waitsForItself }
    if route.isGlobal { return Interposed.SyncOutcome.refused }
    let queues = unsafe isMain(queue) ? [address] : process.presentQueues + [address]
    process.run(on: lane, whileWaiting: running) {
      if unsafe !isMain(queue) {
        process.queuedBlocks.kept = process.queuedBlocks.keptByWaiting + [running]
      }
      process.queuedBlocks.enter(route, asBarrierOf: barrier)
      process.run(as: queues, over: route) { unsafe call(block) }
    }
    return Interposed.SyncOutcome.done
  }

  /// Runs the block that came first of those that wait for other queues of the process, while the code that is running waits: on
  /// a phone it would run on a thread of its own. In a process that has ended with this step, it brings the step to its end.
  ///
  /// - Returns: Whether there was one.
  static func runMeanwhile() -> Bool {
    guard let world = Ambient.world, let process = world.currentProcess,
      let running = unsafe world.currentLane?.takeUnretainedValue(),
      let next = process.queuedBlocks.next(beside: running, ofAll: process.hasEnded)
    else { return false }
    process.run(on: next.lane, whileWaiting: running) { process.run(next) }
    return true
  }

  // MARK: - Queues that stand still

  /// Suspends a private queue of the code that is running, or resumes it as often as it was suspended; false for any other.
  static func suspend(_ queue: UnsafeRawPointer, _ isSuspended: Bool) -> Bool {
    guard let process = Ambient.world?.currentProcess, unsafe !isMain(queue),
      unsafe DispatchLayout.target(of: queue) != nil
    else { return false }
    process.world.footprints?.touchEverything()
    let address = UInt(bitPattern: queue)
    if isSuspended {
      process.queuedBlocks.suspend(address)
      return true
    }
    guard let lanes = process.queuedBlocks.resume(address) else { return false }
    for lane in lanes { process.postTurn(on: lane) }
    return true
  }

  /// Lets the blocks go on that waited for a queue to be activated.
  static func activate() {
    guard let process = Ambient.world?.currentProcess else { return }
    process.world.footprints?.touchEverything()
    for submit in process.queuedBlocks.takeDormant() { submit() }
  }

  // MARK: - The queue of the code that is running

  /// Finds what the queue on which the code of a process runs keeps under a key, or the next of its targets that keeps something;
  /// false for code that runs on none.
  static func findSpecific(
    _ key: UnsafeRawPointer, _ kept: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> Bool {
    guard let process = Ambient.world?.currentProcess, let specific = unsafe specific,
      let present = process.presentQueues.last,
      let queue = unsafe UnsafeRawPointer(bitPattern: present)
    else { return false }
    let route = unsafe QueueRoute(from: queue)
    guard !route.isGlobal else { return false }
    unsafe kept.pointee = nil
    for address in route.queues + (route.endsOnMain ? [mainQueue] : []) {
      guard let queue = unsafe UnsafeRawPointer(bitPattern: address),
        let found = unsafe specific(queue, key)
      else { continue }
      unsafe kept.pointee = found
      return true
    }
    return true
  }

  /// Where the code that is running runs with regard to a queue; on a global one any code of a process may.
  static func place(of queue: UnsafeRawPointer) -> UInt8 {
    guard let process = Ambient.world?.currentProcess else {
      return Interposed.QueuePlace.unknown
    }
    if unsafe QueueRoute(from: queue).isGlobal { return Interposed.QueuePlace.onQueue }
    let isThere = process.presentQueues.contains { address in
      guard let present = unsafe UnsafeRawPointer(bitPattern: address) else { return false }
      return unsafe QueueRoute(from: present).passes(UInt(bitPattern: queue))
    }
    return isThere ? Interposed.QueuePlace.onQueue : Interposed.QueuePlace.elsewhere
  }

  /// The nanoseconds until a time of Dispatch's; the greatest number for never.
  static func nanoseconds(until when: UInt64) -> Int64 {
    guard when != 0, let world = Ambient.world else { return 0 }
    return QueueDeadline(when, in: world)
      .map { max($0.left(for: world.currentProcess, in: world), 0) } ?? .max
  }

  /// The label of a queue.
  static func label(of queue: UInt) -> String {
    guard let findLabel = unsafe findLabel,
      let queue = unsafe UnsafeRawPointer(bitPattern: queue),
      let label = unsafe findLabel(queue)
    else { return "" }
    return unsafe String(cString: label)
  }
}
