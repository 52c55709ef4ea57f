internal import Backend

extension TransferQueue {
  /// A file on its way, or about to go.
  struct Transfer {
    let id: TransferID
    let path: Path
    /// The number of connections on which it was under way.
    var attempts = 0
    var state: State
  }

  /// The state of a transfer, with the data that only this state has.
  enum State {
    case uploading(Upload)
    case downloading(Download)
    case deleting
    case asking(StorageCommand)
  }

  /// A file that the backend is to store.
  struct Upload {
    /// The part of an upload that the backend knows.
    enum Session {
      /// Nothing: the file is still to be announced.
      case unannounced
      /// The file was announced; so much of it is stored, and so much was sent on this connection or is known to be there.
      case begun(FileStore.UploadID, storedBytes: Int, sentBytes: Int)
    }

    let content: FileContent
    let contentType: String
    var session: Session
  }

  /// A file that the backend is asked for.
  enum Download {
    /// Nothing is known of the file yet.
    case undescribed
    /// The file is known, so much of it was received, and chunks up to some byte were asked for.
    case described(StoredFile, receivedBytes: Int, askedBytes: Int)
  }
}

extension TransferQueue.State {
  /// The state in which a transfer begins.
  init(_ job: TransferQueue.Job) {
    switch job {
    case .upload(let content, let contentType, let resuming):
      self = .uploading(
        TransferQueue.Upload(
          content: content, contentType: contentType,
          session: resuming.map { .begun($0, storedBytes: 0, sentBytes: 0) } ?? .unannounced))
    case .download: self = .downloading(.undescribed)
    case .deletion: self = .deleting
    case .question(let question): self = .asking(question)
    }
  }

  /// The state's name, such as `uploading, begun`.
  var name: String {
    switch self {
    case .uploading(let upload):
      switch upload.session {
      case .unannounced: "uploading, unannounced"
      case .begun: "uploading, begun"
      }
    case .downloading(.undescribed): "downloading, undescribed"
    case .downloading(.described): "downloading, described"
    case .deleting: "deleting"
    case .asking: "asking"
    }
  }
}

extension TransferQueue.Transfer {
  /// The progress of the transfer.
  var progress: TransferProgress {
    switch state {
    case .uploading(let upload):
      let total = upload.content.byteCount
      switch upload.session {
      case .unannounced:
        return TransferProgress(byteCount: 0, totalByteCount: total, upload: nil)
      case .begun(let session, let bytes, _):
        return TransferProgress(byteCount: bytes, totalByteCount: total, upload: session)
      }
    case .downloading(.described(let file, let bytes, _)):
      return TransferProgress(
        byteCount: bytes, totalByteCount: file.content.byteCount, upload: nil)
    case .downloading(.undescribed), .deleting, .asking:
      return TransferProgress(byteCount: 0, totalByteCount: 0, upload: nil)
    }
  }

  /// One line for a failure's story.
  var story: String {
    let verb =
      switch state {
      case .uploading: "uploading"
      case .downloading: "downloading"
      case .deleting: "deleting"
      case .asking: "asking for"
      }
    return "\(verb) \(path): \(progress.byteCount) bytes so far"
  }
}
