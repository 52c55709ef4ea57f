internal import Foundation
internal import Simulator

/// A body that somebody reads; its exchange is given up when nobody does any more.
final class ByteSource: Sendable {
  private let exchange: WebExchange?
  private let url: URL
  /// A body that is there already.
  private let kept: WorldBound<[UInt8]>

  init(_ answer: LoadedAnswer, in world: World) {
    exchange = answer.exchange
    url = answer.url
    kept = WorldBound(answer.body, in: world)
  }

  deinit {
    // What a run leaves behind is let go when nobody plays it any more.
    guard let exchange, kept.world.isDriving else { return }
    exchange.giveUp(.cancelled)
  }

  /// The bytes that have come since the last call, or that come next; none behind the last.
  func next() async throws -> [UInt8] {
    guard let exchange else {
      return kept.withValue { bytes in
        defer { bytes = [] }
        return bytes
      }
    }
    do {
      repeat {
        try await exchange.wait(for: .piece)
        let bytes = exchange.takeBytes()
        if !bytes.isEmpty { return bytes }
      } while !exchange.isOver
      return []
    } catch let error as ExchangeFailure {
      throw URLFailure.error(error.code, for: url)
    }
  }
}

/// Splits bytes into lines.
struct LineSplitter: Sendable {
  private var line: [UInt8] = []

  /// Takes a byte; returns the line that it ends, unless that is empty, as it is between CR and LF.
  mutating func add(_ byte: UInt8) -> String? {
    if 0x0A...0x0D ~= byte { return finish() }
    line.append(byte)
    for end in Self.longEnds where line.suffix(end.count).elementsEqual(end) {
      line.removeLast(end.count)
      return finish()
    }
    return nil
  }

  /// U+0085, U+2028 and U+2029 in UTF-8.
  private static let longEnds: [[UInt8]] = [
    [0xC2, 0x85], [0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9],
  ]

  /// The line as far as it goes; nil for an empty one.
  mutating func finish() -> String? {
    defer { line = [] }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }
}
