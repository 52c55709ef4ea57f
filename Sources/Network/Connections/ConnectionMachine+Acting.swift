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
      guard closing.peerHasEnded, sender.stream.isEmpty, reading.held.isEmpty else { return nil }
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
    if let (stretch, isDropped) = sender.nextPiece(at: now) {
      let kind = Segment.Kind.piece(stretch, endsWrite: !sender.stream.hasNew)
      let isBackground = stretch.isBackground && !policy.debt.isForeground
      return .transmit(segment(kind, at: now, isBackground: isBackground, isDropped: isDropped))
    }
    if case .due(let isForeground) = policy.debt {
      return .transmit(segment(.acknowledge, at: now, isBackground: !isForeground))
    }
    if !lossWasReached, let ending = sender.stream.breakDue {
      lossWasReached = true
      return .reachedLoss(ending)
    }
    return nil
  }

  /// Every segment acknowledges all that arrived in order.
  private mutating func segment(
    _ kind: Segment.Kind, at now: Int64, isBackground: Bool, isDropped: Bool = false
  ) -> Segment {
    let withData = if case .piece = kind { true } else { false }
    policy.sent(withData: withData, at: now)
    lastAcknowledged = incoming.expected
    let duplicate = duplicate.take()
    defer { reading.asksNow = false }
    return Segment(
      connection: identifier, kind: kind, acknowledged: incoming.expected,
      arrivedEarly: incoming.earlyRanges, duplicate: duplicate, stamp: now,
      echo: echo, room: room, asksForRoom: reading.asksNow, isBackground: isBackground,
      isDropped: isDropped)
  }

  /// Sends on past the message at which everything begins to be lost, into the void.
  mutating func passLoss() {
    precondition(
      lossWasReached && !isClosed,
      "passLoss() on a \(role) in state \(state), which has not reached a message that is lost")
    sender.stream.passLoss()
  }
}
