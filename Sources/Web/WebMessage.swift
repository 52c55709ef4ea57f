internal import Network
internal import Simulator

/// A part of what HTTP/1.1 or WebSocket sends over a connection, as large as its bytes on the wire.
enum WebMessage: Payload {
  /// The request line and the headers.
  case request(RequestHead)
  /// The status line and the headers.
  case response(ResponseHead)
  /// A part of a body: as many bytes as one record of TLS holds at most (RFC 8446, 5.1).
  case piece(ArraySlice<UInt8>)
  /// A part of a body whose length nobody knows before its end (RFC 9112, 7.1).
  case chunk(ArraySlice<UInt8>)
  /// The end of such a body.
  case lastChunk
  /// A frame of a WebSocket, masked where a client sends it (RFC 6455, 5.2).
  case frame(SocketFrame)

  /// The most bytes of a piece.
  static let pieceBytes = 16_384

  var byteCount: Int {
    switch self {
    case .request(let head):
      head.method.utf8.count + head.target.utf8.count + 12 + head.headers.byteCount
    case .response(let head): 15 + head.reason.utf8.count + head.headers.byteCount
    case .piece(let bytes): bytes.count
    // Its length in hexadecimal digits, and two line ends.
    case .chunk(let bytes): bytes.count + String(bytes.count, radix: 16).utf8.count + 4
    case .lastChunk: 5
    case .frame(let frame): frame.byteCount
    }
  }

  var summary: String {
    switch self {
    case .request(let head): "\(head.method) \(head.target)"
    case .response(let head): "\(head.status) \(head.reason) to \(head.target)"
    case .piece(let bytes), .chunk(let bytes): "\(bytes.count) bytes of a body"
    case .lastChunk: "the end of a body"
    case .frame(let frame): frame.summary
    }
  }

  var isBackground: Bool {
    if case .frame(let frame) = self { frame.isBackground } else { false }
  }

  var isAnswer: Bool {
    if case .response = self { true } else { false }
  }

  func digest(into hash: inout StableHash) {
    switch self {
    case .request(let head):
      hash.mix(1 as UInt64)
      hash.mix(head.method)
      hash.mix(head.target)
      head.headers.digest(into: &hash)
    case .response(let head):
      hash.mix(2 as UInt64)
      hash.mix(UInt64(head.status))
      head.headers.digest(into: &hash)
    case .piece(let bytes):
      hash.mix(3 as UInt64)
      hash.mix(bytes: bytes.span)
    case .frame(let frame):
      hash.mix(4 as UInt64)
      frame.digest(into: &hash)
    case .chunk(let bytes):
      hash.mix(5 as UInt64)
      hash.mix(bytes: bytes.span)
    case .lastChunk: hash.mix(6 as UInt64)
    }
  }

  /// The pieces of a body.
  static func pieces(of body: [UInt8]) -> [WebMessage] {
    stride(from: 0, to: body.count, by: pieceBytes).map { start in
      .piece(body[start..<min(start + pieceBytes, body.count)])
    }
  }

  /// The pieces of a part of a body whose length is not known.
  static func chunks(of part: [UInt8]) -> [WebMessage] {
    stride(from: 0, to: part.count, by: pieceBytes).map { start in
      .chunk(part[start..<min(start + pieceBytes, part.count)])
    }
  }
}

/// The head of a request.
struct RequestHead: Sendable {
  let method: String
  /// The path with its query.
  let target: String
  var headers: HeaderFields
  let bodyCount: Int
  /// Whether the body comes from a stream, whose length nobody knows before its end.
  var isChunked = false
}

/// The head of a response.
struct ResponseHead: Sendable {
  let status: Int
  let reason: String
  var headers: HeaderFields
  let bodyCount: Int
  /// Whether the body has no length before its end: it comes in chunks, or by the frames of HTTP/2.
  var isChunked = false
  /// The version of HTTP, as responses tell it.
  var version = "HTTP/1.1"
  /// The target of its request, for stories.
  let target: String
}
