package import Foundation

/// Reads a stream of Foundation, whose calls take pointers, piece by piece.
package enum StreamContents {
  /// What a stream gives when it is asked for more.
  package enum Part: Sendable {
    case bytes([UInt8])
    /// Whoever fills it has not done so yet.
    case nothing
    case end
    case failure
  }

  /// The next bytes of an open stream, which never holds the thread.
  package static func next(of stream: InputStream, upTo most: Int) -> Part {
    // Those of Foundation on Linux hold data or a file. Others may wait for somebody who fills them.
    let isOwn = type(of: stream) != InputStream.self
    if isOwn, !stream.hasBytesAvailable, [.opening, .open].contains(stream.streamStatus) {
      return .nothing
    }
    var buffer = [UInt8](repeating: 0, count: most)
    let count = unsafe stream.read(&buffer, maxLength: buffer.count)
    if count < 0 { return .failure }
    return count == 0 ? .end : .bytes(Array(buffer[..<count]))
  }
}
