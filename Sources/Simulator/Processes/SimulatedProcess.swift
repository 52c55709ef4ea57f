internal import SystemSupport

/// One run of a program on a simulated device: what ordinary Swift code takes for the one process of its machine.
///
/// Code on a lane of the process finds the process's own main actor, its own global executor, clocks and randomness,
/// whatever it calls: the hooks of the runtime and the readings of the system answer by the lane that is running.
/// So the `@MainActor` code of two phones interleaves as on two phones, and `Task {}`, `Task.detached`, task groups and
/// streams belong to the process that began them.
///
/// ``end(_:)`` stops all of it at that step, and ``suspend()`` until ``resume()``. A Swift task cannot be dropped; those of a
/// process that has ended stand still until the world is taken down, when nothing looks any more.
///
/// `@unchecked Sendable`: the state is confined to the thread that drives the world.
@safe public final class SimulatedProcess: @unchecked Sendable {
  /// The name, unique in its world, such as "Alice#2".
  public let name: String
  /// The world in which it runs.
  public let world: World
  /// The lane of its main actor, of the main queue, and of everything that its program does on the main thread.
  public let mainLane: Lane
  /// The place among the processes of its world, counted from 1.
  let number: Int
  /// What the device's wall clock shows at an instant of the world, in nanoseconds since 1970.
  private let wallClock: @Sendable (Instant) -> Int64
  /// What the device's monotonic clock showed when the world began, in nanoseconds; below zero where it was started later.
  private let bootOffset: Int64
  /// The executor that its plain tasks prefer.
  let plainSide: PlainTaskSide
  /// The home of its plain tasks; made when it is first needed.
  @safe @exclusivity(unchecked) private var tasksHome: Lane?
  /// The lanes of its queues.
  @safe @exclusivity(unchecked) var queueLanes = QueueLanes()
  /// The addresses of the queues of Dispatch that the running code was led through, the innermost last; empty for code that is no
  /// block.
  @safe @exclusivity(unchecked) var queuesOfThread: [UInt] = []
  /// The blocks that wait on these lanes, and on the main lane. Those of a process that has ended are kept as its tasks are: code
  /// that waits for them in its last step could not go on without them.
  @safe @exclusivity(unchecked) var queuedBlocks = QueuedBlocks()
  /// Its timers of Dispatch, by the addresses of these.
  var queueTimers: [UInt: QueueTimer] = [:]
  /// How many blocks of global queues there were.
  var globalTurn: UInt = 0
  @safe @exclusivity(unchecked) private var lanes: [Lane]
  /// How many random words its code has drawn.
  @safe @exclusivity(unchecked) var drawCount: UInt64 = 0
  /// How long it was suspended until it was resumed last, in nanoseconds.
  private var suspendedNanoseconds: Int64 = 0
  private var suspendedSince: Instant?
  private(set) var hasEnded = false
  /// How often it was asked to suspend or to resume.
  private var suspensionRequest = 0
  /// How many lanes of a name there are.
  private var partCount: [String: Int] = [:]
  /// What is done when the process ends.
  private var endings: [@Sendable () -> Void] = []
  /// What its kernel takes back behind all of that.
  private var closings: [@Sendable () -> Void] = []
  /// When and how it ended; nil while it lives, while it is being ended, and until its device knows.
  @safe @exclusivity(unchecked) private(set) var ending: ProcessEnding?
  /// The runtime's numbers of tasks of others that came to a lane of the process since it ended.
  private var visitors: Set<UInt64> = []
  /// The objects that exist once a process, such as those that Foundation calls shared, by their types.
  private var singletons: [ObjectIdentifier: AnyObject] = [:]
  /// Called behind each step of its program; nil where nobody counts them.
  private var stepObserver: (@Sendable () -> Void)?
  /// What the process is to its device.
  package weak var program: AnyObject?

  /// Starts a process.
  ///
  /// - Parameters:
  ///   - name: A name that no process of the world has, and no lane with " tasks" behind it.
  ///   - mainLane: A lane that belongs to no process yet.
  ///   - bootedAt: The instant at which the device was switched on; nil where it has been on since before the world began.
  ///   - wallClock: Tells the nanoseconds since 1970 that the device shows; by default the true ones.
  public init(
    name: String, mainLane: Lane, bootedAt: Instant? = nil,
    wallClock: @escaping @Sendable (Instant) -> Int64 = { TrueTime.nanoseconds(at: $0) }
  ) {
    self.name = name
    self.mainLane = mainLane
    self.wallClock = wallClock
    bootOffset = bootedAt.map { -$0.nanoseconds } ?? Self.bootNanoseconds
    world = mainLane.world
    lanes = []
    number = world.processes.count + 1
    plainSide = PlainTaskSide.side(number)
    guard world.checkDriving("process \(name) was started") else { return }
    world.processes.append(self)
    take(mainLane)
  }

  /// Lets a lane belong to the process.
  public func take(_ lane: Lane) {
    guard world.checkDriving("lane \(lane.name) was given to process \(name)") else { return }
    lane.join(self)
    lanes.append(lane)
    if let stepObserver { lane.observeSteps(stepObserver) }
    if isStandingStill { lane.freeze() }
  }

  /// Calls `look` behind each step of the main lane, and of each lane that the process gets from now on: those of its tasks,
  /// queues and web sessions. The lanes that it has already belong to what its system lends to it. Nil to stop.
  package func observeSteps(_ look: (@Sendable () -> Void)?) {
    guard world.checkDriving("the steps of process \(name) were observed") else { return }
    stepObserver = look
    for lane in look == nil ? lanes : [mainLane] { lane.observeSteps(look) }
  }

  /// Whether it has not ended.
  public var isAlive: Bool {
    world.checkReader("the life of process \(name) was asked about")
    return !hasEnded
  }

  /// Whether no code of the process runs: it has ended, or is suspended, and not only to be suspended behind what its main lane
  /// has to do.
  package var isStandingStill: Bool { hasEnded || suspendedSince != nil }

  /// The home of its plain tasks.
  var globalLane: Lane {
    if let tasksHome { return tasksHome }
    let lane = world.makeLane("\(name) tasks")
    lane.stand(for: plainSide)
    tasksHome = lane
    take(lane)
    return lane
  }

  /// Makes a lane of the process, such as "Alice#2/web".
  ///
  /// - Parameter part: What runs there; where the process has such a lane already, a number follows.
  public func addLane(_ part: String) -> Lane {
    // The lane itself is made for a stranger too, and tells of it.
    guard world.checkDriving("a lane of process \(name) was made") else {
      return world.lane("\(name)/\(part)")
    }
    partCount[part, default: 0] += 1
    let count = partCount[part] ?? 1
    let lane = world.lane("\(name)/\(part)\(count == 1 ? "" : " \(count)")")
    take(lane)
    return lane
  }

  /// The process whose code is running on the calling thread, where it asks for what its system gives it; nil elsewhere.
  package static var asking: SimulatedProcess? {
    Interposed.isWatching ? Ambient.world?.currentProcess : nil
  }

  /// The object of a type that exists once in the process; made when it is first asked for.
  package func singleton<Object: AnyObject>(_ make: () -> Object) -> Object {
    world.footprints?.touchEverything()
    if let made = singletons[ObjectIdentifier(Object.self)] as? Object { return made }
    let made = make()
    singletons[ObjectIdentifier(Object.self)] = made
    return made
  }

  /// Lets go of what exists once in the process, and of blocks, which may know the process: its world is over.
  func releaseSingletons() {
    singletons = [:]
    queuedBlocks = QueuedBlocks()
    queueTimers = [:]
    queueLanes = QueueLanes()
  }

  /// Whether the code that is running is on the main thread of its process.
  package var isOnMainLane: Bool {
    unsafe world.currentLane?._withUnsafeGuaranteedRef { $0 === mainLane } ?? false
  }

  // MARK: - Life

  /// Lets all code of the process stand still at the end of this step, until ``resume()``: tasks, timers, blocks.
  public func suspend() {
    guard world.checkDriving("process \(name) was suspended"), !isStandingStill else { return }
    suspendedSince = world.presentInstant
    for lane in lanes { lane.freeze() }
  }

  /// Suspends the process behind what its main lane has to do already, such as to hear that the app is in the background:
  /// unless it is resumed before.
  public func suspendInTurn() {
    guard world.checkDriving("process \(name) was suspended"), !isStandingStill else { return }
    world.footprints?.touchEverything()
    suspensionRequest += 1
    let request = suspensionRequest
    mainLane.post {
      self.world.footprints?.touchEverything()
      if self.suspensionRequest == request { self.suspend() }
    }
  }

  /// Lets the code go on; what has waited runs in the order in which it came.
  public func resume() {
    guard world.checkDriving("process \(name) was resumed"), !hasEnded else { return }
    world.footprints?.touchEverything()
    suspensionRequest += 1
    guard let since = suspendedSince else { return }
    suspendedSince = nil
    suspendedNanoseconds += world.presentInstant.nanoseconds - since.nanoseconds
    for lane in lanes { lane.thaw() }
  }

  /// Ends the process: none of its code runs any more once this step is over.
  ///
  /// - Parameter manner: How it ends, in words that can follow its name.
  public func end(_ manner: String = "was ended") {
    end(manner, isKnown: true) {}
  }

  /// Ends the process as ``end(_:)`` does.
  ///
  /// - Parameters:
  ///   - isKnown: Whether its device knows at once. What is sent to the process before is no fault; a device that hears of it later
  ///     calls this once more.
  ///   - closing: What else is done to end it, behind what ``atEnd(_:)`` has added.
  package func end(_ manner: String, isKnown: Bool, closing: () -> Void) {
    guard world.checkDriving("process \(name) was ended") else { return }
    if !hasEnded { endCode() }
    closing()
    let closings = closings
    self.closings = []
    for close in closings { close() }
    if isKnown, ending == nil { ending = ProcessEnding(manner, in: world) }
  }

  private func endCode() {
    hasEnded = true
    for lane in lanes {
      lane.freeze()
      lane.releaseVisitors()
    }
    let endings = endings
    self.endings = []
    for ending in endings { ending() }
  }

  /// Adds something that the system does at the process's end, such as closing its sockets; where it has ended, it is done at
  /// once.
  public func atEnd(_ ending: @escaping @Sendable () -> Void) {
    guard world.checkDriving("something was left for the end of process \(name)") else { return }
    guard !hasEnded else { return ending() }
    endings.append(ending)
  }

  /// Adds something that the kernel takes back behind everything that ``atEnd(_:)`` has added, such as sockets that nobody has closed;
  /// where the process has ended, it is done at once.
  package func afterEnd(_ closing: @escaping @Sendable () -> Void) {
    guard world.checkDriving("something was left behind the end of process \(name)") else { return }
    guard !hasEnded else { return closing() }
    closings.append(closing)
  }

  /// Whether a job on a lane of this process, which has ended, is of a task that belongs to nobody or to somebody else.
  ///
  /// - Parameter preferred: The lane that the task prefers, where that is known: at least as it comes.
  func isVisitor(_ job: UnownedJob, preferring preferred: Unmanaged<Lane>?) -> Bool {
    let task = runtimeNumber(of: job)
    if let preferred = unsafe preferred {
      guard unsafe preferred._withUnsafeGuaranteedRef({ $0.process }) !== self else { return false }
      visitors.insert(task)
      return true
    }
    return visitors.contains(task)
  }

  // MARK: - Clocks

  /// How long a device had run when the world began; ours.
  static let bootNanoseconds: Int64 = 100_000_000_000_000

  /// The wall clock, in nanoseconds since 1970.
  package func wallNanoseconds(at instant: Instant) -> Int64 { wallClock(instant) }

  /// What a clock shows that runs on while the device sleeps, as `ContinuousClock` does. It begins with the device.
  func uptimeNanoseconds(at instant: Instant) -> Int64 { bootOffset + instant.nanoseconds }

  /// What a clock shows that stands still while the device sleeps, as `SuspendingClock` does. The device sleeps while the
  /// process is suspended: ours.
  func wakefulNanoseconds(at instant: Instant) -> Int64 {
    let asleep = suspendedSince.map { instant.nanoseconds - $0.nanoseconds } ?? 0
    return uptimeNanoseconds(at: instant) - suspendedNanoseconds - asleep
  }
}

extension World {
  /// The process whose code is running; nil for the scenario, the network and whatever else is nobody's program.
  package var currentProcess: SimulatedProcess? {
    unsafe currentLane?._withUnsafeGuaranteedRef { $0.process }
  }

  /// The lane that stands for the main thread of the code that is running.
  var currentMainLane: Lane { currentProcess?.mainLane ?? mainActorLane }

  /// The home of the plain tasks of the code that is running.
  var currentGlobalLane: Lane { currentProcess?.globalLane ?? globalLane }

  /// The home of the plain tasks of a process, by its number; of the world where there is no such process.
  func globalLane(ofProcess number: Int) -> Lane {
    number > 0 && number <= processes.count ? processes[number - 1].globalLane : globalLane
  }
}
