internal import RehearsalCollections

extension TransportSender {
  /// The stretch to send now; nil where nothing may be sent.
  ///
  /// - Returns: The stretch, and whether a rule drops the datagram that carries it.
  mutating func nextPiece(at now: Int64) -> (stretch: Stretch, isDropped: Bool)? {
    if probeIsDue { return sendProbe(at: now) }
    if sendsNewFirst {
      if let sent = sendNew(at: now) { return sent }
      sendsNewFirst = false
      // There was nothing new that could have shown that the time-out was needless.
      if stream.end <= recoveryEnd { watchesTimeout = false } else { return nil }
    }
    if stream.lostCount > stream.resentCount, stream.inFlight < window.size,
      let place = (0..<stream.pieces.count).first(where: {
        stream.pieces[$0].isLost && !stream.pieces[$0].isResent
      })
    {
      return (resend(place, at: now), false)
    }
    return sendNew(at: now)
  }

  private mutating func sendNew(at now: Int64) -> (stretch: Stretch, isDropped: Bool)? {
    guard stream.hasRoom(in: window.size) else {
      if stream.hasNew { noteUsage(isLimited: true, at: now) }
      return nil
    }
    if isOutOfRoom { return nil }
    let wasEmpty = stream.pieces.isEmpty
    if wasEmpty { window.resume(after: now - lastSentAt, at: now) }
    guard let sent = stream.cut(at: now) else { return nil }
    noteSent(at: now, wasEmpty: wasEmpty)
    return sent
  }

  private mutating func noteSent(at now: Int64, wasEmpty: Bool) {
    lastSentAt = now
    if isReducing { recoverySent += 1 }
    if wasEmpty {
      progressAt = now
      armRetransmission(at: now)
    } else if case .probe = alarm {
      armRetransmission(at: now)
    }
    noteUsage(isLimited: !stream.hasRoom(in: window.size), at: now)
    _ = armProbe(at: now, afterProgress: false)
  }

  /// Sends a piece again.
  private mutating func resend(_ place: Int, at now: Int64) -> Stretch {
    stream.collapse(into: place)
    let stretch = stream.pieces[place].repeatStretch(at: now)
    stream.pieces[place].isResent = true
    stream.resentCount += 1
    lastSentAt = now
    if firstResentAt == 0 { firstResentAt = now }
    undoRetransmissions = max(undoRetransmissions, 0) + 1
    if isReducing { recoverySent += 1 }
    if place == 0 {
      if case .reordering = alarm {} else { setRetransmission(after: estimate.timeout, at: now) }
    }
    return stretch
  }

  /// Sends new data beyond the window, or else the last piece once more (`tcp_send_loss_probe`).
  private mutating func sendProbe(at now: Int64) -> (stretch: Stretch, isDropped: Bool)? {
    probeIsDue = false
    var sent = isOutOfRoom ? nil : stream.cut(at: now)
    if sent != nil {
      lastSentAt = now
      probeRepeats = false
      noteUsage(isLimited: !stream.hasRoom(in: window.size), at: now)
    } else if let place = stream.pieces.count > 0 ? stream.pieces.count - 1 : nil {
      sent = (stream.pieces[place].repeatStretch(at: now), false)
      lastSentAt = now
      probeRepeats = true
    }
    if sent != nil {
      probeEnd = stream.end
      alarm = .none
    }
    armRetransmission(at: now)
    return sent
  }

  /// Remembers how far the window was used (`tcp_cwnd_validate`).
  private mutating func noteUsage(isLimited: Bool, at now: Int64) {
    let count = stream.used
    if stream.firstUnacknowledged >= usageEnd || isLimited || (!isWindowLimited && count > usedMax)
    {
      isWindowLimited = isLimited
      usedMax = count
      usageEnd = stream.end
    }
    if windowIsUsed {
      usedSinceStamp = 0
      usageStamp = now
    } else {
      usedSinceStamp = max(usedSinceStamp, count)
      if now - usageStamp >= estimate.timeout { shrinkToUsage(at: now) }
    }
  }

  /// Whether the window may grow: it was the limit, or slow start uses half of it.
  var windowIsUsed: Bool {
    @inline(__always) get {
      isWindowLimited || (window.isSlowStart && window.size < 2 * usedMax)
    }
  }

  private mutating func shrinkToUsage(at now: Int64) {
    if mode == .open {
      let used = max(usedSinceStamp, CubicWindow.initial)
      if used < window.size {
        window.setThreshold(currentThreshold)
        window.set((window.size + used) / 2)
      }
      usedSinceStamp = 0
    }
    usageStamp = now
  }
}
