internal import Simulator

/// The streams of a client's HTTP/2 connection, each with the request that it carries (RFC 9113, 5.1).
struct ClientStreams: Sendable {
  private struct Stream {
    let exchange: WebExchange
    var patience = WorldTimer.none
    /// When something of the request went, or of the answer came.
    var lastProgress: Instant
  }

  private var byNumber: [UInt32: Stream] = [:]
  private var nextNumber: UInt32 = 1
  private var fields = HeaderTable()
  private var credit = FrameCredit()
  var queue = FrameQueue()
  /// The most streams at once, as the server tells it.
  var most = HTTP2Settings.mostStreams
  /// Whether the server, or the silence of the connection, forbids new streams.
  var isGoingAway = false
  /// When a frame came last.
  var lastHeard: Instant

  init(at now: Instant) { lastHeard = now }

  var isEmpty: Bool { byNumber.isEmpty }

  /// Whether another request may go.
  var takesMore: Bool { !isGoingAway && byNumber.count < most }

  /// The streams that are open, by their beginning.
  var numbers: [UInt32] { byNumber.keys.sorted() }

  func exchange(_ number: UInt32) -> WebExchange? { byNumber[number]?.exchange }

  /// The stream of a request.
  func number(of exchange: WebExchange) -> UInt32? {
    // order: one at the most.
    byNumber.first { $0.value.exchange === exchange }?.key
  }

  /// Opens a stream; returns its number and its first frame.
  mutating func open(for exchange: WebExchange, at now: Instant) -> (UInt32, HTTP2Frame) {
    let number = nextNumber
    nextNumber += 2
    byNumber[number] = Stream(exchange: exchange, lastProgress: now)
    var head = exchange.head
    head.headers = head.headers.withoutConnection
    let bytes = fields.encode(HeaderTable.fields(of: head))
    let hasBody = !exchange.body.isEmpty || exchange.source != nil
    if hasBody { queue.write(exchange.body, to: number, isLast: exchange.source == nil) }
    return (
      number, HTTP2Frame(.request(head, fieldBytes: bytes), on: number, endsStream: !hasBody)
    )
  }

  /// Something of a request went, or of its answer came.
  mutating func progress(_ number: UInt32, at now: Instant) { byNumber[number]?.lastProgress = now }

  /// When something of a request went last, or of its answer came.
  func lastProgress(of number: UInt32) -> Instant? { byNumber[number]?.lastProgress }

  /// Sets the timer that ends a stream without progress, in place of the one before.
  mutating func setPatience(_ timer: WorldTimer, of number: UInt32) {
    byNumber[number]?.patience.cancel()
    byNumber[number]?.patience = timer
  }

  /// Takes bytes of a body; returns what the server is to be told.
  mutating func take(_ count: Int, on number: UInt32, endsStream: Bool) -> [HTTP2Frame] {
    let isRead = byNumber[number]?.exchange.isReadSlowly != true
    return credit.take(
      count, on: number, endsStream: endsStream || byNumber[number] == nil, isRead: isRead)
  }

  /// Somebody has read bytes of an answer; returns what the server is to be told.
  mutating func read(_ count: Int, of exchange: WebExchange, at now: Instant) -> HTTP2Frame? {
    guard let number = number(of: exchange) else { return nil }
    progress(number, at: now)
    return credit.read(count, on: number)
  }

  /// Forgets a stream; returns the request that it carried.
  mutating func remove(_ number: UInt32) -> WebExchange? {
    queue.remove(number)
    credit.remove(number)
    byNumber[number]?.patience.cancel()
    return byNumber.removeValue(forKey: number)?.exchange
  }
}
