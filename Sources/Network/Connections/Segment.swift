internal import Harness
import Simulator

/// An item that one side of a connection puts on its stream; items keep their order.
enum StreamItem: Sendable {
  /// The client's opening of TLS, with the protocols that it offers.
  case clientHello(offers: [ApplicationProtocol])
  /// The server's answer: hello, certificates and finished, with the protocol that it has chosen.
  case serverHello(ApplicationProtocol?)
  /// The client's last word of the TLS handshake.
  case clientFinished
  /// Proves that the peer is still there.
  case keepAlive
  /// A message of the app.
  case letter(Letter)
  /// Nothing follows.
  case end

  /// A message of the app, in one object: an item changes hands half a dozen times on its way, and what is asked of a payload there
  /// would copy it out of an indirect case.
  final class Letter: Sendable {
    let payload: any Payload

    init(_ payload: any Payload) { self.payload = payload }
  }

  /// A message of the app.
  static func message(_ payload: any Payload) -> StreamItem { .letter(Letter(payload)) }

  /// Returns the bytes on the stream. The handshake's are those of TLS 1.3 with a chain of two certificates, as commonly
  /// seen.
  func byteCount(isSecured: Bool) -> Int {
    let overhead = isSecured ? Self.recordOverhead : 0
    return switch self {
    case .clientHello: 517
    case .serverHello: 3_500
    case .clientFinished: 58
    case .keepAlive: 1 + overhead
    case .letter(let letter): letter.payload.byteCount + overhead
    case .end: overhead
    }
  }

  /// A TLS 1.3 record: 5 bytes of header, 1 of type, 16 of authentication tag (RFC 8446, 5.2).
  static let recordOverhead = 22

  var summary: String {
    switch self {
    case .clientHello: "TLS client hello"
    case .serverHello: "TLS server hello"
    case .clientFinished: "TLS finished"
    case .keepAlive: "keep-alive"
    case .letter(let letter): letter.payload.summary
    case .end: "end of stream"
    }
  }

  /// The values of an app's message; empty for all else.
  var detail: String {
    if case .letter(let letter) = self { letter.payload.detail } else { "" }
  }

  fileprivate func digest(into hash: inout StableHash) {
    switch self {
    case .clientHello(let offers):
      hash.mix(1 as UInt64)
      for offer in offers { hash.mix(offer.rawValue) }
    case .serverHello(let choice):
      hash.mix(2 as UInt64)
      if let choice { hash.mix(choice.rawValue) }
    case .clientFinished: hash.mix(3 as UInt64)
    case .keepAlive: hash.mix(4 as UInt64)
    case .letter(let letter):
      hash.mix(5 as UInt64)
      letter.payload.digest(into: &hash)
    case .end: hash.mix(6 as UInt64)
    }
  }
}

/// A datagram of a connection.
///
/// An object and not a structure, so that handing it on costs one reference.
final class Segment: Payload {
  enum Kind: Sendable {
    /// Asks for a connection.
    case synchronize
    /// Grants it.
    case synchronizeAcknowledge
    /// A piece of the stream, and whether it ends what the app has written so far.
    case piece(Stretch, endsWrite: Bool)
    /// Nothing but the acknowledgement that every segment carries.
    case acknowledge
    /// The connection does not exist, or no longer.
    case reset
  }

  let connection: ConnectionIdentifier
  let kind: Kind
  /// The offset of the next byte that the sender of this segment expects: all before it arrived.
  let acknowledged: UInt64
  /// The ranges that arrived beyond that, behind gaps (RFC 2018).
  let arrivedEarly: [Range<UInt64>]
  /// A range that arrived twice (RFC 2883).
  let duplicate: Range<UInt64>?
  /// The time at which it was sent (RFC 7323).
  let stamp: Int64
  /// The time stamp of the segment that it acknowledges; nil where it acknowledges none (RFC 7323).
  let echo: Int64?
  /// The bytes that may be sent to its sender behind what it acknowledges; nil without a limit (RFC 9293, 3.8.6).
  let room: Int?
  /// Whether its sender waits for room, and asks whether there is any (3.8.6.1).
  let asksForRoom: Bool
  let isBackground: Bool
  /// A rule drops this datagram before it sets out.
  let isDropped: Bool

  init(
    connection: ConnectionIdentifier, kind: Kind, acknowledged: UInt64,
    arrivedEarly: [Range<UInt64>] = [], duplicate: Range<UInt64>? = nil, stamp: Int64 = 0,
    echo: Int64? = nil, room: Int? = nil, asksForRoom: Bool = false, isBackground: Bool,
    isDropped: Bool = false
  ) {
    self.room = room
    self.asksForRoom = asksForRoom
    self.connection = connection
    self.kind = kind
    self.acknowledged = acknowledged
    self.arrivedEarly = arrivedEarly
    self.duplicate = duplicate
    self.stamp = stamp
    self.echo = echo
    self.isBackground = isBackground
    self.isDropped = isDropped
  }

  /// IPv4 and TCP headers with the time stamp option.
  static let headerBytes = 52
  /// The same with all options of a SYN.
  static let synchronizeBytes = 60

  var byteCount: Int {
    switch kind {
    case .piece(let piece, _): Self.headerBytes + piece.bytes
    case .synchronize, .synchronizeAcknowledge: Self.synchronizeBytes
    case .acknowledge, .reset: Self.headerBytes
    }
  }

  func digest(into hash: inout StableHash) {
    hash.mix(connection.number)
    hash.mix(acknowledged)
    if let echo { hash.mix(echo) }
    for range in arrivedEarly { Self.digest(range, into: &hash) }
    if let duplicate { Self.digest(duplicate, into: &hash) }
    // Told by few: those whose app reads slowly, and those who wait for it.
    if let room { hash.mix(UInt64(room)) }
    // One word for what is there, so that nothing can stand for another. Not the time at which it was sent: the event of its
    // sending has that.
    var traits = UInt64(arrivedEarly.count) << 8
    if echo != nil { traits |= 8 }
    if duplicate != nil { traits |= 16 }
    if room != nil { traits |= 32 }
    if asksForRoom { traits |= 64 }
    if isBackground { traits |= 128 }
    switch kind {
    case .synchronize: hash.mix(traits | 1)
    case .synchronizeAcknowledge: hash.mix(traits | 2)
    case .acknowledge: hash.mix(traits | 3)
    case .reset: hash.mix(traits | 4)
    case .piece(let piece, let endsWrite):
      hash.mix(traits | (endsWrite ? 6 : 5))
      hash.mix(piece.start)
      hash.mix(piece.end)
      for inner in piece.inner {
        hash.mix(inner.end)
        inner.item.digest(into: &hash)
      }
      piece.item?.digest(into: &hash)
    }
  }

  private static func digest(_ range: Range<UInt64>, into hash: inout StableHash) {
    hash.mix(range.lowerBound)
    hash.mix(range.upperBound)
  }

  var summary: String {
    let what =
      switch kind {
      case .synchronize: "SYN"
      case .synchronizeAcknowledge: "SYN ACK"
      case .acknowledge: "ACK \(acknowledged)"
      case .reset: "RST"
      case .piece(let piece, _):
        "@\(piece.start) \(piece.summary) (\(piece.bytes) bytes)"
      }
    return "\(connection) \(what)"
  }

  var detail: String {
    guard case .piece(let piece, _) = kind else { return "" }
    return piece.items.map(\.detail).filter { !$0.isEmpty }.joined(separator: "; ")
  }
}

extension Segment {
  /// The segment as a recording keeps it.
  var recorded: Recording.Packet {
    var stretch: Range<UInt64> = 0..<0
    var isEnd = false
    let kind: Recording.Packet.Kind
    switch self.kind {
    case .synchronize: kind = .synchronize
    case .synchronizeAcknowledge: kind = .synchronizeAcknowledge
    case .acknowledge: kind = .acknowledge
    case .reset: kind = .reset
    case .piece(let piece, _):
      kind = .data
      stretch = piece.start..<piece.end
      if case .end? = piece.item { isEnd = true }
    }
    return Recording.Packet(
      kind: kind, connection: connection.number, stretch: stretch, isEnd: isEnd,
      acknowledged: acknowledged, selective: (duplicate.map { [$0] } ?? []) + arrivedEarly,
      stamp: stamp, echo: echo ?? -1)
  }
}

/// The number of a connection in its network; both sides share it.
public struct ConnectionIdentifier: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let number: UInt64

  public static func < (left: Self, right: Self) -> Bool { left.number < right.number }

  public var description: String { "c\(number)" }
}
