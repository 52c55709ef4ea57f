extension World {
  /// The number that orders timers due at the same instant.
  private func nextTimerOrder() -> UInt64 {
    timerOrdinal &+= 1
    switch schedule {
    case .fifo: return timerOrdinal
    case .random: return choices.draw(Self.timerStream, entity: 0, ordinal: timerOrdinal)
    }
  }

  func addTimer(
    at instant: Instant, background: Bool, _ action: consuming TimerAction
  ) -> (slot: UInt32, generation: UInt32) {
    let (slot, generation) = timers.reserve(background: background)
    arm(slot: slot, generation: generation, at: instant, action)
    return (slot, generation)
  }

  @discardableResult
  func arm(
    slot: UInt32, generation: UInt32, at instant: Instant, _ action: consuming TimerAction
  ) -> Bool {
    var action = action
    if let trace { action = trace.arming(action, by: eventCount, at: now) }
    return timers.arm(
      slot: slot, generation: generation,
      time: max(instant.nanoseconds, now.nanoseconds), order: nextTimerOrder(), action: action)
  }

  func cancelTimer(slot: UInt32, generation: UInt32) {
    guard checkDriving("a timer was cancelled") else { return }
    if case .wake(let sleeper) = timers.cancel(slot: slot, generation: generation) { wake(sleeper) }
  }

  func nextTicket() -> UInt64 {
    lastTicket += 1
    return lastTicket
  }

  func addWaiter(_ ticket: UInt64, _ waiter: Waiter) {
    waiters.append((ticket, waiter))
  }

  func unpark(_ ticket: UInt64) {
    if let index = waiters.lastIndex(where: { $0.ticket == ticket }) { waiters.remove(at: index) }
  }
}
