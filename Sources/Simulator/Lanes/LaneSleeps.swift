/// Which timer each task that a lane started sleeps on.
///
/// With it one cancellation handler serves all the sleeps of a task; a handler for each would take and
/// drop the task's status lock twice a sleep, which costs as much as the rest of the sleep.
///
/// The entries lie in the lane itself, so that looking one up counts no reference.
struct LaneSleeps {
  private struct Entry {
    var task: TaskIdentity?
    var slot: UInt32 = 0
    /// A generation that no slot has, as long as the task has not slept.
    var generation: UInt32 = .max
  }

  private var entries = InlineArray<4, Entry>(repeating: Entry())

  /// Begins to keep the sleeps of `task`; false when the lane has too many tasks for that.
  mutating func enter(_ task: TaskIdentity) -> Bool {
    for place in entries.indices where entries[place].task == nil {
      entries[place] = Entry(task: task)
      return true
    }
    return false
  }

  /// Forgets a task that ends.
  mutating func leave(_ task: TaskIdentity) {
    if let place = place(of: task) { entries[place] = Entry() }
  }

  /// Where the sleeps of `task` are kept; nil for a task that did not enter, such as a child task.
  @inline(__always)
  func place(of task: TaskIdentity) -> Int? {
    for place in entries.indices where entries[place].task == task { return place }
    return nil
  }

  /// The timer of the latest sleep of the task at `place`.
  @inline(__always)
  subscript(place: Int) -> (slot: UInt32, generation: UInt32) {
    get { (entries[place].slot, entries[place].generation) }
    set { (entries[place].slot, entries[place].generation) = newValue }
  }
}

/// Which task it is, as long as the task has not ended; the runtime's address of it, for comparing only.
struct TaskIdentity: Equatable {
  private let address: UInt

  /// The identity of `task`; the address is compared, never followed.
  @inline(__always)
  init(_ task: UnsafeCurrentTask) {
    address = unsafe unsafeBitCast(task, to: UInt.self)
  }

  /// The identity of the task that runs the calling code.
  static var current: TaskIdentity? {
    unsafe withUnsafeCurrentTask { task in unsafe task.map { unsafe TaskIdentity($0) } }
  }
}

extension Lane {
  /// Runs the body of a task that this lane started, with one cancellation handler for all its sleeps.
  func withCancellableSleeps(_ body: () async -> Void) async {
    guard world.isDriving, let task = TaskIdentity.current, sleeps.enter(task) else {
      return await body()
    }
    await withTaskCancellationHandler {
      await body()
    } onCancel: {
      cancelSleep(of: task)
    }
    sleeps.leave(task)
  }

  private func cancelSleep(of task: TaskIdentity) {
    guard world.checkDriving("a task of lane \(name) was cancelled") else { return }
    guard let place = sleeps.place(of: task) else { return }
    let timer = sleeps[place]
    world.cancelTimer(slot: timer.slot, generation: timer.generation)
  }
}
