internal import Synchronization

/// The places where the Swift runtime lets an executor of ours stand in for the global ones.
///
/// After a continuation resumes, and for plain `Task {}`, `Task.detached`, task groups and streams, the
/// runtime enqueues on the global executor. The hooks route such a job to the world that the calling
/// thread is driving; where none is being driven, whoever had the hook before is called, or the original,
/// so the rest of the process runs as ever.
///
/// The hooks are in place only while some thread drives a world. Others may have them in between, such as a
/// test library that makes tasks serial; one that takes a hook meanwhile is found when the world stops.
enum RuntimeHooks {
  private typealias EnqueueOriginal = @convention(thin) (UnownedJob) -> Void
  private typealias EnqueueHook = @convention(thin) (UnownedJob, EnqueueOriginal) -> Void
  private typealias MainOriginal = @convention(thin) () -> UnownedSerialExecutor
  private typealias MainHook = @convention(thin) (MainOriginal) -> UnownedSerialExecutor

  private static let enqueue = RuntimeHook("swift_task_enqueueGlobal_hook")
  private static let main = RuntimeHook("swift_task_getMainExecutor_hook")
  /// All that are taken while a world is driven.
  private static let all: [RuntimeHook] = {
    #if canImport(Darwin)
      [enqueue, main] + sleeps
    #else
      [enqueue, main]
    #endif
  }()
  private static let state = Mutex(State())

  private struct State {
    /// The number of threads that drive a world at this moment.
    var drivers = 0
    /// The number of times that other code took a hook while worlds were being driven.
    var thefts = 0
    var lastTheft = ""
  }

  /// The name of the first hook that this runtime lacks; nil when all are there.
  static let missing: String? = {
    for hook in all where !hook.exists { return hook.name }
    #if canImport(Darwin)
      defineSleeps()
    #endif
    unsafe enqueue.define { place in
      let hook: EnqueueHook = { job, original in
        if let world = Ambient.world { return world.acceptStray(job) }
        // Whoever was here before may call this hook in turn, if it was in place again for another world.
        guard let former = RuntimeHooks.enqueue.former, Ambient.beginPassing() else {
          return original(job)
        }
        defer { Ambient.endPassing() }
        unsafe unsafeBitCast(former, to: EnqueueHook.self)(job, original)
      }
      unsafe place.assumingMemoryBound(to: EnqueueHook.self).pointee = hook
    }
    unsafe main.define { place in
      let hook: MainHook = { original in
        if let world = Ambient.world {
          world.claimProgram()
          return unsafe world.currentMainLane.serialSide.asUnownedSerialExecutor()
        }
        guard let former = RuntimeHooks.main.former, Ambient.beginPassing() else {
          return unsafe original()
        }
        defer { Ambient.endPassing() }
        return unsafe unsafeBitCast(former, to: MainHook.self)(original)
      }
      unsafe place.assumingMemoryBound(to: MainHook.self).pointee = hook
    }
    return nil
  }()

  /// Puts the hooks in place for a thread that is about to drive a world.
  ///
  /// - Returns: A mark for ``theft(since:)``.
  static func begin() -> Int {
    precondition(missing == nil)
    return state.withLock { state in
      if state.drivers == 0 {
        for hook in all { hook.take() }
      } else {
        check(&state)
      }
      state.drivers += 1
      return state.thefts
    }
  }

  /// Gives the hooks back to those who had them before, once no thread drives a world.
  static func end() {
    state.withLock { state in
      check(&state)
      state.drivers -= 1
      guard state.drivers == 0 else { return }
      for hook in all { hook.giveBack() }
    }
  }

  /// Returns a description of the code that last took a hook while worlds were being driven; nil if none did since
  /// `mark`.
  static func theft(since mark: Int) -> String? {
    state.withLock { state in
      check(&state)
      return state.thefts == mark ? nil : state.lastTheft
    }
  }

  /// Takes back a hook that somebody else has.
  private static func check(_ state: inout State) {
    for hook in all {
      guard let thief = hook.thief else { continue }
      hook.take()
      state.thefts += 1
      state.lastTheft = thief
    }
  }
}
