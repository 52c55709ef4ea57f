// The groups of Dispatch, which a receiver of Interposed keeps for watched threads.

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  @exclusivity(unchecked) nonisolated(unsafe) private var realAsync: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realNotify: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realEnter: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realLeave: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realWait: UInt = 0

  extension Interposed {
    static var groups: [Replacement] {
      unsafe [
        replacement("dispatch_group_async", watchedGroupAsync as BlockCall, &realAsync),
        replacement("dispatch_group_notify", watchedGroupNotify as BlockCall, &realNotify),
        replacement("dispatch_group_enter", watchedGroupEnter as GroupCall, &realEnter),
        replacement("dispatch_group_leave", watchedGroupLeave as GroupCall, &realLeave),
        replacement("dispatch_group_wait", watchedGroupWait as Wait, &realWait),
      ]
    }
  }

  /// A group, a queue and a block.
  private typealias BlockCall =
    @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?) -> Void
  /// A group.
  private typealias GroupCall = @convention(c) (UnsafeRawPointer?) -> Void
  /// A group and the time until which to wait.
  private typealias Wait = @convention(c) (UnsafeRawPointer?, UInt64) -> Int

  /// Has a receiver do something with a group; false where the system is to do it.
  @inline(__always)
  private func give(
    _ deed: UInt8, _ group: UnsafeRawPointer?, _ queue: UnsafeRawPointer? = nil,
    _ block: UnsafeRawPointer? = nil
  ) -> Bool {
    guard let group = unsafe group else { return false }
    return unsafe Interposed.ask { receivers in
      unsafe receivers.group(deed, group, queue, block)
    } ?? false
  }

  /// Runs a block of a group on a queue.
  @c(rehearsal_dispatch_group_async)
  func watchedGroupAsync(
    _ group: UnsafeRawPointer?, _ queue: UnsafeRawPointer?, _ block: UnsafeRawPointer?
  ) {
    if unsafe give(Interposed.GroupDeed.async, group, queue, block) { return }
    unsafe unsafeBitCast(Interposed.real(&realAsync), to: BlockCall.self)(group, queue, block)
  }

  /// Runs a block once a group has ended.
  @c(rehearsal_dispatch_group_notify)
  func watchedGroupNotify(
    _ group: UnsafeRawPointer?, _ queue: UnsafeRawPointer?, _ block: UnsafeRawPointer?
  ) {
    if unsafe give(Interposed.GroupDeed.notify, group, queue, block) { return }
    unsafe unsafeBitCast(Interposed.real(&realNotify), to: BlockCall.self)(group, queue, block)
  }

  /// Something of a group begins.
  @c(rehearsal_dispatch_group_enter)
  func watchedGroupEnter(_ group: UnsafeRawPointer?) {
    if unsafe give(Interposed.GroupDeed.enter, group) { return }
    unsafe unsafeBitCast(Interposed.real(&realEnter), to: GroupCall.self)(group)
  }

  /// Something of a group has ended.
  @c(rehearsal_dispatch_group_leave)
  func watchedGroupLeave(_ group: UnsafeRawPointer?) {
    if unsafe give(Interposed.GroupDeed.leave, group) { return }
    unsafe unsafeBitCast(Interposed.real(&realLeave), to: GroupCall.self)(group)
  }

  /// Waits for the end of a group. Of a run nothing but blocks of other queues goes on meanwhile.
  @c(rehearsal_dispatch_group_wait)
  func watchedGroupWait(_ group: UnsafeRawPointer?, _ until: UInt64) -> Int {
    if Interposed.isWatching {
      let hasEnded = Interposed.wait(until: until, "dispatch_group_wait") {
        unsafe give(Interposed.GroupDeed.isEmpty, group)
      }
      return hasEnded ? 0 : 1
    }
    return unsafe unsafeBitCast(Interposed.real(&realWait), to: Wait.self)(group, until)
  }
#endif
