extension World {
  /// The name of the scenario's lane.
  static let scenarioName = "scenario"

  /// Runs `main` on a lane of its own until it is done or the run is over for another reason, then
  /// takes the world down.
  ///
  /// - Parameters:
  ///   - main: The scenario. What it throws ends the run as failed.
  ///   - atVerdict: Called once the verdict is there and before anything is taken down.
  /// - Returns: The verdict.
  @discardableResult
  public func run(
    _ main: @escaping @Sendable () async throws -> Void, atVerdict: () -> Void = {}
  ) -> Verdict {
    if driver != 0, !isDriving {
      refuseStranger("the world was run")
      return .leaked("the world was run by two threads")
    }
    if isDriving || isFinished {
      misuse(Misuse("a world to be run once, and not from within its run"), at: nil)
      return reachedVerdict ?? .passed
    }
    let hooks = RuntimeHooks.begin()
    defer { RuntimeHooks.end() }
    beginProgram()
    defer { endProgram() }
    if journal.isRecording { ThrowPlaces.begin() }
    defer { if journal.isRecording { ThrowPlaces.stop() } }
    Ambient.drive(self) {
      let scenario = lane(Self.scenarioName)
      _ = scenario.spawn {
        do {
          try await main()
        } catch {
          self.failBecauseScenarioThrew(error)
        }
        self.isScenarioOver = true
      }
      footprints?.scenario = scenario.rootTask
    }
    drive { isScenarioOver }
    footprints?.end(pending: ready.nextLanes())
    if let theft = RuntimeHooks.theft(since: hooks) {
      leak(theft)
      reachedVerdict = .leaked(theft)
    }
    let verdict = reachedVerdict ?? .passed
    reachedVerdict = verdict
    Ambient.drive(self) {
      atVerdict()
      takeDown()
    }
    return verdict
  }

  private func failBecauseScenarioThrew(_ error: any Error) {
    guard reachedVerdict == nil, !isTakingDown else { return }
    let place = place(ofThrown: error)
    // Thrown below the app's own lines: the scenario's line is the nearest that its author knows.
    let isBelow = place == nil && scenarioLine != nil
    fail(
      Failure(
        kind: "error",
        expected: "the scenario throws nothing; it threw: \(error)"
          + (isBelow ? "; this line is the last that the scenario is known to have reached" : ""),
        location: place ?? scenarioLine))
  }

  /// Sends home whoever still waits, so that nothing of this world is left behind.
  ///
  /// A task that waits for something outside of the simulation cannot be sent home; then the lanes are
  /// kept for ever, because the runtime may still come back to them, and ``remains`` says so. So they are after a
  /// leak: a thread that is known to call in may do so again.
  private func takeDown() {
    isTakingDown = true
    for (_, task) in liveTasks.sorted(by: { $0.key < $1.key }) { task.cancel() }
    plainTasks.cancelAll()
    for lane in lanes { lane.thaw() }
    for (lane, step) in pulse.takeJobs() { ready.append(step, on: lane) }
    for _ in 0..<8 {
      plainTasks.cancelAll()
      // Counted while they still wait.
      let limit = stepsToGoHome
      abandonWaiters()
      guard drainReady(limit: limit) else { break }
      if timers.count == 0, waiters.isEmpty, quietWaiters.isEmpty { break }
    }
    reporters = []
    restWatchers = []
    finalStates = []
    endHandlers.removeAll()
    sharedObjects = [:]
    for process in processes { process.releaseSingletons() }
    // Actors that nobody owns any more may have sent themselves their `isolated deinit`.
    drainReady(limit: stepsToGoHome)
    remains = reasonToKeep
    guard remains == nil else { return }
    lanes = []
    runtimeLanes = RuntimeLanes()
    processes = []
    taskLanes = TaskLanes()
    plainTasks = PlainTasks()
    isTakenDown = true
  }

  /// The reason why the runtime may still come back to the lanes; nil where it cannot.
  private var reasonToKeep: String? {
    if pulse.hasCaller { return "a thread from outside of the simulation may call in again" }
    if !ready.isEmpty { return "its tasks went on and on when they were sent home" }
    switch liveTasks.count {
    case 0: return nil
    case 1: return "a task waits for something outside of the simulation"
    default: return "\(liveTasks.count) tasks wait for something outside of the simulation"
    }
  }

  /// The number of steps that the remaining tasks may take together while the world is taken down; if they need more,
  /// they are taken to loop for ever.
  ///
  /// A task that is turned away goes home in a few steps; one that tries again for ever is stopped by
  /// ``refuse(isolation:)`` after ten thousand tries.
  private var stepsToGoHome: Int {
    100_000 + 100 * (liveTasks.count + waiters.count + timers.count)
  }

  private func abandonWaiters() {
    for handler in endHandlers { handler() }
    for action in timers.removeAll() {
      if case .wake(let sleeper) = action { wake(sleeper) }
    }
    let waiting = waiters
    waiters = []
    for (_, waiter) in waiting { waiter.abandon(WorldEnded()) }
    quietWaiters = []
  }

  /// Runs what is ready without letting time pass; false when it does not come to an end.
  @discardableResult
  func drainReady(limit: Int) -> Bool {
    var left = limit
    while let next = ready.pop() {
      switch next.step {
      case .event, .system: continue
      case .serial(let job, _), .task(let job), .stray(let job):
        // A task that is left where it is keeps nothing of the world from ending.
        if !plainTasks.mayRun(job) { continue }
      }
      run(next.step, on: unsafe next.lane)
      left -= 1
      if left == 0 { return false }
    }
    return true
  }

  /// How often tasks may try to wait in a world that is over.
  static let refusalLimit = 10_000

  /// Turns away a task that wants to wait in a world that is over.
  ///
  /// A task that tries again for ever, as in `while true { try? await … }`, would keep the run from ending;
  /// beyond a bound it is left suspended instead.
  @usableFromInline
  func refuse(isolation: isolated (any Actor)? = #isolation) async throws -> Never {
    refusals += 1
    if refusals > Self.refusalLimit {
      await unsafe withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    throw WorldEnded()
  }

  /// Whether the run has its verdict, so that what a scenario still does counts no more.
  public var isOver: Bool {
    if !isDriving { refuseReader("the end of the run was asked about") }
    return isFinished
  }

  /// ``isOver`` for the kernel itself.
  var isFinished: Bool { reachedVerdict != nil || isTakingDown }

  /// Stops the calling task, whose run is over: it goes no further until the world is taken down, and home then.
  ///
  /// A verb that does not wait calls it in a run that ``isOver``. Otherwise a scenario that swallows what a failed
  /// expectation throws, and tries again, would keep its run from ending.
  ///
  /// - Throws: ``WorldEnded``.
  public static func stop(isolation: isolated (any Actor)? = #isolation) async throws -> Never {
    if let world = Ambient.world, world.isFinished {
      if world.isTakingDown { try await world.refuse() }
      let reason: @Sendable () -> String = { "for the end of the run" }
      try await world.withContinuation(reason) { (_: WorldContinuation<Void>) in }
    }
    throw WorldEnded()
  }

  /// Adds something to do when the world is taken down: tasks to cancel, cycles to break.
  public func atEnd(_ handler: @escaping () -> Void) {
    guard isFurnishable("something was left for the end") else { return }
    endHandlers.append(handler)
  }
}
