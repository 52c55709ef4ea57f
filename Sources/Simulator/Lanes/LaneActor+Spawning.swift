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
