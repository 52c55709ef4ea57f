public import Simulator

/// The content of a file, by what identifies it: simulated files have a size but no bytes.
public struct FileContent: Hashable, Sendable {
  /// Equal for equal content.
  public let fingerprint: UInt64
  /// Number of bytes.
  public let byteCount: Int

  /// A content of this size; different fingerprints are different contents.
  ///
  /// A negative size ends the run as misused, and counts as none.
  public init(
    fingerprint: UInt64, byteCount: Int, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) {
    if byteCount < 0 {
      World.misuse(
        Misuse("FileContent(byteCount:)", given: "\(byteCount)", takes: "a number from 0 on"),
        at: CodeLocation(fileID: fileID, filePath: filePath, line: line))
    }
    self.fingerprint = fingerprint
    self.byteCount = max(0, byteCount)
  }

  /// The content of these bytes.
  public init(_ bytes: some Collection<UInt8>) {
    fingerprint = bytes.reduce(ContentHash.mix(UInt64(bytes.count))) {
      ContentHash.combine($0, UInt64($1))
    }
    byteCount = bytes.count
  }

  /// A part of the content.
  public func chunk(from offset: Int, byteCount: Int) -> FileChunk {
    let start = min(max(0, offset), self.byteCount)
    return FileChunk(
      fingerprint: fingerprint, offset: start,
      byteCount: min(max(0, byteCount), self.byteCount - start))
  }
}

/// A part of a file's content.
public struct FileChunk: Hashable, Sendable {
  /// Of the content that it is a part of.
  public let fingerprint: UInt64
  /// The offset of the chunk, in bytes from the content's start.
  public let offset: Int
  /// Number of bytes.
  public let byteCount: Int

  /// The offset at which the next chunk begins.
  public var end: Int { offset + byteCount }
}

/// A file in storage.
public struct StoredFile: Hashable, Sendable, Digestible {
  /// The path of the file.
  public let path: Path
  /// The content of the file.
  public let content: FileContent
  /// Its media type, such as `image/jpeg`.
  public let contentType: String
  /// The user who uploaded it; nil for nobody signed in.
  public let owner: String?
  /// The time at which the upload was complete, in milliseconds since 1970.
  public let createdMilliseconds: Int64
  /// Counts the files that have been at this path, from 1.
  public let generation: Int
}
