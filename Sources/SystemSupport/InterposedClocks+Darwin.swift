// The clocks of Darwin's C library and of Mach, which a receiver of Interposed reads for watched threads.
//
// A receiver knows clocks by their numbers on Linux, so those of Darwin are told by these.

#if canImport(Darwin)
  internal import Darwin

  @exclusivity(unchecked) nonisolated(unsafe) private var realGettime: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realNanoseconds: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realTimeOfDay: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realTime: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realAbsolute: UInt = 0
  @exclusivity(unchecked) nonisolated(unsafe) private var realContinuous: UInt = 0

  extension Interposed {
    static var clocks: [Replacement] {
      unsafe [
        replacement("clock_gettime", watchedGettime as Gettime, &realGettime),
        replacement(
          "clock_gettime_nsec_np", watchedNanoseconds as Nanoseconds, &realNanoseconds),
        replacement("gettimeofday", watchedTimeOfDay as TimeOfDay, &realTimeOfDay),
        replacement("time", watchedTime as Time, &realTime),
        replacement("mach_absolute_time", watchedAbsolute as Ticks, &realAbsolute),
        replacement("mach_continuous_time", watchedContinuous as Ticks, &realContinuous),
      ]
    }
  }

  /// The clocks of Linux that a receiver is asked for. Computed, since a lazy initializer may not run here.
  private enum Number {
    static var wall: Int32 { 0 }
    /// CLOCK_MONOTONIC, which stands still while the device sleeps.
    static var wakeful: Int32 { 1 }
    /// CLOCK_BOOTTIME, which runs on.
    static var uptime: Int32 { 7 }
  }

  /// The number that a receiver knows a clock of Darwin by; nil for one of the processor's time, which is no clock of the world.
  /// Darwin's CLOCK_MONOTONIC runs on while the machine sleeps (clock_gettime(3)).
  @inline(__always)
  private func number(of clock: UInt32) -> Int32? {
    switch clock {
    case 0: Number.wall
    case 4, 5, 6: Number.uptime
    case 8, 9: Number.wakeful
    default: nil
    }
  }

  /// What a receiver says that a clock shows, in nanoseconds; nil where the system is to be asked.
  @inline(__always)
  private func answer(_ number: Int32) -> Int64? {
    let answer = unsafe Interposed.ask { receivers in
      var nanoseconds: Int64 = 0
      return unsafe receivers.clock(number, &nanoseconds) ? nanoseconds : nil
    }
    return answer ?? nil
  }

  /// Seconds, and the nanoseconds that follow them, also of a time before 1970.
  @inline(__always)
  private func parts(_ nanoseconds: Int64) -> (seconds: Int64, rest: Int64) {
    let second: Int64 = 1_000_000_000
    let rest = (nanoseconds % second + second) % second
    return ((nanoseconds - rest) / second, rest)
  }

  private typealias Gettime = @convention(c) (UInt32, UnsafeMutableRawPointer?) -> Int32

  /// Reads a clock.
  @c(rehearsal_clock_gettime)
  func watchedGettime(_ clock: UInt32, _ time: UnsafeMutableRawPointer?) -> Int32 {
    if let number = number(of: clock), let nanoseconds = answer(number) {
      let (seconds, rest) = parts(nanoseconds)
      unsafe time?.storeBytes(of: seconds, as: Int64.self)
      unsafe time?.storeBytes(of: rest, toByteOffset: 8, as: Int64.self)
      return 0
    }
    return unsafe unsafeBitCast(Interposed.real(&realGettime), to: Gettime.self)(clock, time)
  }

  private typealias Nanoseconds = @convention(c) (UInt32) -> UInt64

  /// Reads a clock in nanoseconds.
  @c(rehearsal_clock_gettime_nsec_np)
  func watchedNanoseconds(_ clock: UInt32) -> UInt64 {
    if let number = number(of: clock), let nanoseconds = answer(number) {
      return UInt64(bitPattern: nanoseconds)
    }
    return unsafe unsafeBitCast(Interposed.real(&realNanoseconds), to: Nanoseconds.self)(clock)
  }

  private typealias TimeOfDay =
    @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32

  /// Reads the time of day. Of a `timeval` the microseconds are a word of 32 bits here.
  @c(rehearsal_gettimeofday)
  func watchedTimeOfDay(_ time: UnsafeMutableRawPointer?, _ zone: UnsafeMutableRawPointer?)
    -> Int32
  {
    if let nanoseconds = answer(Number.wall) {
      let (seconds, rest) = parts(nanoseconds)
      unsafe time?.storeBytes(of: seconds, as: Int64.self)
      unsafe time?.storeBytes(of: Int32(rest / 1_000), toByteOffset: 8, as: Int32.self)
      return 0
    }
    return unsafe unsafeBitCast(Interposed.real(&realTimeOfDay), to: TimeOfDay.self)(time, zone)
  }

  private typealias Time = @convention(c) (UnsafeMutableRawPointer?) -> Int

  /// Reads the time in seconds.
  @c(rehearsal_time)
  func watchedTime(_ seconds: UnsafeMutableRawPointer?) -> Int {
    if let nanoseconds = answer(Number.wall) {
      let whole = Int(parts(nanoseconds).seconds)
      unsafe seconds?.storeBytes(of: whole, as: Int.self)
      return whole
    }
    return unsafe unsafeBitCast(Interposed.real(&realTime), to: Time.self)(seconds)
  }

  private typealias Ticks = @convention(c) () -> UInt64

  /// What a receiver says that a clock shows, in the machine's ticks.
  private func ticks(_ number: Int32) -> UInt64? {
    guard let nanoseconds = answer(number) else { return nil }
    var base = mach_timebase_info_data_t()
    guard unsafe mach_timebase_info(&base) == KERN_SUCCESS, base.numer > 0 else { return nil }
    let (high, low) = UInt64(bitPattern: nanoseconds).multipliedFullWidth(by: UInt64(base.denom))
    let divisor = UInt64(base.numer)
    return high < divisor ? divisor.dividingFullWidth((high, low)).quotient : nil
  }

  /// Reads the ticks of the clock that stands still while the machine sleeps.
  @c(rehearsal_mach_absolute_time)
  func watchedAbsolute() -> UInt64 {
    ticks(Number.wakeful)
      ?? (unsafe unsafeBitCast(Interposed.real(&realAbsolute), to: Ticks.self)())
  }

  /// Reads the ticks of the clock that runs on.
  @c(rehearsal_mach_continuous_time)
  func watchedContinuous() -> UInt64 {
    ticks(Number.uptime)
      ?? (unsafe unsafeBitCast(Interposed.real(&realContinuous), to: Ticks.self)())
  }
#endif
