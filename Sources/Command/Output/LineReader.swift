import Foundation

/// Splits what arrives in pieces into lines.
struct LineReader {
  private let read: () throws -> Data
  private var buffer = Data()
  private var isAtEnd = false

  /// - Parameter read: Returns the next piece; empty at the end.
  init(_ read: @escaping () throws -> Data) {
    self.read = read
  }

  /// The next line without its line feed; nil at the end.
  mutating func next() throws -> String? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer = buffer[buffer.index(after: end)...] }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      guard !isAtEnd else {
        guard !buffer.isEmpty else { return nil }
        defer { buffer = Data() }
        return String(decoding: buffer, as: UTF8.self)
      }
      let more = try read()
      isAtEnd = more.isEmpty
      buffer = Data(buffer) + more
    }
  }
}
