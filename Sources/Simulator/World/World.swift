public import Synchronization

/// One simulated universe: its clock, its lanes, its choices and what happened in it.
///
/// One thread drives a world; worlds share nothing, so many run side by side on many threads. Actors of
/// the simulation run on the world's lanes, and time moves only when no lane has anything to do.
///
/// `@unchecked Sendable`: all mutable state is touched only by the thread that drives the world. Every
/// entry point checks that; an enqueue from another thread is recorded as a leak under a lock.
@safe public final class World: @unchecked Sendable {
  /// The source of everything undetermined.
  public let choices: Choices
  /// The record of the events so far.
  public let journal: Journal
  /// The policy that picks the next ready lane.
  public let schedule: Schedule
  /// The limits of the run.
  public let bounds: Bounds
  /// The causes of all steps; nil unless they are recorded.
  @usableFromInline
  package let trace: CausalTrace?

  /// The present instant of the virtual clock.
  public internal(set) var now: Instant {
    @inlinable
    @inline(__always)
    get {
      if !isDriving { refuseReader("the virtual clock was read") }
      return presentInstant
    }
    set { presentInstant = newValue }
  }
  /// ``now`` for the kernel itself, which knows who drives it.
  @safe @exclusivity(unchecked) @usableFromInline var presentInstant: Instant = .zero
  /// The number of steps run so far.
  public var eventCount: UInt64 {
    @inlinable
    @inline(__always)
    get {
      if !isDriving { refuseReader("the number of steps was read") }
      return stepCount
    }
  }
  /// ``eventCount`` for the kernel itself.
  @safe @exclusivity(unchecked) @usableFromInline var stepCount: UInt64 = 0
  /// The reason for which the run is over; nil until it is.
  public var verdict: Verdict? {
    if !isDriving { refuseReader("the verdict was read") }
    return reachedVerdict
  }
  /// ``verdict`` for the kernel itself.
  @safe @exclusivity(unchecked) var reachedVerdict: Verdict?
  /// Whether the world is being taken down: whoever waits is sent home.
  public var isEnding: Bool {
    if !isDriving { refuseReader("the end of the run was asked about") }
    return isTakingDown
  }
  /// ``isEnding`` for the kernel itself.
  @safe @exclusivity(unchecked) @usableFromInline var isTakingDown = false

  /// Whether the scenario has come to its end.
  @safe @exclusivity(unchecked)
  var isScenarioOver = false

  /// The reason why the world could not be taken down, so that its memory is kept; nil where it could, and before.
  public internal(set) var remains: String? {
    get {
      if !isDriving { refuseReader("what is left of the world was asked about") }
      return reasonToRemain
    }
    set { reasonToRemain = newValue }
  }
  private var reasonToRemain: String?
  /// Whether the world was taken down and nothing can come back to it but the end of an actor that somebody has kept.
  var isTakenDown = false

  // The dynamic check for overlapping accesses would cost a twentieth of every run. It is left out where
  // an access never calls code that could come back: the queues take and give, and call nothing.
  @safe @exclusivity(unchecked) var ready: ReadyQueue
  @safe @exclusivity(unchecked) var timers = TimerQueue()
  @safe @exclusivity(unchecked) var timerOrdinal: UInt64 = 0
  @safe @exclusivity(unchecked) var lanes: [Lane] = []
  @safe @exclusivity(unchecked) var laneCount = 0
  /// The lanes of tasks.
  var taskLanes = TaskLanes()
  /// The runtime's number of the task that runs; 0 in an event.
  @safe @exclusivity(unchecked) var currentTask: UInt64 = 0
  /// Whether the job that runs is no task's, such as one that works off the queue of a plain actor.
  @safe @exclusivity(unchecked) var isWorkingOffQueue = false
  /// The task on whose lane the queue of a plain actor is worked off; 0 where that is not known.
  @safe @exclusivity(unchecked) var taskOfQueue: UInt64 = 0
  /// The task that was sent last while it was being started, by code of a plain actor.
  @safe @exclusivity(unchecked) var arrivedTask: UInt64 = 0
  @safe @exclusivity(unchecked) var laneNames = Set<String>(minimumCapacity: 24)
  /// The lane whose step is running; unmanaged because lanes live as long as their world.
  @safe @exclusivity(unchecked) var currentLane: Unmanaged<Lane>?
  /// The job that is running; nil in an event.
  @safe @exclusivity(unchecked) var currentJob: JobIdentity?
  /// The lane that the running task prefers, where that is known.
  @safe @exclusivity(unchecked) var preferredLane: Unmanaged<Lane>?
  /// Whether the task that is being started at this moment is to prefer no executor.
  @safe @exclusivity(unchecked) var startsPlainly = false
  /// The home that a task prefers which is being started at this moment, where that is known.
  @safe @exclusivity(unchecked) var startingPreference: Unmanaged<Lane>?
  /// The road by which the running job came to its lane; of no meaning in an event.
  @safe @exclusivity(unchecked) var currentRoad = Step.Road.task
  /// The sleep that the running task requests, from just before it passes the gate until its job arrives there.
  @safe @exclusivity(unchecked) var sleepRequest: SleepRequest?
  /// The place where tasks go to sleep; never nil once the world is made.
  @safe @exclusivity(unchecked) var sleepGate: SleepGate!
  var runtimeLanes = RuntimeLanes()
  /// The processes that were started, in the order of their start.
  @safe @exclusivity(unchecked) var processes: [SimulatedProcess] = []
  /// Whether a run in which something is tried with a process that has ended is over by that; see ``beStrict(_:)``.
  @safe @exclusivity(unchecked) var isStrict = false
  /// Whether it has the turn to play code of apps; see ``claimProgram()``.
  @safe @exclusivity(unchecked) var programTurn = Turn.none
  /// Whether nobody wants to know who sends a step: causes are not recorded, and the run is not strict.
  @safe @exclusivity(unchecked) var sendsPlainly: Bool
  /// Gives each process statics of its own; nil unless a check wants to know.
  @safe @exclusivity(unchecked) var statics: SeparateStatics?
  /// The tasks that code started by itself.
  @safe @exclusivity(unchecked) var plainTasks = PlainTasks()
  /// The groups of Dispatch that are under way.
  var queueGroups = QueueGroups()
  /// How often code of a process has waited in vain for a condition, and in which step.
  var futileWaits: (step: UInt64, count: Int) = (0, 0)
  /// How many random words code of no process has drawn from the system.
  @safe @exclusivity(unchecked) var systemDraws: UInt64 = 0
  /// The C library's sequences of numbers as code of no process finds them; nil until it asks.
  var seededNumbers: SeededNumbers?
  /// The tasks that lanes started and that have not ended, by the order of their start.
  var liveTasks: [UInt64: Task<Void, Never>] = [:]
  var lastTaskOrdinal: UInt64 = 0
  /// The number of times that a task was refused because the world is being taken down.
  var refusals = 0
  /// The object that the harness keeps with the world for the length of the run.
  ///
  /// Computed, because another module, which would reach for it where it is stored, doesn't leave out the check.
  package var attachment: AnyObject? {
    get { attachedObject }
    set { attachedObject = newValue }
  }
  @safe @exclusivity(unchecked) private var attachedObject: AnyObject?
  @safe @exclusivity(unchecked) var waiters: [(ticket: UInt64, waiter: Waiter)] = []
  @safe @exclusivity(unchecked) var lastTicket: UInt64 = 0
  @safe @exclusivity(unchecked) var quietWaiters: [WorldContinuation<Void>] = []
  package var reporters: [(title: String, lines: () -> [String])] = []
  /// Who looks at the world while it rests.
  var restWatchers: [() -> Void] = []
  /// What is compared at the end, and who has it.
  var finalStates: [(holder: JournalSource, parts: () -> [FinalState])] = []
  var endHandlers: [() -> Void] = []
  /// The last errors that were thrown; none unless the run is told.
  var thrown = ThrownErrors()
  /// The line that the scenario reached last, as far as its verbs tell; nil unless the run is told.
  package var scenarioLine: CodeLocation?
  /// Whether a stack is looked at, so that errors thrown by that are nobody's.
  var isLookingAtStack = false
  /// Counts steps against the bounds.
  @safe @exclusivity(unchecked) var stepWatch: StepWatch
  /// The objects that are shared in the world, by type; see ``shared(_:make:)``.
  var sharedObjects: [ObjectIdentifier: any AnyObject & Sendable] = [:]
  var lastForegroundActivity: Instant = .zero
  /// The number of the thread that drives the world; see ``driver``.
  @usableFromInline let driverCell = Atomic<UInt>(0)
  /// The same, but 0 where it is recorded what steps touch; see ``isOpen``.
  @usableFromInline let openCell = Atomic<UInt>(0)
  /// What the steps touch; nil unless an exploration wants to know.
  let footprints: FootprintLog?
  /// The bounds of time as plain words, because a `Duration` takes a division of 128 bits to read.
  @usableFromInline let lastInstant: Instant
  let backgroundOnlyNanoseconds: Int64
  /// Told from other threads: the pulse of the run for a watchdog, and leaks.
  package let pulse = Pulse()

  static let timerStream = ChoiceStream("schedule.timer")

  /// Makes a world in which nothing has happened yet.
  ///
  /// Traps when the Swift runtime lacks a hook that determinism depends on; a command calls
  /// ``SelfTest/run()`` first and reports that properly.
  ///
  /// - Parameters:
  ///   - expectedSteps: The number of steps that the run is expected to take: the range from which
  ///     ``Schedule/pct(depth:)`` draws its change points. ``Runner`` measures it; other schedules ignore it.
  ///   - recording: Whether the journal keeps all entries.
  ///   - telling: Whether it keeps the last ones about each subject, for a failure's story.
  ///   - log: The log that records choices among alternatives, for an exploration.
  public init(
    seed: UInt64, schedule: Schedule = .fifo, bounds: Bounds = Bounds(),
    overrides: [ChoiceKey: UInt64] = [:], recording: Bool = false, telling: Bool = false,
    tracing: Bool = false, expectedSteps: Int = 1000, log: ChoiceLog? = nil
  ) {
    if let hook = RuntimeHooks.missing {
      preconditionFailure(
        "this Swift runtime has no \(hook): Rehearsal needs the runtime of Swift 6.3")
    }
    choices = Choices(seed: seed, overrides: overrides, log: log)
    journal = Journal(seed: seed, keeping: recording ? .all : telling ? .last : .nothing)
    footprints = log?.footprints
    self.schedule = schedule
    self.bounds = bounds
    stepWatch = StepWatch(bounds)
    lastInstant = Instant.zero.advanced(by: bounds.virtualTime)
    backgroundOnlyNanoseconds = bounds.backgroundOnly.nanoseconds
    trace = tracing ? CausalTrace() : nil
    sendsPlainly = !tracing
    ready = ReadyQueue(schedule: schedule, expectedSteps: expectedSteps, choices: choices)
    journal.owner.world = self
    choices.owner.world = self
    sleepGate = SleepGate(world: self)
  }

  deinit {
    journal.owner.world = nil
    choices.owner.world = nil
  }

  /// The virtual clock of this world.
  public var clock: VirtualClock { VirtualClock(world: self) }

  /// Makes a lane; its name must be new in this world.
  ///
  /// A name that is taken ends the run as misused; so does ``isOwnRun(_:at:)`` for a world of another run.
  ///
  /// - Parameter isConfined: The promise that ``Lane/isConfined`` describes.
  public func lane(
    _ name: String, isConfined: Bool = false, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line
  ) -> Lane {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    guard isFurnishable("lane \(name) was made", at: location) else {
      // Nobody drives it: what is sent to it is refused like everything else of another run.
      return Lane(name: name, index: laneCount, world: self)
    }
    guard laneNames.contains(name) else { return makeLane(name, isConfined: isConfined) }
    misuse(
      Misuse(
        "world.lane(_:)", given: "\"\(name)\"",
        takes: "a name that no lane has: every actor needs a lane of its own"), at: location)
    return makeLane("\(name) (\(lanes.count))")
  }

  func makeLane(_ name: String, isConfined: Bool = false) -> Lane {
    footprints?.touchLanes()
    laneNames.insert(name)
    let lane = Lane(name: name, index: nextLaneIndex(), world: self, isConfined: isConfined)
    lanes.append(lane)
    return lane
  }

  /// The next number by which lanes, those of tasks among them, are told apart.
  func nextLaneIndex() -> Int {
    defer { laneCount += 1 }
    return laneCount
  }

  /// The lane that stands in for the main actor of code that is no process's, while this world is driven.
  var mainActorLane: Lane { runtimeLane(\.mainActor, "MainActor") }

  /// The home of the tasks of no process whose jobs the runtime sent to the global executor.
  var globalLane: Lane {
    if let lane = runtimeLanes.global { return lane }
    let lane = runtimeLane(\.global, "global")
    lane.stand(for: .side(0))
    return lane
  }

  /// The lanes that stand in for the runtime's own executors, each made when it is first needed.
  struct RuntimeLanes {
    var mainActor: Lane?
    var global: Lane?
  }

  private func runtimeLane(
    _ place: WritableKeyPath<RuntimeLanes, Lane?>, _ name: String
  ) -> Lane {
    if let lane = runtimeLanes[keyPath: place] { return lane }
    let lane = makeLane(name)
    runtimeLanes[keyPath: place] = lane
    return lane
  }

  /// Adds something to tell when the run fails: what is under way in some part of the world.
  ///
  /// - Parameter lines: Called at the instant of the failure, on the world's thread.
  public func addReporter(_ title: String, _ lines: @escaping () -> [String]) {
    guard isFurnishable("a reporter was added") else { return }
    reporters.append((title, lines))
  }
}
