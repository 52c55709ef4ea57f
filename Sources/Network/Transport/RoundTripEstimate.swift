/// The round trip of a path as its sender knows it, and the retransmission time-out that follows (RFC 6298).
///
/// Times are nanoseconds. With time stamps a sample comes with each acknowledgement of something new.
struct RoundTripEstimate {
  /// The smoothed round trip; zero before the first sample.
  private(set) var smoothed: Int64 = 0
  /// The least round trip that was ever seen; `.max` before the first sample.
  private(set) var minimum: Int64 = .max
  /// The time-out with its back-off.
  private(set) var timeout: Int64

  private let stack: HostStack
  /// The time-out before any back-off, without what is added to each.
  private var base: Int64
  /// What is added to each time-out.
  private var slop: Int64 = 0
  /// The number of time-outs that have expired since the last round trip.
  private var doublings = 0
  /// The mean deviation, times four: it decays by a quarter with each sample.
  private var deviation: Int64 = 0
  /// The greatest deviation within the present round trip.
  private var deviationMax: Int64 = 0
  /// Four deviations as the time-out counts them.
  private(set) var variation: Int64 = 0
  /// The end of the present round trip on the stream.
  private var roundEnd: UInt64 = 0

  init(_ stack: HostStack) {
    self.stack = stack
    base = stack.initialTimeout
    timeout = stack.initialTimeout
  }

  /// Notes a round trip that may have been the shortest.
  mutating func noteMinimum(_ roundTrip: Int64) { minimum = min(minimum, max(roundTrip, 1)) }

  /// Takes a round trip, and forgets any back-off.
  ///
  /// - Parameters:
  ///   - acknowledged: All that was sent before this offset is acknowledged.
  ///   - sent: The offset after the last byte that was sent.
  mutating func observe(_ roundTrip: Int64, acknowledged: UInt64, sent: UInt64) {
    let sample = max(roundTrip, 1)
    switch stack.timeoutRule {
    case .floorOfDeviation(let floor):
      observeWithFloor(sample, floor, acknowledged: acknowledged, sent: sent)
      base = smoothed + variation
    case .slop(let slop, let minimum):
      observePlainly(sample)
      base = max(smoothed + variation, minimum)
      self.slop = slop
    }
    base = (base + stack.tick - 1) / stack.tick * stack.tick
    doublings = 0
    timeout = min(base + slop, stack.maximumTimeout)
  }

  /// Linux's estimator (`tcp_rtt_estimator`): a deviation that falls is believed once a round trip, and one that rose
  /// because the round trip fell counts an eighth.
  private mutating func observeWithFloor(
    _ sample: Int64, _ floor: Int64, acknowledged: UInt64, sent: UInt64
  ) {
    guard smoothed > 0 else {
      smoothed = sample
      deviation = sample * 2
      variation = max(deviation, floor)
      deviationMax = variation
      roundEnd = sent
      return
    }
    let error = sample - smoothed
    smoothed += error / 8
    var change = abs(error) - deviation / 4
    if error < 0, change > 0 { change /= 8 }
    deviation += change
    if deviation > deviationMax {
      deviationMax = deviation
      variation = max(variation, deviationMax)
    }
    if acknowledged > roundEnd {
      if deviationMax < variation { variation -= (variation - deviationMax) / 4 }
      roundEnd = sent
      deviationMax = floor
    }
  }

  /// The estimator of RFC 6298, as BSD has it.
  private mutating func observePlainly(_ sample: Int64) {
    guard smoothed > 0 else {
      smoothed = sample
      variation = sample * 2
      return
    }
    let error = sample - smoothed
    smoothed += error / 8
    variation += (4 * abs(error) - variation) / 4
  }

  /// Doubles the time-out after it has expired.
  mutating func backOff() {
    doublings = min(doublings + 1, stack.doublingsMax)
    timeout = min((base << Int64(doublings)) + slop, stack.maximumTimeout)
  }
}
