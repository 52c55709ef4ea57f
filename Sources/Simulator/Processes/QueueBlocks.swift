internal import RehearsalCollections
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
  private typealias Label = @convention(c) (UnsafeRawPointer) -> UnsafePointer<CChar>?

  private static let copy = unsafe DynamicLinker.symbol("_Block_copy").map {
    unsafe unsafeBitCast($0, to: Copy.self)
  }
  private static let release = unsafe DynamicLinker.symbol("_Block_release").map {
    unsafe unsafeBitCast($0, to: Release.self)
  }
  private static let label = unsafe DynamicLinker.symbol("dispatch_queue_get_label").map {
    unsafe unsafeBitCast($0, to: Label.self)
  }
  private static let mainQueue = unsafe UInt(bitPattern: DynamicLinker.symbol("_dispatch_main_q"))

  /// A copied block, released once it has run or will never run.
  ///
  /// `@unchecked Sendable`: it runs as a step, on the thread that drives the world.
  @safe private final class Block: @unchecked Sendable {
    private let address: UnsafeRawPointer

    init(_ address: UnsafeRawPointer) { unsafe self.address = address }

    deinit { unsafe QueueBlocks.release?(address) }

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
    let work = unsafe Block(copied)
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

  /// Makes ready to post a block to a queue of the code that is running, with something to do behind it; nil where no world is
  /// driven.
  static func post(
    _ block: UnsafeRawPointer?, to queue: UnsafeRawPointer?,
    behind: @escaping @Sendable () -> Void
  ) -> (@Sendable () -> Void)? {
    guard let world = Ambient.world, let copy = unsafe copy, let block = unsafe block,
      let queue = unsafe queue, let copied = unsafe copy(block)
    else { return nil }
    let work = unsafe Block(copied)
    let lane = unsafe world.lane(ofQueue: queue)
    return {
      lane.postBlock {
        work.run()
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
    world.footprints?.touchEverything()
    // What the blocks ask for is the app's affair, as in a step of their own.
    let wasWatched = RealWorld.watch(true)
    let kept = process.queuedBlocks.kept
    process.queuedBlocks.kept = []
    process.queuedBlocks.waiting.append(running)
    unsafe world.currentLane = Unmanaged.passUnretained(lane)
    while let next = process.queuedBlocks.next(on: lane) { next() }
    if unsafe !isMain(queue) { process.queuedBlocks.kept = kept + [running] }
    unsafe call(block)
    process.queuedBlocks.kept = kept
    unsafe world.currentLane = Unmanaged.passUnretained(running)
    // Nobody waits any more in a process that has ended meanwhile.
    _ = process.queuedBlocks.waiting.popLast()
    RealWorld.watch(wasWatched)
    return Interposed.SyncOutcome.done
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
      unsafe isMain(queue) ? process.mainLane : process.knownLane(ofQueue: UInt(bitPattern: queue))
    return lane?.isRunning == true ? Interposed.QueuePlace.onQueue : Interposed.QueuePlace.elsewhere
  }

  /// Whether a queue is one of those that the system has for everybody (queue.c: their labels).
  fileprivate static func isGlobal(_ queue: UnsafeRawPointer) -> Bool {
    unsafe name(of: queue).hasPrefix("com.apple.root.")
  }

  fileprivate static func isMain(_ queue: UnsafeRawPointer) -> Bool {
    UInt(bitPattern: queue) == mainQueue
  }

  fileprivate static func name(of queue: UnsafeRawPointer) -> String {
    guard let label = unsafe label, let name = unsafe label(queue) else { return "" }
    return unsafe String(cString: name)
  }
}

/// The blocks of a process that wait on the lanes of queues.
struct QueuedBlocks {
  private var blocks: [ObjectIdentifier: Deque<@Sendable () -> Void>] = [:]
  /// The lanes whose code waits for a block of another queue, the outermost first.
  var waiting: [Lane] = []
  /// Those of them that the thread has which runs the block.
  var kept: [Lane] = []

  mutating func add(_ block: @escaping @Sendable () -> Void, on lane: Lane) {
    blocks[ObjectIdentifier(lane), default: Deque()].append(block)
  }

  /// Takes out the block of a lane that came first; nil where none waits.
  mutating func next(on lane: Lane) -> (@Sendable () -> Void)? {
    blocks[ObjectIdentifier(lane)]?.popFirst()
  }
}

extension Lane {
  /// Runs a block of a queue as a step, unless code that waits for the queue runs it before.
  fileprivate func postBlock(_ block: @escaping @Sendable () -> Void) {
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
    let name = unsafe QueueBlocks.name(of: queue)
    guard unsafe QueueBlocks.isGlobal(queue) else {
      return process.lane(ofQueue: UInt(bitPattern: queue)) { name }
    }
    return process.nextLane(ofGlobalQueue: UInt(bitPattern: queue)) { name }
  }
}
