// Sleeps as Darwin's hooks for them tell of them (RuntimeHooks+Darwin.swift).

#if canImport(Darwin)
  extension World {
    /// Takes the job that wakes a task some nanoseconds from now.
    func putToSleep(_ job: UnownedJob, _ nanoseconds: UInt64) {
      let sleep = SystemSleep(
        after: .nanoseconds(Int64(clamping: nanoseconds)), ContinuousClock())
      putToSleep(job, sleep, on: currentGlobalLane, .task)
    }

    /// Takes the job that wakes a task at a moment of one of the library's clocks, by its number.
    func putToSleep(_ job: UnownedJob, until moment: Duration, ofClock clock: Int32) {
      putToSleep(job, SystemSleep(until: moment, ofClock: clock), on: currentGlobalLane, .task)
    }
  }

  extension SystemSleep {
    /// A sleep until a moment of one of the library's clocks.
    ///
    /// Whoever counted the moment has asked the library's clock, so that is asked here, too. Where it shows the machine's time,
    /// as the library in the system's shared cache does (``CallTables``), no two runs have the same rest: the sleep is told as
    /// one on a clock that the world does not know.
    fileprivate init(until moment: Duration, ofClock clock: Int32) {
      // 1 is the continuous clock, 2 the suspending one; by the numbers of SystemAnswers, CLOCK_BOOTTIME and CLOCK_MONOTONIC.
      let (name, number): (String, Int32) =
        switch clock {
        case 1: ("ContinuousClock", 7)
        case 2: ("SuspendingClock", 1)
        default: ("clock \(clock) of the library", -1)
        }
      let now: Duration =
        clock == 2
        ? SuspendingClock().systemEpoch.duration(to: .now)
        : ContinuousClock().systemEpoch.duration(to: .now)
      let isVirtual =
        number >= 0 && SystemAnswers.nanoseconds(of: number).map { .nanoseconds($0) } == now
      duration = moment - now
      isSuspending = clock == 2
      foreignClock = isVirtual ? nil : "\(name) as this machine has it"
    }
  }
#endif
