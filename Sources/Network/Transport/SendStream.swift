internal import RehearsalCollections

/// One side's outgoing stream: items that wait, and pieces that are not acknowledged yet.
///
/// What the app writes while there is room under way goes out at once, each write in segments of its own (Nagle's
/// algorithm is off). What waits for room is cut into full segments, whatever the writes were, as a kernel's send buffer
/// is. So is what one step of the app writes beyond its first message: that one is still in the device's queue
/// (`tcp_autocorking`).
struct SendStream {
  /// An item with the bytes that are still to be cut from it.
  struct Waiting {
    let item: StreamItem
    var remaining: Int
    var fate: MessageFate
    /// It was written when there was room for it, and shares no segment with what was written before.
    let standsAlone: Bool
    var isBackground: Bool { if case .keepAlive = item { true } else { false } }
  }

  var waiting = Deque<Waiting>()
  var pieces = Deque<StreamPiece>()
  /// The offset of the first byte that is not acknowledged.
  var firstUnacknowledged: UInt64 = 0
  /// The offset after the last byte that was ever sent.
  var end: UInt64 = 0
  /// The pieces that arrived behind a gap, that are believed lost, and that were sent again and not heard of.
  var sackedCount = 0
  var lostCount = 0
  var resentCount = 0
  /// The time of the latest write, and the number of writes at that instant.
  private var lastWriteAt: Int64 = -1
  private var writesAtOnce = 0
  /// The segments that the waiting items need.
  private var waitingSegments = 0
  let segmentBytes: Int
  /// Whether the window is counted in bytes instead of segments.
  private let countsBytes: Bool

  init(segmentBytes: Int, countsBytes: Bool = false) {
    self.segmentBytes = segmentBytes
    self.countsBytes = countsBytes
  }

  /// The number of pieces that are believed to be on their way.
  var inFlight: Int { pieces.count - sackedCount - lostCount + resentCount }

  /// The segments of a window that are in use by what is not acknowledged.
  var used: Int {
    countsBytes ? (Int(end - firstUnacknowledged) + segmentBytes - 1) / segmentBytes : pieces.count
  }

  /// Whether a window of some segments has room for what is to be sent next. Where something is lost, segments are counted.
  func hasRoom(in window: Int) -> Bool {
    guard countsBytes, sackedCount + lostCount + resentCount == 0 else { return inFlight < window }
    let next = min(waiting.first?.remaining ?? segmentBytes, segmentBytes)
    return Int(end - firstUnacknowledged) + next <= window * segmentBytes
  }

  /// Whether a window of some segments has room for everything that waits and a new item.
  private func hasRoom(for bytes: Int, in window: Int) -> Bool {
    guard countsBytes else { return inFlight + waitingSegments < window }
    return byteCount + bytes <= window * segmentBytes
  }

  /// The bytes that are not acknowledged, those that wait included.
  var byteCount: Int {
    Int(end - firstUnacknowledged) + waiting.elements.reduce(0) { $0 + $1.remaining }
  }
  /// True where everything was sent and acknowledged.
  var isEmpty: Bool { pieces.isEmpty && waiting.isEmpty }
  /// True where nothing but keep-alives is under way.
  var isBackground: Bool { pieces.count == 1 && pieces[0].isBackground }
  /// The break that is due now: the next item is lost with everything after it, and all before it arrived.
  var breakDue: ConnectionBreak? {
    guard pieces.isEmpty, case .lost(let ending)? = waiting.first?.fate else { return nil }
    return ending
  }
  /// Whether there is anything new to send.
  var hasNew: Bool {
    guard let next = waiting.first else { return false }
    if case .lost = next.fate { return false }
    return true
  }

  mutating func append(
    _ item: StreamItem, bytes: Int, _ fate: MessageFate, window: Int, at now: Int64
  ) {
    let bytes = max(bytes, 1)
    writesAtOnce = now == lastWriteAt ? writesAtOnce + 1 : 1
    lastWriteAt = now
    let standsAlone = writesAtOnce <= 2 && hasRoom(for: bytes, in: window)
    waitingSegments += (bytes + segmentBytes - 1) / segmentBytes
    waiting.append(Waiting(item: item, remaining: bytes, fate: fate, standsAlone: standsAlone))
  }

  /// Cuts the next segment's stretch from what waits, and counts it as sent at `now`.
  ///
  /// - Returns: The stretch, and whether a rule drops the datagram that carries it; nil where nothing may be sent.
  mutating func cut(at now: Int64) -> (stretch: Stretch, isDropped: Bool)? {
    guard hasNew else { return nil }
    let start = end
    var item: StreamItem?
    var inner: [InnerItem] = []
    var isBackground = true
    var room = segmentBytes
    var isDropped = false
    var isFirst = true
    while room > 0, var next = waiting.first {
      if case .lost = next.fate { break }
      if !isFirst, next.standsAlone || isDropped { break }
      if let ended = item.take() { inner.append(InnerItem(end: end, item: ended)) }
      let bytes = min(next.remaining, room)
      let segmentsBefore = (next.remaining + segmentBytes - 1) / segmentBytes
      next.remaining -= bytes
      waitingSegments -= segmentsBefore - (next.remaining + segmentBytes - 1) / segmentBytes
      room -= bytes
      end += UInt64(bytes)
      isBackground = isBackground && next.isBackground
      if next.remaining == 0 {
        _ = waiting.popFirst()
        item = next.item
        isDropped = next.fate == .dropped
      } else {
        waiting[0] = next
      }
      isFirst = false
    }
    let stretch = Stretch(
      start: start, end: end, item: item, inner: inner, isBackground: isBackground)
    pieces.append(StreamPiece(stretch, sentAt: now))
    return (stretch, isDropped)
  }

  /// Joins to a piece the ones after it that fit into the same segment and did not arrive, as Linux does when it sends
  /// small segments again (`tcp_retrans_try_collapse`).
  mutating func collapse(into place: Int) {
    let first = pieces[place]
    var (item, inner) = (first.stretch.item, first.stretch.inner)
    var end = first.end
    var isBackground = first.isBackground
    var count = 0
    while place + 1 + count < pieces.count {
      let next = pieces[place + 1 + count]
      if next.isSacked || Int(end - first.start) + next.bytes > segmentBytes { break }
      if let item { inner.append(InnerItem(end: end, item: item)) }
      inner += next.stretch.inner
      item = next.stretch.item
      end = next.end
      isBackground = isBackground && next.isBackground
      if next.isLost { lostCount -= 1 }
      if next.isResent { resentCount -= 1 }
      count += 1
    }
    guard count > 0 else { return }
    pieces[place].stretch = Stretch(
      start: first.start, end: end, item: item, inner: inner, isBackground: isBackground)
    _ = pieces.removeAll { $0.start > first.start && $0.end <= end }
  }

  /// Goes on past the item at which everything begins to be lost.
  mutating func passLoss() { waiting[0].fate = .delivered }

  mutating func removeAll() {
    waiting.removeAll()
    pieces.removeAll()
    (sackedCount, lostCount, resentCount, waitingSegments) = (0, 0, 0, 0)
  }

  /// Traps where the counts differ from the pieces they count; called after every step in tests.
  func checkInvariants() {
    let all = pieces.elements
    precondition(sackedCount == all.count { $0.isSacked }, "\(sackedCount) arrived, not \(all)")
    precondition(lostCount == all.count { $0.isLost }, "\(lostCount) lost, not \(all)")
    precondition(resentCount == all.count { $0.isResent }, "\(resentCount) resent, not \(all)")
    precondition(all.first.map { !$0.isSacked } ?? true, "the oldest piece arrived unacknowledged")
    precondition(
      zip(all, all.dropFirst()).allSatisfy { $0.end == $1.start }, "pieces lie apart: \(all)")
    precondition(all.isEmpty || all[0].start == firstUnacknowledged && all.last?.end == end)
  }

  /// The items that are not acknowledged, in order, for a failure's story.
  var story: [String] {
    pieces.elements.flatMap { piece in
      piece.stretch.items.map {
        "\($0.summary), sent \(piece.transmissions)×, not acknowledged"
      }
    } + waiting.elements.map { "\($0.item.summary), waiting to be sent" }
  }
}
