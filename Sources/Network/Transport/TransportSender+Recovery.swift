internal import RehearsalCollections

extension TransportSender {
  /// Believes a piece lost, or its retransmission.
  mutating func markLost(_ place: Int) {
    let piece = stream.pieces[place]
    if piece.isSacked { return }
    if piece.isLost {
      guard piece.isResent else { return }
      stream.pieces[place].isResent = false
      stream.resentCount -= 1
    } else {
      stream.pieces[place].isLost = true
      stream.lostCount += 1
    }
  }

  /// Believes lost what was overtaken long enough ago (RACK).
  ///
  /// - Returns: The nanoseconds until the last of those that may still be late counts as lost, and the number of
  ///   transmissions that are newly lost.
  mutating func detectLosses(at now: Int64) -> (wait: Int64, lost: Int) {
    var wait: Int64 = 0
    var lost = 0
    // Without a gap and a retransmission, everything that is under way was sent after what has arrived.
    if stream.sackedCount == 0, stream.resentCount == 0, stream.lostCount == 0, !hasOldProbe,
      !clock.newestWasResent
    {
      return (0, 0)
    }
    let lateness = clock.window(
      least: estimate.minimum, smoothed: estimate.smoothed,
      isRecovering: mode.rawValue >= Mode.recovery.rawValue, arrivedBehindGap: stream.sackedCount)
    for place in 0..<stream.pieces.count {
      let piece = stream.pieces[place]
      if piece.isSacked || (piece.isLost && !piece.isResent) { continue }
      guard clock.isOvertaken(sentAt: piece.sentAt, end: piece.end) else { continue }
      let left = clock.roundTrip + lateness - (now - piece.sentAt)
      if left <= 0 {
        markLost(place)
        lost += 1
      } else {
        wait = max(wait, left)
      }
    }
    return (wait, lost)
  }

  private var hasOldProbe: Bool { probeEnd > 0 && probeRepeats }

  mutating func beginUndo() {
    undoFrom = stream.firstUnacknowledged
    undoRetransmissions = stream.resentCount
    if probeEnd > 0, probeRepeats { undoRetransmissions += 1 }
    if undoRetransmissions == 0 { undoRetransmissions = -1 }
  }

  /// Begins to reduce the window, segment by segment.
  mutating func beginReduction() {
    recoveryEnd = stream.end
    probeEnd = 0
    window.clearCredit()
    priorWindow = window.size
    recoveryDelivered = 0
    recoverySent = 0
    window.reduceThreshold()
  }

  mutating func enterRecovery() {
    priorThreshold = 0
    beginUndo()
    if !isReducing {
      priorThreshold = currentThreshold
      beginReduction()
    }
    mode = .recovery
  }

  /// Lets as much out as arrives, in proportion to the reduction (RFC 6937, `tcp_cwnd_reduction`).
  mutating func reduceWindow(delivered: Int, lost: Int, hasAdvanced: Bool) {
    guard delivered > 0, priorWindow > 0 else { return }
    recoveryDelivered += delivered
    let underWay = stream.inFlight
    let room = window.threshold - underWay
    var count: Int
    if room < 0 {
      count =
        (window.threshold * recoveryDelivered + priorWindow - 1) / priorWindow - recoverySent
    } else {
      count = max(recoveryDelivered - recoverySent, delivered)
      if hasAdvanced, lost == 0 { count += 1 }
      count = min(room, count)
    }
    // The first retransmission always goes out.
    count = max(count, recoverySent > 0 ? 0 : 1)
    window.set(underWay + count)
  }

  mutating func endReduction() {
    if mode == .reduced || undoFrom != nil { window.set(window.threshold) }
  }

  /// Whether the reduction was for nothing: what was sent again had arrived, by the other side's word or by its time
  /// stamps.
  func mayUndo(echo: Int64?) -> Bool {
    undoFrom != nil && (undoRetransmissions == 0 || isEchoEarlier(echo))
  }

  /// Whether the other side answers a segment from before the first retransmission (RFC 4015).
  func isEchoEarlier(_ echo: Int64?) -> Bool {
    guard firstResentAt > 0 else { return true }
    guard let echo else { return false }
    return echo < firstResentAt
  }

  mutating func undoReduction(forgettingLosses: Bool) {
    if forgettingLosses {
      for place in 0..<stream.pieces.count where stream.pieces[place].isLost {
        stream.pieces[place].isLost = false
        stream.lostCount -= 1
      }
    }
    if priorThreshold > 0 {
      window.set(max(window.size, priorWindow))
      if priorThreshold > window.threshold { window.setThreshold(priorThreshold) }
    }
    undoFrom = nil
    clock.hasAdvanced = true
  }

  /// Open, or disorder where something is missing.
  mutating func keepOpen() {
    let next: Mode =
      stream.sackedCount + stream.lostCount > 0 || anyResent ? .disorder : .open
    if mode != next {
      mode = next
      recoveryEnd = stream.end
    }
  }

  /// Whether the oldest piece was sent more than once.
  var anyResent: Bool {
    stream.resentCount > 0 || (stream.pieces.count > 0 && stream.pieces[0].wasResent)
  }
}
