/// The gate through which tasks go to sleep: an actor whose executor is the world's timers.
///
/// A task that calls ``pass()`` hops to this executor, which puts the task's job into the timers and
/// hands it back to the lane it came from when it is due. The job then runs on that lane, so the hop back
/// finds nothing to do. A continuation would cost three visits to the task's status lock more, and
/// an actor's sleep a second step.
///
/// A compiler may leave out a hop that it takes for useless. Whoever has passed therefore looks whether the request for
/// a sleep was taken; see ``World/requireSleepTaken()``.
@safe actor SleepGate {
  /// Keeps the executor, which the runtime does not own.
  private nonisolated let executor: any SerialExecutor
  nonisolated let unownedExecutor: UnownedSerialExecutor
  private var passages: UInt64 = 0

  init(world: World) {
    self.init(executor: SleepSide(world: world))
  }

  /// Makes a gate that hops elsewhere, to see that such a one is noticed.
  init(executor: any SerialExecutor) {
    self.executor = executor
    unsafe unownedExecutor = executor.asUnownedSerialExecutor()
  }

  /// Returns when the calling task is to wake up.
  ///
  /// It changes something, because the compiler may leave out a hop to a call that does nothing.
  func pass() {
    passages &+= 1
  }
}

/// The executor of a ``SleepGate``.
///
/// `@unchecked Sendable`: it has no state but its immutable world.
@safe private final class SleepSide: SerialExecutor, @unchecked Sendable {
  private unowned(unsafe) let world: World

  init(world: World) {
    unsafe self.world = world
  }

  func enqueue(_ job: consuming ExecutorJob) {
    unsafe world.putToSleep(UnownedJob(job))
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    unsafe UnownedSerialExecutor(ordinary: self)
  }
}

/// The sleep that a task requests before it passes the gate.
struct SleepRequest {
  let deadline: Instant
  /// The timer that the sleep's own cancellation handler knows of, if it has one.
  let timer: (slot: UInt32, generation: UInt32)?
}

extension World {
  /// Suspends the task until the clock reaches `deadline`.
  ///
  /// - Throws: `CancellationError` when the task is cancelled, as soon as it is; ``WorldEnded`` in a
  ///   world that is over.
  public func sleep(
    until deadline: Instant, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    if hasCancellableSleeps {
      sleepRequest = SleepRequest(deadline: deadline, timer: nil)
      await sleepGate.pass()
      try requireSleepTaken()
      if try hasSleptCancellably() { return }
    }
    try await sleepWithHandler(until: deadline)
  }

  /// Suspends the task for `duration`; see ``sleep(until:isolation:)``.
  public func sleep(
    for duration: Duration, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    // Not by way of the other function: each further async function costs a switch of executors.
    let deadline = now.advanced(by: duration)
    if hasCancellableSleeps {
      sleepRequest = SleepRequest(deadline: deadline, timer: nil)
      await sleepGate.pass()
      try requireSleepTaken()
      if try hasSleptCancellably() { return }
    }
    try await sleepWithHandler(until: deadline)
  }

  /// Whether the running task has a cancellation handler that knows of all its sleeps.
  @inline(__always)
  private var hasCancellableSleeps: Bool {
    guard isDriving, !isTakingDown, let lane = currentLane else { return false }
    return unsafe lane._withUnsafeGuaranteedRef { $0.sleeps.place(of: currentJob) != nil }
  }

  /// Looks why the gate let the task pass; false when it was not put to sleep, which is so for a task that
  /// started at once inside another one's job.
  @inline(__always)
  private func hasSleptCancellably() throws -> Bool {
    if isTakingDown { throw WorldEnded() }
    // What the runtime would answer, for less: the handler of the whole task has told the lane.
    let isCancelled = unsafe currentLane?._withUnsafeGuaranteedRef { lane in
      lane.sleeps.place(of: currentJob).map(lane.sleeps.isCancelled)
    }
    guard let isCancelled = isCancelled ?? nil else { return false }
    if isCancelled { throw CancellationError() }
    return true
  }

  /// Sleeps in a task that no lane started, such as a child task, or on another lane than its own.
  private func sleepWithHandler(
    until deadline: Instant, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    guard checkDriving("a task slept on the virtual clock") else { throw WorldEnded() }
    guard !isTakingDown else { try await refuse() }
    let timer = timers.reserve(background: false)
    await withTaskCancellationHandler {
      // Captured so that the closure keeps the caller's isolation: without it each sleep of an actor
      // takes two more steps, by way of the global executor.
      _ = isolation
      sleepRequest = SleepRequest(deadline: deadline, timer: timer)
      await sleepGate.pass()
    } onCancel: {
      cancelTimer(slot: timer.slot, generation: timer.generation)
    }
    try requireSleepTaken()
    if isTakingDown { throw WorldEnded() }
    if Task.isCancelled { throw CancellationError() }
  }

  /// Looks whether the gate has taken the request of the task that passed it; if not, the compiler has left out the hop
  /// to it, and a sleep takes no time.
  @inline(__always)
  private func requireSleepTaken() throws {
    if sleepRequest != nil { try tellUntakenSleep() }
  }

  @inline(never)
  private func tellUntakenSleep() throws -> Never {
    sleepRequest = nil
    fail(
      Failure(
        kind: "toolchain",
        expected: """
          a sleep to pass the world's gate; this compiler leaves out the hop to it, so that sleeps end at once. \
          Build with a Swift 6.3 toolchain
          """))
    throw WorldEnded()
  }

  /// Takes the job of a task that wants to sleep; it comes back on the lane that is running.
  fileprivate func putToSleep(_ job: UnownedJob) {
    guard let request = sleepRequest.take(), let lane = currentLane else {
      preconditionFailure("a task passed the gate without asking for a sleep")
    }
    let step =
      switch currentRoad {
      case .serial: unsafe Step.serial(job, preferring: preferredLane)
      case .task: Step.task(job)
      case .stray: Step.stray(job)
      }
    if isWorkingOffQueue { noteQueued(job) }
    let sleeper = unsafe Sleeper(step: step, lane: lane)
    if let timer = request.timer {
      let isArmed = arm(
        slot: timer.slot, generation: timer.generation, at: request.deadline, .wake(sleeper))
      if !isArmed { wake(sleeper) }
      return
    }
    unsafe lane._withUnsafeGuaranteedRef { lane in
      if let place = lane.sleeps.place(of: JobIdentity(job)), !lane.sleeps.isCancelled(place) {
        lane.sleeps[place] = addTimer(at: request.deadline, background: false, .wake(sleeper))
      } else {
        wake(sleeper)
      }
    }
  }
}
