extension LaneActor {
  /// Looks at the actor between two steps of its world, for a story or a check.
  ///
  /// Traps while a step is running, since the actor could then be in the middle of a change. The cast drops
  /// only the `isolated` of the parameter: between steps nothing else can touch the actor.
  public nonisolated func inspect<Result>(_ body: (isolated Self) -> Result) -> Result {
    let world = lane.world
    world.requireDriving()
    precondition(
      unsafe world.currentLane == nil, "\(lane.name) was inspected while a step was running")
    return withoutActuallyEscaping(body) { body in
      typealias Isolated = (isolated Self) -> Result
      typealias Plain = (Self) -> Result
      return unsafe unsafeBitCast(body as Isolated, to: Plain.self)(self)
    }
  }
}
