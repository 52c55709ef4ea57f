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
    var time: Int64
    var isBackground = false
    switch state {
    case .established:
      time = .max
      isBackground = sender.stream.isBackground
    case .closing(let closing):
      time = closing.endBy
    case .opening(let opening):
      switch opening.step {
      case .idle:
        return nil
      case .lookingUp(let until, let openBy), .synchronizing(let until, let openBy):
        return Deadline(time: min(until, openBy), isBackground: false)
      case .securing(let openBy):
        time = min(endsWithinTLS ? openBy : .max, answerAgainAt)
        // A server that never hears more than a SYN waits in vain, and nobody waits with it.
        isBackground = sender.stream.isEmpty
        if !endsWithinTLS, isBackground { time = min(time, nextProbe) }
      }
    case .closed:
      return nil
    }
    if let askAt {
      time = min(time, askAt)
      // Nobody waits for a reader who takes their time.
      isBackground = sender.deadline == nil
    }
    if let resendAt = sender.deadline {
      time = min(time, resendAt, sender.progressAt + limits.user)
    }
    if case .delayed(let until) = policy.debt {
      time = min(time, until)
      if isEstablished { isBackground = false }
    }
    return time == .max ? nil : Deadline(time: time, isBackground: isBackground)
  }

  /// The time at which the kernel's own keep-alive asks whether the other side is there.
  private var nextProbe: Int64 {
    lastHeard + HostStack.keepAliveIdle + Int64(keepAliveProbes) * HostStack.keepAliveInterval
  }

  /// Whether the time to open a connection ends one that is within TLS: a server's does always.
  var endsWithinTLS: Bool { role == .server || limits.connectEndsTLS }

  /// Returns the kind of waiting until `time`, the machine's ``deadline()``.
  func waitKind(at time: Int64) -> WaitKind {
    if case .opening(let opening) = state, case .lookingUp(let until, _) = opening.step,
      until == time
    {
      return .lookup
    }
    if case .delayed(let until) = policy.debt, until == time { return .acknowledgement }
    return .retransmission
  }

  /// Returns the time at which an idle connection must be checked again; it moves with everything that is heard.
  ///
  /// Changes nothing; see ``deadline()``.
  mutating func idleDeadline() -> Int64? {
    guard isEstablished else { return nil }
    switch role {
    case .client:
      // While something is under way its acknowledgement proves that the peer is there, or `deadline` that it is not.
      return sender.stream.isEmpty ? lastHeard + limits.keepAlive : nil
    case .server:
      return lastHeard + limits.silence
    }
  }

  /// Time has come to `now`: does what is due.
  ///
  /// - Parameter ownerRuns: Whether the process runs; one that is suspended sends no keep-alive, and its kernel goes on.
  mutating func elapse(at now: Int64, ownerRuns: Bool = true) {
    switch state {
    case .established:
      elapseOnStream(at: now, ownerRuns: ownerRuns)
    case .closing(let closing):
      if now >= closing.endBy { return end(.closedHere) }
      elapseOnStream(at: now)
    case .opening(let opening):
      elapse(at: now, in: opening.step)
    case .closed:
      break
    }
  }

  private mutating func elapse(at now: Int64, in step: Opening.Step) {
    switch step {
    case .idle:
      break
    case .lookingUp(let until, let openBy):
      if now >= openBy { return end(.connectTimedOut) }
      if now >= until { synchronize(at: now, openBy: openBy) }
    case .synchronizing(let resendAt, let openBy):
      if now >= openBy { return end(.connectTimedOut) }
      guard now >= resendAt else { return }
      synchronize(at: now, openBy: openBy)
    case .securing(let openBy):
      if now >= openBy, endsWithinTLS {
        if role == .server { return giveUp(because: .connectTimedOut, at: now) }
        return end(.connectTimedOut)
      }
      if now >= answerAgainAt { answer(at: now) }
      if !endsWithinTLS, sender.stream.isEmpty, now >= nextProbe {
        if keepAliveProbes == HostStack.keepAliveProbesMax { return end(.timedOut) }
        keepAliveProbes += 1
        control = .acknowledge
      }
      elapseOnStream(at: now)
    }
  }

  private mutating func elapseOnStream(at now: Int64, ownerRuns: Bool = true) {
    if sender.deadline != nil {
      if now >= sender.progressAt + limits.user || !sender.elapse(at: now) {
        return end(.timedOut, wasFoundHalfOpen: isEstablished && sender.stream.isBackground)
      }
    }
    policy.elapse(at: now)
    ask(at: now)
    guard let idle = idleDeadline(), now >= idle else { return }
    switch role {
    case .client: if ownerRuns { put(.keepAlive, at: now) }
    case .server: giveUp(because: .timedOut, at: now)
    }
  }
}
