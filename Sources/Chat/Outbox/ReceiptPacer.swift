internal import Simulator

/// When read receipts are flushed (C-14).
///
/// The first mark after a second of silence is flushed at once: the leading edge. Marks that follow within the window
/// are collected and flushed at its end, which is never left out; one that follows later is flushed at once. After such
/// a flush a second must pass before the next, so that no second beyond the leading edge has more than one (I-14).
///
/// One flush is under way at a time, and a pause counts from its answer: however long the network keeps a flush, the
/// backend sees the same pauses, and what is read without a network waits for one batch instead of many.
struct ReceiptPacer: Sendable {
  /// What to do with marks that wait.
  enum Decision: Equatable, Sendable {
    /// Flush everything that is collected, as one write.
    case flushNow
    /// Set a timer for the trailing flush.
    case flushAfter(Duration)
    /// A timer is set already, or a flush is under way: ask again when that has ended.
    case wait
  }

  private let window: Duration
  private static let minimumSpacing = Duration.seconds(1)
  private var earliestNext = Instant.zero
  /// Until when a flush is none at the leading edge; nil while there was none at all.
  private var quietFrom: Instant?
  private var isTimerSet = false
  /// Whether what waits has waited for a timer: then there was no silence before it.
  private var hasWaited = false
  /// The flush that is under way: when it was handed over, and whether it is one at the leading edge.
  private var flight: (since: Instant, isLeading: Bool)?

  /// - Parameter window: How long marks are collected after a flush at the leading edge.
  init(window: Duration) {
    self.window = window
  }

  /// Decides about marks that wait; after `flushNow` they are under way.
  mutating func next(at now: Instant) -> Decision {
    guard flight == nil, !isTimerSet else { return .wait }
    guard now >= earliestNext else {
      isTimerSet = true
      return .flushAfter(now.duration(to: earliestNext))
    }
    begin(at: now)
    return .flushNow
  }

  /// A flush is under way, such as one that a former process has left in the outbox.
  mutating func begin(at now: Instant) {
    flight = (now, isLeading: !hasWaited && (quietFrom.map { now >= $0 } ?? true))
    hasWaited = false
  }

  /// The timer has gone off.
  mutating func timerFired() {
    isTimerSet = false
    hasWaited = true
  }

  /// The backend has answered the flush that was under way.
  ///
  /// - Parameter hasWritten: Whether it can have written anything; where it has not, no pause is due.
  mutating func answered(hasWritten: Bool, at now: Instant) {
    guard let (since, isLeading) = flight else { return }
    flight = nil
    guard hasWritten else { return }
    earliestNext =
      isLeading ? max(since.advanced(by: window), now) : now.advanced(by: Self.minimumSpacing)
    quietFrom = now.advanced(by: Self.minimumSpacing)
  }
}

extension WaitKind {
  /// Receipts wait so that several go out as one batch.
  static let pacing = WaitKind("pacing window")
}
