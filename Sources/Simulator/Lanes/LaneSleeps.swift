/// The timer of the latest sleep of each task that a lane started.
///
/// With it one cancellation handler serves all the sleeps of a task; a handler for each would take and
/// drop the task's status lock twice a sleep, which costs as much as the rest of the sleep.
///
/// The entries lie in the lane itself, so that looking one up counts no reference.
struct LaneSleeps {
  private struct Entry {
    var task: JobIdentity?
    var slot: UInt32 = 0
    /// A generation that no slot has, as long as the task has not slept.
    var generation: UInt32 = .max
    var isCancelled = false
  }

  private var entries = InlineArray<4, Entry>(repeating: Entry())

  /// Starts tracking the sleeps of `task`. Returns false if the lane already tracks its maximum number of tasks.
  mutating func enter(_ task: JobIdentity) -> Bool {
    for place in entries.indices where entries[place].task == nil {
      entries[place] = Entry(task: task)
      return true
    }
    return false
  }

  /// Forgets a task that ends.
  mutating func leave(_ task: JobIdentity) {
    if let place = place(of: task) { entries[place] = Entry() }
  }

  /// Returns the place of the entry of `task`; nil for a task that did not enter, such as a child task.
  @inline(__always)
  func place(of task: JobIdentity?) -> Int? {
    guard let task else { return nil }
    for place in entries.indices where entries[place].task == task { return place }
    return nil
  }

  /// Whether the task at `place` was cancelled.
  func isCancelled(_ place: Int) -> Bool { entries[place].isCancelled }

  /// Keeps the task at `place` from sleeping again, and returns the timer of its latest sleep.
  mutating func cancel(_ place: Int) -> (slot: UInt32, generation: UInt32) {
    entries[place].isCancelled = true
    return self[place]
  }

  /// The timer of the latest sleep of the task at `place`.
  @inline(__always)
  subscript(place: Int) -> (slot: UInt32, generation: UInt32) {
    get { (entries[place].slot, entries[place].generation) }
    set { (entries[place].slot, entries[place].generation) = newValue }
  }
}

/// The identity of a job. For a job that resumes a task it is the identity of that task, until the task ends.
struct JobIdentity: Hashable {
  private let address: UInt

  /// The identity of `job`; its address is compared, never followed.
  @inline(__always)
  init(_ job: UnownedJob) {
    address = unsafe unsafeBitCast(job, to: UInt.self)
  }
}

extension Lane {
  /// Runs the body of a task that this lane started, with one cancellation handler for all its sleeps.
  func withCancellableSleeps(_ body: () async -> Void) async {
    guard world.isDriving, let task = world.currentJob, sleeps.enter(task) else {
      return await body()
    }
    await withTaskCancellationHandler {
      await body()
    } onCancel: {
      cancelSleep(of: task)
    }
    sleeps.leave(task)
  }

  func cancelSleep(of task: JobIdentity) {
    guard world.checkDriving("a task of lane \(name) was cancelled") else { return }
    guard let place = sleeps.place(of: task) else { return }
    let timer = sleeps.cancel(place)
    world.cancelTimer(slot: timer.slot, generation: timer.generation)
  }
}
