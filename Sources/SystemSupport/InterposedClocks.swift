// The clocks of the C library, which a receiver of Interposed reads for watched threads.

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

  /// What a receiver says that a clock shows, in nanoseconds; nil where the system is to be asked.
  @inline(__always)
  private func answer(_ clock: Int32) -> Int64? {
    let answer = unsafe Interposed.ask { receivers in
      var nanoseconds: Int64 = 0
      return unsafe receivers.clock(clock, &nanoseconds) ? nanoseconds : nil
    }
    return answer ?? nil
  }

  /// Writes a time as two words: seconds, and the rest in parts of a second.
  @inline(__always)
  private func write(
    _ nanoseconds: Int64, _ partNanoseconds: Int64, to time: UnsafeMutableRawPointer?
  ) {
    let second: Int64 = 1_000_000_000
    let rest = (nanoseconds % second + second) % second
    unsafe time?.storeBytes(of: (nanoseconds - rest) / second, as: Int64.self)
    unsafe time?.storeBytes(of: rest / partNanoseconds, toByteOffset: 8, as: Int64.self)
  }

  /// Reads a clock.
  @c(rehearsal_clock_gettime)
  func watchedClockGettime(_ clock: Int32, _ time: UnsafeMutableRawPointer?) -> Int32 {
    // The time that a thread or a process has used is no clock of the world.
    if clock != CLOCK_THREAD_CPUTIME_ID, clock != CLOCK_PROCESS_CPUTIME_ID,
      let nanoseconds = answer(clock)
    {
      unsafe write(nanoseconds, 1, to: time)
      return 0
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
    if let nanoseconds = answer(CLOCK_REALTIME) {
      unsafe write(nanoseconds, 1000, to: time)
      return 0
    }
    return unsafe unsafeBitCast(Interposed.real(&realGettimeofday), to: Gettimeofday.self)(
      time, zone)
  }

  private typealias Time = @convention(c) (UnsafeMutableRawPointer?) -> Int

  /// Reads the time in seconds.
  @c(rehearsal_time)
  func watchedTime(_ seconds: UnsafeMutableRawPointer?) -> Int {
    if let nanoseconds = answer(CLOCK_REALTIME) {
      let second = Int(nanoseconds / 1_000_000_000) - (nanoseconds % 1_000_000_000 < 0 ? 1 : 0)
      unsafe seconds?.storeBytes(of: second, as: Int.self)
      return second
    }
    return unsafe unsafeBitCast(Interposed.real(&realTime), to: Time.self)(seconds)
  }
#endif
