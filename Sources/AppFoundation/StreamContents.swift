package import Foundation

/// Reads a stream of Foundation, whose calls take pointers, to its end.
package enum StreamContents {
  private static let bufferBytes = 16_384

  /// Opens the stream, reads what it holds, and closes it; nil where it fails, such as one that was read before.
  package static func read(_ stream: InputStream) -> Data? {
    stream.open()
    defer { stream.close() }
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: bufferBytes)
    while true {
      let count = unsafe stream.read(&buffer, maxLength: buffer.count)
      if count < 0 { return nil }
      if count == 0 { return data }
      data += buffer[..<count]
    }
  }
}
