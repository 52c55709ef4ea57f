internal import Synchronization

/// A lane as an actor's executor.
///
/// It does not own its lane, which owns it. `@unchecked Sendable`: it has no state but its immutable lane.
@safe final class SerialSide: SerialExecutor, @unchecked Sendable {
  private let unownedLane: Unmanaged<Lane>

  init(lane: Unmanaged<Lane>) {
    unsafe unownedLane = lane
  }

  var lane: Lane { unsafe unownedLane.takeUnretainedValue() }

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

  var lane: Lane { unsafe unownedLane.takeUnretainedValue() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    unsafe unownedLane._withUnsafeGuaranteedRef { $0.world.acceptTask(job, on: $0) }
  }
}

/// The executor that tasks prefer which nobody has given another one: `Task {}`, `Task.detached` and their children.
///
/// One for the first process of every world, one for the second, and so on, for ever: such a task may outlive the world in
/// which it was started, and asks its executor when it goes on. Its jobs go to the world that the calling thread drives, and
/// to the system's threads where there is none, as those of any task do.
final class PlainTaskSide: TaskExecutor {
  private static let sides = Mutex<[PlainTaskSide]>([])

  /// The number of the process in its world; 0 for code of no process.
  let process: Int

  private init(process: Int) { self.process = process }

  /// The executor of the plain tasks of a process, by its number.
  static func side(_ process: Int) -> PlainTaskSide {
    sides.withLock { sides in
      while sides.count <= process { sides.append(PlainTaskSide(process: sides.count)) }
      return sides[process]
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    guard let world = Ambient.world else { return globalConcurrentExecutor.enqueue(job) }
    world.acceptTask(UnownedJob(job), on: world.globalLane(ofProcess: process))
  }
}
