/// One side's incoming half: puts pieces in order, drops repeated ones, and says when to acknowledge.
struct ReceiveStream {
  /// What a piece meant for the order of the stream.
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
  private var completed = WaitingLine<StreamItem>()

  mutating func receive(number: UInt64, item: StreamItem?) -> Order {
    if number < expected { return .repeated }
    if number > expected {
      let index = early.firstIndex { $0.number >= number } ?? early.count
      if index < early.count && early[index].number == number { return .repeated }
      early.insert((number, item), at: index)
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
    return .fillsGap
  }

  private mutating func accept(_ item: StreamItem?) {
    expected += 1
    if let item { completed.append(item) }
  }

  /// What arrived behind gaps, in order: the selective acknowledgement of RFC 2018, without its limit of three blocks.
  var earlyRanges: [Range<UInt64>] {
    var ranges: [Range<UInt64>] = []
    for (number, _) in early {
      if let last = ranges.last, last.upperBound == number {
        ranges[ranges.count - 1] = last.lowerBound..<(number + 1)
      } else {
        ranges.append(number..<(number + 1))
      }
    }
    return ranges
  }

  /// The next item that arrived completely and in order.
  mutating func nextItem() -> StreamItem? {
    completed.popFirst()
  }
}
