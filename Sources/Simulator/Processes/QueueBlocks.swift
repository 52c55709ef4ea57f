internal import SystemSupport

/// Blocks that code of a run gives to queues of Dispatch: they run as steps of lanes of the process, on virtual time.
///
/// The main queue is the process's main lane, so that its blocks and the main actor run one after the other, as on a phone.
/// A global queue has as many lanes as a phone has cores, which its blocks take by turns: ours. A private queue has one lane: that
/// of a concurrent one begins its blocks in the order in which they came, which is one of the orders that a phone can have.
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
  private static let retainQueue = unsafe DynamicLinker.symbol("dispatch_retain").map {
    unsafe unsafeBitCast($0, to: Release.self)
  }
  private static let releaseQueue = unsafe DynamicLinker.symbol("dispatch_release").map {
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
  fileprivate static let mainQueue = unsafe UInt(
    bitPattern: DynamicLinker.symbol("_dispatch_main_q"))

  /// A copied block, released once it has run or will never run. Until then it keeps its queue, as Dispatch does.
  ///
  /// `@unchecked Sendable`: it runs as a step, on the thread that drives the world.
  @safe private final class Block: @unchecked Sendable {
    private let address: UnsafeRawPointer
    private let queue: UnsafeRawPointer

    init(_ address: UnsafeRawPointer, of queue: UnsafeRawPointer) {
      unsafe self.address = address
      unsafe self.queue = queue
      unsafe QueueBlocks.retainQueue?(queue)
    }

    deinit {
      unsafe QueueBlocks.release?(address)
      unsafe QueueBlocks.releaseQueue?(queue)
    }

    func run() { unsafe QueueBlocks.call(address) }
  }

  /// Calls the function of a block, which lies behind its class and its flags (Block_private.h).
  private static func call(_ block: UnsafeRawPointer) {
    let invoke = unsafe block.load(fromByteOffset: 16, as: UnsafeRawPointer.self)
    unsafe unsafeBitCast(invoke, to: Invoke.self)(block)
  }

  /// Takes a block for a queue; false where no world is driven.
  ///
  /// - Parameter when: A time as Dispatch encodes it: 0 for at once, the greatest for never.
  static func take(_ block: UnsafeRawPointer, for queue: UnsafeRawPointer, when: UInt64) -> Bool {
    guard let world = Ambient.world, let copy = unsafe copy, let copied = unsafe copy(block) else {
      return false
    }
    let work = unsafe Block(copied, of: queue)
    let lane = unsafe world.lane(ofQueue: queue)
    guard when != 0 else {
      lane.postBlock { work.run() }
      return true
    }
    guard let delay = delay(until: when) else { return true }
    lane.post(
      at: world.presentInstant.advanced(by: delay), background: world.isLong(delay)
    ) { work.run() }
    return true
  }

  /// Makes ready to run a block of a queue of the code that is running: the lane, and what to run there; nil where no world is
  /// driven.
  static func work(
    _ block: UnsafeRawPointer?, of queue: UnsafeRawPointer?
  ) -> (lane: Lane, block: @Sendable () -> Void)? {
    guard let world = Ambient.world, let copy = unsafe copy, let block = unsafe block,
      let queue = unsafe queue, let copied = unsafe copy(block)
    else { return nil }
    let work = unsafe Block(copied, of: queue)
    return (unsafe world.lane(ofQueue: queue), { work.run() })
  }

  /// Makes ready to post a block to a queue of the code that is running, with something to do behind it; nil where no world is
  /// driven.
  static func post(
    _ block: UnsafeRawPointer?, to queue: UnsafeRawPointer?,
    behind: @escaping @Sendable () -> Void
  ) -> (@Sendable () -> Void)? {
    guard let (lane, run) = unsafe work(block, of: queue) else { return nil }
    return {
      lane.postBlock {
        run()
        behind()
      }
    }
  }

  /// Runs a block as one of a queue for which the code that is running waits: behind the blocks that were given to the queue
  /// before it, all of them in this step. Who waits for a global queue waits for no other block.
  ///
  /// Dispatch runs the block on the thread that waits, unless the queue is the main one (dispatch_sync(3)). That thread still has the
  /// queues that it had: a block for which the main actor waits may use what is isolated to the main actor.
  ///
  /// - Returns: One of `Interposed.SyncOutcome`.
  static func sync(_ block: UnsafeRawPointer, on queue: UnsafeRawPointer) -> UInt8 {
    guard let world = Ambient.world, let process = world.currentProcess,
      let running = unsafe world.currentLane?.takeUnretainedValue(),
      unsafe isMain(queue) || !isGlobal(queue)
    else { return Interposed.SyncOutcome.refused }
    let lane = unsafe world.lane(ofQueue: queue)
    if lane === running || process.queuedBlocks.waiting.contains(where: { $0 === lane }) {
      return Interposed.SyncOutcome.waitsForItself
    }
    if !process.isStandingStill {
      // A queue that is suspended may be resumed by a block of another one.
      while lane.isFrozen, runMeanwhile() {}
      if lane.isFrozen { return Interposed.SyncOutcome.waitsForItself }
    }
    process.run(on: lane, whileWaiting: running) {
      while !process.hasEnded, let next = process.queuedBlocks.next(on: lane) { next() }
      if unsafe !isMain(queue) {
        process.queuedBlocks.kept = process.queuedBlocks.keptByWaiting + [running]
      }
      unsafe call(block)
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
      let (lane, block) = process.queuedBlocks.next(beside: running, ofAll: process.hasEnded)
    else { return false }
    process.run(on: lane, whileWaiting: running, block)
    return true
  }

  /// Suspends a private queue of the code that is running, or resumes it as often as it was suspended; false for any other.
  static func suspend(_ queue: UnsafeRawPointer, _ isSuspended: Bool) -> Bool {
    guard let world = Ambient.world, let process = world.currentProcess, unsafe !isMain(queue),
      unsafe !isGlobal(queue)
    else { return false }
    let lane = unsafe world.lane(ofQueue: queue)
    if isSuspended {
      process.suspendQueue(of: lane)
      return true
    }
    return process.resumeQueue(of: lane)
  }

  /// Finds what the queue on which the code of a process runs keeps under a key; false for code that runs on none.
  static func findSpecific(
    _ key: UnsafeRawPointer, _ kept: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> Bool {
    guard let world = Ambient.world, let process = world.currentProcess,
      let specific = unsafe specific,
      let lane = unsafe world.currentLane?.takeUnretainedValue(),
      let queue = unsafe UnsafeRawPointer(
        bitPattern: lane === process.mainLane
          ? mainQueue : process.queueLanes.address(of: lane) ?? 0)
    else { return false }
    unsafe kept.pointee = specific(queue, key)
    return true
  }

  /// The nanoseconds until a time of Dispatch's; the greatest number for never.
  static func nanoseconds(until when: UInt64) -> Int64 {
    when == 0 ? 0 : delay(until: when)?.nanoseconds ?? .max
  }

  /// The time until a moment as Dispatch encodes it (time.h, shims/time.h of libdispatch): nil for never.
  ///
  /// A word with the highest bit clear is a reading of CLOCK_MONOTONIC in nanoseconds; with the two highest set, the negative
  /// of the nanoseconds since 1970; with the highest alone, a reading of CLOCK_BOOTTIME.
  private static func delay(until when: UInt64) -> Duration? {
    if when == .max { return nil }
    let (clock, reading): (Int32, Int64) =
      switch when >> 62 {
      case 0, 1: (1, Int64(when))
      case 3: (0, when == .max - 1 ? .min : -Int64(bitPattern: when))
      default: (7, Int64(when & 0x7fff_ffff_ffff_ffff))
      }
    guard let now = SystemAnswers.nanoseconds(of: clock), reading > now else { return .zero }
    return .nanoseconds(reading - now)
  }

  /// Where the code that is running runs with regard to a queue; on a global one any code of a process may.
  static func place(of queue: UnsafeRawPointer) -> UInt8 {
    guard let world = Ambient.world, let process = world.currentProcess else {
      return Interposed.QueuePlace.unknown
    }
    if unsafe !isMain(queue), unsafe isGlobal(queue) { return Interposed.QueuePlace.onQueue }
    let lane =
      unsafe isMain(queue)
      ? process.mainLane : process.queueLanes.lane(ofPrivate: UInt(bitPattern: queue))
    return lane?.isRunning == true ? Interposed.QueuePlace.onQueue : Interposed.QueuePlace.elsewhere
  }

  /// Whether a queue is one of those that the system has for everybody (queue.c: their labels).
  fileprivate static func isGlobal(_ queue: UnsafeRawPointer) -> Bool {
    unsafe label(of: queue).hasPrefix("com.apple.root.")
  }

  fileprivate static func isMain(_ queue: UnsafeRawPointer) -> Bool {
    UInt(bitPattern: queue) == mainQueue
  }

  fileprivate static func label(of queue: UnsafeRawPointer) -> String {
    guard let findLabel = unsafe findLabel, let label = unsafe findLabel(queue) else { return "" }
    return unsafe String(cString: label)
  }
}

extension SimulatedProcess {
  /// Runs a block of C as one of the main queue, for code of the process.
  package func postToMainQueue(_ block: UnsafeRawPointer) {
    guard let queue = unsafe UnsafeRawPointer(bitPattern: QueueBlocks.mainQueue) else { return }
    _ = unsafe QueueBlocks.take(block, for: queue, when: 0)
  }
}

extension Lane {
  /// Runs a block of a queue as a step, unless code that waits for the queue runs it before.
  func postBlock(_ block: @escaping @Sendable () -> Void) {
    guard let process else { return post(block) }
    process.queuedBlocks.add(block, on: self)
    post { [self] in process.queuedBlocks.next(on: self)?() }
  }
}

extension World {
  /// The lane on which blocks of a queue run for the code that is running.
  fileprivate func lane(ofQueue queue: UnsafeRawPointer) -> Lane {
    if unsafe QueueBlocks.isMain(queue) { return currentMainLane }
    guard let process = currentProcess else { return currentGlobalLane }
    let label = unsafe QueueBlocks.label(of: queue)
    guard unsafe QueueBlocks.isGlobal(queue) else {
      return unsafe process.lane(ofQueue: queue, label)
    }
    return process.nextLane(ofGlobalQueue: UInt(bitPattern: queue), label)
  }
}
