internal import Simulator
internal import SystemSupport

/// A file, a folder or a symbolic link in an app's container, as it lies on the phone's disk.
struct FileNode: Digestible, Sendable {
  enum Content {
    case file([UInt8])
    case folder
    case link(to: String)
  }

  /// The number that stat(2) shows, counted from 1.
  let number: UInt64
  var content: Content
  var mode: UInt32
  /// When it was made and last changed by the phone's clock, in nanoseconds since 1970.
  let created: Int64
  var modified: Int64

  var byteCount: Int {
    switch content {
    case .file(let bytes): bytes.count
    case .folder: 64
    case .link(let target): target.utf8.count
    }
  }

  var kind: FileStatus.Kind {
    switch content {
    case .file: .file
    case .folder: .folder
    case .link: .link
    }
  }

  var status: FileStatus {
    FileStatus(
      kind: kind, mode: mode, size: byteCount, number: number, modified: modified, created: created)
  }

  func digest(into hash: inout StableHash) {
    hash.mix(number)
    hash.mix(UInt64(mode))
    hash.mix(created)
    hash.mix(modified)
    switch content {
    case .file(let bytes):
      hash.mix(UInt64(bytes.count))
      for start in stride(from: 0, to: bytes.count, by: 8) {
        var word: UInt64 = 0
        for index in start..<min(start + 8, bytes.count) { word = word << 8 | UInt64(bytes[index]) }
        hash.mix(word)
      }
    case .folder: hash.mix("folder")
    case .link(let target):
      hash.mix("link")
      hash.mix(target)
    }
  }
}
