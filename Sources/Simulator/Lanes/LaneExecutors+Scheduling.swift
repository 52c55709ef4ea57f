// Where executors take jobs for later, `Task.sleep` asks the current one for this conformance. The clocks of the system show
// virtual time to code of a world, so what is left of a sleep is known to the nanosecond.
//
// Apple's SDK does not have the protocol, which is no public part of the library yet; there the runtime's hooks for sleeps stand
// in (RuntimeHooks+Darwin.swift).

#if !canImport(Darwin)
  @_spi(ExperimentalScheduling) internal import _Concurrency

  extension SerialSide: SchedulingExecutor {
    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      lane.world.putToSleep(UnownedJob(job), SystemSleep(after: delay, clock), on: lane, .serial)
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      lane.world.putToSleep(UnownedJob(job), SystemSleep(until: instant, clock), on: lane, .serial)
    }
  }

  extension TaskSide: SchedulingExecutor {
    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      lane.world.putToSleep(UnownedJob(job), SystemSleep(after: delay, clock), on: lane, .task)
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      lane.world.putToSleep(UnownedJob(job), SystemSleep(until: instant, clock), on: lane, .task)
    }
  }

  extension PlainTaskSide: SchedulingExecutor {
    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      sleep(job, SystemSleep(after: delay, clock))
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      sleep(job, SystemSleep(until: instant, clock))
    }

    private func sleep(_ job: consuming ExecutorJob, _ sleep: SystemSleep) {
      guard let world = Ambient.world else { return enqueue(job) }
      world.putToSleep(UnownedJob(job), sleep, on: world.globalLane(ofProcess: process), .task)
    }
  }
#endif
