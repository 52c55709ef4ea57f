// A strict run ends where somebody who lives tries something with a process that has ended. It goes the same way up to that.
//
// The end of a process takes much with it in silence, as a kernel does: sleeps and timers that fall due, sockets that are closed,
// steps that were on their way, what is done in the step in which its device ends it. Nor is it a fault that a task of it is
// cancelled, as by the end of an object that somebody has kept, or that one which was elsewhere is on its way home. A fault is what
// could not be on a device: code of another process or of the scenario reaches into memory that is gone.

extension World {
  /// Lets the run be strict, or not. To be called before the world is driven.
  package func beStrict(_ isStrict: Bool) {
    self.isStrict = isStrict
    sendsPlainly = trace == nil && !isStrict
  }

  /// Looks at a step that is sent to a lane, in a strict run: a job for a process that has ended is told.
  func examine(_ step: Step, on lane: Lane) {
    guard lane.isFrozen, let process = lane.process, let ending = process.ending,
      let job = step.job, runtimeNumber(of: job) != 0, let sender = sender(besides: process)
    else { return }
    if currentJob == JobIdentity(job) {
      guard isAtHome else { return }
      refuse(
        "\(sender) called an actor on lane \(lane.name) of", process, ending, Self.objectRemedy)
    } else if unsafe startingPreference != nil {
      refuse(
        "\(sender) started a task on lane \(lane.name) of", process, ending, Self.objectRemedy)
    } else if !isCancelled(job) {
      refuse("\(sender) resumed a task of", process, ending, Self.taskRemedy)
    }
  }

  /// Ends a strict run because of something that was tried with a process that has ended.
  fileprivate func refuse(
    _ deed: String, _ process: SimulatedProcess, _ ending: ProcessEnding, _ remedy: String
  ) {
    guard pulse.leak == nil, ending.step != stepCount else { return }
    // The look-up may take a second, which is none of the step's, and reads files of the machine.
    pulse.explain(true)
    isLookingAtStack = true
    let place = Self.allowingRealWorld { CallPlace.ofOthers().map { ", in \($0)" } ?? "" }
    isLookingAtStack = false
    pulse.explain(false)
    // Times and places stand behind the semicolon: two runs that differ in these fail in the same way.
    pulse.record(
      """
      \(deed) process \(process.name), which \(ending.manner); it ended at \(ending.instant), and this came at \
      \(presentInstant)\(place). On a device nothing is left of a process that has ended. \(remedy)
      """, .asked)
  }

  private static let taskRemedy = """
    Keep a continuation, a stream or a task in the process that waits for it, not in a static, a server or the scenario; what \
    serves a client drops it when the client's connection ends
    """
  fileprivate static let objectRemedy = """
    Keep no object of a launch in a static or in the scenario; take those of the present launch, as gestures and Phone.app() do
    """

  /// Whoever's code is running and lives, in words: another process, the scenario, or a lane of neither. Nil between two steps,
  /// for code of the process itself, wherever that runs, and for one that has ended as well.
  fileprivate func sender(besides process: SimulatedProcess) -> String? {
    guard !isFinished, let lane = unsafe currentLane?.takeUnretainedValue(),
      unsafe preferredLane?.takeUnretainedValue().process !== process
    else { return nil }
    guard let other = lane.process else {
      let kind = lane.name.prefix { $0 != "/" }
      return [Self.scenarioName, "MainActor", "global"].contains(String(kind))
        ? "the scenario" : "lane \(lane.name)"
    }
    return other !== process && other.isAlive ? "process \(other.name)" : nil
  }

  /// Whether the running task is where it came from. One that is elsewhere may be on its way back from a call that it made before
  /// the process ended.
  private var isAtHome: Bool {
    guard currentRoad == .serial else { return true }
    guard let lane = unsafe currentLane?.takeUnretainedValue() else { return false }
    guard let process = lane.process else { return lane === runtimeLanes.mainActor }
    return unsafe preferredLane?.takeUnretainedValue().process === process
  }
}

/// Whether the task that a job resumes was cancelled; a task's job is the task itself, whatever that returns.
private func isCancelled(_ job: UnownedJob) -> Bool {
  unsafe unsafeBitCast(job, to: Task<Never, Never>.self).isCancelled
}

extension SimulatedProcess {
  /// Tells, in a strict run, that somebody who lives tries something as this process, which has ended.
  ///
  /// - Parameter attempt: What is tried, in words that can follow "tried to", such as "show a screen".
  package func noteAttempt(_ attempt: @autoclosure () -> String) {
    guard world.isStrict, world.isDriving, let ending, let sender = world.sender(besides: self)
    else { return }
    world.refuse("\(sender) tried to \(attempt()) as", self, ending, World.objectRemedy)
  }
}
