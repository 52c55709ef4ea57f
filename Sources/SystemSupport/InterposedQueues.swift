// The queues of Dispatch, as Interposed watches them: a block goes to a thread of the real world.
//
// A block, a queue, a group and a source are passed on as they come.

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  @exclusivity(unchecked) nonisolated(unsafe) private var realAsync: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realAsyncF: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realBarrierAsync: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realGroupAsync: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realGroupNotify: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realAfter: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realApply: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realSourceSetTimer: UInt = 0

  extension Interposed {
    static var queues: [Replacement] {
      unsafe [
        replacement("dispatch_async", watchedAsync as QueueCall, &realAsync),
        replacement("dispatch_async_f", watchedAsyncF as ContextCall, &realAsyncF),
        replacement(
          "dispatch_barrier_async", watchedBarrierAsync as QueueCall, &realBarrierAsync),
        replacement("dispatch_group_async", watchedGroupAsync as ContextCall, &realGroupAsync),
        replacement("dispatch_group_notify", watchedGroupNotify as ContextCall, &realGroupNotify),
        replacement("dispatch_after", watchedAfter as After, &realAfter),
        replacement("dispatch_apply", watchedApply as Apply, &realApply),
        replacement(
          "dispatch_source_set_timer", watchedSourceSetTimer as SourceSetTimer, &realSourceSetTimer),
      ]
    }
  }

  /// A queue and a block.
  private typealias QueueCall = @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?) -> Void

  /// A group, a queue and a block; or a queue, a context and a function.
  private typealias ContextCall =
    @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?) -> Void

  /// Runs a block on a queue.
  @c(rehearsal_dispatch_async)
  func watchedAsync(_ queue: UnsafeRawPointer?, _ block: UnsafeRawPointer?) {
    Interposed.tell("dispatch_async")
    unsafe unsafeBitCast(Interposed.real(&realAsync), to: QueueCall.self)(queue, block)
  }

  /// Runs a function on a queue.
  @c(rehearsal_dispatch_async_f)
  func watchedAsyncF(
    _ queue: UnsafeRawPointer?, _ context: UnsafeRawPointer?, _ work: UnsafeRawPointer?
  ) {
    Interposed.tell("dispatch_async_f")
    unsafe unsafeBitCast(Interposed.real(&realAsyncF), to: ContextCall.self)(queue, context, work)
  }

  /// Runs a block on a queue while no other block of it runs.
  @c(rehearsal_dispatch_barrier_async)
  func watchedBarrierAsync(_ queue: UnsafeRawPointer?, _ block: UnsafeRawPointer?) {
    Interposed.tell("dispatch_barrier_async")
    unsafe unsafeBitCast(Interposed.real(&realBarrierAsync), to: QueueCall.self)(queue, block)
  }

  /// Runs a block of a group on a queue.
  @c(rehearsal_dispatch_group_async)
  func watchedGroupAsync(
    _ group: UnsafeRawPointer?, _ queue: UnsafeRawPointer?, _ block: UnsafeRawPointer?
  ) {
    Interposed.tell("dispatch_group_async")
    unsafe unsafeBitCast(Interposed.real(&realGroupAsync), to: ContextCall.self)(
      group, queue, block)
  }

  /// Runs a block once a group has ended.
  @c(rehearsal_dispatch_group_notify)
  func watchedGroupNotify(
    _ group: UnsafeRawPointer?, _ queue: UnsafeRawPointer?, _ block: UnsafeRawPointer?
  ) {
    Interposed.tell("dispatch_group_notify")
    unsafe unsafeBitCast(Interposed.real(&realGroupNotify), to: ContextCall.self)(
      group, queue, block)
  }

  private typealias After = @convention(c) (UInt64, UnsafeRawPointer?, UnsafeRawPointer?) -> Void

  /// Runs a block on a queue at a time.
  @c(rehearsal_dispatch_after)
  func watchedAfter(_ when: UInt64, _ queue: UnsafeRawPointer?, _ block: UnsafeRawPointer?) {
    Interposed.tell("dispatch_after")
    unsafe unsafeBitCast(Interposed.real(&realAfter), to: After.self)(when, queue, block)
  }

  private typealias Apply = @convention(c) (Int, UnsafeRawPointer?, UnsafeRawPointer?) -> Void

  /// Runs a block many times, on several threads.
  @c(rehearsal_dispatch_apply)
  func watchedApply(_ count: Int, _ queue: UnsafeRawPointer?, _ block: UnsafeRawPointer?) {
    Interposed.tell("dispatch_apply")
    unsafe unsafeBitCast(Interposed.real(&realApply), to: Apply.self)(count, queue, block)
  }

  private typealias SourceSetTimer =
    @convention(c) (UnsafeRawPointer?, UInt64, UInt64, UInt64) -> Void

  /// Sets when a timer fires.
  @c(rehearsal_dispatch_source_set_timer)
  func watchedSourceSetTimer(
    _ source: UnsafeRawPointer?, _ start: UInt64, _ interval: UInt64, _ leeway: UInt64
  ) {
    Interposed.tell("dispatch_source_set_timer")
    unsafe unsafeBitCast(Interposed.real(&realSourceSetTimer), to: SourceSetTimer.self)(
      source, start, interval, leeway)
  }
#endif
