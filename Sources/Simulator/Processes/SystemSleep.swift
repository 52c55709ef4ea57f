/// A sleep on one of the system's clocks, as `Task.sleep` asks for it.
///
/// The clocks are asked in the step of the code that sleeps, so they show its phone's virtual time, not the machine's.
struct SystemSleep {
  /// How long it is, by the clock that is meant.
  let duration: Duration
  /// Whether the clock stands still while the device sleeps.
  let isSuspending: Bool
  /// The name of the clock where it is none of the system's; such a sleep cannot be told in virtual time.
  let foreignClock: String?

  init<C: Clock>(after delay: C.Duration, _ clock: C) {
    duration = delay as? Duration ?? .zero
    isSuspending = clock is SuspendingClock
    foreignClock = delay is Duration ? nil : "\(C.self)"
  }

  init<C: Clock>(until instant: C.Instant, _ clock: C) {
    isSuspending = clock is SuspendingClock
    switch instant {
    case let instant as ContinuousClock.Instant:
      duration = ContinuousClock.now.duration(to: instant)
      foreignClock = nil
    case let instant as SuspendingClock.Instant:
      duration = SuspendingClock.now.duration(to: instant)
      foreignClock = nil
    default:
      duration = .zero
      foreignClock = "\(C.self)"
    }
  }
}

extension World {
  /// The shortest time that an app's program may wait for something while the world counts as quiet, as it does for what
  /// comes round for ever: a ping, a refresh. Ours.
  private static let longWait = Duration.seconds(10)

  /// Whether the code that is running waits for so long that the world counts as quiet meanwhile; the scenario's own waits
  /// never are.
  func isLong(_ delay: Duration) -> Bool { currentProcess != nil && delay >= Self.longWait }

  /// Takes the job that wakes a task from a sleep on a clock of the system.
  ///
  /// - Parameter home: The lane whose executor the task prefers, or on which its actor runs.
  func putToSleep(_ job: UnownedJob, _ sleep: SystemSleep, on home: Lane, _ road: Step.Road) {
    guard isDriving else {
      return road == .serial ? acceptSerial(job, on: home) : acceptTask(job, on: home)
    }
    if let clock = sleep.foreignClock { refuseForeignSleep(clock: clock, on: home) }
    if isWorkingOffQueue { noteQueued(job) }
    let lane = road == .serial ? home : laneOfTask(job, home: home)
    let step = road == .serial ? unsafe Step.serial(job, preferring: nil) : Step.task(job)
    if isTakingDown {
      refusals += 1
      // A task that sleeps again and again although it was cancelled is left where it is.
      return refusals > Self.refusalLimit ? () : accept(step, on: lane)
    }
    guard sleep.duration > .zero, sleep.foreignClock == nil else { return accept(step, on: lane) }
    let background = isLong(sleep.duration)
    if sleep.isSuspending, let process = lane.process {
      let due = process.wakefulNanoseconds(at: presentInstant) + sleep.duration.nanoseconds
      return awaken(step, on: lane, atWakeful: due, of: process, background: background)
    }
    _ = unsafe addTimer(
      at: presentInstant.advanced(by: sleep.duration), background: background,
      .wake(Sleeper(step: step, lane: .passUnretained(lane))))
  }

  /// Lets a step come once the clock that stands still with the device shows `due`: when the device has slept meanwhile, later.
  private func awaken(
    _ step: Step, on lane: Lane, atWakeful due: Int64, of process: SimulatedProcess,
    background: Bool
  ) {
    let left = due - process.wakefulNanoseconds(at: presentInstant)
    guard left > 0, !isTakingDown else { return accept(step, on: lane) }
    let step = UncheckedStep(step: step)
    lane.post(
      at: presentInstant.advanced(by: .nanoseconds(left)), background: background
    ) { [unowned lane] in
      lane.world.awaken(step.step, on: lane, atWakeful: due, of: process, background: background)
    }
  }
}

/// A step on its way through a timer.
///
/// `@unchecked Sendable`: only the thread that drives the world touches it.
private struct UncheckedStep: @unchecked Sendable {
  let step: Step
}
