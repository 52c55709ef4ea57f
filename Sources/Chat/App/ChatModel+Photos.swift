internal import Backend
internal import Devices

// Photos of groups: a picture is uploaded to the group's own place, and then the group names that place (GI-05, SE-11).

extension ChatModel {
  /// Gives a group another photo, as an admin can (GI-03): it is uploaded first. One that is still on its way is given up.
  mutating func setPhoto(_ picture: Picture, of id: ConversationID, as key: Key) {
    guard let conversation = store.conversations[id],
      conversation.lets(user, change: [])
    else { return }
    for upload in uploads(to: id) { store.remove(upload) }
    let upload = UploadFact(
      id: key, purpose: .photo(of: id), picture: picture,
      place: ChatPlaces.photo(key, of: id, by: user))
    store.put(upload)
    effects.append(.upload(upload))
  }

  /// The photos that are on their way to a group.
  func uploads(to id: ConversationID) -> [UploadFact] {
    store.uploads.values.filter { $0.purpose == .photo(of: id) }.sorted { $0.id.text < $1.id.text }
  }

  /// Goes on with what a former process has begun.
  mutating func resumeUploads() {
    for upload in store.uploads.values.sorted(by: { $0.id.text < $1.id.text }) {
      effects.append(.upload(upload))
    }
  }

  /// The backend has begun to store a file.
  mutating func uploadBegan(_ id: Key, as session: FileStore.UploadID) {
    guard var upload = store.uploads[id.text] else { return }
    upload.session = session
    store.put(upload)
  }

  /// A file is stored, or will not be.
  ///
  /// What has made no progress for long is tried again: there was no network.
  mutating func uploadEnded(_ id: Key, _ result: Result<StoredFile, TransferError>) {
    guard let upload = store.uploads[id.text] else { return }
    switch (result, upload.purpose) {
    case (.success, .photo(let conversation)):
      store.remove(upload)
      store.put(FileFact(place: upload.place.description, content: upload.picture.content))
      submit(.setPhoto(conversation, upload.place.description))
    case (.failure(.retryLimitExceeded), _):
      effects.append(.upload(upload))
    case (.failure, .photo):
      store.remove(upload)
      navigation.alert = policies.text[.groupUnchanged]
    }
  }

  /// Asks for the photo of the group whose information is shown, once; what this phone has it does not ask for again.
  mutating func followPhoto() {
    guard case .info(let id) = navigation.sheet?.subject,
      let photo = store.conversations[id]?.photo, store.files[photo] == nil,
      downloads.insert(photo).inserted
    else { return }
    effects.append(.download(photo))
  }

  /// A photo is here, or cannot be had.
  mutating func downloadEnded(_ place: String, _ result: Result<StoredFile, TransferError>) {
    switch result {
    case .success(let file): store.put(FileFact(place: place, content: file.content))
    case .failure(.retryLimitExceeded): effects.append(.download(place))
    // It is asked for again when somebody looks once more.
    case .failure: downloads.remove(place)
    }
  }
}
