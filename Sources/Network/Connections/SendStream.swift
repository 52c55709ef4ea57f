internal import RehearsalCollections

/// The fate of a message that a connection takes.
enum MessageFate: Hashable, Sendable {
  /// The message arrives while the connection lives.
  case delivered
  /// The first datagram that carries the message's end is lost.
  case dropped
  /// The message is lost with everything after it, and the connection breaks.
  case lost(ConnectionBreak)
}

/// One side's outgoing half: items waiting, and numbered pieces that are not acknowledged yet.
///
/// An item is cut into pieces only when there is room for them under way, and a piece never carries parts of two items
/// (as with Nagle's algorithm switched off).
struct SendStream {
  /// Part of an item that is not acknowledged yet.
  struct Piece {
    let bytes: Int
    /// The item that this piece completes.
    let item: StreamItem?
    let isBackground: Bool
    /// The number of its latest transmission, counted over the whole stream.
    var transmission: UInt64
    /// The number of times it was sent.
    var transmissions = 1
    var fate = Fate.underWay
  }

  /// The sender's belief about a piece.
  enum Fate {
    /// It is on its way.
    case underWay
    /// It must be sent again.
    case lost
    /// It arrived, and one before it did not.
    case arrived
  }

  /// An item with the bytes that are still to be cut from it.
  private struct Waiting {
    let item: StreamItem
    var remaining: Int
    var fate: MessageFate
  }

  private var waiting = Deque<Waiting>()
  private var unacknowledged = Deque<Piece>()
  /// The number of the oldest piece that is not acknowledged.
  private(set) var firstUnacknowledged: UInt64 = 0
  /// The number of pieces that are believed to be on their way.
  private(set) var inFlight = 0
  /// The number of pieces that are believed lost.
  private var lostCount = 0
  /// Counts transmissions, first ones and repeated ones alike.
  private var lastTransmission: UInt64 = 0
  /// The latest transmission that is known to have arrived.
  private var newestArrived: UInt64 = 0
  /// No piece before this one is believed lost.
  private var firstLost: UInt64 = 0
  /// The ranges of the last selective acknowledgement: all of their pieces have arrived.
  private var arrived: [Range<UInt64>] = []

  /// The number after the last piece that was ever sent.
  var end: UInt64 { firstUnacknowledged + UInt64(unacknowledged.count) }
  /// The number of pieces that are not acknowledged.
  var unacknowledgedCount: Int { unacknowledged.count }
  /// True where everything was sent and acknowledged.
  var isEmpty: Bool { unacknowledged.isEmpty && waiting.isEmpty }
  /// True where nothing but keep-alives is under way.
  var isBackground: Bool { unacknowledged.count == 1 && unacknowledged[0].isBackground }
  /// The break that is due now: the next item is lost with everything after it, and all before it arrived. Nil where
  /// none is due.
  var breakDue: ConnectionBreak? {
    guard unacknowledged.isEmpty, case .lost(let ending)? = waiting.first?.fate else { return nil }
    return ending
  }

  mutating func append(_ item: StreamItem, _ fate: MessageFate = .delivered) {
    waiting.append(Waiting(item: item, remaining: max(item.byteCount, 1), fate: fate))
  }

  /// The piece to send now, if the window has room for one: first what was lost, then what is new.
  ///
  /// - Returns: The piece with its number, and whether a rule drops the datagram that carries it.
  mutating func nextPiece(
    window: Int, segmentBytes: Int
  ) -> (number: UInt64, piece: Piece, isDropped: Bool)? {
    guard inFlight < window else { return nil }
    if lostCount > 0 {
      let (number, piece) = resendLost()
      return (number, piece, false)
    }
    guard var item = waiting.first else { return nil }
    if case .lost = item.fate { return nil }
    let bytes = min(item.remaining, segmentBytes)
    item.remaining -= bytes
    let isLast = item.remaining == 0
    if isLast {
      _ = waiting.popFirst()
    } else {
      waiting[0] = item
    }
    let isBackground = if case .keepAlive = item.item { true } else { false }
    lastTransmission += 1
    let piece = Piece(
      bytes: bytes, item: isLast ? item.item : nil, isBackground: isBackground,
      transmission: lastTransmission)
    unacknowledged.append(piece)
    inFlight += 1
    return (end - 1, piece, isLast && item.fate == .dropped)
  }

  private mutating func resendLost() -> (number: UInt64, piece: Piece) {
    var number = max(firstLost, firstUnacknowledged)
    while unacknowledged[offset(of: number)].fate != .lost { number += 1 }
    firstLost = number + 1
    var piece = unacknowledged[offset(of: number)]
    piece.fate = .underWay
    lastTransmission += 1
    piece.transmission = lastTransmission
    piece.transmissions += 1
    unacknowledged[offset(of: number)] = piece
    lostCount -= 1
    inFlight += 1
    return (number, piece)
  }

  private func offset(of number: UInt64) -> Int { Int(number - firstUnacknowledged) }

  /// Takes a cumulative acknowledgement.
  ///
  /// - Returns: The number of pieces that are newly acknowledged.
  mutating func acknowledge(upTo number: UInt64) -> Int {
    guard number > firstUnacknowledged, number <= end else { return 0 }
    let count = Int(number - firstUnacknowledged)
    for _ in 0..<count {
      guard let piece = unacknowledged.popFirst() else { break }
      switch piece.fate {
      case .underWay: inFlight -= 1
      case .lost: lostCount -= 1
      case .arrived: break
      }
      newestArrived = max(newestArrived, piece.transmission)
    }
    firstUnacknowledged = number
    return count
  }

  /// Takes what arrived behind a gap, and believes lost what three later transmissions have overtaken.
  ///
  /// Transmissions are compared and not pieces, so that a piece that was sent again can be found lost again (RACK,
  /// RFC 8985, with a count in place of its time).
  ///
  /// - Returns: True where a loss was found.
  mutating func acknowledge(_ ranges: [Range<UInt64>]) -> Bool {
    if ranges.isEmpty, arrived.isEmpty { return false }
    forEachNew(in: ranges) { $0.markArrived($1) }
    arrived = ranges
    guard let highest = ranges.last?.upperBound, highest <= end else { return false }
    var isLossFound = false
    var gap = firstUnacknowledged
    for range in ranges where range.upperBound > gap {
      // What lies in a range has arrived, so only the gaps are looked at.
      while gap < range.lowerBound {
        let piece = unacknowledged[offset(of: gap)]
        if piece.fate == .underWay && piece.transmission + 3 <= newestArrived {
          markLost(gap)
          isLossFound = true
        }
        gap += 1
      }
      gap = range.upperBound
    }
    return isLossFound
  }

  /// Walks through the pieces in ranges, in order and apart, that the last selective acknowledgement did not tell of:
  /// it repeats all that the ones before it told, as long as a gap stays open.
  private mutating func forEachNew(
    in ranges: [Range<UInt64>], _ body: (inout SendStream, UInt64) -> Void
  ) {
    var known = arrived[...]
    for range in ranges {
      let range = range.clamped(to: firstUnacknowledged..<end)
      var number = range.lowerBound
      while number < range.upperBound {
        while let first = known.first, first.upperBound <= number { known.removeFirst() }
        if let first = known.first, first.contains(number) {
          number = first.upperBound
        } else {
          body(&self, number)
          number += 1
        }
      }
    }
  }

  private mutating func markArrived(_ number: UInt64) {
    let piece = unacknowledged[offset(of: number)]
    switch piece.fate {
    case .underWay: inFlight -= 1
    case .lost: lostCount -= 1
    case .arrived: return
    }
    newestArrived = max(newestArrived, piece.transmission)
    unacknowledged[offset(of: number)].fate = .arrived
  }

  private mutating func markLost(_ number: UInt64) {
    guard unacknowledged[offset(of: number)].fate == .underWay else { return }
    unacknowledged[offset(of: number)].fate = .lost
    inFlight -= 1
    lostCount += 1
    firstLost = min(firstLost, number)
  }

  /// Believes everything lost that did not arrive: the retransmission time-out expired.
  mutating func goBack() {
    for number in firstUnacknowledged..<end { markLost(number) }
  }

  /// Goes on past the item at which everything begins to be lost.
  mutating func passLoss() {
    waiting[0].fate = .delivered
  }

  mutating func removeAll() {
    waiting.removeAll()
    unacknowledged.removeAll()
    arrived = []
    inFlight = 0
    lostCount = 0
  }

  /// Traps where the counts differ from the pieces they count; called after every step in tests.
  func checkInvariants() {
    let fates = unacknowledged.elements.map(\.fate)
    precondition(inFlight == fates.count { $0 == .underWay }, "\(inFlight) in flight, not \(fates)")
    precondition(lostCount == fates.count { $0 == .lost }, "\(lostCount) lost, not \(fates)")
    precondition(fates.first != .arrived, "the oldest piece arrived and is not acknowledged")
    for range in arrived {
      precondition(
        range.clamped(to: firstUnacknowledged..<end).allSatisfy {
          unacknowledged[offset(of: $0)].fate == .arrived
        }, "not all of \(range) arrived: \(fates)")
    }
    let lost = zip(firstUnacknowledged..., fates).first { $0.1 == .lost }
    precondition(lost.map { firstLost <= $0.0 } ?? true, "a piece before \(firstLost) is lost")
  }

  /// The items that are not acknowledged, in order, for a failure's story.
  var story: [String] {
    unacknowledged.elements.compactMap { piece in
      piece.item.map { "\($0.summary), sent \(piece.transmissions)×, not acknowledged" }
    } + waiting.elements.map { "\($0.item.summary), waiting to be sent" }
  }
}
