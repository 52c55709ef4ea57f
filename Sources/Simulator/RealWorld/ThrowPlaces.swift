internal import Synchronization
internal import SystemSupport

/// The places in the code where errors were thrown, for the story of a scenario that throws.
///
/// The runtime calls a function that is kept in a variable whenever an error is thrown. It is ours only while a run is told
/// whose journal is kept, since keeping the stack takes some microseconds for each error; whoever had it before is called, too.
enum ThrowPlaces {
  private typealias Handler = @convention(c) (UnsafeRawPointer) -> Void

  private static let hook = RuntimeHook("_swift_willThrow")
  private static let watchers = Mutex(0)

  /// Whether this runtime has the variable, and what is to stand in it is known.
  private static let isDefined: Bool = {
    guard hook.exists else { return false }
    unsafe hook.define { place in
      let handler: Handler = { error in
        if let world = Ambient.world { world.noteThrow(UInt(bitPattern: error)) }
        guard let former = ThrowPlaces.hook.former, Ambient.beginPassing() else { return }
        defer { Ambient.endPassing() }
        unsafe unsafeBitCast(former, to: Handler.self)(error)
      }
      unsafe place.assumingMemoryBound(to: Handler.self).pointee = handler
    }
    return true
  }()

  /// Begins to watch; balanced by ``stop()``.
  static func begin() {
    guard isDefined else { return }
    watchers.withLock { count in
      if count == 0 { hook.take() }
      count += 1
    }
  }

  static func stop() {
    guard isDefined else { return }
    watchers.withLock { count in
      count -= 1
      if count == 0 { hook.giveBack() }
    }
  }
}

/// The last errors that a world's run has thrown, and the stacks from which it did.
struct ThrownErrors {
  #if canImport(Runtime)
    private var stacks: [(error: UInt, stack: StackPieces)] = []
  #endif
  private static let limit = 32

  /// Keeps the stack from which an error is thrown at this moment.
  mutating func add(_ error: UInt) {
    #if canImport(Runtime)
      guard let stack = StackPieces(from: Self.thrower) else { return }
      if stacks.count == Self.limit { stacks.removeFirst() }
      stacks.append((error, stack))
    #endif
  }

  #if canImport(Runtime)
    /// The first frame behind those that the runtime has put on the stack to tell of an error.
    private static func thrower(_ addresses: [UInt]) -> Int? {
      func isOfRuntime(_ place: Int) -> Bool {
        guard let address = unsafe UnsafeRawPointer(bitPattern: addresses[place]) else {
          return false
        }
        return unsafe RealWorld.image(of: address)?.hasPrefix("libswiftCore") ?? false
      }
      guard let runtime = addresses.indices.first(where: isOfRuntime) else { return 0 }
      return addresses.indices.dropFirst(runtime).first { !isOfRuntime($0) }
    }
  #endif

  /// The place where an error was thrown: the innermost one outside of the simulator's own folders, as far as the program
  /// tells it.
  func place(of error: UInt) -> CodeLocation? {
    #if canImport(Runtime)
      guard let stack = stacks.last(where: { $0.error == error })?.stack else { return nil }
      guard let place = stack.place(outside: Self.ownFolders) else { return nil }
      let file = place.path.split(separator: "/").suffix(2).joined(separator: "/")
      return CodeLocation(fileID: file, filePath: place.path, line: place.line)
    #else
      return nil
    #endif
  }

  /// The folders of the layers below an app, whose lines say nothing to its authors.
  private static let ownFolders = OwnSources.folders([
    "Simulator", "SystemSupport", "Harness", "Network", "Backend", "Devices",
  ])
}

extension World {
  /// Keeps the place from which an error is thrown, while the run is told.
  func noteThrow(_ error: UInt) {
    guard isDriving, reachedVerdict == nil, journal.isRecording else { return }
    lookAtStack { thrown.add(error) }
  }

  /// The place where an error was thrown, while the run is told; nil where it is not known.
  func place(ofThrown error: any Error) -> CodeLocation? {
    guard journal.isRecording else { return nil }
    // An existential error is the address of its box; the cast keeps it from being opened.
    return lookAtStack { thrown.place(of: unsafe unsafeBitCast(error as any Error, to: UInt.self)) }
      ?? nil
  }

  /// Looks at a stack, which asks the real world, and may throw and catch errors of its own; nil for those.
  private func lookAtStack<Result>(_ look: () -> Result) -> Result? {
    guard !isLookingAtStack else { return nil }
    isLookingAtStack = true
    pulse.explain(true)
    RealWorld.watch(false)
    defer {
      RealWorld.watch(true)
      pulse.explain(false)
      isLookingAtStack = false
    }
    return look()
  }
}
