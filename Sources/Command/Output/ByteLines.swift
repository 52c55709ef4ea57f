import Foundation

/// The lines of a file of the machine as bytes, read piece by piece.
///
/// Only regular files are read: a pipe can block for ever, and cannot be read twice.
struct ByteLines {
  /// The number of the line that was read last, from 1.
  private(set) var number = 0
  /// The bytes of the file when it was opened.
  let size: UInt64
  private let path: String
  private let needsLastFeed: Bool
  private let handle: FileHandle
  private var buffer: [UInt8] = []
  /// The index in the buffer at which the next line begins.
  private var start = 0
  private var isAtEnd = false

  /// A line may have so many bytes; the story of a failure has some thousands.
  static let longest = 1 << 24
  private static let piece = 1 << 18

  /// Opens a file.
  ///
  /// - Parameter needsLastFeed: Whether a last line without a line feed was cut off.
  /// - Throws: ``UsageError/unreadable(path:reason:)``.
  init(_ path: String, needsLastFeed: Bool = true) throws(UsageError) {
    self.path = path
    self.needsLastFeed = needsLastFeed
    do {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
      guard attributes[.type] as? FileAttributeType == .typeRegular else {
        let kind = attributes[.type] as? FileAttributeType == .typeDirectory ? "folder" : "pipe"
        throw UsageError.unreadable(
          path: path, reason: "it is a \(kind) or a device, no file; write a file and name it")
      }
      handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      size = try handle.seekToEnd()
      try handle.seek(toOffset: 0)
    } catch let error as UsageError {
      throw error
    } catch {
      throw .unreadable(path: path, reason: ResultSink.reason(of: error))
    }
  }

  /// The next line without its line feed; nil at the end.
  ///
  /// - Throws: ``UsageError`` for a line that is too long, or has no line feed, or cannot be read.
  mutating func next() throws(UsageError) -> ArraySlice<UInt8>? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        number += 1
        return buffer[start..<end]
      }
      if isAtEnd {
        guard start < buffer.count else { return nil }
        guard !needsLastFeed else {
          throw flaw("line \(number + 1) has no end; the file was cut off")
        }
        defer { start = buffer.count }
        number += 1
        return buffer[start...]
      }
      guard buffer.count - start <= Self.longest else {
        throw flaw("line \(number + 1) has more than \(Self.longest) bytes")
      }
      searched = buffer.count - start
      buffer.removeSubrange(..<start)
      start = 0
      let more = try read(Self.piece)
      isAtEnd = more.isEmpty
      buffer += more
    }
  }

  /// The last two lines without their line feeds, for a file that has two; the next line is then the first again.
  mutating func lastTwo() throws(UsageError) -> (ArraySlice<UInt8>, ArraySlice<UInt8>)? {
    var length = UInt64(Self.piece)
    while true {
      let offset = size > length ? size - length : 0
      try seek(to: offset)
      var bytes = try read(Int(size - offset))
      guard bytes.popLast() == UInt8(ascii: "\n") else { break }
      let feeds = bytes.indices.reversed().lazy.filter { bytes[$0] == UInt8(ascii: "\n") }
      if let last = feeds.first {
        let before = feeds.dropFirst().first
        if before != nil || offset == 0 {
          try seek(to: 0)
          return (bytes[((before ?? -1) + 1)..<last], bytes[(last + 1)...])
        }
      }
      guard offset > 0, length <= 2 * UInt64(Self.longest) else { break }
      length *= 4
    }
    try seek(to: 0)
    return nil
  }

  private func seek(to offset: UInt64) throws(UsageError) {
    do {
      try handle.seek(toOffset: offset)
    } catch {
      throw flaw(ResultSink.reason(of: error))
    }
  }

  private func read(_ count: Int) throws(UsageError) -> [UInt8] {
    do {
      return [UInt8](try handle.read(upToCount: count) ?? Data())
    } catch {
      throw flaw(ResultSink.reason(of: error))
    }
  }

  private func flaw(_ reason: String) -> UsageError { .unreadable(path: path, reason: reason) }
}
