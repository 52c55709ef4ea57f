internal import Backend

/// The transfers of one client over whatever connection there is, as a pure value.
///
/// Uploads are streams, as those of Firebase's client, which sends the whole rest of a file in one request: a chunk is on its
/// way while the one before is being stored, so that no round trip is waited for. After a loss they ask how far the backend
/// is. Downloads ask for a few chunks ahead, too. Sources: Google Cloud Storage documentation, "Resumable uploads";
/// firebase-ios-sdk, `StorageUploadTask` (`uploadChunkSizeBytes`, unlimited unless an app sets it).
struct TransferQueue {
  /// The operation on a file.
  enum Job: Sendable {
    /// - Parameter resuming: The upload to go on with, of which the backend has a part already.
    case upload(FileContent, contentType: String, resuming: FileStore.UploadID?)
    case download
    case deletion
    /// A question without a transfer, such as for metadata.
    case question(StorageCommand)
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
    /// A question was answered; its end follows.
    case answered(TransferID, StorageAnswer)
  }

  /// How many chunks of a download are asked for ahead.
  static let chunksAhead = 4
  /// How many chunks of an upload are handed to the socket and not stored yet: what a kernel keeps of a stream; ours.
  static let chunksInSocket = 2

  /// The state of the connection.
  private enum Link {
    case down
    /// - Parameter unanswered: The transfers to which the unanswered requests belong.
    case up(unanswered: [Int: TransferID])
  }

  private var user: String?
  private var link = Link.down
  /// In the order of their beginnings.
  private var transfers: [Transfer] = []
  private var lastTransfer = 0
  private var lastRequest = 0

  /// A queue without transfers.
  ///
  /// - Parameter user: The id of the user to act as; nil acts as nobody.
  init(user: String?) {
    self.user = user
  }

  /// Whether nothing is to be transferred.
  var isEmpty: Bool { transfers.isEmpty }

  /// Begins a transfer.
  mutating func begin(_ job: Job, _ path: Path) -> (TransferID, [Action]) {
    lastTransfer += 1
    let id = TransferID(number: lastTransfer)
    transfers.append(Transfer(id: id, path: path, state: State(job)))
    return (id, isConnected ? resume(transfers.count - 1) : [])
  }

  private var isConnected: Bool { if case .up = link { true } else { false } }

  /// Acts as another user, or as nobody, from now on.
  mutating func signIn(as user: String?) -> [Action] {
    self.user = user
    guard isConnected else { return [] }
    lastRequest += 1
    return [.send(StorageClientMessage(number: lastRequest, .authenticate(uid: user)))]
  }

  /// The connection stands: signs in and goes on with everything where it was.
  mutating func connected() -> [Action] {
    link = .up(unanswered: [:])
    lastRequest += 1
    var actions = [
      Action.send(StorageClientMessage(number: lastRequest, .authenticate(uid: user)))
    ]
    for index in transfers.indices { actions += resume(index) }
    return actions
  }

  /// The connection is gone, and with it all answers that were awaited.
  mutating func lost() {
    link = .down
  }

  /// The uploads to a place.
  func uploads(to path: Path) -> [TransferID] {
    transfers.filter { if case .uploading = $0.state { $0.path == path } else { false } }.map(\.id)
  }

  /// Whether the backend knows of an upload, so that it is under way.
  func hasBegun(_ id: TransferID) -> Bool {
    guard let index = index(of: id), case .uploading(let upload) = transfers[index].state,
      case .begun = upload.session
    else { return false }
    return true
  }

  /// Gives a transfer up; does nothing for one that has ended.
  ///
  /// The backend forgets only what the app has cancelled: another attempt goes on with the part that is stored.
  mutating func giveUp(_ id: TransferID, because error: TransferError) -> [Action] {
    guard let index = index(of: id) else { return [] }
    var actions: [Action] = []
    if error == .cancelled, isConnected, case .uploading(let upload) = transfers[index].state,
      case .begun(let upload, _, _) = upload.session
    {
      lastRequest += 1
      actions.append(.send(StorageClientMessage(number: lastRequest, .cancelUpload(upload))))
    }
    return actions + end(index, .failure(error))
  }

  /// Takes in an answer; one to a request of another connection is ignored.
  mutating func received(_ message: StorageServerMessage) -> [Action] {
    guard let id = takeRequest(message.number), let index = index(of: id) else { return [] }
    switch (transfers[index].state, message.answer) {
    case (.uploading(let upload), .begun(let session)):
      return stored(upload, in: session, bytes: 0, sent: 0, index)
    case (.uploading(let upload), .progress(.stored(let bytes, _))):
      guard case .begun(let session, _, let sent) = upload.session else {
        trap(index, message.answer)
      }
      return stored(upload, in: session, bytes: bytes, sent: sent, index)
    case (.uploading(var upload), .progress(.complete(let file))):
      guard case .begun(let session, _, _) = upload.session else { trap(index, message.answer) }
      let all = file.content.byteCount
      upload.session = .begun(session, storedBytes: all, sentBytes: all)
      transfers[index].state = .uploading(upload)
      return [.progress(id, transfers[index].progress)] + end(index, .success(file))
    case (.downloading(let download), .file(let file)):
      return described(index, file, download)
    case (.downloading(.described(let file, _, let asked)), .data(let chunk)):
      return received(chunk, of: file, asked: asked, index)
    case (.deleting, .deleted):
      return end(index, .success(nil))
    case (.asking, .metadata), (.asking, .listing), (.asking, .begun):
      return [.answered(id, message.answer)] + end(index, .success(nil))
    case (_, .refused(let error)):
      return refused(index, error)
    case (.uploading, _), (.downloading, _), (.deleting, _), (.asking, _):
      trap(index, message.answer)
    }
  }

  private func trap(_ index: Int, _ answer: StorageAnswer) -> Never {
    preconditionFailure(
      "a transfer in the state \(transfers[index].state.name) was answered: \(answer.summary)")
  }

  /// The transfers under way, each described in a line, for the story of a failure.
  var story: [String] { transfers.map(\.story) }

  // MARK: - Requests

  private mutating func request(_ command: StorageCommand, for index: Int) -> Action {
    guard case .up(var unanswered) = link else {
      preconditionFailure("a queue without a connection made the request: \(command.summary)")
    }
    lastRequest += 1
    link = .down
    unanswered[lastRequest] = transfers[index].id
    link = .up(unanswered: unanswered)
    return .send(StorageClientMessage(number: lastRequest, command))
  }

  /// The transfer to which a request belongs, which is answered now; nil for one that nobody waits for.
  private mutating func takeRequest(_ number: Int) -> TransferID? {
    guard case .up(var unanswered) = link else { return nil }
    link = .down
    defer { link = .up(unanswered: unanswered) }
    return unanswered.removeValue(forKey: number)
  }

  private func awaitsAnswer(_ id: TransferID) -> Bool {
    guard case .up(let unanswered) = link else { return false }
    // order: whether there is one is the same in any.
    return unanswered.values.contains(id)
  }

  private mutating func forgetRequests(of id: TransferID) {
    guard case .up(let unanswered) = link else { return }
    link = .up(unanswered: unanswered.filter { $0.value != id })
  }

  // MARK: - One transfer

  private func index(of id: TransferID) -> Int? { transfers.firstIndex { $0.id == id } }

  /// Goes on on a new connection.
  private mutating func resume(_ index: Int) -> [Action] {
    transfers[index].attempts += 1
    let path = transfers[index].path
    switch transfers[index].state {
    case .uploading(let upload):
      switch upload.session {
      case .begun(let session, let stored, _):
        // What was sent on another connection counts as far as the answer says.
        note(upload, in: session, bytes: stored, sent: 0, index)
        return [request(.queryUpload(session), for: index)]
      case .unannounced:
        let (count, type) = (upload.content.byteCount, upload.contentType)
        return [request(.beginUpload(path, byteCount: count, contentType: type), for: index)]
      }
    case .downloading:
      return [request(.describe(path), for: index)]
    case .deleting:
      return [request(.delete(path), for: index)]
    case .asking(let question):
      return [request(question, for: index)]
    }
  }

  /// The backend has so much of an upload: sends what the socket takes of the rest.
  private mutating func stored(
    _ upload: Upload, in session: FileStore.UploadID, bytes: Int, sent: Int, _ index: Int
  ) -> [Action] {
    let total = upload.content.byteCount
    let horizon = min(total, bytes + Self.chunksInSocket * FileStore.chunkUnit)
    var offset = max(sent, bytes)
    var chunks: [Action] = []
    // A file of no bytes takes one chunk of none.
    while offset < horizon || total == 0 && chunks.isEmpty {
      let chunk = upload.content.chunk(from: offset, byteCount: FileStore.chunkUnit)
      chunks.append(request(.store(chunk, in: session), for: index))
      offset = chunk.end
    }
    note(upload, in: session, bytes: bytes, sent: offset, index)
    return [.progress(transfers[index].id, transfers[index].progress)] + chunks
  }

  private mutating func note(
    _ upload: Upload, in session: FileStore.UploadID, bytes: Int, sent: Int, _ index: Int
  ) {
    var upload = upload
    upload.session = .begun(session, storedBytes: bytes, sentBytes: sent)
    transfers[index].state = .uploading(upload)
  }

  /// The file to download is known: what was received of the same one is kept.
  private mutating func described(
    _ index: Int, _ file: StoredFile, _ download: Download
  ) -> [Action] {
    var received = 0
    if case .described(let known, let bytes, _) = download, known.generation == file.generation {
      received = bytes
    }
    return askAhead(index, file, received: received, asked: received)
  }

  private mutating func received(
    _ chunk: FileChunk, of file: StoredFile, asked: Int, _ index: Int
  ) -> [Action] {
    askAhead(index, file, received: chunk.end, asked: asked)
  }

  /// Tells how much of a file has been received, and asks for what is next of it, or ends with the last byte.
  private mutating func askAhead(
    _ index: Int, _ file: StoredFile, received: Int, asked: Int
  ) -> [Action] {
    let total = file.content.byteCount
    let horizon = min(total, received + Self.chunksAhead * FileStore.chunkUnit)
    var offset = asked
    var reads: [Action] = []
    while received < total, offset < horizon {
      let count = min(FileStore.chunkUnit, total - offset)
      let read = StorageCommand.read(
        file.path, generation: file.generation, offset: offset, byteCount: count)
      reads.append(request(read, for: index))
      offset += count
    }
    transfers[index].state = .downloading(
      .described(file, receivedBytes: received, askedBytes: offset))
    let progress = Action.progress(transfers[index].id, transfers[index].progress)
    return [progress] + (received < total ? reads : end(index, .success(file)))
  }

  private mutating func refused(_ index: Int, _ error: StorageError) -> [Action] {
    switch (transfers[index].state, error) {
    case (.uploading(var upload), .uploadNotFound):
      // It was too old, or another store forgot it: from the beginning.
      forgetRequests(of: transfers[index].id)
      upload.session = .unannounced
      transfers[index].state = .uploading(upload)
      return resume(index)
    case (.uploading(let upload), .wrongOffset(_, let expected)):
      guard case .begun(let session, let stored, let sent) = upload.session else {
        trap(index, .refused(error))
      }
      let bytes = max(stored, expected)
      guard awaitsAnswer(transfers[index].id) else {
        return self.stored(upload, in: session, bytes: bytes, sent: bytes, index)
      }
      // What was sent behind it may be what the backend expects: its answer says how to go on.
      note(upload, in: session, bytes: bytes, sent: sent, index)
      return []
    case (.downloading, .fileReplaced):
      forgetRequests(of: transfers[index].id)
      return resume(index)
    case (.deleting, .fileNotFound) where transfers[index].attempts > 1:
      // A deletion whose answer got lost has done its work.
      return end(index, .success(nil))
    case (_, .fileNotFound), (_, .unauthorized), (_, .invalidPath), (_, .invalidSize),
      (_, .tooLong), (_, .unalignedChunk), (_, .uploadComplete):
      return end(index, .failure(.refused(error)))
    case (_, .uploadNotFound), (_, .wrongOffset), (_, .fileReplaced):
      trap(index, .refused(error))
    }
  }

  private mutating func end(_ index: Int, _ end: End) -> [Action] {
    let id = transfers.remove(at: index).id
    forgetRequests(of: id)
    return [.ended(id, end)]
  }
}
