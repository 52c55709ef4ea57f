internal import Backend
internal import Devices
internal import Simulator

// Pictures of messages. The message goes first, with a record that says what is to come; the picture follows once the backend
// has the message, and one write completes the record (C-44). So nothing is stored that belongs to no message.

extension ChatModel {
  /// Keeps the picture of a message that is being sent: the author sees it from this phone's own file.
  mutating func keep(_ picture: Picture, of id: MessageID, in conversation: ConversationID) {
    let place = ChatPlaces.picture(of: id, in: conversation, by: user)
    var upload = UploadFact(id: id.key, purpose: .message(id), picture: picture, place: place)
    upload.become(.queued)
    store.put(upload)
    store.put(FileFact(place: place.description, content: picture.content))
  }

  /// Begins to upload the picture of a message that the backend has; does nothing where that is under way.
  mutating func startUpload(of id: MessageID) {
    guard let upload = store.uploads[id.text], upload.state == .queued,
      store.messages[id]?.submission == .accepted, activeUploads.insert(upload.id).inserted
    else { return }
    effects.append(.upload(upload))
  }

  /// The picture of a message is stored, or will not be (C-45).
  mutating func pictureEnded(
    _ upload: UploadFact, of id: MessageID, _ result: Result<StoredFile, TransferError>
  ) {
    activeUploads.remove(upload.id)
    var upload = upload
    switch result {
    case .success:
      // What was stored before the process began is told without any progress.
      if upload.state == .queued { upload.become(.uploading(percent: 100)) }
      upload.become(.uploaded)
      submit(.attach(id))
    case .failure(.retryLimitExceeded):
      retryLater(&upload)
    case .failure(.networkLost):
      upload.become(.failed(.disconnected))
    case .failure:
      upload.become(.failed(.refused))
    }
    store.put(upload)
    startUpload(of: id)
  }

  /// Nobody answered for long: what has never begun waits for the network, and what has is tried again after a while, twice as
  /// long each time.
  private mutating func retryLater(_ upload: inout UploadFact) {
    guard upload.session != nil else { return }
    guard upload.timeouts < Self.timeoutsMax else { return upload.become(.failed(.timedOut)) }
    if case .uploading = upload.state { upload.become(.queued) }
    let delay = Duration.seconds(1 << upload.timeouts)
    upload.timeouts += 1
    activeUploads.insert(upload.id)
    effects.append(.startUploadTimer(upload.id, delay))
  }

  /// The number of time-outs in a row after which a picture has failed; ours. The pauses are 1, 2, 4, 8 and 16 s.
  static let timeoutsMax = 5

  /// The pause after a time-out is over.
  mutating func uploadTimerFired(_ id: Key) {
    guard let upload = store.uploads[id.text], upload.state == .queued else { return }
    effects.append(.upload(upload))
  }

  /// Tries a picture again that was not uploaded, as the same attachment of the same message (AS-20).
  ///
  /// - Returns: Whether there was such a picture.
  mutating func retryUpload(of id: MessageID) -> Bool {
    guard var upload = store.uploads[id.text], upload.hasFailed else { return false }
    upload.timeouts = 0
    upload.become(.queued)
    store.put(upload)
    startUpload(of: id)
    return true
  }

  /// The backend has answered the write that completes the record.
  ///
  /// One that it refuses has been there already, from an attempt whose answer was lost, or may not be any more.
  mutating func settleAttachment(_ id: MessageID, _ outcome: WriteOutcome) {
    guard var upload = store.uploads[id.text] else { return }
    if outcome == .committed || store.messages[id]?.attachment?.url != nil {
      return store.remove(upload)
    }
    upload.become(.failed(.refused))
    store.put(upload)
  }

  /// The picture of a message is no more: what is on the way is stopped, and the file is removed here, and by its author from
  /// storage.
  mutating func dropPicture(of message: MessageFact) {
    forgetPicture(of: message)
    guard message.author == user else { return }
    let place = store.standingPlace(of: message)
    store.put(RemovalFact(place: place))
    effects.append(.removeFile(place))
  }

  /// Removes the picture of a message from this phone, and stops its upload.
  mutating func forgetPicture(of message: MessageFact) {
    if let upload = store.uploads[message.id.text] {
      store.remove(upload)
      if activeUploads.remove(upload.id) != nil { effects.append(.cancelUpload(upload.place)) }
    }
    store.removeFile(at: store.standingPlace(of: message))
  }

  // MARK: - Pictures of others

  /// Asks for the pictures of the messages on the screen that are uploaded and not on this phone, once each.
  mutating func followPictures() {
    guard !store.awaitingPictures.isEmpty, navigation.isForeground, let open = navigation.open
    else { return }
    let projection = projection(clock: WallClock())
    for id in projection.displayed(in: open) where store.awaitingPictures.contains(id) {
      guard let url = store.messages[id]?.attachment?.url,
        store.downloadState(at: url) == .placeholder
      else { continue }
      store.fetch(.loading, at: url)
      effects.append(.download(url))
    }
  }

  /// Asks once more for a picture that could not be fetched (AD-03).
  mutating func reload(_ id: MessageID) {
    guard let url = store.messages[id]?.attachment?.url,
      case .failed = store.downloadState(at: url)
    else { return }
    store.fetch(.loading, at: url)
    effects.append(.download(url))
  }

  /// Opens a picture that is here on the full screen (AD-05).
  mutating func openPicture(of id: MessageID) {
    guard let message = store.messages[id], navigation.open == message.conversation,
      projection(clock: WallClock()).pictureViewer(of: id) != nil
    else { return }
    stopTyping()
    navigation.sheet = Navigation.Sheet(subject: .picture(id))
  }

  /// Zooms the picture on the full screen, from 1x to 4x.
  mutating func zoom(to percent: Int) {
    guard case .picture = navigation.sheet?.subject else { return }
    let zooms = Screen.PictureViewer.zooms
    navigation.sheet?.zoom = min(max(percent, zooms.lowerBound), zooms.upperBound)
  }

  /// A picture is here, or cannot be had; nobody wants that of a message that was deleted meanwhile.
  mutating func pictureArrived(at place: String, _ result: Result<StoredFile, TransferError>) {
    guard let id = ChatPlaces.message(at: place), store.messages[id]?.attachment?.url == place,
      store.downloadState(at: place) == .loading
    else { return }
    switch result {
    case .success(let file): store.put(FileFact(place: place, content: file.content))
    case .failure(.retryLimitExceeded): store.fetch(.failed(.timedOut), at: place)
    case .failure: store.fetch(.failed(.unavailable), at: place)
    }
  }
}
