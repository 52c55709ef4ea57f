/// The tasks that code of a world started by itself, with `Task {}` and `Task.detached`: at the end of the world those that
/// still live are cancelled, so that a loop that sleeps as long as nobody cancels it goes home.
struct PlainTasks {
  /// Their addresses; each is retained.
  private var tasks: [UInt] = []
  private var limit = 64
  /// The steps that each cancelled one has taken since, by the runtime's number of the task.
  private var stepsSinceCancelled: [UInt64: Int] = [:]
  /// How many such steps a task may take: one that goes on and on does not look whether it was cancelled.
  private static let patience = 200

  /// Keeps a task that was made at this moment.
  mutating func add(_ task: UnsafeRawPointer) {
    if tasks.count >= limit {
      forgetEnded()
      limit = max(64, 2 * tasks.count)
    }
    _ = unsafe Unmanaged<AnyObject>.fromOpaque(task).retain()
    tasks.append(UInt(bitPattern: task))
  }

  /// Lets go of the tasks that nobody else keeps: the runtime keeps those that have not ended.
  private mutating func forgetEnded() {
    tasks.removeAll { address in
      guard let task = unsafe UnsafeRawPointer(bitPattern: address),
        unsafe retainCount(task) == 1
      else { return false }
      unsafe Unmanaged<AnyObject>.fromOpaque(task).release()
      return true
    }
  }

  /// Notes that a job is to run; false where its task was cancelled and still goes on and on.
  mutating func mayRun(_ job: UnownedJob) -> Bool {
    let task = runtimeNumber(of: job)
    guard let steps = stepsSinceCancelled[task] else { return true }
    stepsSinceCancelled[task] = steps + 1
    return steps < Self.patience
  }

  /// Cancels all that live, in the order in which they were made.
  mutating func cancelAll() {
    let live = tasks
    tasks = []
    for address in live {
      guard let task = unsafe UnsafeRawPointer(bitPattern: address) else { continue }
      stepsSinceCancelled[runtimeNumber(of: unsafe unsafeBitCast(task, to: UnownedJob.self))] = 0
      // A task's handle is the reference to it, whatever it returns.
      unsafe unsafeBitCast(task, to: Task<Never, Never>.self).cancel()
      unsafe Unmanaged<AnyObject>.fromOpaque(task).release()
    }
  }
}

/// The number of references to an object of the runtime (HeapObject.h).
@_silgen_name("swift_retainCount")
private func retainCount(_ object: UnsafeRawPointer) -> UInt
