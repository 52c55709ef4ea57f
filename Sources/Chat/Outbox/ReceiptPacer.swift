internal import Simulator

/// The pacer of read receipts, and another one of deliveries: it decides when they are flushed (C-14).
///
/// The first mark after a second of silence is flushed at once: the leading edge. Marks that follow within the window
/// are collected and flushed at its end, which is never left out; one that follows later is flushed at once. After such
/// a flush a second must pass before the next, so that no second beyond the leading edge has more than one (I-14).
///
/// One flush is under way at a time, and a pause counts from its answer: however long the network delays a flush, the
/// backend sees the same pauses, and messages that are read without a network wait for one batch instead of many. The
/// end of the app is no way around a pause between receipts: their ``ReceiptPace`` outlives it. That of deliveries does not; a
/// phone that is started has one flush of its own, of what it was told on connecting.
struct ReceiptPacer: Sendable {
  /// The next step for marks that wait.
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
  /// The state that is to be kept on the disk.
  private(set) var pace: ReceiptPace
  private var isTimerSet = false
  /// Whether what waits has waited for a timer: then there was no silence before it.
  private var hasWaited = false

  /// - Parameters:
  ///   - window: The time for which marks are collected after a flush at the leading edge.
  ///   - pace: The state that a former process has kept.
  init(window: Duration, resuming pace: ReceiptPace = ReceiptPace()) {
    self.window = window
    self.pace = pace
  }

  /// The app was launched.
  ///
  /// - Parameter hasFlight: Whether a former process has left a flush in the outbox.
  mutating func launched(hasFlight: Bool, at now: Instant) {
    let isKnown = pace.flight != nil || !hasFlight
    if isKnown, pace.isCredible(at: now, pause: max(window, Self.minimumSpacing)) { return }
    // Whether there was silence before it needs no clock. Where the disk has not kept it, the longer pause is right in any case.
    let wasLeading = pace.flight?.isLeading ?? false
    pace = ReceiptPace()
    if hasFlight { pace.flight = ReceiptPace.Flight(since: now, isLeading: wasLeading) }
  }

  /// Decides about marks that wait; after `flushNow` they are under way.
  mutating func next(at now: Instant) -> Decision {
    guard pace.flight == nil, !isTimerSet else { return .wait }
    guard now >= pace.earliestNext else {
      isTimerSet = true
      return .flushAfter(now.duration(to: pace.earliestNext))
    }
    begin(at: now)
    return .flushNow
  }

  private mutating func begin(at now: Instant) {
    let isQuiet = pace.quietFrom.map { now >= $0 } ?? true
    pace.flight = ReceiptPace.Flight(since: now, isLeading: !hasWaited && isQuiet)
    hasWaited = false
  }

  /// The timer has gone off.
  ///
  /// - Parameter isAwaited: Whether any mark waits still: another phone of the same user may have told of all.
  mutating func timerFired(isAwaited: Bool = true) {
    isTimerSet = false
    hasWaited = isAwaited
  }

  /// The backend has answered the flush that was under way.
  ///
  /// - Parameter hasWritten: Whether it has written anything, now or in an attempt whose answer was lost, as of a former
  ///   process; where it has not, no pause is due.
  mutating func answered(hasWritten: Bool, at now: Instant) {
    guard let flight = pace.flight.take(), hasWritten else { return }
    let (since, isLeading) = (flight.since, flight.isLeading)
    pace.earliestNext =
      isLeading ? max(since.advanced(by: window), now) : now.advanced(by: Self.minimumSpacing)
    pace.quietFrom = now.advanced(by: Self.minimumSpacing)
  }
}

extension WaitKind {
  /// Receipts wait so that several go out as one batch.
  static let pacing = WaitKind("pacing window")
}

/// The part of the receipt pacer's state that must survive the app's death: the next process that reads the phone's
/// disk keeps the pauses that the one before it owed.
///
/// It is kept in the very commits that put a flush into the outbox and take it out, so the two never disagree.
///
/// All instants are of the phone's monotonic clock, which goes on while the app does not run and which nobody can set:
/// a wall clock that jumps makes receipts neither wait nor hurry. A monotonic clock begins anew when the phone itself
/// is started, which takes longer than any pause, so instants that this clock cannot have shown are forgotten. Those
/// that it might have shown cost one pause at most.
struct ReceiptPace: Hashable, Sendable, Digestible {
  /// A flush that is under way.
  struct Flight: Hashable, Sendable {
    /// The instant at which it was handed to the outbox.
    let since: Instant
    /// Whether there was silence before it.
    let isLeading: Bool
  }

  /// Before this instant nothing is flushed.
  var earliestNext = Instant.zero
  /// The instant up to which a flush is not at the leading edge; nil while there was no flush at all.
  var quietFrom: Instant?
  /// The flush that the backend has not answered.
  var flight: Flight?

  /// Whether a clock that shows `now` can have shown the instants that this was made from.
  ///
  /// - Parameter pause: The longest pause that follows an answer.
  func isCredible(at now: Instant, pause: Duration) -> Bool {
    let latest = now.advanced(by: pause)
    return earliestNext <= latest && (quietFrom ?? .zero) <= latest
      && (flight?.since ?? .zero) <= now
  }
}
