internal import SystemSupport

/// Lets each task that is started in a world prefer an executor of the world.
///
/// A task that prefers no executor goes to an actor without an executor of its own and back within one step: the runtime
/// lets the thread take over the actor (`swift_task_switch` in Actor.cpp), and asks nobody. On a phone with several cores
/// other tasks run in between. A task that prefers an executor is enqueued there at every such hop, and so each hop is
/// a step that the schedule places. Children of a task inherit what it prefers; so it is enough that `Task {}` and
/// `Task.detached` begin with it.
///
/// The runtime's function that makes a task is led here by the tables through which the program's images call it, with
/// the preference among its options (the record `InitialTaskExecutorUnowned` in TaskOptions.h). On Musl and where the runtime is
/// linked statically nothing is led here, and a plain task runs on through plain actors until it waits. An exploration in which
/// such a task runs is never said to be complete (``ChoiceLog/leavesOrdersOut``).
enum TaskCreation {
  /// `swift_task_create` (Task.cpp): flags, options, the type of the result, the function and its context; the task and its
  /// first context.
  fileprivate typealias Create =
    @convention(thin) (
      UInt, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?
    ) -> (UnsafeRawPointer?, UnsafeRawPointer?)

  /// An option, as it lies in memory.
  @unsafe fileprivate struct Option {
    /// The kind, in the lowest eight bits.
    let flags: UInt
    let next: UnsafePointer<Option>?
    let executor: UnownedTaskExecutor
  }

  /// The kinds of options (TaskOptionRecordKind in MetadataValues.h).
  private enum Kind {
    static let taskGroup: UInt = 1
    static let asyncLet: UInt = 3
    static let unownedTaskExecutor: UInt = 5
    static let ownedTaskExecutor: UInt = 6
    static let runInline: UInt = 255
  }

  /// What the tables are to call in place of the runtime's function.
  static var replacement: Interposed.Replacement {
    let create: Create = { flags, options, type, function, context in
      unsafe TaskCreation.create(flags, options, type, function, context)
    }
    return unsafe Interposed.replacement("swift_task_create", create, &realCreate)
  }

  private static func create(
    _ flags: UInt, _ options: UnsafeRawPointer?, _ type: UnsafeRawPointer?,
    _ function: UnsafeRawPointer?, _ context: UnsafeRawPointer?
  ) -> (UnsafeRawPointer?, UnsafeRawPointer?) {
    let real = unsafe unsafeBitCast(Interposed.real(&realCreate), to: Create.self)
    guard let world = Ambient.world, !world.startsPlainly, unsafe isPlain(options) else {
      return unsafe real(flags, options, type, function, context)
    }
    let process = world.currentProcess
    let home = process?.globalLane ?? world.globalLane
    let side = process?.plainSide ?? .side(0)
    var option = unsafe Option(
      flags: Kind.unownedTaskExecutor, next: options?.assumingMemoryBound(to: Option.self),
      executor: side.asUnownedTaskExecutor())
    let before = world.startingPreference
    world.startingPreference = unsafe .passUnretained(home)
    defer { world.startingPreference = unsafe before }
    let made = unsafe withUnsafePointer(to: &option) { option in
      unsafe real(flags, UnsafeRawPointer(option), type, function, context)
    }
    if let task = unsafe made.0 {
      unsafe world.plainTasks.add(task)
      if world.isWorkingOffQueue { unsafe world.noteStarted(task) }
    }
    return unsafe made
  }

  /// Whether a task with these options is nobody's child and prefers no executor.
  private static func isPlain(_ options: UnsafeRawPointer?) -> Bool {
    var next = unsafe options
    while let option = unsafe next {
      switch unsafe option.load(as: UInt.self) & 0xff {
      case Kind.taskGroup, Kind.asyncLet, Kind.unownedTaskExecutor, Kind.ownedTaskExecutor,
        Kind.runInline:
        return false
      default: unsafe next = option.load(fromByteOffset: 8, as: UnsafeRawPointer?.self)
      }
    }
    return true
  }
}

/// The address of the runtime's own function.
@exclusivity(unchecked) nonisolated(unsafe) private var realCreate: UInt = 0
