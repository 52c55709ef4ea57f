/// The reason why file storage did not do what it was asked.
public enum StorageError: Error, Equatable, Sendable {
  /// No rule allows it.
  case unauthorized(StorageRequest.Operation, Path, uid: String?)
  /// There is no such file.
  case fileNotFound(Path)
  /// Another file has taken the place of the one that is being read.
  case fileReplaced(Path)
  /// The path is no place for a file.
  case invalidPath(Path, problem: String)
  /// A file cannot have this size.
  case invalidSize(bytes: Int)
  /// There is no such upload: it was cancelled, or has expired.
  case uploadNotFound(FileStore.UploadID)
  /// The upload has all of its file already, and takes no more.
  case uploadComplete(FileStore.UploadID)
  /// The chunk doesn't begin where the stored part ends.
  case wrongOffset(given: Int, expected: Int)
  /// The chunk goes beyond the announced size.
  case tooLong(end: Int, announced: Int)
  /// A chunk that isn't the last is no multiple of `FileStore.chunkUnit`.
  case unalignedChunk(bytes: Int)
}

extension StorageError: CustomStringConvertible {
  /// The problem, its place and the remedy.
  public var description: String {
    switch self {
    case .unauthorized(let operation, let path, let uid):
      "\(operation.rawValue) of \(path) by \(uid ?? "nobody signed in"): "
        + "no storage rule allows it"
    case .fileNotFound(let path): "no file at \(path): upload it first"
    case .fileReplaced(let path):
      "the file at \(path) was replaced meanwhile: read it from its beginning"
    case .invalidPath(let path, let problem): "no file can be at \(path): \(problem)"
    case .invalidSize(let bytes): "no file has \(bytes) bytes: announce zero or more"
    case .uploadNotFound(let id):
      "upload \(id.number) is cancelled or older than a week: begin another"
    case .uploadComplete(let id):
      "upload \(id.number) is complete: ask for its progress, and take the file"
    case .wrongOffset(let given, let expected):
      "the chunk begins at byte \(given), \(expected) are stored: go on from there"
    case .tooLong(let end, let announced):
      "the chunk ends at byte \(end) of a file announced with \(announced) bytes"
    case .unalignedChunk(let bytes):
      "a chunk of \(bytes) bytes that isn't the last: "
        + "send multiples of \(FileStore.chunkUnit) bytes"
    }
  }
}
