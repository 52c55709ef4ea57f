internal import RehearsalCollections

/// How a side holds the other one back whose app reads slowly: the window that each segment tells (RFC 9293, 3.8.6).
///
/// A side whose app reads at once, as they do by default, tells none.
extension ConnectionMachine {
  /// What a side knows of its own app that reads slowly, and of the other's.
  struct Reading {
    /// Whether the app reads nothing for the time being.
    var isPaused = false
    /// All before this offset was read when the app paused.
    var readTo: UInt64 = 0
    /// What the app is to be told once it reads again.
    var held: [Action] = []
    /// When the window was told last that holds this side back.
    var toldAt: Int64 = 0
    /// How often this side has asked since whether there is room, and when last.
    var asked = 0
    var askedAt: Int64 = 0
    /// Whether the next acknowledgement asks.
    var asksNow = false
  }

  /// Whether messages wait that the app has not read.
  var hasUnread: Bool { !reading.held.isEmpty }

  /// The app reads nothing for the time being: what comes waits in the system, which takes as much as its buffer holds.
  mutating func pauseReading() {
    guard !reading.isPaused else { return }
    reading.isPaused = true
    reading.readTo = incoming.expected
  }

  /// The app reads all that has come, and goes on.
  mutating func resumeReading() {
    guard reading.isPaused else { return }
    reading.isPaused = false
    releaseHeld()
    // The other side learns that there is room.
    if incoming.expected > reading.readTo, isEstablished { policy.demand() }
  }

  /// Tells the app what it has not read.
  mutating func releaseHeld() {
    for action in reading.held { news.append(action) }
    reading.held = []
  }

  /// Tells the app something, or keeps it until the app reads.
  mutating func tell(_ action: Action) {
    if reading.isPaused { reading.held.append(action) } else { news.append(action) }
  }

  /// The bytes that the other side may send behind what this one acknowledges; nil without a limit. What was under way when the app
  /// paused is taken beyond that, since no window was told before: ours.
  var room: Int? {
    guard reading.isPaused else { return nil }
    return max(HostStack.receiveBuffer - Int(incoming.expected - reading.readTo), 0)
  }

  /// Takes the window that a segment tells, unless a younger one has told another.
  mutating func takeRoom(of segment: Segment) {
    if segment.asksForRoom { policy.demand() }
    guard segment.stamp >= reading.toldAt else { return }
    guard segment.room != nil || sender.limit != .max else { return }
    let limit = segment.room.map { segment.acknowledged + UInt64($0) } ?? .max
    if limit > sender.limit || sender.limit == .max { reading.asked = 0 }
    sender.limit = limit
    reading.toldAt = segment.stamp
  }

  /// When this side asks whether there is room, since the word of it may have been lost; nil where nothing waits for it. The times
  /// double up to a minute (`TCP_RTO_MAX` of Linux is two, `TCPTV_PERSMAX` of xnu one).
  ///
  /// Changes nothing; see ``deadline()``.
  var askAt: Int64? {
    mutating get {
      guard sender.isHeldBack else { return nil }
      let longest: Int64 = 60_000_000_000
      let delay = min(sender.estimate.timeout << Int64(min(reading.asked, 16)), longest)
      return max(reading.toldAt, reading.askedAt) + delay
    }
  }

  /// Asks where it is time.
  mutating func ask(at now: Int64) {
    guard let askAt, now >= askAt else { return }
    reading.asked += 1
    reading.askedAt = now
    reading.asksNow = true
    policy.demand()
  }
}
