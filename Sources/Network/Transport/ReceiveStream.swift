internal import RehearsalCollections

/// One side's incoming stream: puts bytes in order, drops what comes twice, and tells what arrived behind gaps.
struct ReceiveStream {
  /// The effect of a piece on the order of the stream.
  enum Order: Equatable {
    /// It is the next one.
    case next
    /// It was the next one and let others follow that had come too early.
    case fillsGap
    /// Something before it is missing.
    case early
    /// All of it was there before.
    case repeated
  }

  /// The offset of the next byte in order.
  private(set) var expected: UInt64 = 0
  /// Items whose end came too early, in the order of their ends.
  private var early: [InnerItem] = []
  /// The ranges that arrived behind gaps, in order: the selective acknowledgement of RFC 2018, without its limit of
  /// three blocks.
  private(set) var earlyRanges: [Range<UInt64>] = []
  private var completed = Deque<StreamItem>()

  /// Whether something arrived behind a gap.
  var hasGap: Bool { !earlyRanges.isEmpty }

  /// Takes a piece with the items that end in it.
  mutating func receive(
    _ range: Range<UInt64>, item: StreamItem?, inner: [InnerItem]
  ) -> Order {
    if range.upperBound <= expected { return .repeated }
    if range.lowerBound > expected || !earlyRanges.isEmpty {
      return receiveEarly(range, item: item, inner: inner)
    }
    for known in inner where known.end > expected { completed.append(known.item) }
    if let item { completed.append(item) }
    expected = range.upperBound
    return .next
  }

  private mutating func receiveEarly(
    _ range: Range<UInt64>, item: StreamItem?, inner: [InnerItem]
  ) -> Order {
    if earlyRanges.contains(where: {
      $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound
    }) {
      return .repeated
    }
    for known in inner { keep(known) }
    if let item { keep(InnerItem(end: range.upperBound, item: item)) }
    join(range)
    guard let first = earlyRanges.first, first.lowerBound <= expected else { return .early }
    let hadMore = first.upperBound > range.upperBound || earlyRanges.count > 1
    expected = first.upperBound
    earlyRanges.removeFirst()
    var count = 0
    while count < early.count, early[count].end <= expected {
      completed.append(early[count].item)
      count += 1
    }
    early.removeFirst(count)
    return hadMore ? .fillsGap : .next
  }

  /// Keeps an item that is not known yet, in the order of the ends.
  private mutating func keep(_ item: InnerItem) {
    if item.end <= expected { return }
    // From the end, since most of what comes early comes in order.
    let place = early.lastIndex { $0.end < item.end }.map { $0 + 1 } ?? 0
    if place < early.count, early[place].end == item.end { return }
    early.insert(item, at: place)
  }

  /// Puts a range among the others, and joins those that it touches.
  private mutating func join(_ range: Range<UInt64>) {
    var lower = range.lowerBound
    var upper = range.upperBound
    let first = earlyRanges.firstIndex { $0.upperBound >= lower } ?? earlyRanges.count
    var last = first
    while last < earlyRanges.count, earlyRanges[last].lowerBound <= upper {
      lower = min(lower, earlyRanges[last].lowerBound)
      upper = max(upper, earlyRanges[last].upperBound)
      last += 1
    }
    earlyRanges.replaceSubrange(first..<last, with: CollectionOfOne(lower..<upper))
  }

  /// The next item that arrived completely and in order.
  mutating func nextItem() -> StreamItem? { completed.popFirst() }

  /// Traps where the ranges contradict each other; called after every step in tests.
  func checkInvariants() {
    precondition(
      zip(earlyRanges, earlyRanges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound },
      "ranges touch: \(earlyRanges)")
    precondition(earlyRanges.allSatisfy { $0.lowerBound > expected }, "what is due counts as early")
    precondition(
      early.allSatisfy { item in
        earlyRanges.contains { $0.lowerBound < item.end && item.end <= $0.upperBound }
      },
      "an item is kept whose end did not arrive")
  }
}
