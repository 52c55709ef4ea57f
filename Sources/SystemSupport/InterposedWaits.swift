// What blocks a thread, or sets something of the system going that calls back on another one: a receiver of Interposed is told
// of it.

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  internal import Glibc

  @exclusivity(unchecked) nonisolated(unsafe) private var realSemaphoreWait: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realTimerSet: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realConnect: UInt = 0
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
        replacement("connect", watchedConnect as Connect, &realConnect),
        replacement("sleep", watchedSleep as Sleep, &realSleep),
        replacement("usleep", watchedUsleep as Usleep, &realUsleep),
        replacement("nanosleep", watchedNanosleep as Nanosleep, &realNanosleep),
        replacement(
          "clock_nanosleep", watchedClockNanosleep as ClockNanosleep, &realClockNanosleep),
      ]
    }
  }

  private typealias SemaphoreWait = @convention(c) (UnsafeRawPointer?, UInt64) -> Int

  /// Waits for a semaphore. One that is free is taken; for another one code of a process must not wait, since nothing else of
  /// the run goes on meanwhile. A scenario may: what it waits for can come from a thread of its own.
  @c(rehearsal_dispatch_semaphore_wait)
  func watchedSemaphoreWait(_ semaphore: UnsafeRawPointer?, _ until: UInt64) -> Int {
    let real = unsafe unsafeBitCast(
      Interposed.real(&realSemaphoreWait), to: SemaphoreWait.self)
    guard Interposed.isWatching,
      unsafe Interposed.ask({ receivers in unsafe receivers.blocking() }) == false
    else { return unsafe real(semaphore, until) }
    if unsafe real(semaphore, 0) == 0 { return 0 }
    Interposed.tell("dispatch_semaphore_wait")
    return 1
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

  private typealias Connect = @convention(c) (Int32, UnsafeRawPointer?, UInt32) -> Int32

  /// Connects a socket of the system.
  @c(rehearsal_connect)
  func watchedConnect(_ socket: Int32, _ address: UnsafeRawPointer?, _ length: UInt32) -> Int32 {
    Interposed.tell("connect")
    return unsafe unsafeBitCast(Interposed.real(&realConnect), to: Connect.self)(
      socket, address, length)
  }

  // Code of a process that would sleep is told so and goes on at once: its time does not pass meanwhile.

  private typealias Sleep = @convention(c) (UInt32) -> UInt32

  @c(rehearsal_sleep)
  func watchedSleep(_ seconds: UInt32) -> UInt32 {
    if Interposed.refuses("sleep") { return 0 }
    return unsafe unsafeBitCast(Interposed.real(&realSleep), to: Sleep.self)(seconds)
  }

  private typealias Usleep = @convention(c) (UInt32) -> Int32

  @c(rehearsal_usleep)
  func watchedUsleep(_ microseconds: UInt32) -> Int32 {
    if Interposed.refuses("usleep") { return 0 }
    return unsafe unsafeBitCast(Interposed.real(&realUsleep), to: Usleep.self)(microseconds)
  }

  private typealias Nanosleep =
    @convention(c) (UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Int32

  @c(rehearsal_nanosleep)
  func watchedNanosleep(_ time: UnsafeRawPointer?, _ rest: UnsafeMutableRawPointer?) -> Int32 {
    if Interposed.refuses("nanosleep") { return 0 }
    return unsafe unsafeBitCast(Interposed.real(&realNanosleep), to: Nanosleep.self)(time, rest)
  }

  private typealias ClockNanosleep =
    @convention(c) (Int32, Int32, UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Int32

  @c(rehearsal_clock_nanosleep)
  func watchedClockNanosleep(
    _ clock: Int32, _ flags: Int32, _ time: UnsafeRawPointer?, _ rest: UnsafeMutableRawPointer?
  ) -> Int32 {
    if Interposed.refuses("clock_nanosleep") { return 0 }
    return unsafe unsafeBitCast(Interposed.real(&realClockNanosleep), to: ClockNanosleep.self)(
      clock, flags, time, rest)
  }
#endif
