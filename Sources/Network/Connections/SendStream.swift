/// One side's outgoing half: items waiting, and numbered pieces that are not acknowledged yet.
///
/// An item is cut into pieces only when there is room for them under way, and a piece never carries parts of two items
/// (as with Nagle's algorithm switched off).
struct SendStream {
  /// Part of an item, under way or lost.
  struct Piece {
    let bytes: Int
    /// The item that this piece completes.
    let item: StreamItem?
    let isBackground: Bool
    var transmissions: Int
  }

  /// An item with the bytes that are still to be cut from it.
  private struct Waiting {
    let item: StreamItem
    var remaining: Int
    /// From here on everything is lost, and the connection breaks.
    var isLost: Bool
  }

  private var waiting = WaitingLine<Waiting>()
  private var unacknowledged = WaitingLine<Piece>()
  /// The number of the oldest piece that is not acknowledged.
  private(set) var firstUnacknowledged: UInt64 = 0
  /// The number of the piece to send next, the first time or again.
  private var next: UInt64 = 0
  private var resendsFirst = false

  /// The number after the last piece that was ever sent.
  var end: UInt64 { firstUnacknowledged + UInt64(unacknowledged.count) }
  /// How many pieces are not acknowledged.
  var underWay: Int { unacknowledged.count }
  /// True where everything was sent and acknowledged.
  var isEmpty: Bool { unacknowledged.isEmpty && waiting.isEmpty }
  /// True where nothing but keep-alives is under way.
  var isBackground: Bool { unacknowledged.count == 1 && unacknowledged[0].isBackground }
  /// True where the next item is the one with which a fault begins to lose everything, and all before it arrived.
  var isAtLoss: Bool { unacknowledged.isEmpty && waiting.first?.isLost == true }

  mutating func append(_ item: StreamItem, isLost: Bool = false) {
    waiting.append(Waiting(item: item, remaining: max(item.byteCount, 1), isLost: isLost))
  }

  /// The piece to send now, if the window has room for one.
  mutating func nextPiece(
    window: Int, segmentBytes: Int
  ) -> (number: UInt64, piece: Piece)? {
    if resendsFirst {
      resendsFirst = false
      if !unacknowledged.isEmpty { return resend(firstUnacknowledged) }
    }
    guard next - firstUnacknowledged < UInt64(window) else { return nil }
    if next < end {
      next += 1
      return resend(next - 1)
    }
    guard var item = waiting.first, !item.isLost else { return nil }
    let bytes = min(item.remaining, segmentBytes)
    item.remaining -= bytes
    let isLast = item.remaining == 0
    if isLast {
      _ = waiting.popFirst()
    } else {
      waiting[0] = item
    }
    let isBackground = if case .keepAlive = item.item { true } else { false }
    let piece = Piece(
      bytes: bytes, item: isLast ? item.item : nil, isBackground: isBackground, transmissions: 1)
    unacknowledged.append(piece)
    next += 1
    return (next - 1, piece)
  }

  private mutating func resend(_ number: UInt64) -> (number: UInt64, piece: Piece) {
    let offset = Int(number - firstUnacknowledged)
    var piece = unacknowledged[offset]
    piece.transmissions += 1
    unacknowledged[offset] = piece
    return (number, piece)
  }

  /// Takes a cumulative acknowledgement.
  ///
  /// - Returns: How many pieces it is news for.
  mutating func acknowledge(upTo number: UInt64) -> Int {
    guard number > firstUnacknowledged, number <= end else { return 0 }
    let count = Int(number - firstUnacknowledged)
    for _ in 0..<count { _ = unacknowledged.popFirst() }
    firstUnacknowledged = number
    next = max(next, number)
    return count
  }

  /// Sends everything again that is under way, as the window allows: the retransmission time-out expired.
  mutating func goBack() {
    next = firstUnacknowledged
  }

  /// Sends the oldest piece again at once: it is known to be lost.
  mutating func resendFirst() {
    resendsFirst = true
  }

  /// Goes on past the item at which everything begins to be lost.
  mutating func passLoss() {
    waiting[0].isLost = false
  }

  mutating func removeAll() {
    waiting.removeAll()
    unacknowledged.removeAll()
    next = firstUnacknowledged
  }

  /// What is not acknowledged, in order, for a failure's story.
  var story: [String] {
    unacknowledged.all.compactMap { piece in
      piece.item.map { "\($0.summary), sent \(piece.transmissions)×, not acknowledged" }
    } + waiting.all.map { "\($0.item.summary), waiting to be sent" }
  }
}
