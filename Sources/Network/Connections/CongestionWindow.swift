/// How many pieces may be under way: slow start, congestion avoidance and fast recovery (RFC 5681, RFC 6582), counted
/// in pieces. A connection that was idle keeps its window, which RFC 5681 4.1 would shrink.
struct CongestionWindow {
  /// How many pieces may be under way.
  private(set) var size: Int

  /// The end of slow start.
  private var threshold: Int
  private var acknowledgedInAvoidance = 0
  private var duplicates = 0
  /// Fast recovery lasts until this piece is acknowledged.
  private var recoveryEnd: UInt64?

  /// Ten segments (RFC 6928).
  static let initial = 10
  /// About 1.5 MB at the usual MTU: what a receiver offers.
  static let largest = 1_024

  init() {
    size = Self.initial
    threshold = Self.largest
  }

  /// Notes that pieces up to `next` were acknowledged; true where the piece at `next` is known to be lost as well.
  mutating func acknowledged(_ count: Int, next: UInt64) -> Bool {
    duplicates = 0
    if let end = recoveryEnd {
      if next < end { return true }
      recoveryEnd = nil
      size = threshold
      return false
    }
    if size < threshold {
      size = min(size + count, Self.largest)
    } else {
      acknowledgedInAvoidance += count
      if acknowledgedInAvoidance >= size {
        acknowledgedInAvoidance -= size
        size = min(size + 1, Self.largest)
      }
    }
    return false
  }

  /// Notes an acknowledgement that brought nothing new; true where the third in a row tells of a loss.
  ///
  /// - Parameter end: The number after the last piece sent.
  mutating func duplicate(underWay: Int, end: UInt64) -> Bool {
    guard recoveryEnd == nil else {
      size = min(size + 1, Self.largest)
      return false
    }
    duplicates += 1
    guard duplicates == 3 else { return false }
    threshold = max(underWay / 2, 2)
    size = threshold + 3
    recoveryEnd = end
    return true
  }

  /// Notes that nothing was acknowledged in time: everything starts over with one piece.
  mutating func timedOut(underWay: Int) {
    threshold = max(underWay / 2, 2)
    size = 1
    duplicates = 0
    acknowledgedInAvoidance = 0
    recoveryEnd = nil
  }
}
