/// A moment until which a block of a queue waits, by a clock of Dispatch.
///
/// `DispatchTime` is a reading of the clock that stands still while the device sleeps, so a block for a deadline that was set
/// before a sleep runs later by as long as the device has slept; one for a `DispatchWallTime` runs when the device wakes. Source:
/// Apple, `DispatchTime` ("a point in time relative to the default clock"), `dispatch_walltime`.
struct QueueDeadline {
  /// The clock's reading, or the instant of the world, in nanoseconds.
  private let reading: Int64
  /// Whether it is a reading of the clock that stands still while the device sleeps.
  private let isWakeful: Bool

  /// Reads a moment as Dispatch encodes it (time.h, shims/time.h of libdispatch); nil for never.
  ///
  /// A word with the highest bit clear is a reading of CLOCK_MONOTONIC in nanoseconds; with the two highest set, the negative
  /// of the nanoseconds since 1970; with the highest alone, a reading of CLOCK_BOOTTIME.
  init?(_ when: UInt64, in world: World) {
    guard when != .max else { return nil }
    let (clock, reading): (Int32, Int64) =
      switch when >> 62 {
      case 0, 1: (1, Int64(when))
      case 3: (0, when == .max - 1 ? .min : -Int64(bitPattern: when))
      default: (7, Int64(when & 0x7fff_ffff_ffff_ffff))
      }
    guard clock != 1 else {
      (self.reading, isWakeful) = (reading, true)
      return
    }
    isWakeful = false
    let now = SystemAnswers.nanoseconds(of: clock) ?? reading
    let left = reading > now ? reading - now : 0
    self.reading = world.presentInstant.advanced(by: .nanoseconds(left)).nanoseconds
  }

  private init(reading: Int64, isWakeful: Bool) {
    self.reading = reading
    self.isWakeful = isWakeful
  }

  /// The moment, or the present one where it has passed, as a timer counts from it.
  func orPresent(for process: SimulatedProcess) -> Self {
    advanced(by: max(-left(for: process, in: process.world), 0))
  }

  /// The moment a time later.
  func advanced(by nanoseconds: Int64) -> Self {
    let (sum, overflows) = reading.addingReportingOverflow(nanoseconds)
    return Self(reading: overflows ? .max : sum, isWakeful: isWakeful)
  }

  /// The time until it for code of a process, or of none; negative once it has passed.
  func left(for process: SimulatedProcess?, in world: World) -> Int64 {
    let now = world.presentInstant
    guard isWakeful else { return reading - now.nanoseconds }
    return reading
      - (process?.wakefulNanoseconds(at: now)
        ?? SimulatedProcess.bootNanoseconds + now.nanoseconds)
  }
}

extension Lane {
  /// Runs `event` as a step of this lane once a moment has come, by the clock of the lane's process.
  func post(at deadline: QueueDeadline, _ event: @escaping @Sendable () -> Void) {
    let left = Duration.nanoseconds(max(deadline.left(for: process, in: world), 0))
    post(at: world.presentInstant.advanced(by: left), background: world.isLong(left)) {
      [unowned self] in
      // The device may have slept meanwhile.
      guard deadline.left(for: process, in: world) <= 0 else {
        return post(at: deadline, event)
      }
      event()
    }
  }
}
