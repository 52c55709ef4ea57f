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
  @usableFromInline var value: Value

  /// Confines `value` to `world`.
  public init(_ value: Value, in world: World) {
    self.value = value
    self.world = world
  }

  /// Gives `body` exclusive access to the value.
  ///
  /// Traps when called from a thread that is not driving the world: that would be a data race.
  @inlinable
  @inline(__always)
  public func withValue<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    world.requireDriving()
    return try body(&value)
  }
}
