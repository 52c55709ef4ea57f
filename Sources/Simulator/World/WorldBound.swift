/// A value that only the thread driving its world may touch.
///
/// It lets code below the actors (a network stack, a disk) be called at once from any lane of its
/// world, as an operating system is, while every access is still checked.
///
/// Wrap a closure that is kept in one in a structure: a closure that passes through the box by itself is
/// wrapped once more with each access.
///
/// `@unchecked Sendable`: each access comes from the thread that drives the world. One from elsewhere ends the run of
/// whoever makes it, and waits until no thread drives the world any more.
public final class WorldBound<Value>: @unchecked Sendable {
  /// The world the value belongs to.
  public let world: World
  /// Whether somebody is looking at the value or changing it.
  ///
  /// Checked here because the runtime's own check of overlapping accesses, which is switched off below, costs
  /// thirty times as much, and a network asks several times for each datagram.
  @safe @exclusivity(unchecked) @usableFromInline var isInUse = false
  /// The number by which the value is told apart where it is recorded what steps touch; 0 before its first use there.
  @safe @exclusivity(unchecked) private var footprint: UInt32 = 0
  @safe @exclusivity(unchecked) @usableFromInline var value: Value

  /// Confines `value` to `world`.
  public init(_ value: Value, in world: World) {
    self.value = value
    self.world = world
  }

  /// Confines a cache to `world`: a value that only saves work, so that it doesn't matter in which order steps use it.
  package init(cache value: Value, in world: World) {
    self.value = value
    self.world = world
    footprint = .max
  }

  /// Gives `body` exclusive access to the value.
  ///
  /// Code that is not part of the world's run is refused by ``World/isOwnRun(_:at:)`` and sees the value as the run
  /// left it. Traps from within another access to the same value, which Swift's law of exclusivity forbids.
  ///
  /// - Parameter call: The name of the function or property that uses the value, for who is refused.
  @inlinable
  @inline(__always)
  public func withValue<Result, Failure: Error>(
    for call: StaticString = #function, _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // `body` stands here once, so that it is inlined and nothing that it captures has to be boxed.
    let isVisit = world.isOpen ? false : enter(for: call)
    defer { if isVisit { world.endVisit() } }
    precondition(!isInUse, "a confined value was accessed from within another access to it")
    isInUse = true
    defer { isInUse = false }
    return try body(&value)
  }

  /// Gives `body` exclusive access to the value, of which it changes the given parts at most.
  ///
  /// Nothing checks that. An exploration takes steps that change different parts for independent; they may all look at what
  /// none of them names, which another step changes only by way of ``withValue(_:)``.
  ///
  /// - Parameters:
  ///   - parts: The numbers of the parts, asked for only in an exploration; none for who only looks.
  ///   - call: The name of the function or property that uses the value, for who is refused.
  @inlinable
  @inline(__always)
  package func withValue<Result, Failure: Error>(
    parts: @autoclosure () -> [UInt32], for call: StaticString = #function,
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let isVisit = world.isOpen ? false : enter(parts: parts(), for: call)
    defer { if isVisit { world.endVisit() } }
    precondition(!isInUse, "a confined value was accessed from within another access to it")
    isInUse = true
    defer { isInUse = false }
    return try body(&value)
  }

  /// Notes that a step touches parts of the value, or lets a stranger in.
  @usableFromInline
  @inline(never)
  func enter(parts: [UInt32], for call: StaticString) -> Bool {
    guard world.isDriving, let footprints = world.footprints else { return enter(for: call) }
    footprint = footprints.touch(parts: parts, ofValue: footprint)
    return false
  }

  /// Notes that a step touches the value, or lets a stranger in, who is refused, once the world stands still.
  ///
  /// - Returns: Whether it is a stranger.
  @usableFromInline
  @inline(never)
  func enter(for call: StaticString) -> Bool {
    if world.isDriving {
      if let footprints = world.footprints, footprint != .max {
        footprint = footprints.touch(value: footprint)
      }
      return false
    }
    world.refuseStranger("\(call) used a value of type \(Value.self)")
    world.beginVisit()
    return true
  }
}

/// The world that something belongs to which it owns, such as its journal.
///
/// `@unchecked Sendable`: it is set while its world is made and unmade, when nobody else has it.
@safe final class WorldOwner: @unchecked Sendable {
  @safe @exclusivity(unchecked)
  private var place: Unmanaged<World>?

  init() {}

  /// The world; nil where there is none yet or no longer.
  var world: World? {
    get { unsafe place?.takeUnretainedValue() }
    set { unsafe place = newValue.map { unsafe Unmanaged.passUnretained($0) } }
  }

  /// Whether the calling thread drives the world.
  @inline(__always)
  var isDriving: Bool {
    guard let place else { return false }
    return unsafe place._withUnsafeGuaranteedRef { $0.isDriving }
  }

  /// Whether the calling code plays the world's run, or the world is not driven and its run has not begun.
  @inline(__always)
  func mayWrite(_ action: @autoclosure () -> String) -> Bool {
    guard let place else { return true }
    return unsafe place._withUnsafeGuaranteedRef { $0.isDriving || $0.isFurnishable(action()) }
  }

  /// Tells of a reader from a thread that does not play the run.
  @inline(__always)
  func checkReader(_ action: @autoclosure () -> String) {
    guard let place else { return }
    unsafe place._withUnsafeGuaranteedRef { world in
      if !world.isDriving { world.refuseReader(action()) }
      world.footprints?.touchEverything()
    }
  }
}

extension World {
  /// The one object of a type that everybody in this world shares, made when it is first asked for; another world has
  /// another one.
  ///
  /// Code that is not part of the world's run is refused, and gets an object that nobody else has.
  ///
  /// - Parameter make: Makes the object.
  public func shared<Object: AnyObject & Sendable>(
    _ type: Object.Type = Object.self, make: () -> Object
  ) -> Object {
    guard isFurnishable("something that its world shares was used") else { return make() }
    footprints?.seeShared()
    if let known = sharedObjects[ObjectIdentifier(type)] as? Object { return known }
    footprints?.touchShared()
    let object = make()
    sharedObjects[ObjectIdentifier(type)] = object
    return object
  }
}
