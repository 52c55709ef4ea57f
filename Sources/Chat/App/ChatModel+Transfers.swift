internal import Backend
internal import Devices

// Files on their way between this phone and file storage: photos of groups, and pictures of messages.

extension ChatModel {
  /// Whether anything is on its way to file storage; what has failed waits for its author, and what the phone's system uploads
  /// needs no app.
  var hasUploads: Bool {
    // order: whether there is one is the same in any.
    store.uploads.values.contains { !$0.hasFailed && !isHandedOver($0) }
  }

  /// Whether the phone's system has an upload in hand.
  private func isHandedOver(_ upload: UploadFact) -> Bool {
    guard policies.uploadsInBackground, case .message = upload.purpose else { return false }
    return upload.session != nil && upload.state != .uploaded
  }

  /// The backend knows of a picture, which the phone's system uploads from now on.
  mutating func uploadBegan(_ id: Key, _ session: FileStore.UploadID) {
    uploadProgressed(id, in: session, percent: 0)
    if let begun = store.uploads[id.text] { effects.append(.upload(begun)) }
  }

  /// The phone's system has so much of a file, or all.
  mutating func uploadProgressed(to place: Path, _ progress: TransferProgress) {
    if let upload = upload(to: place) { uploadProgressed(upload.id, progress) }
  }

  /// The upload to a place; nil where none is on its way.
  func upload(to place: Path) -> UploadFact? {
    // order: no two uploads go to one place.
    store.uploads.values.first { $0.place == place }
  }

  /// Goes on with what a former process has begun.
  mutating func resumeTransfers() {
    for var upload in store.uploads.values.sorted(by: { $0.id.text < $1.id.text }) {
      if case .uploading = upload.state {
        upload.become(.queued)
        store.put(upload)
      }
      switch upload.purpose {
      case .photo(let id): startUpload(upload, to: id)
      case .message(let id, _): startUpload(of: id)
      }
    }
  }

  /// The backend has so much of a file; what was given up is over.
  mutating func uploadProgressed(_ id: Key, _ progress: TransferProgress) {
    guard let session = progress.upload else { return }
    let percent = progress.byteCount * 100 / progress.totalByteCount
    uploadProgressed(id, in: session, percent: percent)
  }

  private mutating func uploadProgressed(
    _ id: Key, in session: FileStore.UploadID, percent: Int
  ) {
    guard var upload = store.uploads[id.text] else { return }
    upload.session = session
    switch upload.state {
    case .queued, .retried: upload.become(.uploading(percent: percent))
    case .uploading(let before):
      // An upload that the backend has forgotten begins anew.
      if percent < before { upload.become(.queued) }
      if percent > before { upload.timeouts = 0 }
      upload.become(.uploading(percent: percent))
    case .local, .uploaded, .failed: return
    }
    store.put(upload)
  }

  /// A file is stored, or will not be.
  mutating func uploadEnded(_ id: Key, _ result: Result<StoredFile, TransferError>) {
    guard let upload = store.uploads[id.text] else { return }
    switch upload.purpose {
    case .photo(let conversation): photoEnded(upload, of: conversation, result)
    case .message(let message, let number):
      pictureEnded(upload, of: message, number: number, result)
    }
  }

  /// What has made no progress for long is tried again: there was no network. So is what is there although its end was not
  /// heard of.
  private mutating func photoEnded(
    _ upload: UploadFact, of conversation: ConversationID,
    _ result: Result<StoredFile, TransferError>
  ) {
    switch result {
    case .success:
      store.remove(upload)
      store.put(FileFact(place: upload.place.description, content: upload.picture.content))
      submit(.describe(conversation, .photo(upload.place.description)))
    case .failure(.retryLimitExceeded), .failure(.refused(.uploadComplete)):
      effects.append(.upload(upload))
    case .failure:
      store.remove(upload)
      navigation.alert = policies.text[.groupUnchanged]
    }
  }

  /// A file is here, or cannot be had.
  mutating func downloadEnded(_ place: String, _ result: Result<StoredFile, TransferError>) {
    if ChatPlaces.message(at: place) != nil {
      pictureArrived(at: place, result)
      return pictureDownloadEnded(at: place)
    }
    // Should a group show again what another photo has replaced meanwhile, it is asked for once more.
    guard store.isPhotoOfAGroup(place) else {
      downloads.remove(place)
      return
    }
    switch result {
    case .success(let file): store.put(FileFact(place: place, content: file.content))
    case .failure(.retryLimitExceeded): effects.append(.download(place))
    // It is asked for again when somebody looks once more.
    case .failure: unavailablePhotos.insert(place)
    }
  }
}
