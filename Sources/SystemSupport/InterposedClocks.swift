// The clocks of the C library, as Interposed watches them.

#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
  internal import Glibc

  @exclusivity(unchecked) nonisolated(unsafe) private var realClockGettime: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realGettimeofday: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realTime: UInt = 0

  extension Interposed {
    static var clocks: [Replacement] {
      unsafe [
        replacement("clock_gettime", watchedClockGettime as ClockGettime, &realClockGettime),
        replacement("gettimeofday", watchedGettimeofday as Gettimeofday, &realGettimeofday),
        replacement("time", watchedTime as Time, &realTime),
      ]
    }
  }

  private typealias ClockGettime = @convention(c) (Int32, UnsafeMutableRawPointer?) -> Int32

  /// Reads a clock.
  @c(rehearsal_clock_gettime)
  func watchedClockGettime(_ clock: Int32, _ time: UnsafeMutableRawPointer?) -> Int32 {
    // The time that a thread or a process has used is no clock of the world.
    if clock != CLOCK_THREAD_CPUTIME_ID, clock != CLOCK_PROCESS_CPUTIME_ID {
      Interposed.tell("clock_gettime")
    }
    return unsafe unsafeBitCast(Interposed.real(&realClockGettime), to: ClockGettime.self)(
      clock, time)
  }

  private typealias Gettimeofday =
    @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32

  /// Reads the time of day.
  @c(rehearsal_gettimeofday)
  func watchedGettimeofday(_ time: UnsafeMutableRawPointer?, _ zone: UnsafeMutableRawPointer?)
    -> Int32
  {
    Interposed.tell("gettimeofday")
    return unsafe unsafeBitCast(Interposed.real(&realGettimeofday), to: Gettimeofday.self)(
      time, zone)
  }

  private typealias Time = @convention(c) (UnsafeMutableRawPointer?) -> Int

  /// Reads the time in seconds.
  @c(rehearsal_time)
  func watchedTime(_ seconds: UnsafeMutableRawPointer?) -> Int {
    Interposed.tell("time")
    return unsafe unsafeBitCast(Interposed.real(&realTime), to: Time.self)(seconds)
  }
#endif
