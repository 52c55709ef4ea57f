internal import Backend
internal import Devices
internal import Simulator

// Pictures of messages. The message goes first, with a record that says what is to come; the picture follows once the backend
// has the message, and one write completes the record (C-44). So nothing is stored that belongs to no message.

extension ChatModel {
  /// Keeps the pictures of a message that is being sent: the author sees them from this phone's own files.
  ///
  /// - Parameter token: What makes the names of their files random.
  mutating func keep(
    _ pictures: [Picture], of id: MessageID, in conversation: ConversationID, token: Key
  ) {
    for (number, picture) in zip(1..., pictures) {
      let place = ChatPlaces.picture(
        of: id, in: conversation, by: user, file: Attachment.file(number, token))
      var upload = UploadFact(
        id: UploadFact.id(of: id, number: number), purpose: .message(id, number: number),
        picture: picture, place: place)
      upload.become(.queued)
      store.put(upload)
      store.put(FileFact(place: place.description, content: picture.content))
    }
  }

  /// Has the pictures of a message uploaded that the backend has, behind those that wait already.
  ///
  /// One after the other, of all messages: side by side on a slow network, each would be there later, and the first no earlier
  /// than the last. The phone's system gets all at once: each that followed behind the screen would wait for longer.
  mutating func startUpload(of id: MessageID) {
    let isAccepted = store.messages[id]?.submission == .accepted
    for upload in isAccepted ? store.uploads(of: id) : []
    where upload.state.isWaiting && !activeUploads.contains(upload.id) {
      if policies.uploadsInBackground {
        begin(upload)
      } else if !waitingUploads.contains(upload.id) {
        waitingUploads.append(upload.id)
      }
    }
    startNextUpload()
  }

  /// Begins to upload the picture that has waited for longest, unless one is under way.
  mutating func startNextUpload() {
    while activeUploads.isEmpty, !waitingUploads.isEmpty {
      let id = waitingUploads.removeFirst()
      // Nobody wants what was deleted meanwhile.
      if let upload = store.uploads[id.text], upload.state.isWaiting { begin(upload) }
    }
  }

  private mutating func begin(_ upload: UploadFact) {
    activeUploads.insert(upload.id)
    effects.append(.upload(upload))
  }

  /// A picture of a message is stored, or will not be (C-45).
  mutating func pictureEnded(
    _ upload: UploadFact, of id: MessageID, number: Int,
    _ result: Result<StoredFile, TransferError>
  ) {
    activeUploads.remove(upload.id)
    var upload = upload
    switch result {
    case .success:
      // What was stored before the process began is told without any progress.
      if upload.state.isWaiting { upload.become(.uploading(percent: 100)) }
      upload.become(.uploaded)
      submit(.attach(id, number: number))
    case .failure(.retryLimitExceeded):
      retryLater(&upload)
    case .failure(.refused(.uploadComplete)):
      // Its last part was sent again while the first was still on its way: asked once more, the upload tells its file.
      if case .uploading = upload.state { upload.become(.queued) }
    case .failure(.closedByPerson):
      // The person is back, and wants it to go on.
      if case .uploading = upload.state { upload.become(.queued) }
    case .failure(.networkLost):
      upload.become(.failed(.disconnected))
    case .failure:
      upload.become(.failed(.refused))
    }
    store.put(upload)
    startUpload(of: id)
  }

  /// Nobody answered for long, though the phone had a network: it is tried again after a while, twice as long each time. An app
  /// that goes on by itself waits until the database is there again.
  private mutating func retryLater(_ upload: inout UploadFact) {
    let waits = policies.resumesUploads && !navigation.isConnected
    guard waits || upload.timeouts < Self.timeoutsMax else {
      return upload.become(.failed(.timedOut))
    }
    if case .uploading = upload.state { upload.become(.queued) }
    if waits { return }
    let delay = Duration.seconds(1 << upload.timeouts)
    upload.timeouts += 1
    activeUploads.insert(upload.id)
    effects.append(.startUploadTimer(upload.id, delay))
  }

  /// The number of time-outs in a row after which a picture has failed; ours. The pauses are 1, 2, 4, 8 and 16 s.
  static let timeoutsMax = 5

  /// The pause after a time-out is over.
  mutating func uploadTimerFired(_ id: Key) {
    guard let upload = store.uploads[id.text], upload.state.isWaiting else { return }
    effects.append(.upload(upload))
  }

  /// Tries the pictures again that were not uploaded, as the same attachments of the same message (AS-20).
  ///
  /// - Returns: Whether there were any.
  mutating func retryUpload(of id: MessageID) -> Bool {
    let failed = store.uploads(of: id).filter(\.hasFailed)
    if failed.isEmpty { return false }
    for var upload in failed {
      upload.timeouts = 0
      upload.become(.retried)
      store.put(upload)
    }
    startUpload(of: id)
    return true
  }

  /// The backend has answered the write that completes the record.
  ///
  /// One that it refuses has been there already, from an attempt whose answer was lost, or may not be any more.
  mutating func settleAttachment(_ id: MessageID, number: Int, _ outcome: WriteOutcome) {
    guard var upload = store.upload(of: id, number: number) else { return }
    let attachment = store.messages[id]?.attachments.first { $0.number == number }
    if outcome == .committed || attachment?.url != nil {
      return store.remove(upload)
    }
    upload.become(.failed(.refused))
    store.put(upload)
  }

  /// Removes the pictures of a message from this phone, and stops their uploads. From storage the backend removes them, as soon
  /// as the message has them no more (``ChatFunctions/removeMedia``).
  mutating func forgetPictures(of message: MessageFact) {
    let places = store.standingPlaces(of: message)
    for upload in store.uploads(of: message.id) {
      store.remove(upload)
      if activeUploads.remove(upload.id) != nil { effects.append(.cancelUpload(upload.place)) }
    }
    startNextUpload()
    // order: an array, in the order of the pictures.
    for place in places { store.removeFile(at: place) }
  }

  // MARK: - Pictures of others

  /// Asks for the pictures of the messages on the screen that are uploaded and not on this phone, once each, before those that
  /// the media tab asks for.
  mutating func followPictures() {
    guard !store.awaitingPictures.isEmpty, navigation.isForeground, let open = navigation.open
    else { return }
    let projection = projection(clock: WallClock())
    var places: [String] = []
    for id in projection.displayed(in: open) where store.awaitingPictures.contains(id) {
      guard let message = store.messages[id] else { continue }
      places += projection.shown(of: message).compactMap(\.url).filter {
        store.downloadState(at: $0) == .placeholder
      }
    }
    fetchFirst(places)
  }

  /// Asks once more for the pictures of a message that could not be fetched (AD-03).
  mutating func reload(_ id: MessageID) {
    let places = store.messages[id]?.attachments.compactMap(\.url) ?? []
    fetchFirst(
      places.filter { if case .failed = store.downloadState(at: $0) { true } else { false } })
  }

  /// Opens a picture that is here on the full screen (AD-05).
  mutating func openPicture(of id: MessageID) {
    guard let message = store.messages[id], navigation.open == message.conversation,
      projection(clock: WallClock()).pictureViewer(of: id)?.content != nil
    else { return }
    stopTyping()
    navigation.sheet = Navigation.Sheet(subject: .picture(id))
  }

  /// Opens a row of the media tab, which shows its own picture, to whichever page the bubble is turned.
  mutating func openMediaRow(_ id: MessageID, number: Int) {
    guard case .media = navigation.sheet?.subject, let message = store.messages[id] else { return }
    let shown = projection(clock: WallClock()).shown(of: message)
    guard let page = shown.firstIndex(where: { $0.number == number }),
      store.files[ChatPlaces.place(of: shown[page], in: message)] != nil
    else { return }
    navigation.pages[id] = page
    store.touch(id)
    openPicture(of: id)
  }

  /// Zooms the picture on the full screen, from 1x to 4x.
  mutating func zoom(to percent: Int) {
    guard case .picture = navigation.sheet?.subject else { return }
    let zooms = Screen.PictureViewer.zooms
    navigation.sheet?.zoom = min(max(percent, zooms.lowerBound), zooms.upperBound)
  }

  /// A picture is here, or cannot be had; nobody wants that of a message that was deleted meanwhile.
  mutating func pictureArrived(at place: String, _ result: Result<StoredFile, TransferError>) {
    guard store.isWanted(place) else { return store.giveUpFetch(at: place) }
    switch result {
    case .success(let file): store.put(FileFact(place: place, content: file.content))
    case .failure(.retryLimitExceeded): store.fetch(.failed(.timedOut), at: place)
    case .failure: store.fetch(.failed(.unavailable), at: place)
    }
  }
}
