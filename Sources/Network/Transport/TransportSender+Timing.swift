internal import RehearsalCollections

extension TransportSender {
  /// The time at which ``elapse(at:)`` must be called; nil where nothing is under way.
  var deadline: Int64? {
    switch alarm {
    case .none: nil
    case .retransmission(let time), .probe(let time), .reordering(let time): time
    }
  }

  mutating func setRetransmission(after delay: Int64, at now: Int64) {
    alarm = .retransmission(stack.expiry(delay, from: now))
  }

  /// Sets the retransmission time-out, less the time that a probe has waited in its place (`tcp_rearm_rto`).
  mutating func armRetransmission(at now: Int64) {
    guard stream.pieces.count > 0 else {
      alarm = .none
      return
    }
    switch alarm {
    case .probe, .reordering:
      setRetransmission(after: max(timeLeft(at: now), 1), at: now)
    case .none, .retransmission:
      setRetransmission(after: estimate.timeout, at: now)
    }
  }

  /// The time until the oldest piece times out, counted from its transmission.
  @inline(__always)
  private func timeLeft(at now: Int64) -> Int64 {
    stream.pieces[0].sentAt + estimate.timeout - now
  }

  /// Sets the tail loss probe in place of the time-out; false where none is due (`tcp_schedule_loss_probe`).
  mutating func armProbe(at now: Int64, afterProgress: Bool) -> Bool {
    guard mode == .open || mode == .reduced, stream.pieces.count > 0 else { return false }
    var delay = stack.initialTimeout
    if estimate.smoothed > 0 {
      delay = 2 * estimate.smoothed
      delay += stream.pieces.count == 1 ? stack.probeAllowance : 2_000_000
    }
    let left = afterProgress ? estimate.timeout : timeLeft(at: now)
    if left > 0 { delay = min(delay, left) }
    alarm = .probe(stack.expiry(delay, from: now))
    return true
  }

  /// Time has come to `now`: does what is due. Returns false where everything was tried.
  mutating func elapse(at now: Int64) -> Bool {
    switch alarm {
    case .none:
      break
    case .retransmission(let time):
      if now >= time { return timeOut(at: now) }
    case .probe(let time):
      if now >= time {
        // One probe at a time.
        if probeEnd == 0 { probeIsDue = true } else { armRetransmission(at: now) }
      }
    case .reordering(let time):
      if now >= time { endWaitForLate(at: now) }
    }
    return true
  }

  private mutating func timeOut(at now: Int64) -> Bool {
    guard stream.pieces.count > 0 else {
      alarm = .none
      return true
    }
    switch stack.patience {
    case .timeouts(let most):
      if timeouts >= most { return false }
    case .time(let longest):
      if timeouts > 0, firstResentAt > 0, now - firstResentAt >= longest { return false }
    }
    enterLoss(at: now)
    // The oldest piece goes out whatever is believed of it (`tcp_retransmit_timer`): its last repetition, which an undone
    // time-out left as under way, is late by now.
    if stream.pieces[0].isResent {
      stream.pieces[0].isResent = false
      stream.resentCount -= 1
    }
    timeouts += 1
    estimate.backOff()
    setRetransmission(after: estimate.timeout, at: now)
    return true
  }

  /// Everything that is overdue counts as lost, and sending begins anew with one segment (`tcp_enter_loss`).
  private mutating func enterLoss(at now: Int64) {
    let isNewRecovery = mode.rawValue < Mode.recovery.rawValue
    for place in 0..<stream.pieces.count {
      let piece = stream.pieces[place]
      if place > 0, piece.sentAt + clock.roundTrip > now { continue }
      markLost(place)
    }
    if mode.rawValue <= Mode.disorder.rawValue || recoveryEnd <= stream.firstUnacknowledged
      || (mode == .loss && timeouts == 0)
    {
      priorThreshold = currentThreshold
      priorWindow = window.size
      window.reduceThreshold()
      beginUndo()
    }
    window.set(stream.inFlight + 1)
    window.clearCredit()
    mode = .loss
    window.reset(at: now, sent: stream.end)
    recoveryEnd = stream.end
    probeEnd = 0
    watchesTimeout = isNewRecovery || timeouts > 0
    sendsNewFirst = false
  }

  /// What was late by more than the window for late segments is lost (`tcp_rack_reo_timeout`).
  private mutating func endWaitForLate(at now: Int64) {
    let before = stream.inFlight
    alarm = .none
    let (wait, lost) = detectLosses(at: now)
    if stream.inFlight != before {
      if mode != .recovery {
        enterRecovery()
        reduceWindow(delivered: 1, lost: lost, hasAdvanced: false)
      }
    }
    if wait > 0 {
      alarm = .reordering(stack.expiry(wait + 2_000_000, from: now))
    } else {
      alarm = .reordering(now)
      armRetransmission(at: now)
    }
  }
}
