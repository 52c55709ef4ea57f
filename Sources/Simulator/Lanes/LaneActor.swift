/// An actor that runs on a lane of its own.
public protocol LaneActor: Actor {
  /// The lane of this actor and of no other.
  nonisolated var lane: Lane { get }
}

extension LaneActor {
  @inlinable
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe lane.unownedSerial!
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

extension LaneActor {
  /// Starts a task that is isolated to the actor; when the world ends first, the task is cancelled.
  ///
  /// Under ``Schedule/fifo`` it prefers no executor, whose look-up costs the runtime a lock at each switch: a fifth of
  /// what a sleep costs. Its calls to plain actors are then no steps of their own.
  @discardableResult
  public nonisolated func spawn(
    _ body: @escaping @Sendable (isolated Self) async -> Void
  ) -> Task<Void, Never> {
    let world = lane.world
    guard world.checkDriving("a task was started on lane \(lane.name)") else { return Task {} }
    world.lastTaskOrdinal += 1
    let ordinal = world.lastTaskOrdinal
    world.startsPlainly = !world.ready.isChoosing
    let task = Task {
      await self.perform(body)
      world.liveTasks[ordinal] = nil
    }
    world.startsPlainly = false
    // The task cannot have ended: it runs only as a step of its own.
    world.liveTasks[ordinal] = task
    return task
  }

  private func perform(_ body: @Sendable (isolated Self) async -> Void) async {
    guard let task = lane.world.currentJob, lane.sleeps.enter(task) else { return await body(self) }
    await withTaskCancellationHandler {
      await body(self)
    } onCancel: {
      lane.cancelSleep(of: task)
    }
    lane.sleeps.leave(task)
  }
}

extension LaneActor {
  /// Looks at the actor between two steps of its world, for a story or a check.
  ///
  /// A call while a step is running ends the run as misused, since the actor could then be in the middle of a change.
  /// The cast drops only the `isolated` of the parameter: between steps, or in a step of another lane, nothing else
  /// touches the actor, and within a step of its own Swift checks that accesses do not overlap.
  // Inlined, so that the look needs no memory of its own.
  @inlinable
  public nonisolated func inspect<Result>(_ body: (isolated Self) -> Result) -> Result {
    lane.beginInspection()
    return withoutActuallyEscaping(body) { body in
      typealias Isolated = (isolated Self) -> Result
      typealias Plain = (Self) -> Result
      return unsafe unsafeBitCast(body as Isolated, to: Plain.self)(self)
    }
  }
}

extension Lane {
  /// Ends the run as misused where a step is running, for ``LaneActor/inspect(_:)``.
  @usableFromInline
  func beginInspection() {
    if !world.isDriving {
      world.refuseStranger("\(name) was inspected")
    } else if unsafe world.currentLane != nil {
      world.misuse(
        Misuse(
          """
          \(name) to be inspected between two steps, by a reporter; it was inspected while one was running
          """), at: nil)
    }
  }
}
