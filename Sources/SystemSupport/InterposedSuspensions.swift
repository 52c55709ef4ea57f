// Queues of Dispatch that are suspended, and what a queue keeps under a key, for watched threads.

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  internal import Glibc

  @exclusivity(unchecked) nonisolated(unsafe) private var realSuspend: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realResume: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realGetSpecific: UInt = 0

  extension Interposed {
    static var suspensions: [Replacement] {
      unsafe [
        replacement("dispatch_suspend", watchedSuspend as ObjectCall, &realSuspend),
        replacement("dispatch_resume", watchedResume as ObjectCall, &realResume),
        replacement("dispatch_get_specific", watchedGetSpecific as GetSpecific, &realGetSpecific),
      ]
    }
  }

  /// A queue or a source.
  private typealias ObjectCall = @convention(c) (UnsafeRawPointer?) -> Void

  /// Has a receiver suspend a queue or a source, or resume it; false where the system is to do it.
  @inline(__always)
  private func give(_ object: UnsafeRawPointer?, isSuspended: Bool) -> Bool {
    guard Interposed.isWatching, let object = unsafe object else { return false }
    switch unsafe DispatchLayout.kind(of: object) {
    case .queue:
      return unsafe Interposed.ask { receivers in
        unsafe receivers.suspension(object, isSuspended)
      } ?? false
    case .source:
      let deed = isSuspended ? Interposed.TimerDeed.suspend : Interposed.TimerDeed.resume
      return unsafe Interposed.give(deed, object)
    case nil: return false
    }
  }

  /// Lets the blocks of a queue wait, or the events of a source.
  @c(rehearsal_dispatch_suspend)
  func watchedSuspend(_ object: UnsafeRawPointer?) {
    if unsafe give(object, isSuspended: true) { return }
    unsafe unsafeBitCast(Interposed.real(&realSuspend), to: ObjectCall.self)(object)
  }

  /// Lets them go on.
  @c(rehearsal_dispatch_resume)
  func watchedResume(_ object: UnsafeRawPointer?) {
    if unsafe give(object, isSuspended: false) { return }
    unsafe unsafeBitCast(Interposed.real(&realResume), to: ObjectCall.self)(object)
  }

  private typealias GetSpecific = @convention(c) (UnsafeRawPointer?) -> UnsafeMutableRawPointer?

  /// What the queue on which the calling code runs keeps under a key.
  @c(rehearsal_dispatch_get_specific)
  func watchedGetSpecific(_ key: UnsafeRawPointer?) -> UnsafeMutableRawPointer? {
    if let key = unsafe key {
      var kept: UnsafeMutableRawPointer?
      let isKnown = unsafe Interposed.ask { receivers in unsafe receivers.specific(key, &kept) }
      if isKnown == true { return unsafe kept }
    }
    return unsafe unsafeBitCast(Interposed.real(&realGetSpecific), to: GetSpecific.self)(key)
  }
#endif
