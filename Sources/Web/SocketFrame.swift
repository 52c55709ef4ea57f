internal import Simulator

/// A frame of a WebSocket; messages are not split over frames.
struct SocketFrame: Sendable {
  /// What a frame carries.
  enum Content: Sendable, Hashable {
    case text(String)
    case binary([UInt8])
    case ping
    case pong
    case close(code: Int, reason: String)
  }

  let content: Content
  /// Whether a client sends it, which masks what it sends.
  let isMasked: Bool

  private var payloadBytes: Int {
    switch content {
    case .text(let text): text.utf8.count
    case .binary(let bytes): bytes.count
    case .ping, .pong: 0
    case .close(_, let reason): 2 + reason.utf8.count
    }
  }

  /// Whether it carries a message of more bytes than a limit. Frames that control the socket have no message.
  func isLonger(than limit: Int) -> Bool {
    switch content {
    case .text, .binary: payloadBytes > limit
    case .ping, .pong, .close: false
    }
  }

  /// RFC 6455, 5.2: two bytes, two or eight more for longer payloads, four of a mask.
  var byteCount: Int {
    let count = payloadBytes
    return count + 2 + (count > 65_535 ? 8 : count > 125 ? 2 : 0) + (isMasked ? 4 : 0)
  }

  var summary: String {
    switch content {
    case .text(let text): "text \(text.prefix(60))"
    case .binary(let bytes): "\(bytes.count) binary bytes"
    case .ping: "ping"
    case .pong: "pong"
    case .close(let code, let reason): "close \(code) \(reason)"
    }
  }

  /// Whether it carries a message, and not what keeps the socket in order.
  var isMessage: Bool {
    switch content {
    case .text, .binary: true
    case .ping, .pong, .close: false
    }
  }

  /// A ping comes round for ever, and so does its answer.
  var isBackground: Bool { content == .ping || content == .pong }

  func digest(into hash: inout StableHash) {
    switch content {
    case .text(let text):
      hash.mix(1 as UInt64)
      hash.mix(text)
    case .binary(let bytes):
      hash.mix(2 as UInt64)
      hash.mix(bytes: bytes.span)
    case .ping: hash.mix(3 as UInt64)
    case .pong: hash.mix(4 as UInt64)
    case .close(let code, let reason):
      hash.mix(5 as UInt64)
      hash.mix(UInt64(code))
      hash.mix(reason)
    }
  }
}
