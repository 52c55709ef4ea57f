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
    case .frame(let frame): frame.byteCount
    }
  }

  var summary: String {
    switch self {
    case .request(let head): "\(head.method) \(head.target)"
    case .response(let head): "\(head.status) \(head.reason) to \(head.target)"
    case .piece(let bytes): "\(bytes.count) bytes of a body"
    case .frame(let frame): frame.summary
    }
  }

  var isBackground: Bool {
    if case .frame(let frame) = self { frame.isBackground } else { false }
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
    }
  }

  /// The pieces of a body.
  static func pieces(of body: [UInt8]) -> [WebMessage] {
    stride(from: 0, to: body.count, by: pieceBytes).map { start in
      .piece(body[start..<min(start + pieceBytes, body.count)])
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
}

/// The head of a response.
struct ResponseHead: Sendable {
  let status: Int
  let reason: String
  var headers: HeaderFields
  let bodyCount: Int
  /// The target of its request, for stories.
  let target: String
}

/// The headers of a message, in the order in which they were set; names count the same in upper and lower case (RFC 9110, 5.1).
public struct HeaderFields: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  private var fields: [Field] = []

  private struct Field: Sendable, Hashable {
    let name: String
    let value: String
  }

  /// Headers with names that differ.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { self[name] = value }
  }

  /// The value of a header; nil where it is not there. Setting it to nil takes it away.
  public subscript(name: String) -> String? {
    get { fields.first { $0.name.lowercased() == name.lowercased() }?.value }
    set {
      let place = fields.firstIndex { $0.name.lowercased() == name.lowercased() }
      switch (place, newValue) {
      case (let place?, let value?): fields[place] = Field(name: fields[place].name, value: value)
      case (let place?, nil): fields.remove(at: place)
      case (nil, let value?): fields.append(Field(name: name, value: value))
      case (nil, nil): break
      }
    }
  }

  /// Adds a header beside those of its name, as `Set-Cookie` may come several times.
  public mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// The values of all headers of a name.
  public func values(of name: String) -> [String] {
    fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }

  /// All names and values.
  public var all: [(name: String, value: String)] { fields.map { ($0.name, $0.value) } }

  var byteCount: Int { fields.reduce(2) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 } }

  func digest(into hash: inout StableHash) {
    for field in fields {
      hash.mix(field.name)
      hash.mix(field.value)
    }
  }
}
