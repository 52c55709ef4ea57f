/// The congestion window of a connection: slow start, congestion avoidance and recovery (RFC 5681, RFC 6675), counted
/// in pieces. A connection that was idle keeps its window, which RFC 5681 4.1 would shrink.
struct CongestionWindow {
  /// The number of pieces that may be under way.
  private(set) var size: Int

  /// The end of slow start.
  private var threshold: Int
  private var acknowledgedInAvoidance = 0
  /// Recovery lasts until all pieces before this one are acknowledged.
  private var recoveryEnd: UInt64?

  /// Ten segments (RFC 6928).
  static let initial = 10
  /// About 1.5 MB at the usual MTU: what a receiver offers.
  static let largest = 1_024

  init() {
    size = Self.initial
    threshold = Self.largest
  }

  /// Notes that `count` more pieces were acknowledged, all before `next` now.
  mutating func acknowledged(_ count: Int, next: UInt64) {
    if let end = recoveryEnd {
      if next >= end { recoveryEnd = nil }
      return
    }
    if size < threshold {
      // One acknowledgement that covers many pieces must not open the window for a burst (RFC 3465).
      size = min(size + min(count, 2), Self.largest)
      return
    }
    acknowledgedInAvoidance += count
    if acknowledgedInAvoidance >= size {
      acknowledgedInAvoidance -= size
      size = min(size + 1, Self.largest)
    }
  }

  /// Notes a loss: halves the window, once for all losses among the pieces sent so far.
  ///
  /// - Parameter end: The number after the last piece sent.
  mutating func lost(underWay: Int, end: UInt64) {
    guard recoveryEnd == nil else { return }
    threshold = max(underWay / 2, 2)
    size = threshold
    recoveryEnd = end
  }

  /// Notes that nothing was acknowledged in time: everything starts over with one piece.
  mutating func timedOut(underWay: Int) {
    threshold = max(underWay / 2, 2)
    size = 1
    acknowledgedInAvoidance = 0
    recoveryEnd = nil
  }
}
