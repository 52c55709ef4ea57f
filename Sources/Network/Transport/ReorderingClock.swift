/// The time by which a sender tells a lost segment from a late one (RACK, RFC 8985): what was sent sufficiently long
/// before something that has arrived is lost.
struct ReorderingClock {
  /// The latest transmission that is known to have arrived: its time, and the end of its piece.
  private(set) var newestSentAt: Int64 = -1
  private var newestEnd: UInt64 = 0
  /// Whether it was a retransmission: what was sent for the first time may have been sent before it.
  private(set) var newestWasResent = false
  /// The round trip of that transmission.
  private(set) var roundTrip: Int64 = 0
  /// Whether something new arrived since the last look for losses.
  var hasAdvanced = false
  /// Whether segments were ever seen to overtake each other.
  var hasSeenReordering = false
  /// The width of the window for late segments in quarters of the least round trip.
  private var steps: Int64 = 1
  private var recoveriesLeft = 0
  private var widenedAt: UInt64 = 0

  /// Notes that a transmission has arrived.
  mutating func advance(
    sentAt: Int64, end: UInt64, wasResent: Bool, leastRoundTrip: Int64, at now: Int64
  ) {
    let trip = now - sentAt
    // An acknowledgement that comes too soon is that of the first transmission.
    if wasResent, trip < leastRoundTrip { return }
    hasAdvanced = true
    roundTrip = trip
    if isAfter(sentAt, end, newestSentAt, newestEnd) {
      newestSentAt = sentAt
      newestEnd = end
      newestWasResent = wasResent
    }
  }

  private func isAfter(_ time: Int64, _ end: UInt64, _ other: Int64, _ otherEnd: UInt64) -> Bool {
    time > other || (time == other && end > otherEnd)
  }

  /// Whether something sent later than this has arrived.
  func isOvertaken(sentAt: Int64, end: UInt64) -> Bool {
    isAfter(newestSentAt, newestEnd, sentAt, end)
  }

  /// Returns the time for which an overtaken segment counts as late and not as lost.
  func window(least: Int64, smoothed: Int64, isRecovering: Bool, arrivedBehindGap: Int) -> Int64 {
    if !hasSeenReordering, isRecovering || arrivedBehindGap >= 3 { return 0 }
    return min(least / 4 * steps, smoothed)
  }

  /// Widens the window: something was sent again that had arrived.
  mutating func widen(acknowledged: UInt64, sent: UInt64) {
    // Once a round trip.
    guard acknowledged >= widenedAt else { return }
    steps = min(steps + 1, 255)
    recoveriesLeft = 16
    widenedAt = sent
  }

  /// A recovery has ended that was none too many: after 16 of them the window is narrow again.
  mutating func endRecovery() {
    if recoveriesLeft > 0 { recoveriesLeft -= 1 }
    if recoveriesLeft == 0 { steps = 1 }
  }
}
