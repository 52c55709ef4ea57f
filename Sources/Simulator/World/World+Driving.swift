public import Synchronization
internal import SystemSupport

extension World {
  // Whoever touches what is confined to a world asks this, so it is inlined into other modules too.

  /// Whether the calling thread is driving this world.
  @inlinable
  @inline(__always)
  package var isDriving: Bool { driver == Ambient.thread }

  /// The thread that is driving this world; 0 where none is.
  ///
  /// Other threads may read it, who then find that it isn't they: only a thread itself writes its number.
  @inlinable
  @inline(__always)
  var driver: UInt { driverCell.load(ordering: .relaxed) }

  /// Whether the calling thread drives this world, and nobody wants to know what its steps touch.
  @inlinable
  @inline(__always)
  var isOpen: Bool { openCell.load(ordering: .relaxed) == Ambient.thread }

  func setDriver(_ thread: UInt) {
    driverCell.store(thread, ordering: .relaxed)
    openCell.store(footprints == nil ? thread : 0, ordering: .relaxed)
  }

  /// Takes the place of the driver of a world that belongs to another run, until ``endVisit()``.
  ///
  /// If another thread drives the world, the visitor waits until that run is over: their accesses would race. The run
  /// has already been told of the visitor as a leak, and ends at its next step.
  func beginVisit() {
    while !driverCell.compareExchange(
      expected: 0, desired: Ambient.thread, ordering: .acquiring
    ).exchanged {
      SystemThread.yield()
    }
  }

  @usableFromInline
  @inline(never)
  func endVisit() { driverCell.store(0, ordering: .releasing) }

  /// Takes a step into the ready queue.
  @inline(__always)
  func accept(_ step: Step, on lane: Lane) {
    if isDriving {
      enqueue(step, on: lane)
    } else {
      acceptForeign(step, on: lane)
    }
  }

  /// Puts a step among the ready ones; the running step is its cause.
  @inline(__always)
  private func enqueue(_ step: Step, on lane: Lane) {
    if sendsPlainly {
      ready.append(step, on: lane)
    } else {
      enqueueWithCare(step, on: lane)
    }
  }

  @inline(never)
  private func enqueueWithCare(_ step: Step, on lane: Lane) {
    if isStrict { examine(step, on: lane) }
    ready.append(trace?.following(step, cause: stepCount) ?? step, on: lane)
  }

  /// Puts the steps that a lane has held among the ready ones, before those that it has there already.
  func acceptAgain(_ held: [Step], on lane: Lane) {
    let steps = trace.map { trace in
      held.map { trace.following($0, cause: stepCount) }
    }
    ready.append(steps ?? held, on: lane)
  }

  /// Takes a job for an actor; when the running task sends itself there, its preference goes along.
  @inline(__always)
  func acceptSerial(_ job: UnownedJob, on lane: Lane) {
    if isWorkingOffQueue, isDriving { noteQueued(job) }
    let hops = isDriving && currentJob == JobIdentity(job)
    unsafe accept(.serial(job, preferring: hops ? preferredLane : startingPreference), on: lane)
  }

  /// Takes a job of a task that prefers a lane's executor, or of a plain actor that such a task went to.
  @inline(__always)
  func acceptTask(_ job: UnownedJob, on home: Lane) {
    accept(.task(job), on: isDriving ? laneOfTask(job, home: home) : home)
  }

  /// Takes a job that the runtime sent to the global executor.
  ///
  /// Its task prefers no executor, since it was not led through ``TaskCreation``: it runs on through plain actors within one
  /// step.
  func acceptStray(_ job: UnownedJob) {
    if let log = choices.log, runtimeNumber(of: job) != 0 { log.noteOrderLeftOut() }
    enqueue(.stray(job), on: laneOfTask(job, home: currentGlobalLane))
  }

  /// Keeps a step that came from outside of the run, and ends the run for it.
  ///
  /// A step that another run sends to a world that is over goes home in that run, where its task belongs. Nothing is
  /// left of a world that was taken down: what is sent there is run at once.
  private func acceptForeign(_ step: Step, on lane: Lane) {
    if let other = Ambient.world {
      refuseStranger(
        "lane \(lane.name) was \(isTakingDown ? "used after its world had ended" : "sent to")")
      if isTakenDown { return runLate(step, on: lane) }
      switch step {
      case .serial(let job, _), .task(let job), .stray(let job):
        if isTakingDown { return other.acceptStray(job) }
      case .event, .system: break
      }
    } else if isTakenDown {
      return runLate(step, on: lane)
    }
    pulse.keep(step, for: lane)
    leak(
      """
      a job for lane \(lane.name) came from a thread outside of the simulation. Something in the app \
      or the scenario uses real concurrency (a dispatch queue, a timer, a callback of the system); \
      call it through the simulated phone, or resume from a task of the world
      """)
  }

  /// Runs a job that reaches a world of which nothing is left, on the thread that sends it: the `isolated deinit` of an
  /// actor that outlived the world.
  private func runLate(_ step: Step, on lane: Lane) {
    switch step {
    case .event, .system: return
    case .serial, .task, .stray: break
    }
    // The actor that ends may be the last to own its lane.
    let owner = unsafe Unmanaged.passRetained(lane)
    beginVisit()
    run(step, on: lane)
    drainReady(limit: 10_000)
    endVisit()
    unsafe owner.release()
  }

  /// Ends the run because something crossed the border of the world.
  public func leak(_ description: String) {
    pulse.record(description, .called)
  }

  /// Whether the calling thread drives this world; if not, the call is recorded as a leak, and as a misuse of the run
  /// that the thread plays.
  @inlinable
  @inline(__always)
  package func checkDriving(_ action: @autoclosure () -> String) -> Bool {
    if isDriving { return true }
    refuseStranger(action())
    return false
  }

  /// Tells of code that reads something of a run from a thread that does not play it; a world that nobody drives may be
  /// read by all.
  @usableFromInline
  @inline(never)
  func refuseReader(_ action: String) {
    if driver != 0, !isDriving { refuseStranger(action) }
  }

  /// Tells of code that reads something that is kept with the world, from a thread that does not play its run.
  @inlinable
  @inline(__always)
  package func checkReader(_ action: @autoclosure () -> String) {
    if !isDriving { refuseReader(action()) }
  }

  /// Ends the run because a task sleeps on a clock that nothing is known of.
  func refuseForeignSleep(clock: String, on lane: Lane) {
    pulse.record(
      """
      a task on lane \(lane.name) sleeps on \(clock), whose time the world cannot tell; sleep on the \
      world's clock instead: try await world.clock.sleep(for: …)
      """, .slept)
  }

  /// Runs steps, and lets time pass when there are none, until there is a verdict or `isDone` says so.
  func drive(until isDone: () -> Bool) {
    Ambient.drive(self) {
      while reachedVerdict == nil, !isDone() {
        if let next = ready.pop() {
          let lane = unsafe Unmanaged.passUnretained(next.lane)
          var step = Optional((consume next).takeStep())
          // The lane lives as long as the world, so nothing is counted.
          unsafe lane._withUnsafeGuaranteedRef { lane in
            guard let step = step.take() else { return }
            if lane.needsCare {
              lane.runWithCare(consume step)
            } else {
              run(consume step, on: lane)
            }
            if stepCount > stepWatch.beginning { noteLateStep(on: lane) }
          }
        } else if !letTimePass() {
          reachedVerdict = stalled()
        }
        if pulse.hasLeak, reachedVerdict == nil {
          reachedVerdict = .leaked(pulse.leak ?? "something leaked")
        }
      }
    }
  }

  @inline(__always)
  func run(_ step: consuming Step, on lane: Lane) {
    let running = unsafe Unmanaged.passUnretained(lane)
    unsafe currentLane = running
    stepCount &+= 1
    pulse.beat(stepCount)
    journal.recordStep(on: lane)
    if let trace { trace.begin(step, on: lane, at: presentInstant) }
    if let statics, let process = lane.process { statics.enter(process) }
    switch consume step {
    case .serial(let job, let preferred):
      begin(job, on: lane)
      unsafe preferredLane = preferred
      currentRoad = .serial
      if let preferred = unsafe preferred {
        let executor = unsafe preferred._withUnsafeGuaranteedRef { unsafe $0.unownedTask! }
        unsafe job.runSynchronously(isolatedTo: lane.unownedSerial!, taskExecutor: executor)
      } else {
        unsafe job.runSynchronously(on: lane.unownedSerial!)
      }
    case .task(let job):
      begin(job, on: lane)
      // The home, and not the lane of the task: that one may be forgotten while the task waits elsewhere.
      unsafe preferredLane = lane.home ?? running
      currentRoad = .task
      unsafe job.runSynchronously(on: lane.unownedTask!)
    case .stray(let job):
      begin(job, on: lane)
      preferredLane = nil
      currentRoad = .stray
      unsafe job.runSynchronously(on: lane.unownedTask!)
    case .event(let event), .system(let event):
      currentJob = nil
      currentTask = 0
      isWorkingOffQueue = false
      preferredLane = nil
      event()
    }
    if let statics { statics.leave() }
    currentLane = nil
  }

  @inline(__always)
  private func begin(_ job: UnownedJob, on lane: Lane) {
    currentJob = JobIdentity(job)
    let task = runtimeNumber(of: job)
    currentTask = task == 0 ? lane.task : task
    isWorkingOffQueue = task == 0
    if task == 0 { taskOfQueue = lane.task == 0 ? lane.rootTask : lane.task }
  }

  /// Moves the clock to the next timer and fires what is due; false when there is nothing to wait for.
  private func letTimePass() -> Bool {
    if timers.foregroundCount > 0 {
      lastForegroundActivity = presentInstant
    } else if !quietWaiters.isEmpty {
      lookAtRest()
      if reachedVerdict != nil { return true }
      let waiting = quietWaiters
      quietWaiters = []
      for continuation in waiting { continuation.resume(returning: ()) }
      return true
    }
    guard let next = timers.nextTime() else { return false }
    let instant = Instant(nanoseconds: max(next, presentInstant.nanoseconds))
    if instant > lastInstant {
      reachedVerdict = exhaustedByTime()
      return true
    }
    if timers.foregroundCount == 0,
      instant.nanoseconds - lastForegroundActivity.nanoseconds > backgroundOnlyNanoseconds
    {
      return false
    }
    if instant > presentInstant {
      if instant.nanoseconds &- presentInstant.nanoseconds >= Self.restNanoseconds {
        lookAtRest()
        if reachedVerdict != nil { return true }
      }
      presentInstant = instant
      journal.now = instant
      stepWatch.clockMoved(to: instant.nanoseconds, after: stepCount)
    }
    fireTimers(due: instant.nanoseconds)
    return true
  }

  @inline(__always)
  func wake(_ sleeper: Sleeper) {
    unsafe sleeper.lane._withUnsafeGuaranteedRef { lane in
      enqueue(sleeper.step, on: lane)
    }
  }

  /// Suspends the caller until nothing is left to do but background timers.
  ///
  /// - Throws: `CancellationError`, or ``WorldEnded``.
  public func untilQuiet(isolation: isolated (any Actor)? = #isolation) async throws {
    let reason: @Sendable () -> String = { "for everything to come to rest" }
    try await withContinuation(reason) { quietWaiters.append($0) }
  }
}
