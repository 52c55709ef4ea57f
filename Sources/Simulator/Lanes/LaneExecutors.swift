@_spi(ExperimentalScheduling) internal import _Concurrency

/// A lane as an actor's executor.
///
/// It does not own its lane, which owns it. `@unchecked Sendable`: it has no state but its immutable lane.
@safe final class SerialSide: SerialExecutor, @unchecked Sendable {
  private let unownedLane: Unmanaged<Lane>

  init(lane: Unmanaged<Lane>) {
    unsafe unownedLane = lane
  }

  private var lane: Lane { unsafe unownedLane.takeUnretainedValue() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    unsafe unownedLane._withUnsafeGuaranteedRef { $0.world.acceptSerial(job, on: $0) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    unsafe UnownedSerialExecutor(ordinary: self)
  }

  func isIsolatingCurrentContext() -> Bool? {
    lane.isRunning
  }

  func checkIsolated() {
    precondition(lane.isRunning, "code that belongs to lane \(lane.name) ran outside of it")
  }
}

/// A lane as the executor that a task prefers.
///
/// It does not own its lane, which owns it. `@unchecked Sendable`: it has no state but its immutable lane.
@safe final class TaskSide: TaskExecutor, @unchecked Sendable {
  private let unownedLane: Unmanaged<Lane>

  init(lane: Unmanaged<Lane>) {
    unsafe unownedLane = lane
  }

  private var lane: Lane { unsafe unownedLane.takeUnretainedValue() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    unsafe unownedLane._withUnsafeGuaranteedRef { $0.world.acceptTask(job, on: $0) }
  }
}

/// The executor that tasks prefer which nobody has given another one: `Task {}`, `Task.detached` and their children.
///
/// One for the process and for ever: such a task may outlive the world in which it was started, and asks its executor
/// when it goes on. Its jobs go to the world that the calling thread drives, and to the system's threads where there is none,
/// as those of any task do.
final class PlainTaskSide: TaskExecutor {
  static let shared = PlainTaskSide()

  func enqueue(_ job: consuming ExecutorJob) {
    guard let world = Ambient.world else { return globalConcurrentExecutor.enqueue(job) }
    world.acceptTask(UnownedJob(job), on: world.globalLane)
  }
}

// `Task.sleep` asks the current executor for this conformance. A sleep on one of the system's clocks
// arrives as an absolute reading of the real clock, from which the wanted duration cannot be recovered
// to the nanosecond; so it is reported by name rather than run almost deterministically. The job is
// enqueued all the same: the sleeper goes on, and nothing hangs while the run is taken down.

extension SerialSide: SchedulingExecutor {
  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
  ) {
    lane.world.refuseRealSleep(clock: "\(C.self)", on: lane)
    enqueue(job)
  }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
  ) {
    lane.world.refuseRealSleep(clock: "\(C.self)", on: lane)
    enqueue(job)
  }
}

extension TaskSide: SchedulingExecutor {
  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
  ) {
    lane.world.refuseRealSleep(clock: "\(C.self)", on: lane)
    enqueue(job)
  }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
  ) {
    lane.world.refuseRealSleep(clock: "\(C.self)", on: lane)
    enqueue(job)
  }
}

extension PlainTaskSide: SchedulingExecutor {
  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
  ) {
    refuseRealSleep(C.self)
    enqueue(job)
  }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
  ) {
    refuseRealSleep(C.self)
    enqueue(job)
  }

  private func refuseRealSleep(_ clock: Any.Type) {
    guard let world = Ambient.world else { return }
    world.refuseRealSleep(clock: "\(clock)", on: world.globalLane)
  }
}
