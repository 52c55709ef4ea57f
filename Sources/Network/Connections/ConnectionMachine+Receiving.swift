import Simulator

extension ConnectionMachine {
  /// Takes a segment from the other side.
  mutating func receive(_ segment: Segment, at now: Int64) {
    lastHeard = now
    switch (state, segment.kind) {
    case (.closed, _):
      break
    case (_, .reset):
      receiveReset()
    case (.idle, .synchronize), (.securing, .synchronize):
      guard role == .server else {
        preconditionFailure("a client in state \(state) received a SYN; only servers are sent one")
      }
      accept(at: now, stamp: segment.stamp)
    case (.synchronizing, .synchronizeAcknowledge):
      if let echo = segment.echo { retransmission.observe(roundTrip: now - echo) }
      echo = segment.stamp
      state = .securing
      retransmitAt = nil
      outgoing.append(.clientHello)
    case (.securing, .piece), (.established, .piece), (.closing, .piece),
      (.securing, .acknowledge), (.established, .acknowledge), (.closing, .acknowledge):
      receiveOnStream(segment, at: now)
    case (.lookingUp, _), (.idle, _):
      preconditionFailure("a \(role) in state \(state) received \(segment.summary) before any SYN")
    case (.synchronizing, _), (_, .synchronize), (_, .synchronizeAcknowledge):
      // A repeated or overtaken segment of the handshake.
      break
    }
  }

  private mutating func receiveReset() {
    end(state == .synchronizing ? .refused : .reset)
  }

  private mutating func accept(at now: Int64, stamp: Int64) {
    if state == .idle { openBy = now + limits.connect }
    state = .securing
    echo = stamp
    control = .synchronizeAcknowledge
  }

  private mutating func receiveOnStream(_ segment: Segment, at now: Int64) {
    takeAcknowledgement(segment, at: now)
    guard case .piece(let number, let item, _) = segment.kind else { return }
    if number <= lastAcknowledged { echo = segment.stamp }
    let order = incoming.receive(number: number, item: item)
    owedAcknowledgements += 1
    if !segment.isBackground { owesForeground = true }
    // RFC 5681, 4.2: every second piece, and at once whatever tells of a gap or fills one.
    if order != .next || owedAcknowledgements >= 2 || segment.isBackground {
      mustAcknowledge = true
    } else if acknowledgeAt == nil {
      acknowledgeAt = now + limits.delayedAcknowledgement
    }
    while state != .closed, let item = incoming.nextItem() { take(item, at: now) }
  }

  private mutating func takeAcknowledgement(_ segment: Segment, at now: Int64) {
    let count = outgoing.acknowledge(upTo: segment.acknowledged)
    if count > 0 {
      if let echo = segment.echo { retransmission.observe(roundTrip: now - echo) }
      window.acknowledged(count, next: outgoing.firstUnacknowledged)
      lastProgress = now
      retransmitAt =
        outgoing.unacknowledgedCount == 0 ? nil : now + retransmission.timeout
    }
    let underWay = outgoing.inFlight
    if outgoing.acknowledge(segment.arrivedEarly) {
      window.lost(underWay: underWay, end: outgoing.end)
    }
  }

  /// Takes an item that arrived completely and in order.
  private mutating func take(_ item: StreamItem, at now: Int64) {
    switch (item, role, state) {
    case (.clientHello, .server, .securing):
      outgoing.append(.serverHello)
    case (.serverHello, .client, .securing):
      outgoing.append(.clientFinished)
      establish(at: now)
    case (.clientFinished, .server, .securing):
      establish(at: now)
    case (.message, _, .established):
      tell(.received(item))
    case (.end, _, .established):
      peerEnded = true
      mustAcknowledge = true
      tell(.closed(.closedByPeer))
      beginClosing(at: now)
    case (.end, _, .closing):
      peerEnded = true
      mustAcknowledge = true
    case (.keepAlive, _, .established), (.keepAlive, _, .closing), (.message, _, .closing):
      break
    default:
      preconditionFailure("a \(role) in state \(state) received \(item.summary) on its stream")
    }
  }

  private mutating func establish(at now: Int64) {
    state = .established
    openBy = .max
    wasOpened = true
    tell(.opened)
    for (payload, fate) in early { outgoing.append(.message(payload), fate) }
    early = []
  }
}
