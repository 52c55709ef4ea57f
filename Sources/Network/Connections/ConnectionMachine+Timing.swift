import Simulator

extension ConnectionMachine {
  /// The time at which ``elapse(at:)`` must be called.
  struct Deadline: Equatable {
    let time: Int64
    /// True where nothing but a keep-alive hangs on it: a world with nothing else to do counts as quiet.
    let isBackground: Bool
  }

  /// Returns the earliest time-out of anything that is under way; nil where nothing is.
  ///
  /// Changes nothing. It is mutating because the compiler copies the whole machine to call a function that is not.
  mutating func deadline() -> Deadline? {
    var time = openBy
    if case .lookingUp(let until) = state { time = min(time, until) }
    if let retransmitAt {
      time = min(time, retransmitAt)
      // While opening, `openBy` is the limit.
      if outgoing.unacknowledgedCount > 0 { time = min(time, giveUpAt) }
    }
    if let acknowledgeAt { time = min(time, acknowledgeAt) }
    guard time != .max, state != .closed, state != .idle else { return nil }
    // A server that never hears more than a SYN waits in vain, and nobody waits with it.
    let isAbandoned = role == .server && state == .securing && outgoing.isEmpty
    let isKeepAlive = state == .established && outgoing.isBackground && acknowledgeAt == nil
    return Deadline(time: time, isBackground: isAbandoned || isKeepAlive)
  }

  /// Returns the kind of waiting until `time`, the machine's ``deadline()``.
  func waitKind(at time: Int64) -> WaitKind {
    if case .lookingUp(let until) = state, until == time { return .lookup }
    if acknowledgeAt == time { return .acknowledgement }
    return .retransmission
  }

  /// Returns the time at which an idle connection must be checked again; it moves with everything that is heard.
  ///
  /// Changes nothing; see ``deadline()``.
  mutating func idleDeadline() -> Int64? {
    guard state == .established else { return nil }
    switch role {
    case .client:
      // While something is under way its acknowledgement proves that the peer is there, or `deadline` that it is not.
      return outgoing.isEmpty ? lastHeard + limits.keepAlive : nil
    case .server:
      return lastHeard + limits.silence
    }
  }

  private var giveUpAt: Int64 { lastProgress + limits.user }

  /// Time has come to `now`: does what is due.
  mutating func elapse(at now: Int64) {
    if now >= openBy {
      end(state == .closing ? .closedHere : .connectTimedOut)
      return
    }
    switch state {
    case .idle, .closed:
      return
    case .lookingUp(let until):
      if now >= until { synchronize(at: now) }
    case .synchronizing:
      if let due = retransmitAt, now >= due {
        retransmission.backOff()
        control = .synchronize
        retransmitAt = now + retransmission.timeout
      }
    case .securing, .established, .closing:
      elapseOnStream(at: now)
    }
  }

  private mutating func elapseOnStream(at now: Int64) {
    if outgoing.unacknowledgedCount > 0 && now >= giveUpAt {
      wasFoundHalfOpen = state == .established && outgoing.isBackground
      end(.timedOut)
      return
    }
    if let due = retransmitAt, now >= due {
      window.timedOut(underWay: outgoing.inFlight)
      outgoing.goBack()
      retransmission.backOff()
      retransmitAt = now + retransmission.timeout
    }
    if let due = acknowledgeAt, now >= due { mustAcknowledge = true }
    guard let idle = idleDeadline(), now >= idle else { return }
    switch role {
    case .client: outgoing.append(.keepAlive)
    case .server: end(.timedOut)
    }
  }
}
