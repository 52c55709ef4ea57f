internal import AppFoundation
internal import Foundation
internal import Network
internal import Simulator

// Bodies of requests that come from streams: they are read no faster than they can be sent.
extension ClientWire {
  /// The bytes of a body that the system takes beyond what has arrived (`tcp_sendspace` of xnu, which grows for fast transfers; that
  /// is not modelled).
  private static let systemBytes = 131_072
  /// The time after which a stream is asked again that had nothing; ours.
  private static let pause = Duration.milliseconds(10)

  /// Sends what the stream of a body has, as far as the system takes it, by HTTP/1.1.
  func sendBody(of exchange: WebExchange, from source: RequestBodySource) {
    let carrying = state.withValue { $0.exchange === exchange ? $0.connection : nil }
    guard let connection = carrying, !exchange.isOver else { return }
    while connection.bufferedBytes < Self.systemBytes {
      switch source.next() {
      case .bytes(let bytes):
        connection.send(
          exchange.head.isChunked ? WebMessage.chunk(bytes[...]) : WebMessage.piece(bytes[...]))
      case .nothing:
        return askAgain { [weak exchange] wire in
          if let exchange { wire.sendBody(of: exchange, from: source) }
        }
      case .end:
        if exchange.head.isChunked { connection.send(WebMessage.lastChunk) }
        return
      case .failure:
        exchange.fail(.requestBodyStreamExhausted)
        return abort()
      }
    }
    connection.whenBuffered(below: Self.systemBytes) { [weak self, weak exchange] in
      if let self, let exchange { sendBody(of: exchange, from: source) }
    }
  }

  /// Sends what the stream of a body has, as far as the windows of HTTP/2 let it through.
  func sendBody(on number: UInt32) {
    while let exchange = state.withValue({ $0.streams?.exchange(number) }),
      let source = exchange.source, !source.isOver, hasRoom(for: number)
    {
      switch source.next() {
      case .bytes(let bytes): write(bytes, to: number, isLast: false)
      case .nothing: return askAgain { wire in wire.sendBody(on: number) }
      case .end: return write([], to: number, isLast: true)
      case .failure:
        exchange.fail(.requestBodyStreamExhausted)
        return leave(exchange)
      }
    }
  }

  /// Sends what the streams of all bodies have, since a window was opened.
  func sendBodies() {
    for number in state.withValue({ $0.streams?.numbers ?? [] }) { sendBody(on: number) }
  }

  private func hasRoom(for number: UInt32) -> Bool {
    state.withValue { ($0.streams?.queue.byteCount(of: number) ?? 0) < FrameQueue.windowBytes }
  }

  private func write(_ bytes: [UInt8], to number: UInt32, isLast: Bool) {
    state.withValue { $0.streams?.queue.write(bytes, to: number, isLast: isLast) }
    flush()
  }

  /// Asks a stream again after a while; nobody waits for one that nobody fills.
  private func askAgain(_ ask: @escaping @Sendable (ClientWire) -> Void) {
    origin.lane.schedule(after: Self.pause, background: true) { [weak self] in
      if let self { ask(self) }
    }
  }
}
