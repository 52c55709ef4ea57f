/// Finds the end of slow start before a queue overflows: HyStart as in Linux's `tcp_cubic.c`.
///
/// Slow start has gone far enough when acknowledgements come in one train for half the least round trip, or when the
/// round trips of a round have all grown.
struct SlowStartExit {
  /// Whether the end was found.
  private(set) var isFound = false
  private var roundStart: Int64 = 0
  private var roundEnd: UInt64 = 0
  private var lastAcknowledgement: Int64 = 0
  private var least: Int64 = .max
  private var samples = 0

  /// The window below which slow start is never ended.
  private static let lowWindow = 16
  /// The greatest gap within a train.
  private static let trainGap: Int64 = 2_000_000
  /// The time in which a receiver may gather segments before it acknowledges them (`hystart_ack_delay`).
  private static let trainAllowance: Int64 = 1_000_000
  private static let samplesMin = 8

  /// Begins a round that ends when all that was sent so far is acknowledged.
  mutating func restart(at now: Int64, sent: UInt64) {
    roundStart = now
    lastAcknowledgement = now
    roundEnd = sent
    least = .max
    samples = 0
  }

  /// Takes the round trip of an acknowledgement.
  mutating func observe(
    _ roundTrip: Int64, least path: Int64, window: Int, acknowledged: UInt64, sent: UInt64,
    at now: Int64
  ) {
    if acknowledged > roundEnd { restart(at: now, sent: sent) }
    if window < Self.lowWindow { return }
    if now - lastAcknowledgement <= Self.trainGap {
      lastAcknowledgement = now
      if now - roundStart > (path + Self.trainAllowance) / 2 { isFound = true }
    }
    least = min(least, roundTrip)
    if samples < Self.samplesMin {
      samples += 1
    } else if least > path + min(max(path / 8, 4_000_000), 16_000_000) {
      isFound = true
    }
  }
}
