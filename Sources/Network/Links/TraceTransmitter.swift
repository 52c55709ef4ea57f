internal import RehearsalCollections
internal import Simulator

/// The sending end of a link whose capacity was recorded.
///
/// As mahimahi's `mm-link` does it: an opportunity delivers up to ``DeliveryTrace/opportunityBytes`` bytes of what has
/// come before its millisecond; several small packets may share one, and a packet may be carried by two. A packet
/// leaves when its last byte has been carried. An opportunity that finds the queue empty is lost.
struct TraceTransmitter: Sendable {
  private let trace: DeliveryTrace
  /// The number of bytes that may wait.
  private let queueLimit: Int
  /// Nanoseconds of the trace at which the world begins.
  private let offset: Int64

  /// The opportunity that carried last: its place in the trace, and the start of the trace's round that it is in, in
  /// nanoseconds of the world.
  private var place = 0
  private var round: Int64
  /// The bytes that it still can carry.
  private var rest = 0
  /// The time at which the last byte accepted so far leaves, in nanoseconds.
  private(set) var departure: Int64 = -1

  /// What waits, in the order of leaving.
  private var waiting = Deque<Packet>()
  private var waitingBytes = 0

  private struct Packet: Sendable {
    let departure: Int64
    let bytes: Int
  }

  /// - Parameter start: Nanoseconds from the recording's start at which the world begins.
  init(_ trace: DeliveryTrace, queueLimit: Int, startingAt start: Int64) {
    self.trace = trace
    self.queueLimit = queueLimit
    offset = start % trace.period.nanoseconds
    round = -offset
  }

  /// Accepts a datagram and returns when its last byte leaves, in nanoseconds; nil where the queue has no room for it.
  ///
  /// An idle link takes any datagram, whatever the queue's limit.
  mutating func offer(bytes: Int, at now: Int64) -> Int64? {
    while let first = waiting.first, first.departure <= now {
      waitingBytes -= first.bytes
      _ = waiting.popFirst()
    }
    if !waiting.isEmpty, bytes > queueLimit - waitingBytes { return nil }
    if departure <= now { seek(after: now) }
    var left = bytes
    while left > rest {
      left -= rest
      step()
    }
    rest -= left
    departure = time
    waiting.append(Packet(departure: departure, bytes: bytes))
    waitingBytes += bytes
    return departure
  }

  /// Takes over at a change of profiles: what was accepted before still leaves when it was going to.
  mutating func resume(after departure: Int64) {
    seek(after: max(0, departure))
    self.departure = departure
  }

  /// The time of the opportunity at `place`, in nanoseconds of the world.
  private var time: Int64 { round + Int64(trace.times[place]) * 1_000_000 }

  private var period: Int64 { trace.period.nanoseconds }

  /// Goes to the first opportunity after an instant.
  private mutating func seek(after now: Int64) {
    let since = now + offset
    let rounds = since / period
    round = rounds * period - offset
    let milliseconds = UInt32((since - rounds * period) / 1_000_000)
    let times = trace.times
    var low = 0
    var high = times.count
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= milliseconds { low = middle + 1 } else { high = middle }
    }
    place = low
    if place == times.count {
      place = 0
      round += period
    }
    rest = DeliveryTrace.opportunityBytes
  }

  private mutating func step() {
    place += 1
    if place == trace.times.count {
      place = 0
      round += period
    }
    rest = DeliveryTrace.opportunityBytes
  }
}
