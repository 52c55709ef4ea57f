extension World {
  /// The number that orders timers due at the same instant.
  private func nextTimerOrder() -> UInt64 {
    timerOrdinal &+= 1
    switch schedule {
    case .fifo: return timerOrdinal
    case .random, .pct:
      return choices.draw(Self.timerStream, entity: 0, ordinal: timerOrdinal)
    }
  }

  static let dueStream = ChoiceStream("schedule.due")

  /// Takes the timers that are due into the ready queue.
  func fireTimers(due nanoseconds: Int64) {
    if choices.decidesSchedule { return chooseTimers(due: nanoseconds) }
    while let action = timers.popDue(at: nanoseconds) { fire(action) }
  }

  /// Takes the timers that are due into the ready queue, those of one lane in a chosen order.
  ///
  /// The order among lanes is left to the choice of the next lane.
  private func chooseTimers(due nanoseconds: Int64) {
    var due: [TimerAction] = []
    while let action = timers.popDue(at: nanoseconds) { due.append(action) }
    while let first = due.first {
      guard let lane = first.lane else {
        due.removeFirst()
        continue
      }
      let places = due.indices.filter { due[$0].lane === lane }
      var pick = 0
      if places.count > 1 {
        pick = choices.option(
          among: places.count, Self.dueStream, entity: lane.identifier, ordinal: lane.stepOrdinal)
        lane.stepOrdinal &+= 1
      }
      fire(due.remove(at: places[pick]))
    }
  }

  private func fire(_ action: consuming TimerAction) {
    switch consume action {
    case .wake(let sleeper):
      wake(sleeper)
      if let trace { trace.wakes(sleeper.step) }
    case .event(let lane, let event):
      unsafe lane._withUnsafeGuaranteedRef { ready.append(.event(event), on: $0) }
    case .system(let lane, let event):
      unsafe lane._withUnsafeGuaranteedRef { ready.append(.system(event), on: $0) }
    case .reserved, .none: break
    }
  }

  func addTimer(
    at instant: Instant, background: Bool, _ action: consuming TimerAction
  ) -> (slot: UInt32, generation: UInt32) {
    if let trace { action = trace.arming(action, by: stepCount, at: presentInstant) }
    return timers.add(
      background: background, time: max(instant.nanoseconds, presentInstant.nanoseconds),
      order: nextTimerOrder(), action: action)
  }

  @discardableResult
  func arm(
    slot: UInt32, generation: UInt32, at instant: Instant, _ action: consuming TimerAction
  ) -> Bool {
    if let trace { action = trace.arming(action, by: stepCount, at: presentInstant) }
    return timers.arm(
      slot: slot, generation: generation,
      time: max(instant.nanoseconds, presentInstant.nanoseconds), order: nextTimerOrder(),
      action: action)
  }

  func cancelTimer(slot: UInt32, generation: UInt32) {
    guard checkDriving("a timer was cancelled") else { return }
    if case .wake(let sleeper) = timers.cancel(slot: slot, generation: generation) { wake(sleeper) }
  }

  @usableFromInline
  func nextTicket() -> UInt64 {
    lastTicket += 1
    return lastTicket
  }

  @usableFromInline
  func addWaiter(_ ticket: UInt64, _ waiter: Waiter) {
    if isWorkingOffQueue { noteQueuedWaiter() }
    waiters.append((ticket, waiter))
  }

  @usableFromInline
  func unpark(_ ticket: UInt64) {
    if let index = waiters.lastIndex(where: { $0.ticket == ticket }) { waiters.remove(at: index) }
  }
}
