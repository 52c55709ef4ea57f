internal import Synchronization
internal import SystemSupport

/// The places in the code where errors were thrown, for the story of a scenario that throws.
///
/// The runtime calls a function that is kept in a variable whenever an error is thrown, and another one for a typed throw
/// (`_swift_willThrow` and `_swift_willThrowTypedImpl`, ErrorObject.h in the sources of Swift's runtime). They are ours only
/// while a run is told whose journal is kept, since keeping the stack takes some microseconds for each error; whoever had them
/// before is called, too.
enum ThrowPlaces {
  private typealias Handler = @convention(c) (UnsafeRawPointer) -> Void
  /// It is given the address of the value, its type, and the conformance of the type.
  private typealias TypedHandler =
    @convention(c) (UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer) -> Void

  private static let hook = RuntimeHook("_swift_willThrow")
  private static let typedHook = RuntimeHook("_swift_willThrowTypedImpl")
  private static let watchers = Mutex(0)

  /// The hooks that this runtime has; what is to stand in each is known.
  private static let hooks: [RuntimeHook] = {
    if hook.exists {
      unsafe hook.define { place in
        let handler: Handler = { error in
          if let world = Ambient.world { world.noteThrow(UInt(bitPattern: error)) }
          guard let former = ThrowPlaces.hook.former, Ambient.beginPassing() else { return }
          defer { Ambient.endPassing() }
          unsafe unsafeBitCast(former, to: Handler.self)(error)
        }
        unsafe place.assumingMemoryBound(to: Handler.self).pointee = handler
      }
    }
    if typedHook.exists {
      unsafe typedHook.define { place in
        let handler: TypedHandler = { error, type, conformance in
          if let world = Ambient.world {
            unsafe world.noteThrow(ThrowPlaces.mark(of: error, type: type), isTyped: true)
          }
          guard let former = ThrowPlaces.typedHook.former, Ambient.beginPassing() else { return }
          defer { Ambient.endPassing() }
          unsafe unsafeBitCast(former, to: TypedHandler.self)(error, type, conformance)
        }
        unsafe place.assumingMemoryBound(to: TypedHandler.self).pointee = handler
      }
    }
    return [hook, typedHook].filter(\.exists)
  }()

  /// The mark of an error of a typed throw: its type, as it has no box yet.
  ///
  /// A generic throw may be one of `any Error` all the same: its value is the address of the box.
  private static func mark(of error: UnsafeRawPointer, type: UnsafeRawPointer) -> UInt {
    let type = UInt(bitPattern: type)
    return unsafe type == mark(of: (any Error).self) ? error.load(as: UInt.self) : type
  }

  /// The mark of a type: the address of its metadata.
  fileprivate static func mark(of type: Any.Type) -> UInt {
    unsafe unsafeBitCast(type, to: UInt.self)
  }

  /// Begins to watch; balanced by ``stop()``.
  static func begin() {
    guard !hooks.isEmpty else { return }
    watchers.withLock { count in
      if count == 0 { for hook in hooks { hook.take() } }
      count += 1
    }
  }

  static func stop() {
    guard !hooks.isEmpty else { return }
    watchers.withLock { count in
      count -= 1
      if count == 0 { for hook in hooks { hook.giveBack() } }
    }
  }
}

/// The last errors that a world's run has thrown, and the stacks from which it did.
struct ThrownErrors {
  #if canImport(Runtime)
    private var stacks: [(mark: UInt, stack: StackPieces)] = []
  #endif
  private static let limit = 32

  /// Keeps the stack from which an error is thrown at this moment, by the address of its box, or of its type for a typed
  /// throw.
  ///
  /// The runtime jumps to who is told of a typed throw and leaves no frame of its own. Then the stack is kept whole: its first
  /// frames are the simulator's, which are no places.
  mutating func add(_ mark: UInt, isTyped: Bool) {
    #if canImport(Runtime)
      guard let stack = StackPieces(from: isTyped ? { _ in 0 } : Self.thrower) else { return }
      if stacks.count == Self.limit { stacks.removeFirst() }
      stacks.append((mark, stack))
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
  ///
  /// An error of a typed throw gets its box later, so that the last throw of its type is taken.
  func place(of error: UInt, type: UInt) -> CodeLocation? {
    #if canImport(Runtime)
      guard let stack = stacks.last(where: { $0.mark == error || $0.mark == type })?.stack
      else { return nil }
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
  func noteThrow(_ mark: UInt, isTyped: Bool = false) {
    guard isDriving, reachedVerdict == nil, journal.isRecording else { return }
    lookAtStack { thrown.add(mark, isTyped: isTyped) }
  }

  /// The place where an error was thrown, while the run is told; nil where it is not known.
  func place(ofThrown error: any Error) -> CodeLocation? {
    guard journal.isRecording else { return nil }
    // An existential error is the address of its box; the cast keeps it from being opened.
    let box = unsafe unsafeBitCast(error as any Error, to: UInt.self)
    let type = ThrowPlaces.mark(of: type(of: error))
    return lookAtStack { thrown.place(of: box, type: type) } ?? nil
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
