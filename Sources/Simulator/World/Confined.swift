/// A value that only the thread driving its world may touch.
///
/// It lets code below the actors (a network stack, a disk) be called at once from any lane of its
/// world, as an operating system is, while every access is still checked.
///
/// Wrap a closure that is kept in one in a structure: a closure that passes through the box by itself is
/// wrapped once more with each access.
///
/// `@unchecked Sendable`: each access traps unless it comes from the thread that drives the world.
public final class Confined<Value>: @unchecked Sendable {
  /// The world the value belongs to.
  public let world: World
  /// Whether somebody is looking at the value or changing it.
  ///
  /// Checked here because the runtime's own check of overlapping accesses, which is switched off below, costs
  /// thirty times as much, and a network asks several times for each datagram.
  @safe @exclusivity(unchecked) @usableFromInline var isInUse = false
  @safe @exclusivity(unchecked) @usableFromInline var value: Value

  /// Confines `value` to `world`.
  public init(_ value: Value, in world: World) {
    self.value = value
    self.world = world
  }

  /// Gives `body` exclusive access to the value.
  ///
  /// Traps when called from a thread that is not driving the world, which would be a data race, and from
  /// within another access to the same value.
  @inlinable
  @inline(__always)
  public func withValue<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    world.requireDriving()
    precondition(!isInUse, "a confined value was accessed from within another access to it")
    isInUse = true
    defer { isInUse = false }
    return try body(&value)
  }
}
