/// One unit of work that a lane runs without interruption.
@safe enum Step {
  /// A job that the runtime enqueued on the lane as an actor's serial executor, and the lane that its task
  /// prefers, where that is known.
  ///
  /// The runtime compares the preferred executor at every hop. A job that ran without it would be
  /// enqueued once more at each async call within the actor.
  case serial(UnownedJob, preferring: Unmanaged<Lane>?)
  /// A job of a task that prefers the lane, or its home, as its task executor.
  case task(UnownedJob)
  /// A job that the runtime sent to the global executor.
  case stray(UnownedJob)
  /// A plain closure posted by the simulation itself: a delivery, an alarm.
  case event(@Sendable () -> Void)
}

extension Step {
  /// The road by which a job comes to its lane.
  enum Road {
    case serial
    case task
    case stray
  }
}

/// A step together with the lane that will run it.
@safe struct ReadyStep {
  /// Alive as long as its world is, which outlives every ready step.
  unowned(unsafe) let lane: Lane
  let step: Step

  /// The step, given away and not copied.
  @inline(__always)
  consuming func takeStep() -> Step { step }
}
