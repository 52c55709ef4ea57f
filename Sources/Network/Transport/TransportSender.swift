internal import RehearsalCollections

/// The sending half of a TCP connection as a pure value: what may go out, when it goes out again, and how fast.
///
/// The loss recovery is that of Linux 6.18 (`net/ipv4/tcp_input.c`, `tcp_output.c`, `tcp_recovery.c`, `tcp_timer.c`):
/// selective acknowledgements (RFC 2018, 2883), RACK and tail loss probes (RFC 8985), proportional rate reduction
/// (RFC 6937), F-RTO (RFC 5682) and the undoing of reductions that were none (RFC 4015). xnu has the same mechanisms
/// with other constants. The receiver's window is the limit only where its app has paused. Times are nanoseconds.
///
/// Functions that only read it are inlined, since a call of one would copy all of it.
struct TransportSender {
  /// The state of congestion (`tcp_ca_state`).
  enum Mode: Int, Sendable {
    /// All is well.
    case open
    /// Something arrived behind a gap, and nothing is believed lost.
    case disorder
    /// The window was reduced for a loss that a probe has repaired.
    case reduced
    /// Lost segments are sent again while others arrive.
    case recovery
    /// The retransmission time-out expired.
    case loss
  }

  /// The one timer of a sender.
  enum Alarm: Sendable {
    case none
    /// The retransmission time-out.
    case retransmission(Int64)
    /// The end of the tail is sent again to learn what arrived.
    case probe(Int64)
    /// A segment that may be late counts as lost.
    case reordering(Int64)
  }

  let stack: HostStack
  var stream: SendStream
  var estimate: RoundTripEstimate
  var window: CubicWindow
  var clock = ReorderingClock()
  var mode = Mode.open
  var alarm = Alarm.none

  /// The recovery ends when all before this offset is acknowledged.
  var recoveryEnd: UInt64 = 0
  /// Where the recovery began, as long as it may be undone.
  var undoFrom: UInt64?
  /// The retransmissions that were not shown to be needless; -1 where none was made.
  var undoRetransmissions = 0
  /// The window and the threshold before the reduction.
  var priorWindow = 0
  var priorThreshold = 0
  /// The time of the first retransmission of this recovery; zero where there was none.
  var firstResentAt: Int64 = 0
  /// Segments delivered and sent in this recovery (RFC 6937).
  var recoveryDelivered = 0
  var recoverySent = 0
  /// Where the probe that is under way ends; zero where none is.
  var probeEnd: UInt64 = 0
  /// Whether that probe repeats what was sent before.
  var probeRepeats = false
  /// Whether a probe is to be sent, whatever the window.
  var probeIsDue = false
  /// F-RTO watches whether the last time-out was needless.
  var watchesTimeout = false
  /// New data goes out before what is believed lost.
  var sendsNewFirst = false
  /// Time-outs in a row.
  var timeouts = 0
  /// The time at which the oldest unacknowledged data first timed out.
  var progressAt: Int64 = 0
  /// The time at which the other side last acknowledged anything but a keep-alive.
  var movedAt: Int64 = 0
  /// The ranges of the last selective acknowledgement.
  var sackedRanges: [Range<UInt64>] = []

  /// Whether the window was the limit when it was last in use (`tcp_cwnd_validate`).
  var isWindowLimited = false
  var usedMax = 0
  var usageEnd: UInt64 = 0
  var usedSinceStamp = 0
  var usageStamp: Int64 = 0
  var lastSentAt: Int64 = 0

  init(_ stack: HostStack, segmentBytes: Int, yields: Bool = false) {
    self.stack = stack
    // xnu counts its windows in bytes. It makes a difference where there are few segments, as when a sender gives way.
    stream = SendStream(segmentBytes: segmentBytes, countsBytes: yields)
    estimate = RoundTripEstimate(stack)
    window = CubicWindow(stack, yields: yields)
  }

  /// The offset up to which the other side has room.
  var limit: UInt64 = .max

  /// Whether the other side has no room for another whole segment. A part of one waits as well (RFC 9293, 3.8.6.2.1).
  var isOutOfRoom: Bool {
    limit != .max && stream.end + UInt64(stream.segmentBytes) > limit
  }

  /// Whether nothing is under way but what waits for room.
  var isHeldBack: Bool { isOutOfRoom && stream.pieces.isEmpty && stream.hasNew }

  /// True while the window is being reduced segment by segment.
  var isReducing: Bool {
    @inline(__always) get { mode == .recovery || mode == .reduced }
  }

  /// Takes an item to send.
  mutating func append(
    _ item: StreamItem, bytes: Int, _ fate: MessageFate = .delivered, at now: Int64
  ) {
    if stream.pieces.isEmpty, lastSentAt > 0 { restartAfterIdle(at: now) }
    stream.append(item, bytes: bytes, fate, window: window.size, at: now)
  }

  /// The window shrinks for each time-out without anything under way (`tcp_cwnd_restart`); that of a sender that gives way begins
  /// anew (xnu, `tcp_ledbat_after_idle`).
  private mutating func restartAfterIdle(at now: Int64) {
    var idle = now - lastSentAt
    guard idle > estimate.timeout else { return }
    if window.yields { return window.set(YieldingGrowth.initial) }
    var size = window.size
    window.setThreshold(currentThreshold)
    let least = min(CubicWindow.initial, size)
    while true {
      idle -= estimate.timeout
      if idle <= 0 || size <= least { break }
      size /= 2
    }
    window.set(max(size, least))
    usageStamp = now
    usedSinceStamp = 0
  }

  var currentThreshold: Int { isReducing ? window.threshold : window.sustainable }

  mutating func removeAll() {
    stream.removeAll()
    alarm = .none
    sackedRanges = []
    probeIsDue = false
  }

  func checkInvariants() { stream.checkInvariants() }
}
