@testable import Network

/// A sender and a receiver on a scripted path: every datagram takes half a round trip, some are lost.
struct TransportPath {
  static let millisecond: Int64 = 1_000_000

  var sender: TransportSender
  var receiver = ReceiveStream()
  var now: Int64 = 0
  let delay: Int64
  /// Whether the n-th transmission, counted from 0, is lost.
  var isLost: (Int) -> Bool
  /// The transmissions so far, by their stretches of the stream and times.
  var sent: [(piece: Stretch, at: Int64)] = []
  /// The time at which each item arrived.
  var arrivals: [Int64] = []
  private var underWay: [(at: Int64, order: Int, event: Event)] = []
  private var echo: Int64?
  private var acknowledged: UInt64 = 0
  private var order = 0
  /// Whether nothing that arrives is answered.
  var losesAcknowledgements = false

  private enum Event {
    case data(Stretch, sentAt: Int64)
    case acknowledgement(TransportSender.Acknowledgement)
  }

  init(
    _ stack: HostStack = .linux, delay: Int64 = 50 * millisecond, yields: Bool = false,
    isLost: @escaping (Int) -> Bool = { _ in false }
  ) {
    sender = TransportSender(stack, segmentBytes: 1_448, yields: yields)
    self.delay = delay
    self.isLost = isLost
    sender.estimate.noteMinimum(2 * delay)
    sender.estimate.observe(2 * delay, acknowledged: 0, sent: 0)
  }

  /// Writes messages of some bytes in one step.
  mutating func write(_ bytes: Int...) {
    for bytes in bytes { sender.append(.keepAlive, bytes: bytes, at: now) }
    drain()
  }

  private mutating func drain() {
    while let (piece, _) = sender.nextPiece(at: now) {
      sender.checkInvariants()
      let isLost = isLost(sent.count)
      sent.append((piece, now))
      if !isLost { post(.data(piece, sentAt: now)) }
    }
    sender.checkInvariants()
  }

  private mutating func post(_ event: Event) {
    order += 1
    underWay.append((now + delay, order, event))
  }

  /// Lets time pass until `limit`.
  mutating func run(until limit: Int64) {
    while true {
      let arrival = underWay.indices.min {
        (underWay[$0].at, underWay[$0].order) < (underWay[$1].at, underWay[$1].order)
      }
      let next = min(arrival.map { underWay[$0].at } ?? .max, sender.deadline ?? .max)
      if next > limit { break }
      now = max(now, next)
      if let arrival, underWay[arrival].at <= now {
        take(underWay.remove(at: arrival).event)
      } else {
        _ = sender.elapse(at: now)
      }
      drain()
    }
    now = limit
  }

  private mutating func take(_ event: Event) {
    switch event {
    case .acknowledgement(let acknowledgement):
      sender.receive(acknowledgement, at: now)
    case .data(let piece, let sentAt):
      if piece.start <= acknowledged { echo = sentAt }
      let order = receiver.receive(
        piece.start..<piece.end, item: piece.item, inner: piece.inner)
      receiver.checkInvariants()
      while receiver.nextItem() != nil { arrivals.append(now) }
      acknowledged = receiver.expected
      if losesAcknowledgements { break }
      post(
        .acknowledgement(
          TransportSender.Acknowledgement(
            upTo: acknowledged, beyond: receiver.earlyRanges,
            duplicate: order == .repeated ? piece.start..<piece.end : nil, echo: echo,
            hasData: false)))
    }
  }
}
