import Simulator

/// The time, in nanoseconds, that a side waits for an acknowledgement before it sends again (RFC 6298).
struct RetransmissionTimer {
  /// The present time-out.
  private(set) var timeout: Int64

  private let minimum: Int64
  private let maximum: Int64
  private var smoothed: Int64?
  private var variation: Int64 = 0

  init(_ configuration: ConnectionConfiguration) {
    timeout = configuration.initialRetransmission.nanoseconds
    minimum = configuration.minimumRetransmission.nanoseconds
    maximum = configuration.maximumRetransmission.nanoseconds
  }

  /// Takes a round trip and forgets any back-off. With time stamps every acknowledgement of something new tells one,
  /// also that of a piece that was sent again.
  mutating func observe(roundTrip: Int64) {
    if let known = smoothed {
      variation = (3 * variation + abs(known - roundTrip)) / 4
      smoothed = (7 * known + roundTrip) / 8
    } else {
      smoothed = roundTrip
      variation = roundTrip / 2
    }
    timeout = min((smoothed ?? 0) + max(4 * variation, minimum), maximum)
  }

  /// Doubles the time-out after it has expired.
  mutating func backOff() {
    timeout = min(timeout * 2, maximum)
  }
}
