/// Files by path, uploaded in chunks that can be resumed.
///
/// A pure state machine. A file appears, or replaces another, when its last byte is stored and not
/// before. Sources: Google Cloud Storage documentation, "Resumable uploads"; Firebase documentation,
/// "Upload files".
public struct FileStore: Sendable {
  /// The unit of chunks in bytes (256 KiB): the size of each is a multiple of it; only the last may be shorter.
  public static let chunkUnit = 256 * 1_024
  /// The time for which an upload can be resumed (one week).
  public static let uploadLifetimeMilliseconds: Int64 = 7 * 24 * 60 * 60 * 1_000

  /// An upload under way.
  public struct UploadID: Hashable, Sendable {
    /// The upload's number, from 1 on.
    public let number: Int
  }

  /// The progress of an upload.
  public enum Progress: Hashable, Sendable {
    /// So many bytes are stored.
    case stored(Int, of: Int)
    /// The file is there.
    case complete(StoredFile)

    /// Stored bytes.
    public var byteCount: Int {
      switch self {
      case .stored(let count, _): count
      case .complete(let file): file.content.byteCount
      }
    }
  }

  fileprivate struct Upload: Sendable {
    let path: Path
    let byteCount: Int
    let contentType: String
    let uid: String?
    let expiryMilliseconds: Int64
    var storedBytes = 0
    /// Of the content that the chunks so far came from; mixed when they came from several.
    var fingerprint: UInt64?
  }

  /// The rules for operations on files.
  public let rules: StorageRules
  private var files: [Path: StoredFile] = [:]
  private var generations: [Path: Int] = [:]
  /// Own metadata that changed after their files were stored.
  var metadata: [Path: ChangedMetadata] = [:]
  private var uploads: [UploadID: Upload] = [:]
  /// The files of complete uploads, for a client that did not hear of the end, until the uploads expire.
  private var completed: [UploadID: (file: StoredFile, expiryMilliseconds: Int64)] = [:]
  private var uploadCount = 0

  /// An empty store.
  public init(rules: StorageRules = .open) { self.rules = rules }

  /// The paths of all files, in order.
  public var paths: [Path] { files.keys.sorted() }

  /// Whether there is no file.
  var isEmpty: Bool { files.isEmpty }

  /// Bytes of all files together.
  public var byteCount: Int {
    // order: a sum is the same in any.
    files.values.reduce(0) { $0 + $1.content.byteCount }
  }

  /// The file at a path, whoever may read it.
  public func file(at path: Path) -> StoredFile? { files[path] }

  /// Begins an upload.
  ///
  /// - Parameters:
  ///   - byteCount: the size of the file to come, which rules may judge.
  ///   - uid: the user who uploads; nil for nobody signed in.
  ///   - nowMilliseconds: the server's clock, milliseconds since 1970.
  public mutating func beginUpload(
    to path: Path, byteCount: Int, contentType: String, as uid: String?, nowMilliseconds: Int64
  ) throws(StorageError) -> UploadID {
    guard byteCount >= 0 else { throw .invalidSize(bytes: byteCount) }
    if path.isRoot { throw .invalidPath(path, problem: "name the file") }
    let existing = files[path]
    let request = StorageRequest(
      operation: existing == nil ? .create : .update, path: path, uid: uid, existing: existing,
      byteCount: byteCount, contentType: contentType, nowMilliseconds: nowMilliseconds)
    try check(request)
    uploadCount += 1
    let id = UploadID(number: uploadCount)
    uploads[id] = Upload(
      path: path, byteCount: byteCount, contentType: contentType, uid: uid,
      expiryMilliseconds: nowMilliseconds + Self.uploadLifetimeMilliseconds)
    return id
  }

  /// Returns the progress of an upload, which a client asks for before it resumes; of one that is complete, its file.
  ///
  /// Source: google/gtm-session-fetcher, `GTMSessionUploadFetcher`, which takes the status `final` in the answer to a
  /// query for the end of the upload.
  public func progress(
    of id: UploadID, nowMilliseconds: Int64
  ) throws(StorageError) -> Progress {
    if let done = completed[id], nowMilliseconds <= done.expiryMilliseconds {
      return .complete(done.file)
    }
    let upload = try upload(id, nowMilliseconds)
    return .stored(upload.storedBytes, of: upload.byteCount)
  }

  /// Stores a chunk; the file is there when it was the last.
  ///
  /// A file of no bytes takes one chunk of no bytes. A complete upload takes no more: a chunk that was sent again while the
  /// first was still on its way is refused (firebase-tools, `src/emulator/storage/upload.ts`, `UploadNotActiveError`).
  public mutating func store(
    _ chunk: FileChunk, in id: UploadID, nowMilliseconds: Int64
  ) throws(StorageError) -> Progress {
    var upload = try upload(id, nowMilliseconds)
    guard chunk.offset == upload.storedBytes else {
      throw .wrongOffset(given: chunk.offset, expected: upload.storedBytes)
    }
    guard chunk.end <= upload.byteCount else {
      throw .tooLong(end: chunk.end, announced: upload.byteCount)
    }
    let isLast = chunk.end == upload.byteCount
    guard isLast || chunk.byteCount % Self.chunkUnit == 0 else {
      throw .unalignedChunk(bytes: chunk.byteCount)
    }
    upload.take(chunk)
    guard isLast else {
      uploads[id] = upload
      return .stored(upload.storedBytes, of: upload.byteCount)
    }
    uploads[id] = nil
    let generation = generations[upload.path, default: 0] + 1
    generations[upload.path] = generation
    let file = StoredFile(
      path: upload.path,
      content: FileContent(
        fingerprint: upload.fingerprint ?? chunk.fingerprint, byteCount: upload.byteCount),
      contentType: upload.contentType, owner: upload.uid, createdMilliseconds: nowMilliseconds,
      generation: generation)
    files[upload.path] = file
    completed[id] = (file, upload.expiryMilliseconds)
    return .complete(file)
  }

  /// Gives an upload up.
  public mutating func cancel(_ id: UploadID) { uploads[id] = nil }

  /// A file for a reader.
  public func download(
    _ path: Path, as uid: String?, nowMilliseconds: Int64
  ) throws(StorageError) -> StoredFile {
    try check(request(.get, path, uid, nowMilliseconds))
    guard let file = files[path] else { throw .fileNotFound(path) }
    return file
  }

  /// Removes a file.
  public mutating func delete(
    _ path: Path, as uid: String?, nowMilliseconds: Int64
  ) throws(StorageError) {
    try check(request(.delete, path, uid, nowMilliseconds))
    guard files.removeValue(forKey: path) != nil else { throw .fileNotFound(path) }
  }

  /// Removes a file as a trusted program does; whether there was one.
  public mutating func administer(delete path: Path) -> Bool {
    files.removeValue(forKey: path) != nil
  }

  func request(
    _ operation: StorageRequest.Operation, _ path: Path, _ uid: String?,
    _ nowMilliseconds: Int64
  ) -> StorageRequest {
    StorageRequest(
      operation: operation, path: path, uid: uid, existing: files[path], byteCount: nil,
      contentType: nil, nowMilliseconds: nowMilliseconds)
  }

  func check(_ request: StorageRequest) throws(StorageError) {
    guard rules.allows(request) else {
      throw .unauthorized(request.operation, request.path, uid: request.uid)
    }
  }

  private func upload(_ id: UploadID, _ nowMilliseconds: Int64) throws(StorageError) -> Upload {
    if let done = completed[id], nowMilliseconds <= done.expiryMilliseconds {
      throw .uploadComplete(id)
    }
    guard let upload = uploads[id], nowMilliseconds <= upload.expiryMilliseconds else {
      throw .uploadNotFound(id)
    }
    return upload
  }
}

extension FileStore.Upload {
  /// Adds a chunk; chunks of different contents give a content that is neither.
  fileprivate mutating func take(_ chunk: FileChunk) {
    storedBytes = chunk.end
    guard chunk.byteCount > 0 else { return }
    if let fingerprint, fingerprint != chunk.fingerprint {
      self.fingerprint = ContentHash.combine(fingerprint, chunk.fingerprint)
    } else {
      fingerprint = chunk.fingerprint
    }
  }
}
