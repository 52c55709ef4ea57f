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

/// A stretch of the stream as it was put into one segment, not acknowledged yet.
struct StreamPiece {
  /// The offset of its first byte; grows where a part is acknowledged.
  var start: UInt64
  /// The offset after its last byte.
  var end: UInt64
  /// The item that ends with the piece.
  var item: StreamItem?
  /// Items that end within it.
  var inner: [InnerItem] = []
  var isBackground: Bool
  /// The time of its latest transmission.
  var sentAt: Int64
  /// The number of times it was sent.
  var transmissions = 1
  /// It arrived, and one before it did not (RFC 2018).
  var isSacked = false
  /// It is believed lost; still true after it was sent again.
  var isLost = false
  /// It was sent again and is on its way.
  var isResent = false
  /// It was sent more than once, so that its acknowledgement tells no round trip (Karn).
  var wasResent = false

  var bytes: Int { Int(end - start) }

  /// One line about the items that end in it.
  var summary: String {
    if item == nil, inner.isEmpty { return "part of a message" }
    return (inner.map(\.item.summary) + [item].compactMap { $0?.summary }).joined(separator: ", ")
  }
}
