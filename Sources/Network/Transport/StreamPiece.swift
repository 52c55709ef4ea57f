/// The fate of a message that a connection takes.
enum MessageFate: Hashable, Sendable {
  /// The message arrives while the connection lives.
  case delivered
  /// The first datagram that carries the message's end is lost.
  case dropped
  /// The message is lost with everything after it, and the connection breaks.
  case lost(ConnectionBreak)
}

/// An item that ends within a piece of the stream, not at its end.
struct InnerItem: Sendable {
  let end: UInt64
  let item: StreamItem
}

/// A stretch of the stream as one segment carries it.
///
/// An object, which the sender and the datagrams under way share, so that handing it on costs one reference.
final class Stretch: Sendable {
  /// The offset of its first byte.
  let start: UInt64
  /// The offset after its last byte.
  let end: UInt64
  /// The item that ends with it.
  let item: StreamItem?
  /// Items that end within it.
  let inner: [InnerItem]
  let isBackground: Bool

  init(
    start: UInt64, end: UInt64, item: StreamItem?, inner: [InnerItem] = [], isBackground: Bool
  ) {
    self.start = start
    self.end = end
    self.item = item
    self.inner = inner
    self.isBackground = isBackground
  }

  /// The same without what comes before `start`.
  func beginning(at start: UInt64) -> Stretch {
    if start == self.start { return self }
    return Stretch(start: start, end: end, item: item, inner: inner, isBackground: isBackground)
  }

  var bytes: Int { Int(end - start) }

  /// The items that end in it, in order.
  var items: [StreamItem] { inner.map(\.item) + [item].compactMap { $0 } }

  /// One line about the items that end in it.
  var summary: String {
    if item == nil, inner.isEmpty { return "part of a message" }
    return items.map(\.summary).joined(separator: ", ")
  }
}

/// A stretch of the stream that is not acknowledged yet, and what the sender knows of it.
///
/// Small, because pieces are looked at and moved more often than they are sent.
struct StreamPiece {
  private struct Marks: OptionSet {
    let rawValue: UInt8

    static let sacked = Marks(rawValue: 1)
    static let lost = Marks(rawValue: 2)
    static let resent = Marks(rawValue: 4)
    static let onceResent = Marks(rawValue: 8)
  }

  /// The stretch as it was put into one segment.
  var stretch: Stretch
  /// The offset of its first byte that is not acknowledged.
  var start: UInt64
  /// The time of its latest transmission.
  var sentAt: Int64
  /// The number of times it was sent.
  var transmissions = 1
  private var marks: Marks = []

  init(_ stretch: Stretch, sentAt: Int64) {
    self.stretch = stretch
    start = stretch.start
    self.sentAt = sentAt
  }

  /// The offset after its last byte.
  var end: UInt64 { stretch.end }
  var bytes: Int { Int(end - start) }
  var isBackground: Bool { stretch.isBackground }

  /// It arrived, and one before it did not (RFC 2018).
  var isSacked: Bool {
    get { marks.contains(.sacked) }
    set { mark(.sacked, newValue) }
  }
  /// It is believed lost; still true after it was sent again.
  var isLost: Bool {
    get { marks.contains(.lost) }
    set { mark(.lost, newValue) }
  }
  /// It was sent again and is on its way.
  var isResent: Bool {
    get { marks.contains(.resent) }
    set { mark(.resent, newValue) }
  }
  /// It was sent more than once, so that its acknowledgement tells no round trip (Karn).
  var wasResent: Bool {
    get { marks.contains(.onceResent) }
    set { mark(.onceResent, newValue) }
  }

  private mutating func mark(_ mark: Marks, _ isSet: Bool) {
    if isSet { marks.insert(mark) } else { marks.remove(mark) }
  }

  /// Sends once more what is not acknowledged of it.
  mutating func repeatStretch(at now: Int64) -> Stretch {
    stretch = stretch.beginning(at: start)
    sentAt = now
    transmissions += 1
    wasResent = true
    return stretch
  }
}
