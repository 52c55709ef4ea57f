internal import RehearsalCollections
import Simulator

extension ConnectionMachine {
  /// Takes a segment from the other side.
  mutating func receive(_ segment: Segment, at now: Int64) {
    lastHeard = now
    switch state {
    case .established, .closing:
      switch segment.kind {
      case .piece, .acknowledge: receiveOnStream(segment, at: now)
      case .reset: end(.reset)
      // A repeated or overtaken segment of the handshake.
      case .synchronize, .synchronizeAcknowledge: checkHandshake(segment)
      }
    case .opening(let opening):
      receive(segment, at: now, in: opening.step)
    case .closed:
      break
    }
  }

  private mutating func receive(_ segment: Segment, at now: Int64, in step: Opening.Step) {
    switch (step, segment.kind) {
    case (.synchronizing, .reset):
      end(.refused)
    case (_, .reset):
      end(.reset)
    case (.idle, .synchronize):
      checkHandshake(segment)
      accept(at: now, openBy: now + limits.connect, stamp: segment.stamp)
    case (.securing(let openBy), .synchronize):
      checkHandshake(segment)
      accept(at: now, openBy: openBy, stamp: segment.stamp)
    case (.synchronizing(_, let openBy), .synchronizeAcknowledge):
      checkHandshake(segment)
      if let echo = segment.echo { retransmission.observe(roundTrip: now - echo) }
      echo = segment.stamp
      self.step(to: .securing(openBy: openBy))
      outgoing.append(.clientHello)
    case (.securing, .synchronizeAcknowledge):
      // Repeated or overtaken.
      checkHandshake(segment)
    case (.securing, .piece), (.securing, .acknowledge):
      receiveOnStream(segment, at: now)
    case (.idle, _), (.lookingUp, _), (.synchronizing, _):
      trap(on: segment)
    }
  }

  /// Traps where the other side's role sends no such segment of the handshake.
  private func checkHandshake(_ segment: Segment) {
    switch (role, segment.kind) {
    case (.server, .synchronize), (.client, .synchronizeAcknowledge): break
    default: trap(on: segment)
    }
  }

  private func trap(on segment: Segment) -> Never {
    preconditionFailure("a \(role) in state \(state) received \(segment.summary)")
  }

  private mutating func accept(at now: Int64, openBy: Int64, stamp: Int64) {
    step(to: .securing(openBy: openBy))
    echo = stamp
    control = .synchronizeAcknowledge
  }

  private mutating func receiveOnStream(_ segment: Segment, at now: Int64) {
    takeAcknowledgement(segment, at: now)
    guard case .piece(let number, let item, _) = segment.kind else { return }
    if number <= lastAcknowledged { echo = segment.stamp }
    let order = incoming.receive(number: number, item: item)
    // RFC 5681, 4.2: every second piece, and at once whatever tells of a gap or fills one.
    if order == .next, !segment.isBackground, case .none = acknowledgement {
      acknowledgement = .delayed(until: now + limits.delayedAcknowledgement)
    } else {
      let isForeground = !segment.isBackground || acknowledgement.isForeground
      acknowledgement = .due(isForeground: isForeground)
    }
    while let item = incoming.nextItem() { take(item, at: now) }
  }

  private mutating func takeAcknowledgement(_ segment: Segment, at now: Int64) {
    let count = outgoing.acknowledge(upTo: segment.acknowledged)
    if count > 0 {
      if let echo = segment.echo { retransmission.observe(roundTrip: now - echo) }
      window.acknowledged(count, next: outgoing.firstUnacknowledged)
      flight =
        outgoing.unacknowledgedCount == 0
        ? .none : .underWay(resendAt: now + retransmission.timeout, progressAt: now)
    }
    let underWay = outgoing.inFlight
    if outgoing.acknowledge(segment.arrivedEarly) {
      window.lost(underWay: underWay, end: outgoing.end)
    }
  }

  /// Takes an item that arrived completely and in order.
  private mutating func take(_ item: StreamItem, at now: Int64) {
    switch (item, state) {
    case (.message, .established):
      news.append(.received(item))
    case (.keepAlive, .established), (.keepAlive, .closing), (.message, .closing):
      break
    case (.clientHello, .opening) where role == .server:
      outgoing.append(.serverHello)
    case (.serverHello, .opening) where role == .client:
      outgoing.append(.clientFinished)
      establish()
    case (.clientFinished, .opening) where role == .server:
      establish()
    case (.end, .established):
      acknowledgement = .due(isForeground: acknowledgement.isForeground)
      news.append(.closed(.closedByPeer))
      beginClosing(at: now, peerHasEnded: true)
    case (.end, .closing(var closing)):
      acknowledgement = .due(isForeground: acknowledgement.isForeground)
      closing.peerHasEnded = true
      state = .closing(closing)
    default:
      preconditionFailure("a \(role) in state \(state) received \(item.summary) on its stream")
    }
  }

  private mutating func establish() {
    guard case .opening(let opening) = state else {
      preconditionFailure("a \(role) in state \(state) was established once more")
    }
    state = .established
    news.append(.opened)
    for (payload, fate) in opening.messages { outgoing.append(.message(payload), fate) }
  }
}
