internal import RehearsalCollections

extension TransportSender {
  /// An acknowledgement as it came.
  struct Acknowledgement {
    /// All before this offset has arrived.
    let upTo: UInt64
    /// What arrived beyond that, in order.
    let beyond: [Range<UInt64>]
    /// Something that arrived twice (RFC 2883).
    let duplicate: Range<UInt64>?
    /// The time stamp that it answers.
    let echo: Int64?
    /// Whether it came with data.
    let hasData: Bool
  }

  /// The findings of one acknowledgement.
  private struct Findings {
    var hasAdvanced = false
    /// A piece is acknowledged to its end. Only that tells a round trip and sets the timer anew (`FLAG_DATA_ACKED`): a
    /// part of one does neither.
    var hasAcknowledgedPiece = false
    /// The transmission times of the first and the last newly acknowledged piece that was sent once.
    var firstSentAt: Int64?
    var lastSentAt: Int64?
    /// The same for what arrived behind a gap.
    var sackedSentAt: Int64?
    var lastSackedSentAt: Int64?
    var sacked = false
    /// Something that was never sent again arrived, of what was under way when the recovery began.
    var originalArrived = false
    /// Something that was sent more than once is acknowledged, so that no transmission tells the round trip.
    var resentArrived = false
    var delivered = 0
    var lost = 0
    var mustArm = false
    /// The lowest offset that arrived out of order.
    var reordered: UInt64?
    /// A retransmission is believed lost, too.
    var lostAgain = false
  }

  /// Takes an acknowledgement. Returns true where it is news of the stream.
  @discardableResult
  mutating func receive(_ ack: Acknowledgement, at now: Int64) -> Bool {
    if stream.pieces.count == 0 { return false }
    guard ack.upTo <= stream.end, ack.upTo >= stream.firstUnacknowledged else { return false }
    var found = Findings()
    let sackedTo = sackedRanges.last?.upperBound ?? 0
    let before = stream.firstUnacknowledged
    takeDuplicate(ack)
    takeRanges(ack, sackedTo: sackedTo, &found, at: now)
    takeCumulative(ack, sackedTo: sackedTo, &found, at: now)
    if let low = found.reordered, low < max(sackedTo, sackedRanges.last?.upperBound ?? 0) {
      clock.hasSeenReordering = true
    }
    takeRoundTrip(ack, &found, at: now)
    if probeEnd > 0 { judgeProbe(ack, found) }
    let isPlain = ack.hasData || found.hasAdvanced
    if !isPlain || found.sacked || ack.duplicate != nil || mode != .open {
      judge(ack, &found, at: now)
    }
    if found.mustArm, !armProbe(at: now, afterProgress: true) { armRetransmission(at: now) }
    if isReducing {
      reduceWindow(delivered: found.delivered, lost: found.lost, hasAdvanced: found.hasAdvanced)
    } else if found.hasAdvanced, windowIsUsed {
      let segments = Int(stream.firstUnacknowledged - before) / stream.segmentBytes
      window.grow(window.yields ? max(segments, 1) : found.delivered, at: now)
    }
    return found.hasAdvanced
  }

  private mutating func takeDuplicate(_ ack: Acknowledgement) {
    guard ack.duplicate != nil else { return }
    if undoFrom != nil, undoRetransmissions > 0 { undoRetransmissions -= 1 }
    clock.widen(acknowledged: stream.firstUnacknowledged, sent: stream.end)
  }

  /// Marks what arrived behind gaps.
  private mutating func takeRanges(
    _ ack: Acknowledgement, sackedTo: UInt64, _ found: inout Findings, at now: Int64
  ) {
    if ack.beyond.isEmpty, sackedRanges.isEmpty { return }
    var place = 0
    for range in ack.beyond where range.upperBound > ack.upTo {
      if sackedRanges.contains(where: { $0.contains(range) }) { continue }
      while place < stream.pieces.count, stream.pieces[place].start < range.lowerBound {
        place += 1
      }
      while place < stream.pieces.count, stream.pieces[place].end <= range.upperBound {
        if !stream.pieces[place].isSacked { markSacked(place, sackedTo, &found, at: now) }
        place += 1
      }
    }
    sackedRanges = ack.beyond
  }

  private mutating func markSacked(
    _ place: Int, _ sackedTo: UInt64, _ found: inout Findings, at now: Int64
  ) {
    var piece = stream.pieces[place]
    advanceClock(with: piece, at: now)
    if piece.isResent {
      if piece.isLost {
        piece.isLost = false
        piece.isResent = false
        stream.lostCount -= 1
        stream.resentCount -= 1
      }
    } else {
      if !piece.wasResent {
        if piece.start < sackedTo { found.reordered = min(found.reordered ?? .max, piece.start) }
        if piece.end <= recoveryEnd { found.originalArrived = true }
        found.sackedSentAt = found.sackedSentAt ?? piece.sentAt
        found.lastSackedSentAt = piece.sentAt
      }
      if piece.isLost {
        piece.isLost = false
        stream.lostCount -= 1
      }
    }
    piece.isSacked = true
    stream.sackedCount += 1
    stream.pieces[place] = piece
    found.sacked = true
    found.delivered += 1
  }

  private mutating func advanceClock(with piece: StreamPiece, at now: Int64) {
    clock.advance(
      sentAt: piece.sentAt, end: piece.end, wasResent: piece.wasResent,
      leastRoundTrip: estimate.minimum == .max ? 0 : estimate.minimum, at: now)
  }

  /// Lets go of what is acknowledged in order.
  private mutating func takeCumulative(
    _ ack: Acknowledgement, sackedTo: UInt64, _ found: inout Findings, at now: Int64
  ) {
    guard ack.upTo > stream.firstUnacknowledged else {
      if let sentAt = found.sackedSentAt, sentAt > stream.pieces[0].sentAt { found.mustArm = true }
      return
    }
    if !stream.isBackground { movedAt = now }
    while stream.pieces.count > 0, stream.pieces[0].start < ack.upTo {
      if stream.pieces[0].end > ack.upTo {
        stream.pieces[0].start = ack.upTo
        break
      }
      guard let piece = stream.pieces.popFirst() else { break }
      found.hasAcknowledgedPiece = true
      if piece.wasResent {
        found.resentArrived = true
        if piece.isResent { stream.resentCount -= 1 }
      } else if !piece.isSacked {
        found.firstSentAt = found.firstSentAt ?? piece.sentAt
        found.lastSentAt = piece.sentAt
        found.reordered = min(found.reordered ?? .max, piece.start)
        if piece.end <= recoveryEnd { found.originalArrived = true }
      }
      if piece.isSacked {
        stream.sackedCount -= 1
      } else {
        found.delivered += 1
        // Where the time stamp is older than the repetition, the first transmission has arrived.
        let isOfFirst = piece.wasResent && (ack.echo.map { $0 < piece.sentAt } ?? false)
        if !isOfFirst { advanceClock(with: piece, at: now) }
      }
      if piece.isLost { stream.lostCount -= 1 }
    }
    stream.firstUnacknowledged = ack.upTo
    found.hasAdvanced = true
    if found.hasAcknowledgedPiece { found.mustArm = true }
    timeouts = 0
    progressAt = now
  }

  private mutating func takeRoundTrip(
    _ ack: Acknowledgement, _ found: inout Findings, at now: Int64
  ) {
    var trip: Int64?
    var newest: Int64?
    if !found.resentArrived, let first = found.firstSentAt {
      trip = now - first
      newest = now - (found.lastSentAt ?? first)
    } else if let sacked = found.sackedSentAt {
      trip = now - sacked
      newest = now - (found.lastSackedSentAt ?? sacked)
    } else if found.hasAcknowledgedPiece, let echo = ack.echo {
      trip = now - echo
      newest = trip
    }
    guard let trip, let newest else { return }
    estimate.noteMinimum(newest)
    estimate.observe(trip, acknowledged: stream.firstUnacknowledged, sent: stream.end)
    window.observe(
      newest, acknowledged: stream.firstUnacknowledged, sent: stream.end, at: now)
  }

  /// Judges the probe that is under way (RFC 8985, 7.4; `tcp_process_tlp_ack`).
  private mutating func judgeProbe(_ ack: Acknowledgement, _ found: Findings) {
    guard ack.upTo >= probeEnd else { return }
    if !probeRepeats || ack.duplicate != nil {
      probeEnd = 0
    } else if ack.upTo > probeEnd || found.hasAdvanced {
      // The probe has repaired a loss.
      if ack.upTo > probeEnd {
        beginReduction()
        mode = .reduced
        endReduction()
        keepOpen()
      }
    } else if !found.sacked, !ack.hasData {
      probeEnd = 0
    }
  }

  /// Decides on the state of congestion (`tcp_fastretrans_alert`).
  private mutating func judge(
    _ ack: Acknowledgement, _ found: inout Findings, at now: Int64
  ) {
    if mode == .open {
      firstResentAt = 0
    } else if ack.upTo >= recoveryEnd {
      if mode == .reduced, ack.upTo != recoveryEnd {
        endReduction()
        mode = .open
      } else if mode == .recovery {
        endRecovery(ack)
      }
    }
    switch mode {
    case .recovery:
      if found.hasAdvanced, undoFrom != nil, isEchoEarlier(ack.echo) {
        clock.hasSeenReordering = true
        if stream.resentCount > 0 { return }
        if !anyResent { firstResentAt = 0 }
        undoReduction(forgettingLosses: true)
        keepOpen()
        // What is evidently lost begins a new recovery below.
      }
      if undoByDuplicates() { keepOpen() }
      identifyLosses(&found, at: now)
      if mode != .recovery, stream.lostCount > 0 { enterRecovery() }
    case .loss:
      process(ack, found)
      identifyLosses(&found, at: now)
      if mode == .open || found.lostAgain { open(&found) }
    case .open, .disorder, .reduced:
      if mode.rawValue <= Mode.disorder.rawValue { _ = undoByDuplicates() }
      identifyLosses(&found, at: now)
      open(&found)
    }
  }

  /// Enters recovery where something is lost.
  private mutating func open(_ found: inout Findings) {
    if stream.lostCount > 0 {
      if mode != .loss || found.lostAgain { enterRecovery() }
      return
    }
    if !anyResent { firstResentAt = 0 }
    if mode != .reduced { keepOpen() }
  }

  private mutating func endRecovery(_ ack: Acknowledgement) {
    if mayUndo(echo: ack.echo) {
      undoReduction(forgettingLosses: false)
    } else {
      clock.endRecovery()
    }
    let wasUndone = undoFrom == nil
    mode = .open
    if !wasUndone { window.set(window.threshold) }
  }

  private mutating func undoByDuplicates() -> Bool {
    guard undoFrom != nil, undoRetransmissions == 0 else { return false }
    undoReduction(forgettingLosses: false)
    return true
  }

  private mutating func identifyLosses(_ found: inout Findings, at now: Int64) {
    guard clock.hasAdvanced, stream.pieces.count > 0 else { return }
    clock.hasAdvanced = false
    let resentBefore = stream.resentCount
    let (wait, lost) = detectLosses(at: now)
    found.lost += lost
    if resentBefore > stream.resentCount { found.lostAgain = true }
    if wait > 0 {
      alarm = .reordering(stack.expiry(wait + 2_000_000, from: now))
      found.mustArm = false
    }
  }

  /// After a time-out: was it needless, is it over (`tcp_process_loss`, RFC 5682)?
  private mutating func process(_ ack: Acknowledgement, _ found: Findings) {
    let isOver = ack.upTo >= recoveryEnd
    if found.hasAdvanced, mayUndo(echo: ack.echo) { return undoTimeout() }
    if watchesTimeout {
      if found.originalArrived { return undoTimeout() }
      if stream.end > recoveryEnd {
        if found.sacked || !found.hasAdvanced && !ack.hasData { watchesTimeout = false }
      } else if found.hasAdvanced, !isOver {
        recoveryEnd = stream.end
        if stream.hasNew {
          sendsNewFirst = true
          return
        }
        watchesTimeout = false
      }
    }
    if isOver {
      if mayUndo(echo: ack.echo) { undoReduction(forgettingLosses: false) }
      mode = .open
    }
  }

  private mutating func undoTimeout() {
    undoReduction(forgettingLosses: true)
    timeouts = 0
    mode = .open
  }
}

extension Range where Bound == UInt64 {
  fileprivate func contains(_ other: Range<UInt64>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}
