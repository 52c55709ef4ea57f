internal import SystemSupport

/// The system's clocks, randomness and queues, as code of a run may not ask for them.
///
/// Calls of the C library are seen while the calling thread drives a world: they are led to functions of ``Interposed``
/// first, which pass each call on (madsim does the like for Rust). Nothing of the Swift library is changed, and no
/// other thread is watched. On Darwin and on Musl nothing is seen.
enum RealWorld {
  /// Begins to watch this process; done once.
  static let isWatched: Bool = {
    let receiver: Interposed.Receiver = { function, caller in
      unsafe RealWorld.observe(String(cString: function), calledFrom: caller)
    }
    unsafe Interposed.observe(receiver, beside: [TaskCreation.replacement])
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

  private static func observe(_ function: String, calledFrom caller: UnsafeRawPointer) {
    guard let world = Ambient.world, !world.isOver, world.pulse.leak == nil else { return }
    guard let asker = unsafe asker(function, caller) else { return }
    let place = unsafe CallPlace.description(of: asker)
    let lane = unsafe world.currentLane?._withUnsafeGuaranteedRef { " on lane \($0.name)" } ?? ""
    world.pulse.record(
      """
      \(place) asked the real world by \(function)\(lane): \(Self.remedy(for: function)). What a run may know of the \
      real world stands in World.allowingRealWorld { … }
      """, .asked)
  }

  private static func remedy(for function: String) -> String {
    if function.contains("random") {
      return """
        the answer (UUID(), Int.random, SystemRandomNumberGenerator) differs from run to run; draw from \
        world.choices instead, or from a generator that a draw has seeded
        """
    }
    if function.hasPrefix("dispatch") {
      return """
        a queue runs its blocks on a thread that no schedule decides about; use a task, or a post or a timer of an \
        actor's lane instead
        """
    }
    return """
      the time (Date(), ContinuousClock.now) differs from run to run; read the simulated phone's clock, or world.now, \
      instead
      """
  }

  /// The address in the program's own code from which a call came by way of the toolchain's libraries, or that of the
  /// call where the way cannot be told; nil for a call that such a library made for itself.
  private static func asker(_ function: String, _ caller: UnsafeRawPointer) -> UnsafeRawPointer? {
    var way = unsafe [caller] + CallPlace.framedCallers(of: caller)
    unsafe way += CallPlace.unwoundCallers(of: caller)
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
    "libstdc++", "libgcc_s", "ld-",
  ]
}

extension World {
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
