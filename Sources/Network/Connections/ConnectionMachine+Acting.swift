internal import RehearsalCollections

extension ConnectionMachine {
  /// The next thing to do; nil where there is nothing before another input.
  ///
  /// The app's news come first, so that what the app answers at once can carry the acknowledgement.
  mutating func nextAction(at now: Int64) -> Action? {
    if let action = news.popFirst() { return action }
    if let kind = control {
      control = nil
      return .transmit(segment(kind, at: now, isBackground: false))
    }
    switch state {
    case .idle, .lookingUp, .synchronizing:
      return nil
    case .securing, .established, .closing:
      return nextOnStream(at: now)
    case .closed:
      if wasFinished { return nil }
      wasFinished = true
      return .finished
    }
  }

  private mutating func nextOnStream(at now: Int64) -> Action? {
    let wasIdle = outgoing.unacknowledgedCount == 0
    if let (number, piece, isDropped) = outgoing.nextPiece(
      window: window.size, segmentBytes: segmentBytes)
    {
      if wasIdle { lastProgress = now }
      // What is resent first has the time of a whole round trip again.
      let isOldest = number == outgoing.firstUnacknowledged
      if retransmitAt == nil || isOldest { retransmitAt = now + retransmission.timeout }
      let kind = Segment.Kind.piece(number: number, item: piece.item, bytes: piece.bytes)
      return .transmit(
        segment(
          kind, at: now, isBackground: piece.isBackground && !owesForeground, isDropped: isDropped))
    }
    if mustAcknowledge {
      return .transmit(segment(.acknowledge, at: now, isBackground: !owesForeground))
    }
    if !lossWasReached, let ending = outgoing.breakDue {
      lossWasReached = true
      return .reachedLoss(ending)
    }
    if state == .closing && peerEnded && outgoing.isEmpty {
      end(.closedHere)
      return nextAction(at: now)
    }
    return nil
  }

  /// Every segment acknowledges all that arrived in order.
  private mutating func segment(
    _ kind: Segment.Kind, at now: Int64, isBackground: Bool, isDropped: Bool = false
  ) -> Segment {
    owedAcknowledgements = 0
    mustAcknowledge = false
    acknowledgeAt = nil
    owesForeground = false
    lastAcknowledged = incoming.expected
    return Segment(
      connection: identifier, kind: kind, acknowledged: incoming.expected,
      arrivedEarly: incoming.earlyRanges, stamp: now,
      echo: echo, isBackground: isBackground, isDropped: isDropped)
  }

  /// Sends on past the message at which everything begins to be lost, into the void.
  mutating func passLoss() {
    outgoing.passLoss()
  }
}
