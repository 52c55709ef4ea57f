/// The congestion window by which a sender grows: slow start that ends before the queue overflows (HyStart, Ha and
/// Rhee 2008) and cubic growth after a loss (RFC 9438), in the integers of Linux's `tcp_cubic.c`.
///
/// Windows are counted in segments, times in nanoseconds.
struct CubicWindow {
  /// The number of segments that may be under way.
  private(set) var size = Self.initial
  /// The end of slow start.
  private(set) var threshold = Self.unlimited

  /// Ten segments (RFC 6928).
  static let initial = 10
  /// About 6 MB at the usual MTU: the most that a receiver offers (`tcp_rmem`).
  static let largest = 4_344
  static let unlimited = Int.max / 2

  private let stack: HostStack
  private var hybrid = SlowStartExit()
  /// Segments acknowledged towards the next increase.
  private var credit = 0
  /// Acknowledged segments that bring one increase.
  private var perIncrease = 0
  /// The window before the last reduction, or somewhat less where it had not come back to the one before.
  private var plateau = 0
  private var origin = 0
  /// The tick at which the present growth began; zero where none has.
  private var epochStart: Int64 = 0
  /// The time from there to the plateau, in 1,024ths of a second.
  private var timeToPlateau: Int64 = 0
  private var lastTick: Int64 = 0
  private var lastSize = 0
  private var acknowledgedInEpoch = 0
  /// The window that a sender with additive increase would have.
  private var friendly = 0
  private var delayMinimum: Int64 = 0

  /// 717/1,024: the window that is left after a loss.
  private static let beta = 717

  /// The growth of a sender that gives way to others; nil for one that does not.
  private var yielding: YieldingGrowth?

  init(_ stack: HostStack, yields: Bool = false) {
    self.stack = stack
    guard yields else { return }
    yielding = YieldingGrowth()
    size = YieldingGrowth.initial
  }

  /// Whether the sender gives way to others.
  var yields: Bool { yielding != nil }

  /// Whether the window still grows with each acknowledgement.
  var isSlowStart: Bool { size < threshold }

  /// The threshold that a loss at this moment would not undercut without cause (`tcp_current_ssthresh`).
  var sustainable: Int { max(threshold, size / 2 + size / 4) }

  /// Sets the window, as recovery does.
  mutating func set(_ size: Int) { self.size = max(1, min(size, Self.largest)) }

  /// Sets the end of slow start, as an undone reduction does.
  mutating func setThreshold(_ threshold: Int) { self.threshold = threshold }

  /// Takes the round trip of an acknowledgement of data.
  mutating func observe(_ roundTrip: Int64, acknowledged: UInt64, sent: UInt64, at now: Int64) {
    if yielding != nil {
      yielding?.observe(roundTrip, &size, &threshold, at: now)
      return
    }
    // A queue that a recovery has just drained says nothing.
    if epochStart != 0, stack.ticks(at: now) - epochStart < 1_000_000_000 / stack.tick { return }
    if delayMinimum == 0 || roundTrip < delayMinimum { delayMinimum = roundTrip }
    guard isSlowStart, !hybrid.isFound else { return }
    hybrid.observe(
      roundTrip, least: delayMinimum, window: size, acknowledged: acknowledged, sent: sent, at: now)
    if hybrid.isFound { threshold = size }
  }

  /// Grows after `count` segments were acknowledged while the window was in use.
  mutating func grow(_ count: Int, at now: Int64) {
    if yielding != nil {
      yielding?.grow(by: count, &size, threshold, at: now)
      return
    }
    var count = count
    if isSlowStart {
      let grown = min(size + count, threshold, Self.largest)
      count -= grown - size
      size = grown
      if count == 0 || grown == Self.largest { return }
    }
    update(count, at: now)
    if perIncrease > 0, credit >= perIncrease {
      credit = 0
      size += 1
    }
    credit += count
    if perIncrease > 0, credit >= perIncrease {
      size += credit / perIncrease
      credit %= perIncrease
    }
    size = min(size, Self.largest)
  }

  private mutating func update(_ count: Int, at now: Int64) {
    let tick = stack.ticks(at: now)
    let second = 1_000_000_000 / stack.tick
    acknowledgedInEpoch += count
    if lastSize == size, tick - lastTick <= second / 32 { return }
    if epochStart == 0 || tick != lastTick {
      lastSize = size
      lastTick = tick
      if epochStart == 0 { beginEpoch(count, at: tick) }
      let elapsed = (tick - epochStart + delayMinimum / stack.tick) * 1_024 / second
      let offset = min(abs(elapsed - timeToPlateau), 1 << 17)
      let distance = Int((410 * offset * offset * offset) >> 40)
      let target = elapsed < timeToPlateau ? origin - distance : origin + distance
      perIncrease = target > size ? size / (target - size) : 100 * size
      if plateau == 0 { perIncrease = min(perIncrease, 20) }
    }
    let step = size * 15 / 8
    while step > 0, acknowledgedInEpoch > step {
      acknowledgedInEpoch -= step
      friendly += 1
    }
    if friendly > size { perIncrease = min(perIncrease, size / (friendly - size)) }
    perIncrease = max(perIncrease, 2)
  }

  private mutating func beginEpoch(_ count: Int, at tick: Int64) {
    epochStart = max(tick, 1)
    acknowledgedInEpoch = count
    friendly = size
    if plateau <= size {
      timeToPlateau = 0
      origin = size
    } else {
      timeToPlateau = Self.cubeRoot((1 << 40) / 410 * Int64(plateau - size))
      origin = plateau
    }
  }

  /// The greatest integer whose cube is at most `value`.
  private static func cubeRoot(_ value: Int64) -> Int64 {
    var low: Int64 = 0
    var high: Int64 = 1 << 20
    while low < high {
      let middle = (low + high + 1) / 2
      if middle * middle * middle <= value { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Notes a loss: remembers the window and lowers the threshold.
  mutating func reduceThreshold() {
    if yielding != nil {
      threshold = max(size / 2, YieldingGrowth.initial)
      yielding?.noteLoss()
      return
    }
    epochStart = 0
    plateau = size < plateau ? size * (1_024 + Self.beta) / 2_048 : size
    threshold = max(size * Self.beta / 1_024, 2)
    credit = 0
  }

  /// Forgets the growth so far: the retransmission time-out expired.
  mutating func reset(at now: Int64, sent: UInt64) {
    let (size, threshold) = (size, threshold)
    let yielding = yielding
    self = CubicWindow(stack)
    (self.size, self.threshold, self.yielding) = (size, threshold, yielding)
    hybrid.restart(at: now, sent: sent)
  }

  /// Notes that sending begins after `idle` nanoseconds without anything under way.
  mutating func resume(after idle: Int64, at now: Int64) {
    guard epochStart != 0, idle > 0 else { return }
    epochStart = min(epochStart + idle / stack.tick, max(stack.ticks(at: now), 1))
  }

  mutating func clearCredit() { credit = 0 }
}
