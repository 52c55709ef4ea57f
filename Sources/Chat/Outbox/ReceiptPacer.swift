internal import Simulator

/// When read receipts are flushed (C-14).
///
/// The first mark after a second of silence is flushed at once: the leading edge. Marks that follow within the
/// window are collected and flushed at its end, which is never left out; one that follows later is flushed at
/// once. After such a flush a second must pass before the next, so that no second beyond the leading edge has
/// more than one flush (I-14).
struct ReceiptPacer: Sendable {
  /// What to do with marks that have just been made.
  enum Decision: Equatable, Sendable {
    /// Flush everything that is collected.
    case flushNow
    /// Set a timer for the trailing flush.
    case flushAfter(Duration)
    /// A timer is set already.
    case wait
  }

  private let window: Duration
  private static let minimumSpacing = Duration.seconds(1)
  private var earliestNext = Instant.zero
  /// Until when a flush is none at the leading edge; nil while there was none at all.
  private var quietFrom: Instant?
  private var isTimerSet = false

  /// - Parameter window: How long marks are collected after a flush at the leading edge.
  init(window: Duration) {
    self.window = window
  }

  /// Marks were made.
  mutating func marked(at now: Instant) -> Decision {
    if isTimerSet { return .wait }
    if now >= earliestNext {
      let isLeading = quietFrom.map { now >= $0 } ?? true
      flushed(at: now, next: isLeading ? window : Self.minimumSpacing)
      return .flushNow
    }
    isTimerSet = true
    return .flushAfter(now.duration(to: earliestNext))
  }

  /// The timer has gone off: what is collected is flushed now.
  mutating func timerFired(at now: Instant) {
    isTimerSet = false
    flushed(at: now, next: Self.minimumSpacing)
  }

  private mutating func flushed(at now: Instant, next: Duration) {
    earliestNext = now.advanced(by: next)
    quietFrom = now.advanced(by: Self.minimumSpacing)
  }
}

extension WaitKind {
  /// Receipts wait so that several go out as one batch.
  static let pacing = WaitKind("pacing window")
}
