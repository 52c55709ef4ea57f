extension LaneActor {
  /// Starts a task that is isolated to the actor; when the world ends first, the task is cancelled.
  ///
  /// Unlike a task of ``Lane/spawn(_:)`` it has no preferred executor, whose look-up costs the runtime a
  /// lock at each switch; its calls to functions without an isolation go by way of the global lane.
  @discardableResult
  public nonisolated func spawn(
    _ body: @escaping @Sendable (isolated Self) async -> Void
  ) -> Task<Void, Never> {
    let world = lane.world
    guard world.checkDriving("a task was started on lane \(lane.name)") else { return Task {} }
    world.lastTaskOrdinal += 1
    let ordinal = world.lastTaskOrdinal
    let task = Task {
      await self.perform(body)
      world.liveTasks[ordinal] = nil
    }
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
