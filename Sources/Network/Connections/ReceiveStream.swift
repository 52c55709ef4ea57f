internal import RehearsalCollections

/// One side's incoming half: puts pieces in order, drops repeated ones, and says when to acknowledge.
struct ReceiveStream {
  /// The effect of a piece on the order of the stream.
  enum Order: Equatable {
    /// It is the next one.
    case next
    /// It was the next one and let others follow that had come too early.
    case fillsGap
    /// One before it is missing.
    case early
    /// It was there before.
    case repeated
  }

  /// The number of the next piece in order.
  private(set) var expected: UInt64 = 0
  /// Pieces that came too early, in the order of their numbers.
  private var early: [(number: UInt64, item: StreamItem?)] = []
  /// The ranges of pieces that arrived behind gaps, in order: the selective acknowledgement of RFC 2018, without its
  /// limit of three blocks.
  private(set) var earlyRanges: [Range<UInt64>] = []
  private var completed = Deque<StreamItem>()

  mutating func receive(number: UInt64, item: StreamItem?) -> Order {
    if number < expected { return .repeated }
    if number > expected {
      // From the end, since most of what comes early comes in order.
      let index = early.lastIndex { $0.number < number }.map { $0 + 1 } ?? 0
      if index < early.count && early[index].number == number { return .repeated }
      early.insert((number, item), at: index)
      addToRanges(number)
      return .early
    }
    accept(item)
    var followers = 0
    while followers < early.count && early[followers].number == expected {
      accept(early[followers].item)
      followers += 1
    }
    if followers == 0 { return .next }
    early.removeFirst(followers)
    earlyRanges.removeFirst()
    return .fillsGap
  }

  private mutating func accept(_ item: StreamItem?) {
    expected += 1
    if let item { completed.append(item) }
  }

  /// Puts a number that is in none of the ranges among them, and joins those between which it was missing.
  private mutating func addToRanges(_ number: UInt64) {
    var index = earlyRanges.lastIndex { $0.lowerBound < number }.map { $0 + 1 } ?? 0
    var range = number..<(number + 1)
    if index < earlyRanges.count, earlyRanges[index].lowerBound == range.upperBound {
      range = number..<earlyRanges.remove(at: index).upperBound
    }
    if index > 0, earlyRanges[index - 1].upperBound == number {
      index -= 1
      range = earlyRanges.remove(at: index).lowerBound..<range.upperBound
    }
    earlyRanges.insert(range, at: index)
  }

  /// Traps where the ranges are not those of what came early; called after every step in tests.
  func checkInvariants() {
    precondition(
      early.map(\.number) == earlyRanges.flatMap { Array($0) },
      "the ranges are \(earlyRanges) where \(early.map(\.number)) came early")
    precondition(
      zip(earlyRanges, earlyRanges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound },
      "ranges touch: \(earlyRanges)")
    precondition(early.allSatisfy { $0.number > expected }, "what is due counts as early")
  }

  /// The next item that arrived completely and in order.
  mutating func nextItem() -> StreamItem? {
    completed.popFirst()
  }
}
