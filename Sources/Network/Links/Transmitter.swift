/// The sending end of a link with a bandwidth: serialises one datagram after the other behind a bounded queue.
///
/// The time that the bits need is exact: what a division leaves over is carried to the next datagram of the same busy
/// period, so `n` datagrams leave after `ceil(8·bytes·10⁹ / bandwidth)` ns and not after the sum of `n` rounded times.
/// The queue is counted in bytes not yet on the wire, and a datagram that does not fit is dropped (tail drop).
struct Transmitter: Sendable {
  /// Bits per second.
  private(set) var bandwidth: UInt64
  /// The number of bytes that may wait, the datagram being serialised included.
  private(set) var queueLimit: Int

  /// The time at which the last bit accepted so far leaves, rounded down to a nanosecond.
  private var busyUntil: Int64 = 0
  /// The remainder of that rounding, in units of 1/bandwidth ns.
  private var remainder: UInt64 = 0

  init(bandwidth: Bandwidth, queueLimit: Int) {
    self.bandwidth = UInt64(bandwidth.bitsPerSecond)
    self.queueLimit = queueLimit
  }

  /// The time at which the last bit accepted so far leaves, in nanoseconds.
  var departure: Int64 { remainder == 0 ? busyUntil : busyUntil + 1 }

  /// Bytes that still wait for the wire at `now`, the started one counted whole.
  func backlog(at now: Int64) -> Int {
    guard busyUntil > now || (busyUntil == now && remainder > 0) else { return 0 }
    let pending = UInt64(busyUntil - now).multipliedFullWidth(by: bandwidth)
    let (low, carry) = pending.low.addingReportingOverflow(remainder)
    let high = pending.high + (carry ? 1 : 0)
    guard high < Self.bitNanoseconds else { return .max }
    let (quotient, rest) = Self.bitNanoseconds.dividingFullWidth((high, low))
    let bytes = Int(clamping: quotient)
    return rest > 0 && bytes < .max ? bytes + 1 : bytes
  }

  /// Accepts a datagram and returns when its last bit leaves, in nanoseconds; nil where the queue has no room for it.
  ///
  /// An idle link takes any datagram, whatever the queue's limit: it needs no queue.
  mutating func offer(bytes: Int, at now: Int64) -> Int64? {
    let waiting = backlog(at: now)
    if waiting > 0 && (waiting > queueLimit || bytes > queueLimit - waiting) { return nil }
    if waiting == 0 {
      busyUntil = now
      remainder = 0
    }
    let work = UInt64(bytes).multipliedFullWidth(by: Self.bitNanoseconds)
    let (low, carry) = work.low.addingReportingOverflow(remainder)
    let (quotient, rest) = bandwidth.dividingFullWidth((work.high + (carry ? 1 : 0), low))
    busyUntil += Int64(quotient)
    remainder = rest
    return departure
  }

  /// Takes over at a change of profiles: what was accepted before still leaves when it was going to.
  mutating func resume(after departure: Int64) {
    busyUntil = max(0, departure)
    remainder = 0
  }

  /// Bit-nanoseconds in one byte-second: eight bits, a thousand million nanoseconds.
  private static let bitNanoseconds: UInt64 = 8_000_000_000
}

/// The number of bits that a link carries each second.
public struct Bandwidth: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Bits per second.
  public let bitsPerSecond: Int

  /// A bandwidth in bits per second; whether it makes sense is checked where a profile is put to use.
  public static func bits(_ count: Int) -> Bandwidth { Bandwidth(bitsPerSecond: count) }
  /// A bandwidth in kilobits (1,000 bits) per second.
  public static func kilobits(_ count: Int) -> Bandwidth { .bits(count, times: 1_000) }
  /// A bandwidth in megabits (1,000,000 bits) per second.
  public static func megabits(_ count: Int) -> Bandwidth { .bits(count, times: 1_000_000) }

  private static func bits(_ count: Int, times factor: Int) -> Bandwidth {
    let (bits, overflow) = count.multipliedReportingOverflow(by: factor)
    return .bits(overflow ? (count < 0 ? .min : .max) : bits)
  }

  public static func < (left: Bandwidth, right: Bandwidth) -> Bool {
    left.bitsPerSecond < right.bitsPerSecond
  }

  /// Returns the time that a number of bytes occupies the wire, rounded up to a nanosecond: zero for fewer than one
  /// byte, and for more than `DirectionProfile.mostBytes` the time of so many. Zero for a bandwidth that is not above
  /// zero.
  public func serialization(of bytes: Int) -> Duration {
    guard bitsPerSecond > 0 else { return .zero }
    let bytes = min(max(0, bytes), DirectionProfile.mostBytes)
    var wire = Transmitter(bandwidth: self, queueLimit: .max)
    return .nanoseconds(wire.offer(bytes: bytes, at: 0) ?? 0)
  }

  public var description: String {
    if bitsPerSecond > 0 && bitsPerSecond.isMultiple(of: 1_000_000) {
      return "\(bitsPerSecond / 1_000_000) Mbit/s"
    }
    if bitsPerSecond > 0 && bitsPerSecond.isMultiple(of: 1_000) {
      return "\(bitsPerSecond / 1_000) kbit/s"
    }
    return "\(bitsPerSecond) bit/s"
  }
}
