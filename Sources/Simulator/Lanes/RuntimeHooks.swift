internal import Glibc

/// The places where the Swift runtime lets an executor of ours stand in for the global ones.
///
/// After a continuation resumes, and for plain `Task {}`, `Task.detached`, task groups and streams, the
/// runtime enqueues on the global executor. The hooks route such a job to the world that the calling
/// thread is driving; where none is being driven the original is called, so the rest of the process
/// runs as ever.
enum RuntimeHooks {
  private typealias EnqueueOriginal = @convention(thin) (UnownedJob) -> Void
  private typealias EnqueueHook = @convention(thin) (UnownedJob, EnqueueOriginal) -> Void
  private typealias MainOriginal = @convention(thin) () -> UnownedSerialExecutor
  private typealias MainHook = @convention(thin) (MainOriginal) -> UnownedSerialExecutor

  /// Installs the hooks once per process.
  ///
  /// - Returns: The name of the first hook that this runtime lacks; nil when all are in place.
  static let missing: String? = {
    let enqueue: EnqueueHook = { job, original in
      if let world = Ambient.world {
        world.acceptStray(job)
      } else {
        original(job)
      }
    }
    let main: MainHook = { original in
      guard let world = Ambient.world else { return unsafe original() }
      return unsafe world.mainActorLane.serialSide.asUnownedSerialExecutor()
    }
    let names = ["swift_task_enqueueGlobal_hook", "swift_task_getMainExecutor_hook"]
    guard let enqueueSlot = unsafe dlsym(nil, names[0]) else { return names[0] }
    guard let mainSlot = unsafe dlsym(nil, names[1]) else { return names[1] }
    unsafe enqueueSlot.assumingMemoryBound(to: Optional<EnqueueHook>.self).pointee = enqueue
    unsafe mainSlot.assumingMemoryBound(to: Optional<MainHook>.self).pointee = main
    return nil
  }()
}
