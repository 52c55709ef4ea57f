// Threads that code of a simulated process makes, and conditions that it waits for: a receiver of Interposed is told of them.

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  internal import Glibc

  @exclusivity(unchecked) nonisolated(unsafe) private var realCreate: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realWait: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realTimedWait: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realClockWait: UInt = 0

  extension Interposed {
    static var threads: [Replacement] {
      unsafe [
        replacement("pthread_create", watchedThreadCreate as ThreadCreate, &realCreate),
        replacement("pthread_cond_wait", watchedConditionWait as ConditionWait, &realWait),
        replacement(
          "pthread_cond_timedwait", watchedConditionTimedWait as ConditionTimedWait, &realTimedWait),
        replacement(
          "pthread_cond_clockwait", watchedConditionClockWait as ConditionClockWait, &realClockWait),
      ]
    }

    /// The libraries that make threads, or wait for them, for themselves.
    private static let bystanders = [
      "libdispatch", "libswift", "libstdc++", "lib_FoundationICU", "libcurl",
    ]

    /// Whether code of a process calls, or a library for it.
    static var isAskedByProcess: Bool {
      guard isWatching, isOfProcess else { return false }
      guard let caller = unsafe caller, let path = unsafe DynamicLinker.image(of: caller) else {
        return true
      }
      let image = path.split(separator: "/").last ?? ""
      return !bystanders.contains { image.hasPrefix($0) }
    }

    /// How long it is until a moment of a clock; negative where that is not known.
    static func nanoseconds(until time: UnsafeRawPointer?, by clock: Int32) -> Int64 {
      guard let time = unsafe time else { return -1 }
      let seconds = unsafe time.load(as: Int64.self)
      var now: Int64 = 0
      let isKnown = unsafe ask { receivers in unsafe receivers.clock(clock, &now) }
      guard isKnown == true else { return -1 }
      let (moment, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
      return overflows
        ? .max : unsafe max(moment &+ time.load(fromByteOffset: 8, as: Int64.self) &- now, 0)
    }
  }

  private typealias ThreadCreate =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeMutableRawPointer?
    ) -> Int32
  private typealias Start = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?

  /// Makes a thread. For code of a process it is one that does nothing, so that whoever joins it or detaches it can.
  @c(rehearsal_pthread_create)
  func watchedThreadCreate(
    _ thread: UnsafeMutableRawPointer?, _ attributes: UnsafeRawPointer?,
    _ start: UnsafeRawPointer?, _ argument: UnsafeMutableRawPointer?
  ) -> Int32 {
    let real = unsafe unsafeBitCast(Interposed.real(&realCreate), to: ThreadCreate.self)
    guard Interposed.isAskedByProcess else {
      return unsafe real(thread, attributes, start, argument)
    }
    Interposed.tell("pthread_create")
    let idle: Start = { _ in nil }
    return unsafe real(thread, attributes, unsafeBitCast(idle, to: UnsafeRawPointer.self), nil)
  }

  /// Waits for a condition in code of a process: lets a block run that waits for another queue, and returns as if woken without a
  /// reason (pthread_cond_wait(3)), so that the caller looks again. Where there is none, the receiver is told.
  ///
  /// - Parameter nanoseconds: How long the caller would wait.
  /// - Returns: Whether a block has run.
  private func lookAgain(_ mutex: UnsafeMutableRawPointer?, for nanoseconds: Int64) -> Bool {
    let lock = unsafe mutex?.assumingMemoryBound(to: pthread_mutex_t.self)
    // Whoever signals the condition locks it meanwhile.
    if let lock = unsafe lock { unsafe pthread_mutex_unlock(lock) }
    let hasRun = unsafe Interposed.ask { receivers in unsafe receivers.meanwhile() } == true
    if let lock = unsafe lock { unsafe pthread_mutex_lock(lock) }
    if !hasRun { Interposed.tell("pthread_cond_wait", for: nanoseconds) }
    return hasRun
  }

  /// As ``lookAgain(_:for:)``, up to a moment of a clock; who waits no time only looks.
  ///
  /// - Returns: What the call returns.
  private func lookAgain(
    _ mutex: UnsafeMutableRawPointer?, until time: UnsafeRawPointer?, by clock: Int32
  ) -> Int32 {
    let left = unsafe Interposed.nanoseconds(until: time, by: clock)
    return unsafe left != 0 && lookAgain(mutex, for: left) ? 0 : ETIMEDOUT
  }

  private typealias ConditionWait =
    @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32

  /// Waits until a condition is signalled.
  @c(rehearsal_pthread_cond_wait)
  func watchedConditionWait(
    _ condition: UnsafeMutableRawPointer?, _ mutex: UnsafeMutableRawPointer?
  ) -> Int32 {
    if Interposed.isAskedByProcess {
      _ = unsafe lookAgain(mutex, for: .max)
      return 0
    }
    return unsafe unsafeBitCast(Interposed.real(&realWait), to: ConditionWait.self)(
      condition, mutex)
  }

  private typealias ConditionTimedWait =
    @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Int32

  /// Waits until a condition is signalled, or a moment of the wall clock has come.
  @c(rehearsal_pthread_cond_timedwait)
  func watchedConditionTimedWait(
    _ condition: UnsafeMutableRawPointer?, _ mutex: UnsafeMutableRawPointer?,
    _ until: UnsafeRawPointer?
  ) -> Int32 {
    if Interposed.isAskedByProcess {
      return unsafe lookAgain(mutex, until: until, by: CLOCK_REALTIME)
    }
    return unsafe unsafeBitCast(Interposed.real(&realTimedWait), to: ConditionTimedWait.self)(
      condition, mutex, until)
  }

  private typealias ConditionClockWait =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int32, UnsafeRawPointer?
    ) -> Int32

  /// Waits until a condition is signalled, or a moment of a clock has come.
  @c(rehearsal_pthread_cond_clockwait)
  func watchedConditionClockWait(
    _ condition: UnsafeMutableRawPointer?, _ mutex: UnsafeMutableRawPointer?, _ clock: Int32,
    _ until: UnsafeRawPointer?
  ) -> Int32 {
    if Interposed.isAskedByProcess {
      return unsafe lookAgain(mutex, until: until, by: clock)
    }
    return unsafe unsafeBitCast(Interposed.real(&realClockWait), to: ConditionClockWait.self)(
      condition, mutex, clock, until)
  }
#endif
