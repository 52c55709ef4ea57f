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
    case .established:
      return nextOnStream(at: now)
    case .opening(let opening):
      return opening.isOnStream ? nextOnStream(at: now) : nil
    case .closing(let closing):
      if let action = nextOnStream(at: now) { return action }
      guard closing.peerHasEnded, outgoing.isEmpty else { return nil }
      end(.closedHere)
      return nextAction(at: now)
    case .closed(var closed):
      if closed.isFinished { return nil }
      closed.isFinished = true
      state = .closed(closed)
      return .finished
    }
  }

  private mutating func nextOnStream(at now: Int64) -> Action? {
    if let (number, piece, isDropped) = outgoing.nextPiece(
      window: window.size, segmentBytes: segmentBytes)
    {
      let resendAt = now + retransmission.timeout
      switch flight {
      case .none:
        flight = .underWay(resendAt: resendAt, progressAt: now)
      case .underWay(_, let progressAt):
        // What is resent first has the time of a whole round trip again.
        if number == outgoing.firstUnacknowledged {
          flight = .underWay(resendAt: resendAt, progressAt: progressAt)
        }
      }
      let kind = Segment.Kind.piece(number: number, item: piece.item, bytes: piece.bytes)
      let isBackground = piece.isBackground && !acknowledgement.isForeground
      return .transmit(segment(kind, at: now, isBackground: isBackground, isDropped: isDropped))
    }
    if case .due(let isForeground) = acknowledgement {
      return .transmit(segment(.acknowledge, at: now, isBackground: !isForeground))
    }
    if !lossWasReached, let ending = outgoing.breakDue {
      lossWasReached = true
      return .reachedLoss(ending)
    }
    return nil
  }

  /// Every segment acknowledges all that arrived in order.
  private mutating func segment(
    _ kind: Segment.Kind, at now: Int64, isBackground: Bool, isDropped: Bool = false
  ) -> Segment {
    acknowledgement = .none
    lastAcknowledged = incoming.expected
    return Segment(
      connection: identifier, kind: kind, acknowledged: incoming.expected,
      arrivedEarly: incoming.earlyRanges, stamp: now,
      echo: echo, isBackground: isBackground, isDropped: isDropped)
  }

  /// Sends on past the message at which everything begins to be lost, into the void.
  mutating func passLoss() {
    precondition(
      lossWasReached && !isClosed,
      "passLoss() on a \(role) in state \(state), which has not reached a message that is lost")
    outgoing.passLoss()
  }
}
