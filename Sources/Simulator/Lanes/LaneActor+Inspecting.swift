extension LaneActor {
  /// Looks at the actor between two steps of its world, for a story or a check.
  ///
  /// A call while a step is running ends the run as misused, since the actor could then be in the middle of a change.
  /// The cast drops only the `isolated` of the parameter: between steps, or in a step of another lane, nothing else
  /// touches the actor, and within a step of its own Swift checks that accesses do not overlap.
  public nonisolated func inspect<Result>(_ body: (isolated Self) -> Result) -> Result {
    let world = lane.world
    if !world.isDriving {
      world.refuseStranger("\(lane.name) was inspected")
    } else if unsafe world.currentLane != nil {
      world.misuse(
        Misuse(
          """
          \(lane.name) to be inspected between two steps, by a reporter; it was inspected while one was running
          """), at: nil)
    }
    return withoutActuallyEscaping(body) { body in
      typealias Isolated = (isolated Self) -> Result
      typealias Plain = (Self) -> Result
      return unsafe unsafeBitCast(body as Isolated, to: Plain.self)(self)
    }
  }
}
