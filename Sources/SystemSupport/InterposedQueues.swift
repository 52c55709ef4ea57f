// The queues of Dispatch: a receiver of Interposed takes the blocks that watched threads give them, and is told of the rest,
// which goes to a thread of the real world.
//
// A block and a queue are passed on as they come.

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  @exclusivity(unchecked) nonisolated(unsafe) private var realAsync: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realBarrierAsync: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realSync: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realBarrierSync: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realAfter: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realApply: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realAssert: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realAssertBarrier: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realAssertNot: UInt = 0

  extension Interposed {
    static var queues: [Replacement] {
      unsafe [
        replacement("dispatch_async", watchedAsync as QueueCall, &realAsync),
        replacement(
          "dispatch_barrier_async", watchedBarrierAsync as QueueCall, &realBarrierAsync),
        replacement("dispatch_sync", watchedSync as QueueCall, &realSync),
        replacement("dispatch_barrier_sync", watchedBarrierSync as QueueCall, &realBarrierSync),
        replacement("dispatch_after", watchedAfter as After, &realAfter),
        replacement("dispatch_apply", watchedApply as Apply, &realApply),
        replacement("dispatch_assert_queue", watchedAssert as Assertion, &realAssert),
        replacement(
          "dispatch_assert_queue_barrier", watchedAssertBarrier as Assertion, &realAssertBarrier),
        replacement("dispatch_assert_queue_not", watchedAssertNot as Assertion, &realAssertNot),
      ]
    }
  }

  /// A queue and a block.
  private typealias QueueCall = @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?) -> Void

  /// The function of a block, which is given the block itself.
  private typealias BlockFunction = @convention(c) (UnsafeRawPointer) -> Void

  /// Gives a block to a receiver; false where the system is to have it.
  @inline(__always)
  private func take(
    _ block: UnsafeRawPointer?, for queue: UnsafeRawPointer?, when: UInt64, isBarrier: Bool = false
  ) -> Bool {
    guard let queue = unsafe queue, let block = unsafe block else { return false }
    return unsafe Interposed.ask { receivers in
      unsafe receivers.block(queue, block, when, isBarrier)
    } ?? false
  }

  /// Runs a block on a queue.
  @c(rehearsal_dispatch_async)
  func watchedAsync(_ queue: UnsafeRawPointer?, _ block: UnsafeRawPointer?) {
    if unsafe take(block, for: queue, when: 0) { return }
    Interposed.tell("dispatch_async")
    unsafe unsafeBitCast(Interposed.real(&realAsync), to: QueueCall.self)(queue, block)
  }

  /// Runs a block on a queue while no other block of it runs.
  @c(rehearsal_dispatch_barrier_async)
  func watchedBarrierAsync(_ queue: UnsafeRawPointer?, _ block: UnsafeRawPointer?) {
    if unsafe take(block, for: queue, when: 0, isBarrier: true) { return }
    Interposed.tell("dispatch_barrier_async")
    unsafe unsafeBitCast(Interposed.real(&realBarrierAsync), to: QueueCall.self)(queue, block)
  }

  /// Runs a block on a queue, which the caller waits for; false where the system is to do it. Of a queue that would wait for
  /// itself the receiver is told, and the block runs at once.
  @inline(__always)
  private func runAtOnce(
    _ block: UnsafeRawPointer?, on queue: UnsafeRawPointer?, isBarrier: Bool,
    _ function: StaticString
  ) -> Bool {
    guard let queue = unsafe queue, let block = unsafe block,
      let outcome = unsafe Interposed.ask({ receivers in
        unsafe receivers.sync(queue, block, isBarrier)
      })
    else { return false }
    if outcome == Interposed.SyncOutcome.waitsForItself {
      Interposed.tell(function)
      // The function of a block lies behind its class and its flags (Block_private.h).
      let call = unsafe block.load(fromByteOffset: 16, as: UnsafeRawPointer.self)
      unsafe unsafeBitCast(call, to: BlockFunction.self)(block)
    }
    return outcome != Interposed.SyncOutcome.refused
  }

  /// Runs a block on a queue and waits for its end.
  @c(rehearsal_dispatch_sync)
  func watchedSync(_ queue: UnsafeRawPointer?, _ block: UnsafeRawPointer?) {
    if unsafe runAtOnce(block, on: queue, isBarrier: false, "dispatch_sync") { return }
    unsafe unsafeBitCast(Interposed.real(&realSync), to: QueueCall.self)(queue, block)
  }

  /// Runs a block on a queue while no other block of it runs, and waits for its end.
  @c(rehearsal_dispatch_barrier_sync)
  func watchedBarrierSync(_ queue: UnsafeRawPointer?, _ block: UnsafeRawPointer?) {
    if unsafe runAtOnce(block, on: queue, isBarrier: true, "dispatch_barrier_sync") { return }
    unsafe unsafeBitCast(Interposed.real(&realBarrierSync), to: QueueCall.self)(queue, block)
  }

  private typealias After = @convention(c) (UInt64, UnsafeRawPointer?, UnsafeRawPointer?) -> Void

  /// Runs a block on a queue at a time.
  @c(rehearsal_dispatch_after)
  func watchedAfter(_ when: UInt64, _ queue: UnsafeRawPointer?, _ block: UnsafeRawPointer?) {
    if unsafe take(block, for: queue, when: when) { return }
    Interposed.tell("dispatch_after")
    unsafe unsafeBitCast(Interposed.real(&realAfter), to: After.self)(when, queue, block)
  }

  private typealias Apply = @convention(c) (Int, UnsafeRawPointer?, UnsafeRawPointer?) -> Void
  /// The function of a block that is given the block itself and a number.
  private typealias CountedBlock = @convention(c) (UnsafeRawPointer, Int) -> Void

  /// Runs a block many times, on several threads. For code of a process it runs on its own thread, once after the other, which is
  /// an order that a phone can have.
  @c(rehearsal_dispatch_apply)
  func watchedApply(_ count: Int, _ queue: UnsafeRawPointer?, _ block: UnsafeRawPointer?) {
    if Interposed.isWatching, Interposed.isOfProcess, let block = unsafe block {
      let call = unsafe block.load(fromByteOffset: 16, as: UnsafeRawPointer.self)
      let run = unsafe unsafeBitCast(call, to: CountedBlock.self)
      for turn in 0..<max(count, 0) { unsafe run(block, turn) }
      return
    }
    Interposed.tell("dispatch_apply")
    unsafe unsafeBitCast(Interposed.real(&realApply), to: Apply.self)(count, queue, block)
  }

  private typealias Assertion = @convention(c) (UnsafeRawPointer?) -> Void

  private func place(of queue: UnsafeRawPointer?) -> UInt8 {
    guard let queue = unsafe queue else { return Interposed.QueuePlace.unknown }
    return unsafe Interposed.ask { receivers in unsafe receivers.place(queue) }
      ?? Interposed.QueuePlace.unknown
  }

  /// Ends the program unless the calling code runs on a queue.
  @c(rehearsal_dispatch_assert_queue)
  func watchedAssert(_ queue: UnsafeRawPointer?) {
    switch unsafe place(of: queue) {
    case Interposed.QueuePlace.onQueue: return
    case Interposed.QueuePlace.elsewhere:
      preconditionFailure("dispatchPrecondition: the code does not run on that queue")
    default: unsafe unsafeBitCast(Interposed.real(&realAssert), to: Assertion.self)(queue)
    }
  }

  /// Ends the program unless the calling code is a barrier on a queue.
  @c(rehearsal_dispatch_assert_queue_barrier)
  func watchedAssertBarrier(_ queue: UnsafeRawPointer?) {
    switch unsafe place(of: queue) {
    case Interposed.QueuePlace.onQueue: return
    case Interposed.QueuePlace.elsewhere:
      preconditionFailure("dispatchPrecondition: the code is no barrier on that queue")
    default: unsafe unsafeBitCast(Interposed.real(&realAssertBarrier), to: Assertion.self)(queue)
    }
  }

  /// Ends the program if the calling code runs on a queue.
  @c(rehearsal_dispatch_assert_queue_not)
  func watchedAssertNot(_ queue: UnsafeRawPointer?) {
    switch unsafe place(of: queue) {
    case Interposed.QueuePlace.onQueue:
      preconditionFailure("dispatchPrecondition: the code runs on that queue")
    case Interposed.QueuePlace.elsewhere: return
    default: unsafe unsafeBitCast(Interposed.real(&realAssertNot), to: Assertion.self)(queue)
    }
  }
#endif
