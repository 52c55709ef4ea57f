internal import Network
internal import Simulator

/// A frame of HTTP/2, as large as its bytes on the wire (RFC 9113, 4.1).
struct HTTP2Frame: Payload {
  enum Content: Sendable {
    /// The limits of a side; the client's come behind the preface of the connection (3.4).
    case settings(HTTP2Settings)
    /// The other side's limits hold from now on (6.5.3).
    case settingsTaken
    /// The fields of a request, and their bytes as HPACK writes them.
    case request(RequestHead, fieldBytes: Int)
    /// The fields of a response, and their bytes as HPACK writes them.
    case response(ResponseHead, fieldBytes: Int)
    /// A part of a body.
    case data(ArraySlice<UInt8>)
    /// The other side may send so many bytes more (6.9).
    case windowUpdate(Int)
    /// The stream ends before its end (6.4).
    case reset(HTTP2Error)
    /// No stream above this one was looked at, and none will be (6.8).
    case goAway(lastStream: UInt32)
  }

  /// The number of the stream; 0 for the connection.
  let stream: UInt32
  let content: Content
  /// Whether nothing follows on the stream in this direction.
  var endsStream = false

  init(_ content: Content, on stream: UInt32 = 0, endsStream: Bool = false) {
    self.stream = stream
    self.content = content
    self.endsStream = endsStream
  }

  /// Length, type, flags and the number of the stream.
  private static let headerBytes = 9

  var byteCount: Int {
    switch content {
    case .settings(let settings): Self.headerBytes + settings.byteCount
    case .settingsTaken: Self.headerBytes
    case .request(_, let count), .response(_, let count):
      // What a frame does not take goes on in the next, CONTINUATION (6.10).
      count + Self.headerBytes * max(1, (count + FrameQueue.frameBytes - 1) / FrameQueue.frameBytes)
    case .data(let bytes): Self.headerBytes + bytes.count
    case .windowUpdate, .reset: Self.headerBytes + 4
    case .goAway: Self.headerBytes + 8
    }
  }

  var summary: String {
    let end = endsStream ? ", its end" : ""
    return switch content {
    case .settings: "SETTINGS"
    case .settingsTaken: "SETTINGS taken"
    case .request(let head, _): "stream \(stream): \(head.method) \(head.target)\(end)"
    case .response(let head, _):
      "stream \(stream): \(head.status) to \(head.target)\(end)"
    case .data(let bytes): "stream \(stream): \(bytes.count) bytes of a body\(end)"
    case .windowUpdate(let count):
      stream == 0 ? "WINDOW_UPDATE by \(count)" : "stream \(stream): WINDOW_UPDATE by \(count)"
    case .reset(let error): "stream \(stream): RST_STREAM \(error.rawValue)"
    case .goAway(let last): "GOAWAY behind stream \(last)"
    }
  }

  var isAnswer: Bool {
    if case .response = content { true } else { false }
  }

  func digest(into hash: inout StableHash) {
    hash.mix(UInt64(stream))
    hash.mix(endsStream ? 1 as UInt64 : 0)
    switch content {
    case .settings(let settings):
      hash.mix(1 as UInt64)
      switch settings {
      case .client: hash.mix(0 as UInt64)
      case .server(let mostStreams):
        hash.mix(1 as UInt64)
        hash.mix(Int64(mostStreams))
      }
    case .settingsTaken: hash.mix(2 as UInt64)
    case .request(let head, _):
      hash.mix(3 as UInt64)
      hash.mix(head.method)
      hash.mix(head.target)
      head.headers.digest(into: &hash)
    case .response(let head, _):
      hash.mix(4 as UInt64)
      hash.mix(UInt64(head.status))
      head.headers.digest(into: &hash)
    case .data(let bytes):
      hash.mix(5 as UInt64)
      hash.mix(bytes: bytes.span)
    case .windowUpdate(let count):
      hash.mix(6 as UInt64)
      hash.mix(UInt64(count))
    case .reset(let error):
      hash.mix(7 as UInt64)
      hash.mix(error.rawValue)
    case .goAway(let last):
      hash.mix(8 as UInt64)
      hash.mix(UInt64(last))
    }
  }
}

/// The limits that a side tells when the connection is open (RFC 9113, 6.5.2).
enum HTTP2Settings: Sendable {
  /// A client's, behind the 24 bytes of the preface: it wants nothing pushed.
  case client
  /// A server's: the most streams that may be open at once.
  case server(mostStreams: Int)

  /// The most streams of a server: not fewer than the RFC recommends; and what a client takes for it before it is told.
  static let mostStreams = 100

  /// Six bytes a setting.
  fileprivate var byteCount: Int {
    switch self {
    case .client: 24 + 6
    case .server: 6
    }
  }
}

/// The reasons for which a stream ends before its end (RFC 9113, 7).
enum HTTP2Error: String, Sendable {
  /// The service has failed in the midst of a body.
  case internalError = "INTERNAL_ERROR"
  /// Nobody wants the answer any more.
  case cancel = "CANCEL"
}
