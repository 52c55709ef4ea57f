// Functions of Dispatch for C code, which take a function in place of a block, or wait in ways that Swift does not have: a receiver
// of Interposed is told of them, as the system runs them.

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  @exclusivity(unchecked) nonisolated(unsafe) private var realAsync: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realBarrierAsync: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realSync: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realBarrierSync: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realAfter: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realApply: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realGroupAsync: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realGroupNotify: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realWait: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realBarrierWait: UInt = 0

  extension Interposed {
    static var queueFunctions: [Replacement] {
      unsafe [
        replacement("dispatch_async_f", watchedAsyncF as Call, &realAsync),
        replacement("dispatch_barrier_async_f", watchedBarrierAsyncF as Call, &realBarrierAsync),
        replacement("dispatch_sync_f", watchedSyncF as Call, &realSync),
        replacement("dispatch_barrier_sync_f", watchedBarrierSyncF as Call, &realBarrierSync),
        replacement("dispatch_after_f", watchedAfterF as CountedCall, &realAfter),
        replacement("dispatch_apply_f", watchedApplyF as CountedCall, &realApply),
        replacement("dispatch_group_async_f", watchedGroupAsyncF as GroupCall, &realGroupAsync),
        replacement("dispatch_group_notify_f", watchedGroupNotifyF as GroupCall, &realGroupNotify),
        replacement("dispatch_async_and_wait", watchedAsyncAndWait as BlockCall, &realWait),
        replacement(
          "dispatch_barrier_async_and_wait", watchedBarrierAsyncAndWait as BlockCall,
          &realBarrierWait),
      ]
    }
  }

  private typealias Place = UnsafeRawPointer
  /// A queue, a context and a function.
  private typealias Call = @convention(c) (Place?, Place?, Place?) -> Void
  /// A time or a number, a queue, a context and a function.
  private typealias CountedCall = @convention(c) (UInt64, Place?, Place?, Place?) -> Void
  /// A group, a queue, a context and a function.
  private typealias GroupCall = @convention(c) (Place?, Place?, Place?, Place?) -> Void
  /// A queue and a block.
  private typealias BlockCall = @convention(c) (Place?, Place?) -> Void

  /// Runs a function on a queue.
  @c(rehearsal_dispatch_async_f)
  func watchedAsyncF(
    _ queue: UnsafeRawPointer?, _ context: UnsafeRawPointer?, _ work: UnsafeRawPointer?
  ) {
    Interposed.tell("dispatch_async_f")
    unsafe unsafeBitCast(Interposed.real(&realAsync), to: Call.self)(queue, context, work)
  }

  /// Runs a function on a queue while nothing else of it runs.
  @c(rehearsal_dispatch_barrier_async_f)
  func watchedBarrierAsyncF(
    _ queue: UnsafeRawPointer?, _ context: UnsafeRawPointer?, _ work: UnsafeRawPointer?
  ) {
    Interposed.tell("dispatch_barrier_async_f")
    unsafe unsafeBitCast(Interposed.real(&realBarrierAsync), to: Call.self)(queue, context, work)
  }

  /// Runs a function on a queue and waits for its end.
  @c(rehearsal_dispatch_sync_f)
  func watchedSyncF(
    _ queue: UnsafeRawPointer?, _ context: UnsafeRawPointer?, _ work: UnsafeRawPointer?
  ) {
    Interposed.tell("dispatch_sync_f")
    unsafe unsafeBitCast(Interposed.real(&realSync), to: Call.self)(queue, context, work)
  }

  /// Runs a function on a queue while nothing else of it runs, and waits for its end.
  @c(rehearsal_dispatch_barrier_sync_f)
  func watchedBarrierSyncF(
    _ queue: UnsafeRawPointer?, _ context: UnsafeRawPointer?, _ work: UnsafeRawPointer?
  ) {
    Interposed.tell("dispatch_barrier_sync_f")
    unsafe unsafeBitCast(Interposed.real(&realBarrierSync), to: Call.self)(queue, context, work)
  }

  /// Runs a function on a queue at a time.
  @c(rehearsal_dispatch_after_f)
  func watchedAfterF(
    _ when: UInt64, _ queue: UnsafeRawPointer?, _ context: UnsafeRawPointer?,
    _ work: UnsafeRawPointer?
  ) {
    Interposed.tell("dispatch_after_f")
    unsafe unsafeBitCast(Interposed.real(&realAfter), to: CountedCall.self)(
      when, queue, context, work)
  }

  /// Runs a function many times.
  @c(rehearsal_dispatch_apply_f)
  func watchedApplyF(
    _ count: UInt64, _ queue: UnsafeRawPointer?, _ context: UnsafeRawPointer?,
    _ work: UnsafeRawPointer?
  ) {
    Interposed.tell("dispatch_apply_f")
    unsafe unsafeBitCast(Interposed.real(&realApply), to: CountedCall.self)(
      count, queue, context, work)
  }

  /// Runs a function of a group on a queue.
  @c(rehearsal_dispatch_group_async_f)
  func watchedGroupAsyncF(
    _ group: UnsafeRawPointer?, _ queue: UnsafeRawPointer?, _ context: UnsafeRawPointer?,
    _ work: UnsafeRawPointer?
  ) {
    Interposed.tell("dispatch_group_async_f")
    unsafe unsafeBitCast(Interposed.real(&realGroupAsync), to: GroupCall.self)(
      group, queue, context, work)
  }

  /// Runs a function once a group has ended.
  @c(rehearsal_dispatch_group_notify_f)
  func watchedGroupNotifyF(
    _ group: UnsafeRawPointer?, _ queue: UnsafeRawPointer?, _ context: UnsafeRawPointer?,
    _ work: UnsafeRawPointer?
  ) {
    Interposed.tell("dispatch_group_notify_f")
    unsafe unsafeBitCast(Interposed.real(&realGroupNotify), to: GroupCall.self)(
      group, queue, context, work)
  }

  /// Runs a block on a queue's own thread and waits for its end.
  @c(rehearsal_dispatch_async_and_wait)
  func watchedAsyncAndWait(_ queue: UnsafeRawPointer?, _ block: UnsafeRawPointer?) {
    Interposed.tell("dispatch_async_and_wait")
    unsafe unsafeBitCast(Interposed.real(&realWait), to: BlockCall.self)(queue, block)
  }

  /// The same while no other block of the queue runs.
  @c(rehearsal_dispatch_barrier_async_and_wait)
  func watchedBarrierAsyncAndWait(_ queue: UnsafeRawPointer?, _ block: UnsafeRawPointer?) {
    Interposed.tell("dispatch_barrier_async_and_wait")
    unsafe unsafeBitCast(Interposed.real(&realBarrierWait), to: BlockCall.self)(queue, block)
  }
#endif
