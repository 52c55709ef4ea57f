// What blocks a thread, or sets something of the system going that calls back on another one: a receiver of Interposed is told
// of it.

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  internal import Glibc

  @exclusivity(unchecked) nonisolated(unsafe) private var realSemaphoreWait: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realTimerSet: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realSleep: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realUsleep: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realNanosleep: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realClockNanosleep: UInt = 0

  extension Interposed {
    static var waits: [Replacement] {
      unsafe [
        replacement(
          "dispatch_semaphore_wait", watchedSemaphoreWait as SemaphoreWait, &realSemaphoreWait),
        replacement("timerfd_settime", watchedTimerSet as TimerSet, &realTimerSet),
        replacement("sleep", watchedSleep as Sleep, &realSleep),
        replacement("usleep", watchedUsleep as Usleep, &realUsleep),
        replacement("nanosleep", watchedNanosleep as Nanosleep, &realNanosleep),
        replacement(
          "clock_nanosleep", watchedClockNanosleep as ClockNanosleep, &realClockNanosleep),
      ]
    }

    /// Waits in code of a run: while it does, blocks run that wait for other queues, as on the threads of a phone. Where none is
    /// left, the receiver is told; but of who only looks, without waiting.
    ///
    /// - Parameters:
    ///   - time: A time as Dispatch encodes it.
    ///   - isMet: Whether that has come which is waited for.
    /// - Returns: Whether it has.
    static func wait(
      until time: UInt64, _ function: StaticString, isMet: () -> Bool
    ) -> Bool {
      if isMet() { return true }
      let nanoseconds = unsafe ask { receivers in unsafe receivers.delay(time) } ?? 0
      guard nanoseconds > 0 else { return false }
      while unsafe ask({ receivers in unsafe receivers.meanwhile() }) == true {
        if isMet() { return true }
      }
      tell(function, for: nanoseconds)
      return false
    }

    /// A time in nanoseconds, at most the greatest number.
    private static func nanoseconds(_ count: Int64, of unit: Int64, rest: Int64 = 0) -> Int64 {
      let (product, isTooLarge) = count.multipliedReportingOverflow(by: unit)
      let (sum, overflows) = product.addingReportingOverflow(rest)
      return isTooLarge || overflows ? .max : sum
    }

    /// What a `timespec` tells, in nanoseconds.
    private static func nanoseconds(_ time: UnsafeRawPointer?) -> Int64 {
      guard let time = unsafe time else { return -1 }
      return unsafe nanoseconds(
        time.load(as: Int64.self), of: 1_000_000_000,
        rest: time.load(fromByteOffset: 8, as: Int64.self))
    }

    // Code of a process that would sleep is told so and goes on at once: its time does not pass meanwhile.

    fileprivate static func refusesSleep(
      _ function: StaticString, _ count: Int64, of unit: Int64
    ) -> Bool {
      refuses(function, for: nanoseconds(count, of: unit))
    }

    /// - Parameter clock: The clock by which the time is a moment; nil for a time that is to pass.
    fileprivate static func refusesSleep(
      _ function: StaticString, _ time: UnsafeRawPointer?, by clock: Int32? = nil
    ) -> Bool {
      var asked = unsafe nanoseconds(time)
      if let clock {
        var now: Int64 = 0
        let isKnown = unsafe ask { receivers in unsafe receivers.clock(clock, &now) } == true
        asked = isKnown && asked < .max ? max(asked - now, 0) : -1
      }
      return refuses(function, for: asked)
    }
  }

  private typealias SemaphoreWait = @convention(c) (UnsafeRawPointer?, UInt64) -> Int

  /// Waits for a semaphore. One that is free is taken; while code of a process waits for another one, nothing but blocks of
  /// other queues goes on. A scenario may wait: what it waits for can come from a thread of its own.
  @c(rehearsal_dispatch_semaphore_wait)
  func watchedSemaphoreWait(_ semaphore: UnsafeRawPointer?, _ until: UInt64) -> Int {
    let real = unsafe unsafeBitCast(
      Interposed.real(&realSemaphoreWait), to: SemaphoreWait.self)
    guard Interposed.isWatching, Interposed.isOfProcess else {
      return unsafe real(semaphore, until)
    }
    let isTaken = Interposed.wait(until: until, "dispatch_semaphore_wait") {
      unsafe real(semaphore, 0) == 0
    }
    return isTaken ? 0 : 1
  }

  private typealias TimerSet =
    @convention(c) (Int32, Int32, UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Int32

  /// Sets a timer of the system, as a run loop does for a `Timer`.
  @c(rehearsal_timerfd_settime)
  func watchedTimerSet(
    _ timer: Int32, _ flags: Int32, _ value: UnsafeRawPointer?, _ old: UnsafeMutableRawPointer?
  ) -> Int32 {
    Interposed.tell("timerfd_settime")
    return unsafe unsafeBitCast(Interposed.real(&realTimerSet), to: TimerSet.self)(
      timer, flags, value, old)
  }

  private typealias Sleep = @convention(c) (UInt32) -> UInt32

  @c(rehearsal_sleep)
  func watchedSleep(_ seconds: UInt32) -> UInt32 {
    if Interposed.refusesSleep("sleep", Int64(seconds), of: 1_000_000_000) { return 0 }
    return unsafe unsafeBitCast(Interposed.real(&realSleep), to: Sleep.self)(seconds)
  }

  private typealias Usleep = @convention(c) (UInt32) -> Int32

  @c(rehearsal_usleep)
  func watchedUsleep(_ microseconds: UInt32) -> Int32 {
    if Interposed.refusesSleep("usleep", Int64(microseconds), of: 1_000) { return 0 }
    return unsafe unsafeBitCast(Interposed.real(&realUsleep), to: Usleep.self)(microseconds)
  }

  private typealias Nanosleep =
    @convention(c) (UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Int32

  @c(rehearsal_nanosleep)
  func watchedNanosleep(_ time: UnsafeRawPointer?, _ rest: UnsafeMutableRawPointer?) -> Int32 {
    if unsafe Interposed.refusesSleep("nanosleep", time) { return 0 }
    return unsafe unsafeBitCast(Interposed.real(&realNanosleep), to: Nanosleep.self)(time, rest)
  }

  private typealias ClockNanosleep =
    @convention(c) (Int32, Int32, UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Int32

  @c(rehearsal_clock_nanosleep)
  func watchedClockNanosleep(
    _ clock: Int32, _ flags: Int32, _ time: UnsafeRawPointer?, _ rest: UnsafeMutableRawPointer?
  ) -> Int32 {
    // The first flag is TIMER_ABSTIME.
    if unsafe Interposed.refusesSleep(
      "clock_nanosleep", time, by: flags & 1 == 1 ? clock : nil)
    {
      return 0
    }
    return unsafe unsafeBitCast(Interposed.real(&realClockNanosleep), to: ClockNanosleep.self)(
      clock, flags, time, rest)
  }
#endif
