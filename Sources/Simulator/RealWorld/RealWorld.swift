internal import SystemSupport

/// The system's clocks, randomness and queues, as code of a run meets them.
///
/// Calls of the C library are seen while the calling thread drives a world: they are led to functions of ``Interposed``
/// first, and answered by the world where it can (``SystemAnswers``, ``QueueBlocks``; madsim does the like for Rust).
/// What the world cannot answer is told, and ends the run. Nothing of the Swift library is changed, and no
/// other thread is watched. On Musl nothing is seen, and on Darwin what the program's own images ask for.
enum RealWorld {
  /// The types by which AppFoundation says what Foundation is to an app, and AppNetworking what FoundationNetworking is; programs
  /// without such a module lack its type.
  private static let modules = [
    "13AppFoundation8ReplacedO", "13AppNetworking18ReplacedNetworkingO",
  ]

  /// Begins to watch this process; done once.
  static let isWatched: Bool = {
    let modules = Self.modules.compactMap { _typeByName($0) as? any Interposed.Module.Type }
    let receivers = unsafe Interposed.Receivers(
      told: { function, caller, nanoseconds in
        unsafe RealWorld.observe(
          String(cString: function), calledFrom: caller, waiting: nanoseconds)
      },
      clock: { clock, nanoseconds in
        guard let answer = SystemAnswers.nanoseconds(of: clock) else { return false }
        unsafe nanoseconds.pointee = answer
        return true
      },
      randomness: { memory, count in unsafe SystemAnswers.fill(memory, count: count) },
      sequence: { deed, seed, drawn in
        guard let number = SystemAnswers.perform(deed, seed: seed) else { return false }
        unsafe drawn.pointee = number
        return true
      },
      block: { queue, block, when, isBarrier in
        unsafe QueueBlocks.take(block, for: queue, when: when, isBarrier: isBarrier)
      },
      sync: { queue, block, isBarrier in
        unsafe QueueBlocks.sync(block, on: queue, isBarrier: isBarrier)
      },
      group: { deed, group, queue, block in
        unsafe QueueGroups.perform(deed, group, queue, block)
      },
      file: { _, flags in SystemAnswers.mayOpen(flags) },
      files: {
        guard let process = Ambient.world?.currentProcess else { return nil }
        for module in modules {
          if let files = module.files(of: process) { return files }
        }
        return nil
      },
      blocking: { SystemAnswers.mayBlock },
      place: { queue in unsafe QueueBlocks.place(of: queue) },
      delay: { when in QueueBlocks.nanoseconds(until: when) },
      meanwhile: { QueueBlocks.runMeanwhile() },
      suspension: { queue, isSuspended in unsafe QueueBlocks.suspend(queue, isSuspended) },
      activation: { _ in QueueBlocks.activate() },
      specific: { key, kept in unsafe QueueBlocks.findSpecific(key, kept) },
      timer: { deed, source, object, start, interval in
        unsafe QueueTimer.perform(deed, source, object, start, interval)
      })
    unsafe Interposed.observe(
      receivers, beside: [TaskCreation.replacement] + modules.flatMap { unsafe $0.replacements })
    return true
  }()

  /// Watches the calling thread from now on, or no longer.
  ///
  /// - Returns: Whether it was watched before.
  @discardableResult
  static func watch(_ isDriving: Bool) -> Bool {
    guard isWatched else { return false }
    return Interposed.watch(isDriving)
  }

  /// The file name of the image that a code address lies in.
  static func image(of address: UnsafeRawPointer) -> String? {
    unsafe DynamicLinker.image(of: address).map { path in
      path.split(separator: "/").last.map(String.init) ?? "?"
    }
  }

  /// The exported function that a code address lies in.
  static func function(at address: UnsafeRawPointer) -> String? {
    unsafe DynamicLinker.function(at: address)
  }

  private static func observe(
    _ function: String, calledFrom caller: UnsafeRawPointer, waiting nanoseconds: Int64
  ) {
    guard let world = Ambient.world else { return }
    if function == "pthread_cond_wait" { world.noteFutileWait() }
    // What a process waits for that has ended with this step does not matter any more.
    if waits.contains(function), world.currentProcess?.hasEnded == true { return }
    guard !world.isFinished, world.pulse.leak == nil else { return }
    guard let asker = unsafe asker(function, caller) else { return }
    // The look-up may take a second, which is none of the step's.
    world.pulse.explain(true)
    let place = unsafe CallPlace.description(of: asker)
    world.pulse.explain(false)
    let lane = unsafe world.currentLane?._withUnsafeGuaranteedRef { " on lane \($0.name)" } ?? ""
    world.pulse.record(
      """
      \(place) asked the real world by \(function)\(lane): \(Self.remedy(for: function, nanoseconds)). What a run may \
      know of the real world stands in World.allowingRealWorld { … }
      """, .asked)
  }

  /// The calls that wait for what other code brings.
  private static let waits = [
    "dispatch_semaphore_wait", "dispatch_group_wait", "dispatch_block_wait", "pthread_cond_wait",
    "pthread_mutex_timedlock", "pthread_mutex_clocklock", "pthread_rwlock_timedrdlock",
    "pthread_rwlock_timedwrlock", "sem_timedwait", "sem_wait",
  ]

  /// How long a thread would stand still, in words; empty where that is not known.
  private static func time(_ nanoseconds: Int64) -> String {
    switch nanoseconds {
    case ..<0: ""
    case .max: " for ever"
    default: " for \(Duration.nanoseconds(nanoseconds).stopwatch)"
    }
  }

  private static func remedy(for function: String, _ nanoseconds: Int64) -> String {
    switch function {
    case _ where waits.contains(function):
      """
      the thread would wait\(time(nanoseconds)), since nothing else of the run goes on meanwhile but blocks that wait \
      for other queues; let a task await it instead
      """
    case "Thread.sleep", "nanosleep", "clock_nanosleep", "usleep", "sleep":
      """
      the thread would stand still\(time(nanoseconds)), and nothing else of the run goes on meanwhile; use Task.sleep \
      instead
      """
    case "pthread_create":
      """
      a thread of the system runs beside the schedule, and no seed decides about it; use a task, or a block of a \
      DispatchQueue or an OperationQueue instead
      """
    case "RunLoop.run":
      """
      the loop would hold the thread, and nothing else of the run goes on meanwhile; let a task await what it waits for \
      instead, such as by Task.sleep
      """
    case "RunLoop.perform", "RunLoop.add", "Timer.scheduledTimer":
      """
      the run loop of a thread that is not the main one runs nothing unless its code does; use RunLoop.main or a task \
      instead
      """
    case "timerfd_settime":
      """
      the Timer of a run loop fires on no lane; use Timer.scheduledTimer, a task that sleeps, or \
      DispatchQueue.main.asyncAfter instead
      """
    case "dispatch_source_create":
      """
      the source hears of the system's events, which no seed decides about; use a task, a stream or a block of a \
      DispatchQueue instead
      """
    case "dispatch_io_create", "dispatch_io_create_with_path", "dispatch_read", "dispatch_write":
      """
      the machine reads and writes when it likes, which no seed decides about; use FileHandle, read(2) or write(2) in a \
      task instead
      """
    case "UserDefaults.init":
      """
      the values of a subclass of UserDefaults lie on this machine, for all phones; use UserDefaults.standard or \
      UserDefaults(suiteName:), and put what the subclass adds into an extension
      """
    case "URLSession.shared":
      """
      the simulated network knows nothing of the library's sessions; ask for the phone's by services.webSession() \
      instead
      """
    case "connect", "bind", "listen", "accept", "accept4", "send", "sendto", "sendmsg", "recv",
      "recvfrom", "recvmsg", "getaddrinfo", "gethostbyname":
      """
      the simulated network knows nothing of a socket of the system; use the phone's network instead
      """
    case "dispatch_sync", "dispatch_barrier_sync":
      """
      the queue would wait for itself for ever, since its code is what waits, or it or one of its targets is suspended or \
      not activated; call the code, or use async instead
      """
    case "chdir", "fchdir":
      """
      the folder that relative paths lead from is one for all phones of the machine's process; name files by whole \
      paths, or go to one of the app's own folders
      """
    case "open", "openat", "creat", "fopen", "mkstemp", "mkdir", "mkdirat", "rmdir", "unlink",
      "unlinkat", "remove", "truncate", "rename", "renameat", "renameat2", "link", "linkat",
      "symlink", "symlinkat",
      "chmod", "fchmodat", "chown", "utimes", "utimensat", "setxattr":
      """
      a file of this machine is shared by all phones and outlives the run; write to one of the app's own folders, such \
      as FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)
      """
    case "fopen(\"/dev/urandom\")":
      """
      the library reads the machine's random bytes into its stream, which no seed decides about; use \
      SystemRandomNumberGenerator, getentropy(3) or read(2) instead
      """
    case "freopen", "dup2", "dup3", "close", "fclose", "ftruncate":
      """
      what code prints is one for all phones, and stands in the story of its run; write a log to a file of the app's \
      own instead, by FileHandle or fopen
      """
    default:
      """
      a queue runs its blocks on a thread that no schedule decides about; use a task, or a post or a timer of an \
      actor's lane instead
      """
    }
  }

  /// The address in the program's own code from which a call came by way of the toolchain's libraries, or that of the
  /// call where the way cannot be told; nil for a call that such a library made for itself.
  private static func asker(_ function: String, _ caller: UnsafeRawPointer) -> UnsafeRawPointer? {
    // Some libraries keep no frame pointers: by these, who calls them is left out.
    var way = unsafe [caller] + CallPlace.unwoundCallers(of: caller)
    unsafe way += CallPlace.framedCallers(of: caller)
    for index in unsafe way.indices {
      let frame = unsafe way[index]
      let image = unsafe image(of: frame) ?? ""
      // What a queue reads for its own book-keeping; DispatchTime.now() comes by these.
      if image.hasPrefix("libdispatch"), !function.hasPrefix("dispatch"),
        unsafe !["dispatch_time", "dispatch_walltime"].contains(self.function(at: frame) ?? "")
      {
        return nil
      }
      if bystanders.contains(where: image.hasPrefix) { return nil }
      if !toolchain.contains(where: image.hasPrefix) { return unsafe frame }
    }
    return unsafe caller
  }

  /// Libraries that ask for themselves: testing notes when an issue came, Unicode when its century began.
  private static let bystanders = ["libTesting", "lib_Testing", "libXCTest", "lib_FoundationICU"]

  /// Libraries that ask for those who call them.
  private static let toolchain = [
    "libswift", "libFoundation", "libdispatch", "libBlocksRuntime", "libc.", "libc-", "libpthread",
    "libcurl", "libstdc++", "libgcc_s", "ld-",
  ]
}

extension World {
  /// How often a step may look in vain for what it waits for.
  private static let futileWaitLimit = 1_000

  /// Code of a process waits for a condition that nothing of the run will signal: it looks again, goes on, and the run ends as
  /// leaked with that step. A loop that looks again and again would never come to the step's end, so it traps.
  fileprivate func noteFutileWait() {
    if futileWaits.step != stepCount { futileWaits = (stepCount, 0) }
    futileWaits.count += 1
    if futileWaits.count > Self.futileWaitLimit {
      fatalError(pulse.leak ?? "a step waits for a condition again and again")
    }
  }

  /// Lets code of a run ask the real world, such as for the time that a computation took; the run does not end for it.
  ///
  /// Nothing in the run may depend on the answer; otherwise no seed reproduces the run.
  public static func allowingRealWorld<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let wasWatched = RealWorld.watch(false)
    defer { RealWorld.watch(wasWatched) }
    return try body()
  }
}
