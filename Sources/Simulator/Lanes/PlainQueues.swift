// What shows of the queue of a plain actor while a step works it off.
//
// The runtime tells nobody how many jobs are in such a queue. A second task shows where it sends something, sleeps or waits while it
// runs there, or goes home; and a task that code of the actor starts shows in that it arrives nowhere else. The first one is taken
// to be that on whose lane the queue is worked off. Where somebody else woke it up it is not, so that too many queues are taken
// for shared and not too few.

extension World {
  /// Takes note of a job that is sent, or put to sleep, while the queue of a plain actor is worked off.
  @inline(never)
  func noteQueued(_ job: UnownedJob) {
    guard let log = choices.log else { return }
    if unsafe startingPreference != nil { arrivedTask = runtimeNumber(of: job) }
    // None where a task goes home: it is sent when it runs no longer.
    noteRunning(presentTaskNumber ?? runtimeNumber(of: job), log)
  }

  /// Takes note of a task that waits while the queue of a plain actor is worked off.
  @inline(never)
  func noteQueuedWaiter() {
    guard let log = choices.log, let task = presentTaskNumber else { return }
    noteRunning(task, log)
  }

  /// Takes note of a task that was started while the queue of a plain actor is worked off: where it has arrived nowhere, it
  /// waits in that queue.
  func noteStarted(_ task: UnsafeRawPointer) {
    guard let log = choices.log else { return }
    let number = runtimeNumber(of: unsafe unsafeBitCast(task, to: UnownedJob.self))
    if arrivedTask != number { log.noteSharedQueue() }
  }

  private func noteRunning(_ task: UInt64, _ log: ChoiceLog) {
    guard task != 0 else { return }
    if taskOfQueue == 0 { taskOfQueue = task }
    if taskOfQueue != task { log.noteSharedQueue() }
  }

  /// The number of the task that runs; nil where none does.
  private var presentTaskNumber: UInt64? {
    unsafe withUnsafeCurrentTask { task in
      guard let task = unsafe task else { return nil }
      // The structure is the reference to the task, whose job it begins with.
      return runtimeNumber(of: unsafe unsafeBitCast(task, to: UnownedJob.self))
    }
  }
}
