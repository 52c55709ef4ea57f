import Simulator

/// An item that one side of a connection puts on its stream; items keep their order.
enum StreamItem: Sendable {
  /// The client's opening of TLS.
  case clientHello
  /// The server's answer: hello, certificates and finished.
  case serverHello
  /// The client's last word of the TLS handshake.
  case clientFinished
  /// Proves that the peer is still there.
  case keepAlive
  /// A message of the app; shared, because an item changes hands half a dozen times on its way.
  indirect case message(any Payload)
  /// Nothing follows.
  case end

  /// Bytes on the stream. The handshake's are those of TLS 1.3 with a chain of two certificates, as commonly seen.
  var byteCount: Int {
    switch self {
    case .clientHello: 517
    case .serverHello: 3_500
    case .clientFinished: 58
    case .keepAlive: 1 + Self.recordOverhead
    case .message(let payload): payload.byteCount + Self.recordOverhead
    case .end: Self.recordOverhead
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
    case .message(let payload): payload.summary
    case .end: "end of stream"
    }
  }

  fileprivate func digest(into hash: inout StableHash) {
    switch self {
    case .clientHello: hash.mix(1 as UInt64)
    case .serverHello: hash.mix(2 as UInt64)
    case .clientFinished: hash.mix(3 as UInt64)
    case .keepAlive: hash.mix(4 as UInt64)
    case .message(let payload):
      hash.mix(5 as UInt64)
      payload.digest(into: &hash)
    case .end: hash.mix(6 as UInt64)
    }
  }
}

/// A datagram of a connection.
///
/// Pieces are numbered one by one, not byte by byte as in TCP: an app cannot tell the difference. An object and not a
/// structure, so that handing it on costs one reference.
final class Segment: Payload {
  enum Kind: Sendable {
    /// Asks for a connection.
    case synchronize
    /// Grants it.
    case synchronizeAcknowledge
    /// A piece of the stream. The piece that completes an item carries it.
    case piece(number: UInt64, item: StreamItem?, bytes: Int)
    /// Nothing but the acknowledgement that every segment carries.
    case acknowledge
    /// The connection does not exist, or no longer.
    case reset
  }

  let connection: ConnectionIdentifier
  let kind: Kind
  /// The number of the next piece that the sender of this segment expects: all before it arrived.
  let acknowledged: UInt64
  /// The pieces that arrived beyond that, behind gaps (RFC 2018).
  let arrivedEarly: [Range<UInt64>]
  /// The time at which it was sent (RFC 7323).
  let stamp: Int64
  /// The time stamp of the segment that it acknowledges; nil where it acknowledges none (RFC 7323).
  let echo: Int64?
  let isBackground: Bool
  /// A rule drops this datagram before it sets out.
  let isDropped: Bool

  init(
    connection: ConnectionIdentifier, kind: Kind, acknowledged: UInt64,
    arrivedEarly: [Range<UInt64>] = [], stamp: Int64 = 0, echo: Int64? = nil, isBackground: Bool,
    isDropped: Bool = false
  ) {
    self.connection = connection
    self.kind = kind
    self.acknowledged = acknowledged
    self.arrivedEarly = arrivedEarly
    self.stamp = stamp
    self.echo = echo
    self.isBackground = isBackground
    self.isDropped = isDropped
  }

  /// IPv4 and TCP headers with the time stamp option.
  static let headerBytes = 52

  var byteCount: Int {
    if case .piece(_, _, let bytes) = kind { return Self.headerBytes + bytes }
    return Self.headerBytes
  }

  func digest(into hash: inout StableHash) {
    hash.mix(connection.number)
    hash.mix(acknowledged)
    switch kind {
    case .synchronize: hash.mix(1 as UInt64)
    case .synchronizeAcknowledge: hash.mix(2 as UInt64)
    case .acknowledge: hash.mix(3 as UInt64)
    case .reset: hash.mix(4 as UInt64)
    case .piece(let number, let item, let bytes):
      hash.mix(5 as UInt64)
      hash.mix(number)
      hash.mix(UInt64(bytes))
      item?.digest(into: &hash)
    }
  }

  var summary: String {
    let what =
      switch kind {
      case .synchronize: "SYN"
      case .synchronizeAcknowledge: "SYN ACK"
      case .acknowledge: "ACK \(acknowledged)"
      case .reset: "RST"
      case .piece(let number, let item, let bytes):
        "#\(number) \(item?.summary ?? "part of a message") (\(bytes) bytes)"
      }
    return "\(connection) \(what)"
  }
}

/// The number of a connection in its network; both sides share it.
public struct ConnectionIdentifier: Hashable, Comparable, Sendable, CustomStringConvertible {
  let number: UInt64

  public static func < (left: Self, right: Self) -> Bool { left.number < right.number }

  public var description: String { "c\(number)" }
}
