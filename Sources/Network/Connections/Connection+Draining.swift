public import Harness
import Simulator

extension Connection {
  /// Performs the machine's actions until there are none left.
  ///
  /// The owner's calls in answer to an event change the machine within this very loop, so the loop goes on with the
  /// change and the inner call has nothing left to do.
  func drain(isOwnStep: Bool) {
    let isInner = core.withValue { core in
      defer { core.isDraining = true }
      return core.isDraining
    }
    if isInner { return }
    let now = network.world.now.nanoseconds
    while let action = core.withValue({ $0.machine.nextAction(at: now) }) {
      execute(consume action, isOwnStep: isOwnStep)
    }
    let hasWaiters = core.withValue { core in
      core.isDraining = false
      return !core.roomWaiters.isEmpty
    }
    if hasWaiters { tellRoom() }
    arm()
  }

  private func execute(_ action: consuming ConnectionMachine.Action, isOwnStep: Bool) {
    switch consume action {
    case .transmit(let segment):
      guard let route = core.withValue({ $0.isSevered ? nil : $0.route }) else { return }
      if segment.isDropped { network.drop(segment, over: route) } else { route.send(segment) }
    case .opened:
      story(applicationProtocol.map { "opened for \($0.rawValue)" } ?? "opened")
      film("open")
      tell(.opened, isOwnStep: isOwnStep)
    case .received(let item):
      guard case .letter(let letter) = item else {
        preconditionFailure("the app was to be given \(item.summary), which is no message")
      }
      tell(.received(letter.payload), isOwnStep: isOwnStep)
    case .closed(let reason):
      story("\(reason)")
      film(nil)
      if core.withValue({ $0.machine.wasFoundHalfOpen }) { network.world.probe(.halfOpenNoticed) }
      tell(.closed(reason), isOwnStep: isOwnStep)
    case .reachedLoss(let ending):
      breakOff(ending)
    case .finished:
      network.forget(self)
      dismantle()
    }
  }

  private func tell(_ event: ConnectionEvent, isOwnStep: Bool) {
    guard let handler = core.withValue({ $0.handler }) else { return }
    // What comes for a process that stands still waits in its sockets.
    if lane.isFrozen, case .received = event {
      core.withValue { $0.unreadCount += 1 }
      lane.post { [self] in
        core.withValue { $0.unreadCount -= 1 }
        handler.call(event)
      }
    } else if isOwnStep, !lane.isFrozen {
      handler.call(event)
    } else {
      lane.post { handler.call(event) }
    }
  }

  private func story(_ text: String) {
    network.world.journal.record(
      ConnectionNote(identifier: "\(identifier)", peer: remote.name, turn: text),
      about: local.subject)
  }

  /// Tells a report the phase that the connection is in from now on; nil where it is over.
  func film(_ phase: String?) {
    guard let recorder = network.world.recorder else { return }
    let now = network.world.now
    let key = RunRecorder.SpanKey.connection("\(identifier)", at: local.name)
    if let phase {
      recorder.begin(
        key, .connection, of: local.name, "\(identifier) to \(remote.name): \(phase)", at: now)
    } else {
      recorder.finish(key, at: now)
    }
  }

  /// A message is up that is lost with everything after it.
  private func breakOff(_ ending: ConnectionBreak) {
    let peer = network.peer(of: self)
    switch ending {
    case .reset:
      networkClosed(.reset)
      peer?.networkClosed(.reset)
    case .halfOpen:
      sever()
      peer?.sever()
      core.withValue { $0.machine.passLoss() }
    }
  }

  /// Lets nothing pass any more, and tells nobody.
  func sever() {
    core.withValue { $0.isSevered = true }
    if isOpen { film("half-open") }
  }

  /// Whether the client's side waits for an answer that cannot come: nothing passes any more, or the other side has forgotten
  /// it. The side of an app that stands still waits for nothing.
  var isDeadUnnoticed: Bool {
    let (waits, isSevered) = core.withValue { core in
      (core.machine.role == .client && core.machine.isOnStream, core.isSevered)
    }
    guard waits, !lane.isFrozen else { return false }
    return isSevered || network.peer(of: self)?.core.withValue { $0.machine.isOver } ?? true
  }

  /// Whether this side waits to send once more what fell into a gap of coverage: the wait doubles with each gap that it meets
  /// (RFC 6298, 5.5), so a phone in and out of coverage is heard of minutes after anything was healed.
  var waitsBehindGap: Bool {
    core.withValue { core in
      guard let loss = core.lastLossInGap, !core.isSevered, !core.machine.isClosed else {
        return false
      }
      return core.machine.sender.progressAt <= loss && core.machine.sender.stream.byteCount > 0
    }
  }

  /// Sets the timers to what the machine waits for.
  ///
  /// A timer that is too early is left to fire in vain where something stays under way: acknowledgements would move it
  /// with each segment.
  private func arm() {
    let world = network.world
    core.withValue { core in
      let wanted = core.machine.deadline()
      if world.isTracing, core.waiting?.time != wanted?.time {
        core.waiting = wanted.map { ($0.time, world.presentOrigin) }
      }
      let isTooEarly =
        if let armed = core.armed, let wanted {
          armed.time <= wanted.time && armed.isBackground == wanted.isBackground
        } else {
          core.armed == nil && wanted == nil
        }
      if !isTooEarly {
        core.timer.cancel()
        core.timer = .none
        core.armed = wanted
        if let wanted {
          world.explain(
            Wait(
              core.machine.waitKind(at: wanted.time), at: local.name,
              "\(identifier) to \(remote.name)", from: core.waiting?.origin))
          core.timer = lane.scheduleInSystem(
            at: Instant(nanoseconds: wanted.time), background: wanted.isBackground
          ) { [self] in timerFired() }
        }
      }
      if core.machine.isClosed {
        core.idleTimer.cancel()
        core.idleTimer = .none
      } else if !core.isIdleArmed, let idle = core.machine.idleDeadline() {
        core.isIdleArmed = true
        let instant = max(Instant(nanoseconds: idle), world.now)
        core.idleTimer = lane.schedule(at: instant, background: true) { [self] in idleTimerFired() }
      }
    }
  }

  private func timerFired() {
    step { core, now in
      core.armed = nil
      core.timer = .none
      core.machine.elapse(at: now, ownerRuns: !lane.isFrozen)
    }
  }

  private func idleTimerFired() {
    step { core, now in
      core.isIdleArmed = false
      core.machine.elapse(at: now)
    }
  }
}

extension Probe {
  /// A client found out by its keep-alive alone that nobody is on the other side any more.
  public static let halfOpenNoticed = Probe("half-open link noticed by keep-alive")
}

/// A connection has taken a turn.
private struct ConnectionNote: JournalEvent {
  let identifier: String
  let peer: String
  let turn: String

  var kind: Journal.Kind { .message }
  var text: String { "\(identifier) to \(peer): \(turn)" }

  /// The text, without joining it.
  func digest(into hash: inout StableHash) {
    hash.mix(joining: [identifier, " to ", peer, ": ", turn])
  }
}
