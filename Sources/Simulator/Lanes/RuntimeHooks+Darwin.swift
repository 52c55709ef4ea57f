// The runtime's hooks for sleeps, which stand in on Darwin for executors that take jobs for later: the SDK does not have those
// (`SchedulingExecutor` of Swift 6.3). `Task.sleep` of that version's library does not ask the hooks, but an executor of the system;
// its wake-up comes from a thread outside of the world, which ends the run.
//
// Source: the types of the hooks in ConcurrencyHooks.h, and the numbers of the clocks in `_ClockID`, swiftlang/swift.

#if canImport(Darwin)
  extension RuntimeHooks {
    /// Nanoseconds and the job that wakes the task, as from `Task.sleep(nanoseconds:)`.
    private typealias DelayOriginal = @convention(thin) (UInt64, UnownedJob) -> Void
    private typealias DelayHook = @convention(thin) (UInt64, UnownedJob, DelayOriginal) -> Void
    /// A moment in seconds and nanoseconds, a tolerance likewise, the clock's number and the job, as from `Task.sleep(for:)`.
    private typealias DeadlineOriginal =
      @convention(thin) (Int64, Int64, Int64, Int64, Int32, UnownedJob) -> Void
    private typealias DeadlineHook =
      @convention(thin) (Int64, Int64, Int64, Int64, Int32, UnownedJob, DeadlineOriginal) -> Void

    private static let delay = RuntimeHook("swift_task_enqueueGlobalWithDelay_hook")
    private static let deadline = RuntimeHook("swift_task_enqueueGlobalWithDeadline_hook")

    static var sleeps: [RuntimeHook] { [delay, deadline] }

    /// Says what is put in place of them.
    static func defineSleeps() {
      unsafe delay.define { place in
        let hook: DelayHook = { nanoseconds, job, original in
          if let world = Ambient.world { return world.putToSleep(job, nanoseconds) }
          guard let former = RuntimeHooks.delay.former, Ambient.beginPassing() else {
            return original(nanoseconds, job)
          }
          defer { Ambient.endPassing() }
          unsafe unsafeBitCast(former, to: DelayHook.self)(nanoseconds, job, original)
        }
        unsafe place.assumingMemoryBound(to: DelayHook.self).pointee = hook
      }
      unsafe deadline.define { place in
        let hook: DeadlineHook = { seconds, rest, slackSeconds, slackRest, clock, job, original in
          if let world = Ambient.world {
            return world.putToSleep(
              job, until: .seconds(seconds) + .nanoseconds(rest), ofClock: clock)
          }
          guard let former = RuntimeHooks.deadline.former, Ambient.beginPassing() else {
            return original(seconds, rest, slackSeconds, slackRest, clock, job)
          }
          defer { Ambient.endPassing() }
          unsafe unsafeBitCast(former, to: DeadlineHook.self)(
            seconds, rest, slackSeconds, slackRest, clock, job, original)
        }
        unsafe place.assumingMemoryBound(to: DeadlineHook.self).pointee = hook
      }
    }
  }
#endif
