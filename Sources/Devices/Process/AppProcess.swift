public import Simulator

/// Thrown by everything that a process touches after it has died.
public struct ProcessGone: Error, Hashable, CustomStringConvertible {
  /// The process that is gone.
  public let process: String
  /// Whether the transaction that it was about is on the disk all the same.
  public let isDurable: Bool

  package init(process: String, isDurable: Bool = false) {
    self.process = process
    self.isDurable = isDurable
  }

  public var description: String {
    "process \(process) is gone; nothing that it still does can be observed"
  }
}

/// One run of an app on a phone, from its launch to its end.
///
/// Its end is that of the ``SimulatedProcess`` whose lanes its code runs on: nothing of it runs any more. What the step
/// that ends it still touches refuses.
public final class AppProcess: Sendable {
  /// The name with the number of the launch, such as "Alice#2".
  public let name: String
  /// The world that it lives in.
  public let world: World
  /// The phone's language and region when the app was launched.
  package let locale: PhoneLocale
  /// What the bundle of its program says of it.
  package let bundle: AppBundle

  /// What runs its code; nil for a process that a test makes of a disk alone.
  let machine: SimulatedProcess?

  /// Whether the phone spares its battery; nil for a process that shows no app.
  let lowPower: WorldBound<Bool>?
  /// Who hears what the system tells a running app.
  let noticed: WorldBound<[@Sendable (SystemNotice) -> Void]>

  /// The instant at which the phone was switched on; nil where that was before the world began.
  private let bootedAt: Instant?
  private let disk: Disk
  private let wallClock: WorldBound<WallClock>
  private let state: WorldBound<State>

  /// The parts of the state that steps change by themselves, for an exploration; the end of the process changes all.
  private enum Part {
    static let tasks: UInt32 = 1
    static let endings: UInt32 = 2
    static let gesture: UInt32 = 3
  }

  private struct State {
    var isAlive = true
    var tasks: [Task<Void, Never>] = []
    var endings: [@Sendable () -> Void] = []
    /// What the system writes to the disk when the process ends.
    var writeBacks: [@Sendable () -> Void] = []
    /// Whether the process was alive when the last gesture began.
    var wasAlive = true
    /// Whether the first commit since then is durable; nil before it.
    var isGestureDurable: Bool?
    /// Whether the disk did not take the last commit.
    var isCommitDue = false
    /// Somebody who waits for the next commit that the disk takes, or for the end of the process.
    var awaitingCommit: [WorldContinuation<Void>] = []
    /// Whether the system is asked to wake the app with the network.
    var wakesWithNetwork = false
    /// The tasks for which the app wants to go on in the background, in the order of their beginning.
    var backgroundTasks: [(number: Int, expired: @Sendable () -> Void)] = []
    var lastBackgroundTask = 0
    /// Called once the last of them has ended.
    var backgroundTasksEnded: (@Sendable () -> Void)?
  }

  init(
    name: String, world: World, disk: Disk, wallClock: WorldBound<WallClock>,
    locale: PhoneLocale = .english, machine: SimulatedProcess? = nil,
    lowPower: WorldBound<Bool>? = nil, bundle: AppBundle = AppBundle(), bootedAt: Instant? = nil
  ) {
    self.bootedAt = bootedAt
    self.lowPower = lowPower
    noticed = WorldBound([], in: world)
    self.machine = machine
    self.locale = locale
    self.bundle = bundle
    self.name = name
    self.world = world
    self.disk = disk
    self.wallClock = wallClock
    state = WorldBound(State(), in: world)
    machine?.program = self
  }

  /// Makes a lane on which code of the process runs, such as "sync" of "Alice#2".
  func lane(_ part: String, isConfined: Bool) -> Lane {
    let lane = world.lane("\(name)/\(part)", isConfined: isConfined)
    machine?.take(lane)
    return lane
  }

  /// Whether the process still runs.
  public var isAlive: Bool { state.withValue(parts: []) { $0.isAlive } }

  /// What the phone's monotonic clock shows, which nobody can set: it begins when the phone is switched on, and goes on while
  /// the app does not run. Of a phone that has been on since before the world began it shows the world's time; ours.
  ///
  /// Source: Apple, `mach_continuous_time`.
  public var monotonicNow: Instant {
    guard let bootedAt else { return world.now }
    return Instant.zero.advanced(by: bootedAt.duration(to: world.now))
  }

  /// The time that the phone's wall clock shows, in milliseconds since 1970.
  public var wallMilliseconds: Int64 {
    let now = world.now
    return wallClock.withValue { $0.milliseconds(at: now) }
  }

  /// The phone's clock with its time zone.
  public var clock: WallClock { wallClock.withValue { $0 } }

  /// The present contents of the disk.
  ///
  /// - Throws: ``CommitError/processGone(_:)``, or ``CommitError/disk(_:)`` with ``DiskFailure/protected`` while the phone is
  ///   locked and the app's files with it.
  public func storedImage() throws(CommitError) -> DiskImage {
    guard isAlive else {
      noteAttempt("read the disk")
      throw .processGone(ProcessGone(process: name))
    }
    guard isProtectedDataAvailable else { throw .disk(.protected) }
    return disk.image
  }

  /// Whether the app's files can be used.
  ///
  /// Source: Apple, `UIApplication.isProtectedDataAvailable`.
  public var isProtectedDataAvailable: Bool { !disk.isProtected }

  /// The name of the folder that holds the app's files; see ``Disk/containerName``.
  package var containerName: String { disk.containerName }

  /// Whether this launch is the first that looks at files out of a backup; see ``Disk/takeRestoration()``.
  package func takeRestoration() -> Bool { disk.takeRestoration() }

  /// The bytes that the app can write to the disk, as ``Disk/availableBytes`` has them.
  public var availableBytes: Int { disk.availableBytes }

  /// Makes a transaction durable.
  ///
  /// - Throws: ``CommitError/processGone(_:)`` when the process died before or in this commit, and
  ///   ``CommitError/disk(_:)`` when the disk did not take it: nothing of it is kept then, and whoever made it should
  ///   tell the person and try again.
  public func commit(_ transaction: DiskTransaction) throws(CommitError) {
    try commit(transaction, isOfApp: true)
  }

  /// Makes a transaction durable, of the app or of a library in its process: a library's says nothing of what the person's
  /// gestures come to.
  package func commit(_ transaction: DiskTransaction, isOfApp: Bool) throws(CommitError) {
    guard isOfApp else {
      guard isAlive else {
        noteAttempt("write to the disk")
        throw .processGone(ProcessGone(process: name))
      }
      return try disk.commit(transaction)
    }
    guard isAlive else {
      noteAttempt("write to the disk")
      noteCommit(isDurable: false)
      throw .processGone(ProcessGone(process: name))
    }
    do throws(CommitError) {
      try disk.commit(transaction)
      noteCommit(isDurable: true)
    } catch {
      switch error {
      case .processGone(let gone): noteCommit(isDurable: gone.isDurable)
      case .disk:
        noteCommit(isDurable: false)
        state.withValue(parts: [Part.gesture]) { $0.isCommitDue = true }
      }
      throw error
    }
  }

  /// Asks the system to let the app run for a while when the phone gets its network back while the app is suspended, or takes
  /// that back.
  ///
  /// It stands for work that the app has handed to the system, which does it when it can: a background session, or a
  /// task that requires the network. The system promises no time; here it comes with the network. Source: Apple,
  /// `URLSessionConfiguration.background(withIdentifier:)` and `BGProcessingTaskRequest.requiresNetworkConnectivity`.
  public func setWakesWithNetwork(_ wakes: Bool) {
    state.withValue { $0.wakesWithNetwork = wakes && $0.isAlive }
  }

  /// Asks for more time in the background, such as to send what waits: about 30 s instead of 5, until
  /// ``endBackgroundTask(_:)``.
  ///
  /// Source: Apple, `UIApplication.beginBackgroundTask(expirationHandler:)`.
  ///
  /// - Parameter expired: Called on the app's lane when the time is over. An app that does not end the task then is ended.
  /// - Returns: A number for ``endBackgroundTask(_:)``.
  public func beginBackgroundTask(expired: @escaping @Sendable () -> Void) -> Int {
    state.withValue { state in
      state.lastBackgroundTask += 1
      state.backgroundTasks.append((state.lastBackgroundTask, expired))
      return state.lastBackgroundTask
    }
  }

  /// The task is done: an app without another one is suspended as soon as its 5 s are over.
  public func endBackgroundTask(_ number: Int) {
    let ended = state.withValue { state -> (@Sendable () -> Void)? in
      state.backgroundTasks.removeAll { $0.number == number }
      guard state.backgroundTasks.isEmpty else { return nil }
      defer { state.backgroundTasksEnded = nil }
      return state.backgroundTasksEnded
    }
    ended?()
  }

  var hasBackgroundTask: Bool { state.withValue { !$0.backgroundTasks.isEmpty } }

  /// Has `ended` called once the last background task has ended; false where there is none.
  func awaitBackgroundTasks(_ ended: @escaping @Sendable () -> Void) -> Bool {
    state.withValue { state in
      guard !state.backgroundTasks.isEmpty else { return false }
      state.backgroundTasksEnded = ended
      return true
    }
  }

  /// Tells the app that the time for its background tasks is over.
  func expireBackgroundTasks(on lane: Lane) {
    let tasks = state.withValue { state in
      state.backgroundTasksEnded = nil
      return state.backgroundTasks
    }
    for task in tasks { lane.post(task.expired) }
  }

  var wakesWithNetwork: Bool { state.withValue { $0.wakesWithNetwork } }

  // MARK: - Gestures

  private func noteCommit(isDurable: Bool) {
    let isMadeUpFor = state.withValue(parts: [Part.gesture]) { state in
      state.isGestureDurable = state.isGestureDurable ?? isDurable
      defer { if isDurable { state.isCommitDue = false } }
      return state.isCommitDue && isDurable
    }
    if isMadeUpFor { endWaitForCommit() }
  }

  /// Waits for the next commit that the disk takes, for the end of the process, or for ``endWaitForCommit()``.
  func nextCommit() async throws {
    let name = name
    let reason: @Sendable () -> String = { "for \(name)'s disk to take a commit" }
    try await world.withContinuation(reason) { continuation in
      state.withValue(parts: [Part.gesture]) { $0.awaitingCommit.append(continuation) }
    }
  }

  /// Lets those go on who wait for a commit.
  func endWaitForCommit() {
    let waiting = state.withValue(parts: [Part.gesture]) { state in
      defer { state.awaitingCommit = [] }
      return state.awaitingCommit
    }
    for continuation in waiting { continuation.resume(returning: ()) }
  }

  /// Whether the disk did not take the last commit, and the app can still try again.
  var isCommitDue: Bool { state.withValue(parts: [Part.gesture]) { $0.isCommitDue && $0.isAlive } }

  /// Whether the disk took the last commit; of a process that has ended, the last one that it made.
  var keptLastCommit: Bool { state.withValue(parts: [Part.gesture]) { !$0.isCommitDue } }

  /// Starts looking at what a gesture commits.
  func beginGesture() {
    state.withValue(parts: [Part.gesture]) { state in
      state.wasAlive = state.isAlive
      state.isGestureDurable = nil
    }
  }

  /// Whether what the last gesture committed is on the disk; what it committed behind its first commit does not count.
  var keptGesture: Bool {
    state.withValue(parts: [Part.gesture]) { $0.isGestureDurable ?? $0.wasAlive }
  }

  /// Runs `event` on `lane` after `delay`, unless the process has died by then.
  @discardableResult
  public func schedule(
    after delay: Duration, on lane: Lane, background: Bool = false,
    _ event: @escaping @Sendable () -> Void
  ) -> WorldTimer {
    lane.schedule(after: delay, background: background) { [self] in
      if isAlive { event() }
    }
  }

  /// Starts a task that is cancelled when the process dies.
  public func spawn(on lane: Lane, _ body: @escaping @Sendable () async -> Void) {
    guard isAlive else { return noteAttempt("start a task") }
    let task = lane.spawn(body)
    state.withValue(parts: [Part.tasks]) { $0.tasks.append(task) }
  }

  /// Adds something to do at the process's end, such as closing a socket; does it at once when the process
  /// is dead already.
  public func atEnd(_ ending: @escaping @Sendable () -> Void) {
    guard isAlive else { return ending() }
    state.withValue(parts: [Part.endings]) { $0.endings.append(ending) }
  }

  /// Adds what the system writes to the disk for the process when it ends, such as the pages of files that are open.
  package func atWriteBack(_ write: @escaping @Sendable () -> Void) {
    state.withValue(parts: [Part.endings]) { $0.writeBacks.append(write) }
  }

  /// Throws unless the process is alive.
  public func requireAlive() throws(ProcessGone) {
    guard isAlive else {
      noteAttempt("go on")
      throw ProcessGone(process: name)
    }
  }

  /// Tells, in a strict run, that code which lives tries something as this process, which has ended; nothing for one that lives.
  ///
  /// - Parameter attempt: What is tried, in words that can follow "tried to".
  @usableFromInline
  func noteAttempt(_ attempt: @autoclosure () -> String) { machine?.noteAttempt(attempt()) }

  /// Ends the process; whatever it still does has no effect.
  ///
  /// - Parameters:
  ///   - manner: How it ends, in words that can follow its name.
  ///   - isKnown: Whether its phone knows at once; a phone that hears of it later calls this once more.
  func end(_ manner: String = "was ended", isKnown: Bool = true) {
    let writeBacks = state.withValue(parts: [Part.endings]) { state in
      defer { state.writeBacks = [] }
      return state.isAlive ? state.writeBacks : []
    }
    for write in writeBacks { write() }
    let ended = state.withValue { state in
      defer {
        state.isAlive = false
        state.tasks = []
        state.endings = []
      }
      return state.isAlive ? state : nil
    }
    guard let ended else {
      machine?.end(manner, isKnown: isKnown) {}
      return
    }
    // Its tasks learn of it, and what it owned may be gone.
    world.touchesEverything()
    let close = {
      for task in ended.tasks { task.cancel() }
      for ending in ended.endings { ending() }
      self.endWaitForCommit()
    }
    if let machine { machine.end(manner, isKnown: isKnown, closing: close) } else { close() }
  }
}
