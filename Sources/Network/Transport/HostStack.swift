/// The constants of a kernel's TCP: what differs from one operating system to another.
///
/// All times are nanoseconds. Linux's figures are those of 6.18 (`include/net/tcp.h`, `net/ipv4`), Darwin's those of
/// xnu (`bsd/netinet/tcp_timer.h`, `tcp_timer.c`, `tcp_input.c`).
struct HostStack: Sendable, Hashable {
  /// The way in which a time-out follows from the round trips.
  enum TimeoutRule: Sendable, Hashable {
    /// Linux: the smoothed round trip and four deviations, of which the latter are never below `floor`.
    case floorOfDeviation(Int64)
    /// Darwin: the smoothed round trip and four deviations, at least `minimum`, and `slop` on top.
    case slop(Int64, minimum: Int64)
  }

  /// The time-out of a SYN, and of data while no round trip is known (RFC 6298, 2.1).
  let initialTimeout: Int64
  /// The number of SYNs after the first that are not spaced further apart: `tcp_syn_linear_timeouts` (4) with the
  /// first doubling after one more, `tcp_syn_backoff` (five entries of 1).
  let evenSynchronizations: Int
  let timeoutRule: TimeoutRule
  /// The greatest time-out: `TCP_RTO_MAX`, `TCPTV_REXMTMAX`.
  let maximumTimeout: Int64
  /// The point at which data that nothing acknowledges is given up.
  enum Patience: Sendable, Hashable {
    /// After this many time-outs in a row: `TCP_MAXRXTSHIFT`.
    case timeouts(Int)
    /// At the first time-out this long after the first retransmission: the time that the 15 retransmissions of
    /// `tcp_retries2` would take if the time-out were the least possible, 924.6 s.
    case time(Int64)
  }

  let patience: Patience
  /// The number of times that a time-out doubles at most: `tcp_backoff` of xnu ends at 64.
  let doublingsMax: Int
  /// The allowance of a tail loss probe for an acknowledgement that the other side may delay (RFC 8985, 7.2):
  /// `TCP_RTO_MIN` on Linux, `tcp_delack` on Darwin (`tcp_output.c`).
  let probeAllowance: Int64
  /// The least time that an acknowledgement waits: `TCP_DELACK_MIN`, `tcp_delack`.
  let delayedAcknowledgement: Int64
  /// The number of segments that are acknowledged at once before acknowledgements are delayed: `TCP_MAX_QUICKACKS`.
  let quickAcknowledgements: Int
  /// Whether an acknowledgement goes out when the app has read what arrived (`tcp_cleanup_rbuf`).
  let acknowledgesWhatIsRead: Bool
  /// The unit of the kernel's timers: a jiffy, a millisecond.
  let tick: Int64
  /// Whether a timer of n ticks may fire up to n/8 ticks late, as in Linux's timer wheel (`kernel/time/timer.c`).
  let hasTimerWheel: Bool

  /// Linux 6.18 with 250 ticks a second.
  static let linux = HostStack(
    initialTimeout: 1_000_000_000, evenSynchronizations: 5,
    timeoutRule: .floorOfDeviation(200_000_000), maximumTimeout: 120_000_000_000,
    patience: .time(924_600_000_000), doublingsMax: 16, probeAllowance: 200_000_000,
    delayedAcknowledgement: 40_000_000,
    quickAcknowledgements: 16, acknowledgesWhatIsRead: true, tick: 4_000_000, hasTimerWheel: true)

  /// The silence after which a kernel asks whether the other side is there, where the app has asked for that, the time to
  /// the next question, and the number of questions (`TCPTV_KEEP_IDLE`, `TCPTV_KEEPINTVL`, `TCPTV_KEEPCNT` of xnu).
  static let keepAliveIdle: Int64 = 7_200_000_000_000
  static let keepAliveInterval: Int64 = 75_000_000_000
  static let keepAliveProbesMax = 8

  /// The bytes that wait in a socket at most for a process that does not read (`tcp_recvspace` of xnu; it grows for fast
  /// transfers, which is not modelled).
  static let receiveBuffer = 131_072

  /// The kernel of iOS and macOS.
  static let darwin = HostStack(
    initialTimeout: 1_000_000_000, evenSynchronizations: 5,
    timeoutRule: .slop(200_000_000, minimum: 30_000_000), maximumTimeout: 64_000_000_000,
    patience: .timeouts(12), doublingsMax: 6, probeAllowance: 100_000_000,
    delayedAcknowledgement: 100_000_000,
    quickAcknowledgements: 0, acknowledgesWhatIsRead: false, tick: 1_000_000, hasTimerWheel: false)

  /// Returns the time at which a timer that is set at `now` for `delay` fires.
  ///
  /// Linux's wheel keeps timers of 63 ticks and more in slots of 8, those of 504 and more in slots of 64, and so on;
  /// a timer fires at the end of its slot.
  func expiry(_ delay: Int64, from now: Int64) -> Int64 {
    let ticks = max((delay + tick - 1) / tick, 1)
    guard hasTimerWheel else { return now + ticks * tick }
    var slot: Int64 = 1
    var limit: Int64 = 63
    while ticks >= limit, slot < 1 << 24 {
      slot *= 8
      limit *= 8
    }
    // The slots' phase depends on when the machine started; the middle of a slot is the most likely lateness.
    return now + ticks * tick + slot * tick / 2
  }

  /// Returns the time in whole ticks, as the congestion control reads it.
  func ticks(at now: Int64) -> Int64 { now / tick }
}
