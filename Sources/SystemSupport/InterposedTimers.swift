// The sources of Dispatch: a receiver of Interposed keeps the timers of watched threads, and is told of what it does not keep.

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  internal import Glibc

  @exclusivity(unchecked) nonisolated(unsafe) private var realCreate: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realSetTimer: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realHandle: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realHandleCancellation: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realActivate: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realCancel: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realTestCancel: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realRelease: UInt = 0

  extension Interposed {
    static var timers: [Replacement] {
      unsafe [
        replacement("dispatch_source_create", watchedSourceCreate as Create, &realCreate),
        replacement("dispatch_source_set_timer", watchedSetTimer as SetTimer, &realSetTimer),
        replacement(
          "dispatch_source_set_event_handler", watchedHandle as BlockCall, &realHandle),
        replacement(
          "dispatch_source_set_cancel_handler", watchedHandleCancellation as BlockCall,
          &realHandleCancellation),
        replacement("dispatch_activate", watchedActivate as ObjectCall, &realActivate),
        replacement("dispatch_source_cancel", watchedSourceCancel as ObjectCall, &realCancel),
        replacement("dispatch_source_testcancel", watchedTestCancel as Test, &realTestCancel),
        replacement("dispatch_release", watchedRelease as ObjectCall, &realRelease),
      ]
    }

    /// Has a receiver do something with a timer; false where the system is to do it.
    static func give(
      _ deed: UInt8, _ source: UnsafeRawPointer?, _ object: UnsafeRawPointer? = nil,
      at start: UInt64 = 0, every interval: UInt64 = 0
    ) -> Bool {
      guard let source = unsafe source else { return false }
      return unsafe ask { receivers in
        unsafe receivers.timer(deed, source, object, start, interval)
      } ?? false
    }
  }

  /// A source.
  private typealias ObjectCall = @convention(c) (UnsafeRawPointer?) -> Void
  /// A source and a block.
  private typealias BlockCall = @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?) -> Void
  private typealias Create =
    @convention(c) (UnsafeRawPointer?, UInt, UInt, UnsafeRawPointer?) -> UnsafeMutableRawPointer?
  private typealias SetTimer = @convention(c) (UnsafeRawPointer?, UInt64, UInt64, UInt64) -> Void
  private typealias Test = @convention(c) (UnsafeRawPointer?) -> Int

  /// Makes a source of events. Of a timer that the receiver does not keep it is told once that is set.
  @c(rehearsal_dispatch_source_create)
  func watchedSourceCreate(
    _ type: UnsafeRawPointer?, _ handle: UInt, _ mask: UInt, _ queue: UnsafeRawPointer?
  ) -> UnsafeMutableRawPointer? {
    let isTimer =
      unsafe type == UnsafeRawPointer(DynamicLinker.symbol("_dispatch_source_type_timer"))
    if Interposed.isWatching, !isTimer { Interposed.tell("dispatch_source_create") }
    let source = unsafe unsafeBitCast(Interposed.real(&realCreate), to: Create.self)(
      type, handle, mask, queue)
    if isTimer, unsafe Interposed.give(Interposed.TimerDeed.make, source, queue),
      let retain = unsafe DynamicLinker.symbol("dispatch_retain")
    {
      // The library's own is never activated, and must not be freed so.
      unsafe unsafeBitCast(retain, to: ObjectCall.self)(source)
    }
    return unsafe source
  }

  /// Sets when a timer fires.
  @c(rehearsal_dispatch_source_set_timer)
  func watchedSetTimer(
    _ source: UnsafeRawPointer?, _ start: UInt64, _ interval: UInt64, _ leeway: UInt64
  ) {
    let isKept = unsafe Interposed.give(
      Interposed.TimerDeed.set, source, at: start, every: interval)
    if isKept { return }
    Interposed.tell("dispatch_source_set_timer")
    unsafe unsafeBitCast(Interposed.real(&realSetTimer), to: SetTimer.self)(
      source, start, interval, leeway)
  }

  /// Sets the block that runs when a source fires.
  @c(rehearsal_dispatch_source_set_event_handler)
  func watchedHandle(_ source: UnsafeRawPointer?, _ block: UnsafeRawPointer?) {
    if unsafe Interposed.give(Interposed.TimerDeed.handle, source, block) { return }
    unsafe unsafeBitCast(Interposed.real(&realHandle), to: BlockCall.self)(source, block)
  }

  /// Sets the block that runs once a source is cancelled.
  @c(rehearsal_dispatch_source_set_cancel_handler)
  func watchedHandleCancellation(_ source: UnsafeRawPointer?, _ block: UnsafeRawPointer?) {
    if unsafe Interposed.give(Interposed.TimerDeed.handleCancellation, source, block) { return }
    unsafe unsafeBitCast(Interposed.real(&realHandleCancellation), to: BlockCall.self)(
      source, block)
  }

  /// Lets a source fire, or a queue run its blocks.
  @c(rehearsal_dispatch_activate)
  func watchedActivate(_ object: UnsafeRawPointer?) {
    if unsafe Interposed.give(Interposed.TimerDeed.activate, object) { return }
    unsafe unsafeBitCast(Interposed.real(&realActivate), to: ObjectCall.self)(object)
    guard Interposed.isWatching, let object = unsafe object,
      unsafe DispatchLayout.kind(of: object) == .queue
    else { return }
    unsafe Interposed.ask { receivers in unsafe receivers.activation(object) }
  }

  /// Lets a source fire no more.
  @c(rehearsal_dispatch_source_cancel)
  func watchedSourceCancel(_ source: UnsafeRawPointer?) {
    if unsafe Interposed.give(Interposed.TimerDeed.cancel, source) { return }
    unsafe unsafeBitCast(Interposed.real(&realCancel), to: ObjectCall.self)(source)
  }

  /// Whether a source is cancelled.
  @c(rehearsal_dispatch_source_testcancel)
  func watchedTestCancel(_ source: UnsafeRawPointer?) -> Int {
    if unsafe Interposed.give(Interposed.TimerDeed.isCancelled, source) { return 1 }
    if unsafe Interposed.give(Interposed.TimerDeed.isPending, source) { return 0 }
    return unsafe unsafeBitCast(Interposed.real(&realTestCancel), to: Test.self)(source)
  }

  /// Gives up an object of Dispatch: a timer that nobody has any more fires no more, and a queue that was never activated goes
  /// with the memory of its process. Code that lives ends the program by it, as on a phone ("Release of an inactive object").
  ///
  /// One of those who have a timer is the function above that made it.
  @c(rehearsal_dispatch_release)
  func watchedRelease(_ object: UnsafeRawPointer?) {
    if let object = unsafe object {
      let (kind, others) = unsafe (
        DispatchLayout.kind(of: object), DispatchLayout.otherOwnerCount(of: object)
      )
      if kind == .source, others == 1 {
        _ = unsafe Interposed.give(Interposed.TimerDeed.drop, object)
      } else if kind == .queue, others == 0, unsafe DispatchLayout.isInactive(object),
        !Interposed.isWatching || !Interposed.isOfProcess
      {
        unsafe unsafeBitCast(Interposed.real(&realActivate), to: ObjectCall.self)(object)
      }
    }
    unsafe unsafeBitCast(Interposed.real(&realRelease), to: ObjectCall.self)(object)
  }
#endif
