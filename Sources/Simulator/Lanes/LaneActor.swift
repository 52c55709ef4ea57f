/// An actor that runs on a lane of its own.
public protocol LaneActor: Actor {
  /// The lane of this actor and of no other.
  nonisolated var lane: Lane { get }
}

extension LaneActor {
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe lane.serialSide.asUnownedSerialExecutor()
  }

  /// Runs `body` on the actor as its next step; posts to one actor keep their order.
  ///
  /// A post is a plain message: it allocates no task and its sender goes on at once.
  @inlinable
  public nonisolated func post(_ body: @escaping @Sendable (isolated Self) -> Void) {
    lane.post { self.runIsolated(body) }
  }

  /// Runs `body` on the actor when the virtual clock reaches `instant`; see ``Lane/schedule(at:background:_:)``.
  @discardableResult
  public nonisolated func schedule(
    at instant: Instant, background: Bool = false,
    _ body: @escaping @Sendable (isolated Self) -> Void
  ) -> WorldTimer {
    lane.schedule(at: instant, background: background) { self.runIsolated(body) }
  }

  /// Runs `body` on the actor once `delay` has passed; see ``Lane/schedule(at:background:_:)``.
  @discardableResult
  public nonisolated func schedule(
    after delay: Duration, background: Bool = false,
    _ body: @escaping @Sendable (isolated Self) -> Void
  ) -> WorldTimer {
    lane.schedule(after: delay, background: background) { self.runIsolated(body) }
  }

  /// Calls `body`, which the lane is running as a step at this moment.
  ///
  /// The cast drops only the `isolated` of the parameter: the lane is this actor's serial executor and is
  /// running now, which is what `assumeIsolated` would check again at several times the cost.
  @inlinable
  nonisolated func runIsolated(_ body: @escaping @Sendable (isolated Self) -> Void) {
    assert(lane.isRunning)
    typealias Isolated = (isolated Self) -> Void
    typealias Plain = (Self) -> Void
    unsafe unsafeBitCast(body as Isolated, to: Plain.self)(self)
  }

  /// Calls `body` with an argument, as ``runIsolated(_:)`` does; a body that captures nothing costs no
  /// allocation.
  ///
  /// Traps unless the lane is running a step at this moment.
  @inlinable
  package nonisolated func runIsolated<Argument>(
    _ argument: Argument, _ body: @escaping @Sendable (isolated Self, Argument) -> Void
  ) {
    precondition(lane.isRunning, "an actor was called from outside of its lane")
    typealias Isolated = (isolated Self, Argument) -> Void
    typealias Plain = (Self, Argument) -> Void
    unsafe unsafeBitCast(body as Isolated, to: Plain.self)(self, argument)
  }
}
