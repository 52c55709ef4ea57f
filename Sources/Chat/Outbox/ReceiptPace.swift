internal import Simulator

/// The part of the receipt pacer's state that must survive the app's death: the next process that reads the phone's
/// disk keeps the pauses that the one before it owed.
///
/// It is kept in the very commits that put a flush into the outbox and take it out, so the two never disagree.
///
/// All instants are of the phone's monotonic clock, which goes on while the app does not run and which nobody can set:
/// a wall clock that jumps makes receipts neither wait nor hurry. A monotonic clock begins anew when the phone itself
/// is started, which takes longer than any pause, so instants that this clock cannot have shown are forgotten. Those
/// that it might have shown cost one pause at most.
struct ReceiptPace: Hashable, Sendable {
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
