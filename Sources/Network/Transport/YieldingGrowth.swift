/// The growth of a congestion window that gives way to all other traffic on the path: LEDBAT++, as xnu sends traffic of the
/// background service class.
///
/// It takes the growth of the round trip beyond the least one for the queue on the path, and shrinks before that queue reaches
/// the target. It drains the queue from time to time to see the least round trip again. Sources: RFC 6817; the draft
/// draft-irtf-iccrg-ledbat-plus-plus; xnu, `tcp_ledbat.c` (`bg_target_qdelay` 40 ms, `bg_ss_fltsz` 2 segments).
struct YieldingGrowth {
  /// The queue, in nanoseconds, that the sender keeps below.
  static let target: Int64 = 40_000_000
  /// The segments at the beginning, and at least.
  static let initial = 2
  /// The greatest divisor of the gain, for paths whose least round trip is short beside the target.
  private static let gainDivisorMax: Int64 = 16
  /// A slow-down comes after nine times the time that the last one took, so that at most a tenth is lost by them.
  private static let slowdownSpacing: Int64 = 9

  /// The least round trip; `.max` before the first.
  private var base: Int64 = .max
  /// The last round trips; the least of them is the present one, without what a receiver waits before it acknowledges.
  private var latest = (Int64.max, Int64.max, Int64.max, Int64.max)
  /// Acknowledged segments towards the next change, in 1,024ths of a segment.
  private var credit: Int64 = 0
  private var slowdown = Slowdown.none

  /// The slow-downs that drain the queue.
  private enum Slowdown {
    /// Slow start has not ended yet.
    case none
    /// The next begins at a time.
    case planned(at: Int64)
    /// The window is at its least until a time; then it grows to what it was.
    case draining(from: Int64, until: Int64, size: Int)
    /// It grows to what it was.
    case growing(from: Int64, size: Int)
  }

  /// The queue on the path, in nanoseconds.
  private var queue: Int64 {
    let present = min(min(latest.0, latest.1), min(latest.2, latest.3))
    return present == .max ? 0 : max(present - base, 0)
  }

  /// One over this is the share of a segment by which the window grows with each acknowledged one.
  private var gainDivisor: Int64 {
    guard base != .max, base > 0 else { return 1 }
    return min(Self.gainDivisorMax, (2 * Self.target + base - 1) / base)
  }

  /// Takes the round trip of an acknowledgement of data, by which slow start may end.
  mutating func observe(
    _ roundTrip: Int64, _ size: inout Int, _ threshold: inout Int, at now: Int64
  ) {
    base = min(base, roundTrip)
    latest = (latest.1, latest.2, latest.3, roundTrip)
    if case .growing(let start, let former) = slowdown, size >= former {
      slowdown = .planned(at: now + Self.slowdownSpacing * (now - start))
    }
    if size < threshold, queue > Self.target * 3 / 4 {
      threshold = size
      if case .growing(let start, _) = slowdown {
        slowdown = .planned(at: now + Self.slowdownSpacing * (now - start))
      }
    }
    if size >= threshold, case .none = slowdown {
      slowdown = .planned(at: now + 2 * roundTrip)
    }
    switch slowdown {
    case .planned(let time) where now >= time:
      slowdown = .draining(from: now, until: now + 2 * roundTrip, size: size)
      threshold = size
      size = Self.initial
      credit = 0
    case .draining(let start, let end, let former) where now >= end:
      slowdown = .growing(from: start, size: former)
    case .none, .planned, .draining, .growing: break
    }
  }

  /// Grows or shrinks after `count` segments were acknowledged while the window was in use.
  mutating func grow(by count: Int, _ size: inout Int, _ threshold: Int, at now: Int64) {
    if case .draining = slowdown { return }
    let count = Int64(count)
    if size < threshold {
      credit += count * 1_024 / gainDivisor
    } else {
      let size = Int64(size)
      credit += count * 1_024 / (gainDivisor * size)
      let excess = queue - Self.target
      // At most half of the window in a round trip.
      if excess > 0 { credit -= min(count * 1_024 * excess / Self.target, count * 512) }
    }
    let change = credit / 1_024
    credit -= change * 1_024
    size = min(max(size + Int(change), Self.initial), CubicWindow.largest)
    if size == Self.initial { credit = max(credit, 0) }
  }

  /// Something was lost: the sender halves its window.
  mutating func noteLoss() { credit = 0 }
}
