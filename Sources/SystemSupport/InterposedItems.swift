// The work items of Dispatch: blocks that somebody can wait for, each with a group of its own, which the library enters and
// leaves by itself.

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  @exclusivity(unchecked) nonisolated(unsafe) private var realNotify: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realWait: UInt = 0

  extension Interposed {
    static var items: [Replacement] {
      unsafe [
        replacement("dispatch_block_notify", watchedItemNotify as Notify, &realNotify),
        replacement("dispatch_block_wait", watchedItemWait as Wait, &realWait),
      ]
    }
  }

  /// An item, a queue and a block.
  private typealias Notify =
    @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?) -> Void
  /// An item and the time until which to wait.
  private typealias Wait = @convention(c) (UnsafeRawPointer?, UInt64) -> Int

  private enum Item {
    /// The group of an item and whether it has run (`dbpd_group`, `dbpd_performed`); nil for a block that is none.
    static func state(
      of item: UnsafeRawPointer?
    ) -> (group: UnsafeRawPointer, hasRun: Bool)? {
      guard let item = unsafe item, unsafe DispatchLayout.isItem(item),
        let group = unsafe item.load(fromByteOffset: 80, as: UnsafeRawPointer?.self)
      else { return nil }
      return unsafe (group, item.load(fromByteOffset: 52, as: Int32.self) > 0)
    }
  }

  /// Runs a block once an item has run.
  @c(rehearsal_dispatch_block_notify)
  func watchedItemNotify(
    _ item: UnsafeRawPointer?, _ queue: UnsafeRawPointer?, _ block: UnsafeRawPointer?
  ) {
    if Interposed.isWatching, let (group, hasRun) = unsafe Item.state(of: item) {
      let deed = hasRun ? Interposed.GroupDeed.notify : Interposed.GroupDeed.notifyOfItem
      let isTaken = unsafe Interposed.ask { receivers in
        unsafe receivers.group(deed, group, queue, block)
      }
      if isTaken == true { return }
    }
    unsafe unsafeBitCast(Interposed.real(&realNotify), to: Notify.self)(item, queue, block)
  }

  /// Waits until an item has run: for code of a process that is as with a group.
  @c(rehearsal_dispatch_block_wait)
  func watchedItemWait(_ item: UnsafeRawPointer?, _ until: UInt64) -> Int {
    if Interposed.isWatching, let (_, hasRun) = unsafe Item.state(of: item) {
      if hasRun { return 0 }
      if Interposed.isOfProcess {
        let hasEnded = Interposed.wait(until: until, "dispatch_block_wait") {
          unsafe Item.state(of: item)?.hasRun == true
        }
        return hasEnded ? 0 : 1
      }
    }
    return unsafe unsafeBitCast(Interposed.real(&realWait), to: Wait.self)(item, until)
  }
#endif
