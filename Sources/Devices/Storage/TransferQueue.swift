internal import Backend

/// The transfers of one client over whatever connection there is, as a pure value.
///
/// Uploads send one chunk after the other, each once the one before is stored; after a loss they ask how far the
/// backend is. Downloads ask for a few chunks ahead, so that a slow round trip does not starve the link. Source: Google
/// Cloud Storage documentation, "Resumable uploads".
struct TransferQueue {
  /// The operation on a file.
  enum Task: Sendable {
    case upload(FileContent, contentType: String)
    case download
    case deletion
  }

  /// The result of a transfer: the file that was stored or read, nil for a deletion, or the error.
  typealias End = Result<StoredFile?, TransferError>

  /// An action that the queue asks of its owner.
  enum Action: Sendable {
    /// Send this on the present connection.
    case send(StorageClientMessage)
    /// Tell how far a transfer is.
    case progress(TransferID, TransferProgress)
    /// Tell how a transfer ended; nothing follows for it.
    case ended(TransferID, End)
  }

  private struct Transfer {
    let id: TransferID
    let task: Task
    let path: Path
    /// The upload's id, once the upload was begun.
    var upload: FileStore.UploadID?
    /// The downloaded file, once the backend has described it.
    var file: StoredFile?
    /// Bytes that the other side has, or that were received.
    var doneBytes = 0
    /// Bytes of a download that were asked for.
    var askedBytes = 0
    /// The number of connections on which it was under way.
    var attempts = 0
  }

  /// The number of chunks of a download that are requested ahead.
  static let chunksAhead = 4

  private let user: String?
  private var isConnected = false
  /// The transfers, in the order in which they were begun.
  private var transfers: [Transfer] = []
  private var lastTransfer = 0
  private var lastRequest = 0
  /// The transfers of unanswered requests, by the requests' numbers.
  private var unanswered: [Int: TransferID] = [:]

  /// A queue without transfers.
  ///
  /// - Parameter user: The id of the user to act as; nil acts as nobody.
  init(user: String?) {
    self.user = user
  }

  /// Whether nothing is to be transferred.
  var isEmpty: Bool { transfers.isEmpty }

  /// Begins a transfer.
  ///
  /// - Parameter upload: The upload to resume, for a file of which a part is stored already.
  mutating func begin(
    _ task: Task, _ path: Path, resuming upload: FileStore.UploadID? = nil
  ) -> (TransferID, [Action]) {
    lastTransfer += 1
    let id = TransferID(number: lastTransfer)
    transfers.append(Transfer(id: id, task: task, path: path, upload: upload))
    return (id, isConnected ? resume(transfers.count - 1) : [])
  }

  /// The connection stands: signs in and goes on with everything where it was.
  mutating func connected() -> [Action] {
    isConnected = true
    unanswered = [:]
    lastRequest += 1
    var actions = [
      Action.send(StorageClientMessage(number: lastRequest, .authenticate(uid: user)))
    ]
    for index in transfers.indices { actions += resume(index) }
    return actions
  }

  /// The connection is gone, and with it all answers that were awaited.
  mutating func lost() {
    isConnected = false
    unanswered = [:]
  }

  /// Gives a transfer up; does nothing for one that has ended.
  mutating func giveUp(_ id: TransferID, because error: TransferError) -> [Action] {
    guard let index = index(of: id) else { return [] }
    var actions: [Action] = []
    if isConnected, let upload = transfers[index].upload {
      lastRequest += 1
      actions.append(.send(StorageClientMessage(number: lastRequest, .cancelUpload(upload))))
    }
    return actions + end(index, .failure(error))
  }

  /// Takes in an answer.
  mutating func received(_ message: StorageServerMessage) -> [Action] {
    guard let id = unanswered.removeValue(forKey: message.number), let index = index(of: id)
    else { return [] }
    switch message.answer {
    case .begun(let upload):
      transfers[index].upload = upload
      return [.progress(id, progress(index))] + sendChunk(index)
    case .progress(.stored(let bytes, _)):
      transfers[index].doneBytes = bytes
      return [.progress(id, progress(index))] + sendChunk(index)
    case .progress(.complete(let file)):
      transfers[index].doneBytes = file.content.byteCount
      return [.progress(id, progress(index))] + end(index, .success(file))
    case .file(let file):
      return described(index, file)
    case .data(let chunk):
      return took(chunk, index)
    case .deleted:
      return end(index, .success(nil))
    case .refused(let error):
      return refused(index, error)
    }
  }

  /// The transfers under way, each described in a line, for the story of a failure.
  var story: [String] {
    transfers.map { transfer in
      let verb =
        switch transfer.task {
        case .upload: "uploading"
        case .download: "downloading"
        case .deletion: "deleting"
        }
      return "\(verb) \(transfer.path): \(transfer.doneBytes) bytes so far"
    }
  }

  // MARK: - One transfer

  private func index(of id: TransferID) -> Int? { transfers.firstIndex { $0.id == id } }

  private func progress(_ index: Int) -> TransferProgress {
    let transfer = transfers[index]
    let total =
      if case .upload(let content, _) = transfer.task {
        content.byteCount
      } else {
        transfer.file?.content.byteCount ?? 0
      }
    return TransferProgress(
      byteCount: transfer.doneBytes, totalByteCount: total, upload: transfer.upload)
  }

  private mutating func request(_ command: StorageCommand, for index: Int) -> Action {
    lastRequest += 1
    unanswered[lastRequest] = transfers[index].id
    return .send(StorageClientMessage(number: lastRequest, command))
  }

  /// Goes on on a new connection.
  private mutating func resume(_ index: Int) -> [Action] {
    transfers[index].attempts += 1
    let transfer = transfers[index]
    switch transfer.task {
    case .upload(let content, let type):
      if let upload = transfer.upload { return [request(.queryUpload(upload), for: index)] }
      return [
        request(
          .beginUpload(transfer.path, byteCount: content.byteCount, contentType: type), for: index)
      ]
    case .download:
      return [request(.describe(transfer.path), for: index)]
    case .deletion:
      return [request(.delete(transfer.path), for: index)]
    }
  }

  private mutating func sendChunk(_ index: Int) -> [Action] {
    let transfer = transfers[index]
    guard case .upload(let content, _) = transfer.task, let upload = transfer.upload else {
      return []
    }
    let chunk = content.chunk(from: transfer.doneBytes, byteCount: FileStore.chunkUnit)
    return [request(.store(chunk, in: upload), for: index)]
  }

  /// The file to download is known: what was received of the same one is kept.
  private mutating func described(_ index: Int, _ file: StoredFile) -> [Action] {
    if transfers[index].file?.generation != file.generation { transfers[index].doneBytes = 0 }
    transfers[index].file = file
    transfers[index].askedBytes = transfers[index].doneBytes
    let progress = Action.progress(transfers[index].id, progress(index))
    guard file.content.byteCount > transfers[index].doneBytes else {
      return [progress] + end(index, .success(file))
    }
    return [progress] + askAhead(index)
  }

  private mutating func took(_ chunk: FileChunk, _ index: Int) -> [Action] {
    guard let file = transfers[index].file else { return [] }
    transfers[index].doneBytes = chunk.end
    let progress = Action.progress(transfers[index].id, progress(index))
    if chunk.end == file.content.byteCount { return [progress] + end(index, .success(file)) }
    return [progress] + askAhead(index)
  }

  private mutating func askAhead(_ index: Int) -> [Action] {
    guard let file = transfers[index].file else { return [] }
    let total = file.content.byteCount
    let horizon = min(
      total, transfers[index].doneBytes + Self.chunksAhead * FileStore.chunkUnit)
    var actions: [Action] = []
    while transfers[index].askedBytes < horizon {
      let offset = transfers[index].askedBytes
      let count = min(FileStore.chunkUnit, total - offset)
      transfers[index].askedBytes += count
      actions.append(
        request(
          .read(file.path, generation: file.generation, offset: offset, byteCount: count),
          for: index))
    }
    return actions
  }

  private mutating func refused(_ index: Int, _ error: StorageError) -> [Action] {
    switch error {
    case .uploadNotFound:
      // It was too old, or another store forgot it: from the beginning.
      transfers[index].upload = nil
      transfers[index].doneBytes = 0
      return resume(index)
    case .fileReplaced:
      forgetRequests(of: transfers[index].id)
      return resume(index)
    case .wrongOffset(_, let expected):
      transfers[index].doneBytes = expected
      return sendChunk(index)
    case .fileNotFound:
      // A deletion whose answer got lost has done its work.
      if case .deletion = transfers[index].task, transfers[index].attempts > 1 {
        return end(index, .success(nil))
      }
      return end(index, .failure(.refused(error)))
    case .unauthorized, .invalidPath, .invalidSize, .tooLong, .unalignedChunk:
      return end(index, .failure(.refused(error)))
    }
  }

  private mutating func end(_ index: Int, _ end: End) -> [Action] {
    let id = transfers.remove(at: index).id
    forgetRequests(of: id)
    return [.ended(id, end)]
  }

  private mutating func forgetRequests(of id: TransferID) {
    unanswered = unanswered.filter { $0.value != id }
  }
}
