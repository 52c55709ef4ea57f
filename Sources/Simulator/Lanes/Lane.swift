internal import RehearsalCollections

/// A strand of execution in a world: everything on one lane runs one after the other.
///
/// Every actor of a simulation has a lane of its own, so that the schedule decides the order of what
/// different actors do. Two actors on one lane would hide interleavings: an `await` between them runs
/// inline. A lane appends each job to its world's ready queue and never runs one itself.
///
/// `@unchecked Sendable`: the mutable state is touched only on the thread that drives the world, which
/// every entry point checks; a call from another thread goes to ``World/leak(_:)`` instead.
@safe public final class Lane: @unchecked Sendable {
  /// The lane's name, unique in its world, such as "Alice/main".
  public var name: String { taskOrdinal == 0 ? ownName : "\(ownName)/task \(taskOrdinal)" }
  /// The name without the number of the task.
  private let ownName: String
  /// The number of the one task whose lane it is, among those that its home has executed; 0 for a lane that is no task's.
  private let taskOrdinal: UInt64
  /// The world that runs this lane.
  public let world: World
  /// The stable hash of the name, under which the lane's choices and journal entries are keyed.
  public let identifier: UInt64
  /// Whether the lane's steps touch nothing that other lanes touch too, but what the world keeps: lanes, timers, values in a
  /// ``WorldBound``.
  ///
  /// A promise of who makes the lane, on which an exploration relies when it leaves out orders (see
  /// ``Schedule``). Under Swift's checks for data races an actor's code breaks it only with a lock, an atomic value, a
  /// stream, a task that it waits for or cancels, a plain actor, or something unsafe.
  public let isConfined: Bool
  /// The lane's place among its world's lanes, in the order of their creation.
  let index: Int
  /// The runtime's number of the task whose lane it is; 0 for a lane that is no task's.
  let task: UInt64
  /// The lane whose executor the task prefers, which lives as long as its world; nil for a lane that is no task's.
  let home: Unmanaged<Lane>?
  /// The process whose code runs on the lane; nil for a lane of the scenario, the network or a system. It lives as long as
  /// the world.
  @safe @exclusivity(unchecked)
  private(set) var processReference: Unmanaged<SimulatedProcess>?
  /// The index of ``home``; -1 where there is none.
  let homeIndex: Int
  /// The runtime's number of the task that the lane itself runs, although tasks have lanes of their own; 0 where there is none.
  @safe @exclusivity(unchecked)
  var rootTask: UInt64 = 0
  /// Whether ``spawn(_:)`` is starting a task at this moment.
  @safe @exclusivity(unchecked)
  var isStartingTask = false
  /// How many tasks of this lane's executor have got lanes of their own.
  private var taskCount: UInt64 = 0
  /// Steps that wait for this lane's turn; used by schedules other than ``Schedule/fifo``.
  @safe @exclusivity(unchecked)
  var backlog = Deque<Step>()
  /// Counts the decisions about the lane, to key each one.
  @safe @exclusivity(unchecked)
  var stepOrdinal: UInt64 = 0
  /// The lane's place among the others under ``Schedule/pct(depth:)``, the lowest first; 0 before it is drawn.
  @safe @exclusivity(unchecked)
  var rank: UInt64 = 0
  /// The last pick at which a step of the lane was ready, where choices are tried or overridden.
  @safe @exclusivity(unchecked)
  var lastPick: UInt64 = 0
  // Asked by a call: another module does not see that the access below is left unchecked.
  /// Whether the lane stands still: its steps wait until it is thawed.
  package var isFrozen: Bool { standsStill }
  @safe @exclusivity(unchecked)
  private var standsStill = false {
    didSet { needsCare = standsStill || stepObserver != nil }
  }
  /// Whether the lane's steps cannot simply be run: it stands still, or somebody counts them.
  @safe @exclusivity(unchecked)
  private(set) var needsCare = false
  /// Called behind each step of the lane, outside of any step; nil where nobody counts them.
  @safe @exclusivity(unchecked)
  private var stepObserver: (@Sendable () -> Void)? {
    didSet { needsCare = standsStill || stepObserver != nil }
  }
  private var held: [Step] = []
  /// The sleeps of the tasks that the lane started.
  @safe @exclusivity(unchecked)
  var sleeps = LaneSleeps()
  /// The two executors by which the runtime knows the lane. They live as long as the lane, which is as long as any
  /// actor that runs on it: an actor that outlives its world can still be asked for its executor, as an
  /// `isolated deinit` does.
  @safe @exclusivity(unchecked)
  private var sides: Sides?

  /// The serial side as the runtime wants it for running a job.
  @exclusivity(unchecked)
  @usableFromInline
  private(set) var unownedSerial: UnownedSerialExecutor?
  /// The task side likewise.
  @exclusivity(unchecked)
  private(set) var unownedTask: UnownedTaskExecutor?

  /// The two executors of a lane.
  ///
  /// They are two objects so that each job runs the way it was enqueued; with one object for both the
  /// runtime needs three jobs for a sleep instead of one.
  @safe struct Sides {
    let serial: SerialSide
    let task: TaskSide
  }

  init(name: String, index: Int, world: World, isConfined: Bool = false) {
    self.isConfined = isConfined
    ownName = name
    taskOrdinal = 0
    task = 0
    unsafe home = nil
    homeIndex = -1
    self.index = index
    self.world = world
    self.identifier = StableHash.of(name)
    let sides = unsafe Sides(
      serial: SerialSide(lane: .passUnretained(self)), task: TaskSide(lane: .passUnretained(self)))
    self.sides = sides
    unsafe unownedSerial = sides.serial.asUnownedSerialExecutor()
    unsafe unownedTask = sides.task.asUnownedTaskExecutor()
  }

  /// The process whose code runs on the lane.
  package var process: SimulatedProcess? { unsafe processReference?.takeUnretainedValue() }

  /// Lets the lane belong to a process.
  func join(_ process: SimulatedProcess) {
    unsafe processReference = .passUnretained(process)
  }

  /// Lets the lane run jobs for an executor that is not its own.
  func stand(for executor: PlainTaskSide) {
    unsafe unownedTask = executor.asUnownedTaskExecutor()
  }

  /// Makes the lane of a task that `home` executes.
  init(task: UInt64, of home: Lane, index: Int) {
    home.taskCount += 1
    isConfined = false
    home.world.footprints?.touchLanes()
    ownName = home.ownName
    taskOrdinal = home.taskCount
    self.task = task
    self.index = index
    world = home.world
    var hash = StableHash(seed: home.identifier)
    hash.mix(home.taskCount)
    identifier = hash.value
    unsafe self.home = .passUnretained(home)
    homeIndex = home.index
    processReference = home.processReference
    standsStill = home.standsStill
    stepObserver = home.stepObserver
    needsCare = home.needsCare
    unsafe unownedTask = home.unownedTask
  }

  /// The executor of the one actor that runs on this lane.
  public var serialExecutor: any SerialExecutor { serialSide }

  /// The executor for tasks that prefer this lane without being isolated to an actor.
  public var taskExecutor: any TaskExecutor { taskSide }

  var serialSide: SerialSide { sides!.serial }

  var taskSide: TaskSide { sides!.task }

  /// Whether the calling code runs as a step of this lane, or within one as a block of another queue.
  @usableFromInline
  package var isRunning: Bool {
    let running = unsafe world.currentLane?.toOpaque()
    guard world.isDriving else { return false }
    return unsafe running == Unmanaged.passUnretained(self).toOpaque()
      || process?.queuedBlocks.kept.contains { $0 === self } == true
  }

  /// Runs `event` as a step of this lane, at the present instant, after what is already waiting here.
  public func post(_ event: @escaping @Sendable () -> Void) {
    world.accept(.event(event), on: self)
  }

  /// Runs `event` as a step of this lane when the virtual clock reaches `instant`.
  ///
  /// - Parameters:
  ///   - instant: An instant in the past counts as the present one.
  ///   - background: Whether the world counts as quiet although this timer is pending, as for a
  ///     keep-alive that comes round for ever.
  /// - Returns: A handle that can cancel the event before it has fired.
  // Inlined, so that no handle is made where the caller does not take it.
  @inlinable
  @inline(__always)
  @discardableResult
  public func schedule(
    at instant: Instant, background: Bool = false, _ event: @escaping @Sendable () -> Void
  ) -> WorldTimer {
    guard world.isDriving else { return refuseTimer() }
    let (slot, generation) = setTimer(at: instant, background: background, event)
    return WorldTimer(world: world, slot: slot, generation: generation)
  }

  /// Runs `event` as ``schedule(at:background:_:)`` does, for those who never cancel it: no handle is made.
  package func post(
    at instant: Instant, background: Bool, _ event: @escaping @Sendable () -> Void
  ) {
    if world.isDriving {
      _ = setTimer(at: instant, background: background, event)
    } else {
      _ = refuseTimer()
    }
  }

  /// Runs `event` when the clock reaches `instant`, as work of the system below the lane's process: it happens though the lane
  /// stands still, before what is held for the thaw.
  package func postToSystem(
    at instant: Instant, background: Bool, _ event: @escaping @Sendable () -> Void
  ) {
    if world.isDriving {
      _ = unsafe world.addTimer(
        at: instant, background: background, .system(Unmanaged.passUnretained(self), event))
    } else {
      _ = refuseTimer()
    }
  }

  /// Runs `event` as ``postToSystem(at:background:_:)`` does, unless it is cancelled before.
  package func scheduleInSystem(
    at instant: Instant, background: Bool, _ event: @escaping @Sendable () -> Void
  ) -> WorldTimer {
    guard world.isDriving else { return refuseTimer() }
    let (slot, generation) = unsafe world.addTimer(
      at: instant, background: background, .system(Unmanaged.passUnretained(self), event))
    return WorldTimer(world: world, slot: slot, generation: generation)
  }

  @usableFromInline
  func setTimer(
    at instant: Instant, background: Bool, _ event: __owned @escaping @Sendable () -> Void
  ) -> (slot: UInt32, generation: UInt32) {
    world.addTimer(
      at: instant, background: background, unsafe .event(Unmanaged.passUnretained(self), event))
  }

  /// Tells of a timer that somebody sets who does not drive the world.
  @usableFromInline
  @inline(never)
  func refuseTimer() -> WorldTimer {
    world.refuseStranger("a timer was set on lane \(name)")
    return .none
  }

  /// Runs `event` as a step of this lane once `delay` has passed.
  @discardableResult
  public func schedule(
    after delay: Duration, background: Bool = false, _ event: @escaping @Sendable () -> Void
  ) -> WorldTimer {
    // Whoever does not drive the world is told of the timer, not of the clock.
    let now = world.isDriving ? world.presentInstant : .zero
    return schedule(at: now.advanced(by: delay), background: background, event)
  }

  // MARK: - Standing still

  /// Lets the lane stand still, as the threads of a process that its system has suspended: what it is to
  /// do waits, timers that fire among it, until ``thaw()``.
  public func freeze() {
    guard world.checkDriving("lane \(name) was frozen") else { return }
    world.footprints?.touchEverything()
    standsStill = true
    for lane in world.taskLanes.lanes where lane.isTask(of: self) { lane.standsStill = true }
  }

  /// Lets the lane run again; what has waited runs in the order in which it came. A lane of a process that has ended stands still
  /// for good.
  public func thaw() {
    guard world.checkDriving("lane \(name) was thawed"), isFrozen else { return }
    if let process, !process.isAlive, !world.isTakingDown { return }
    world.footprints?.touchEverything()
    goOn()
    for lane in world.taskLanes.lanes where lane.isTask(of: self) { lane.goOn() }
  }

  /// Looks again at what waits on a lane that stands still for good: what others have sent goes on.
  func releaseVisitors() {
    for lane in [self] + world.taskLanes.lanes.filter({ $0.isTask(of: self) })
    where !lane.held.isEmpty {
      let waiting = lane.held
      lane.held = []
      world.acceptAgain(waiting, on: lane)
    }
  }

  private func goOn() {
    standsStill = false
    let waiting = held
    held = []
    world.acceptAgain(waiting, on: self)
  }

  private func isTask(of home: Lane) -> Bool { homeIndex == home.index }

  /// Whether steps wait here for the lane's turn or for the thaw.
  var holdsSteps: Bool { !backlog.isEmpty || !held.isEmpty }

  /// Calls `look` behind each step of the lane, and of the tasks that it executes; nil to stop.
  func observeSteps(_ look: (@Sendable () -> Void)?) {
    stepObserver = look
    for lane in world.taskLanes.lanes where lane.isTask(of: self) { lane.stepObserver = look }
  }

  /// Runs a step of a lane that needs care: holds it where the lane stands still, and tells who counts the steps.
  func runWithCare(_ step: consuming Step) {
    if holds(step) { return hold(step) }
    world.run(step, on: self)
    stepObserver?()
  }

  /// Whether a step has to wait, because the lane stands still.
  func holds(_ step: borrowing Step) -> Bool { isFrozen && !step.isOfSystem && !isVisit(step) }

  /// Whether a step on a lane that stands still for good is that of a task from outside of its process, such as the scenario's,
  /// which goes on and finds the process gone.
  private func isVisit(_ step: borrowing Step) -> Bool {
    guard let process, !process.isAlive, case .serial(let job, let preferred) = copy step else {
      return false
    }
    return unsafe process.isVisitor(job, preferring: preferred)
  }

  /// Keeps a step for the time after the thaw.
  func hold(_ step: Step) {
    held.append(step)
  }

  /// Starts a task on this lane; when the world ends first, the task is cancelled.
  ///
  /// The lane runs one such task itself. Another one that it starts meanwhile, and tasks that these start, run beside it
  /// on lanes of their own.
  @discardableResult
  public func spawn(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    let world = world
    guard world.checkDriving("a task was started on lane \(name)") else {
      return Task(executorPreference: taskSide) {}
    }
    world.lastTaskOrdinal += 1
    let ordinal = world.lastTaskOrdinal
    isStartingTask = true
    let task = Task(executorPreference: taskSide) {
      await self.runTask(body)
      world.liveTasks[ordinal] = nil
    }
    isStartingTask = false
    // The task cannot have ended: it runs only as a step of its own.
    world.liveTasks[ordinal] = task
    return task
  }

  private func runTask(_ body: () async -> Void) async {
    let isRoot = rootTask != 0 && world.currentTask == rootTask
    let lane = unsafe world.currentLane?.takeUnretainedValue()
    await (lane ?? self).withCancellableSleeps(body)
    if isRoot { rootTask = 0 }
  }
}
