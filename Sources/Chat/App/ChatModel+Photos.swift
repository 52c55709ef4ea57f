internal import Backend
internal import Devices

// Photos of groups: a picture is uploaded to the group's own place, and then the group names that place (GI-05, SE-11).

extension ChatModel {
  /// Gives a group another photo from the picker, as an admin can (GI-03): it is made small enough and uploaded first. What
  /// cannot be shown is told of (AS-16). One that is still on its way is given up.
  mutating func setPhoto(_ picture: Picture, of id: ConversationID, as key: Key) {
    guard let conversation = store.conversations[id],
      conversation.lets(user), offers(picture, for: id)
    else { return }
    leaveSheet()
    if let words = refusal(of: [picture]) {
      navigation.alert = words
      return
    }
    for upload in uploads(to: id) { giveUp(upload) }
    var upload = UploadFact(
      id: key, purpose: .photo(of: id),
      picture: picture.compressed(to: ChatStorageRules.photoBytesMax),
      place: ChatPlaces.photo(key, of: id, by: user))
    upload.become(.queued)
    store.put(upload)
    startUpload(upload, to: id)
  }

  /// Uploads a photo, not before the backend has answered the start of its group: of one that it does not know it would remove
  /// the photo (`ChatFunctions.removeStrayPhoto`).
  mutating func startUpload(_ upload: UploadFact, to id: ConversationID) {
    guard !starting.contains(id) else { return }
    effects.append(.upload(upload))
  }

  /// Stops the upload of a photo that nobody wants any more. What the backend has stored of it by then, it removes
  /// (`ChatFunctions.removeStrayPhoto`).
  private mutating func giveUp(_ upload: UploadFact) {
    store.remove(upload)
    effects.append(.cancelUpload(upload.place))
  }

  /// The backend has answered a change of a group, or of the pins of a chat. Where it has refused one, the database has shown
  /// again what stands there.
  mutating func settleEdit(_ edit: GroupEdit, of id: ConversationID, _ outcome: WriteOutcome) {
    if case .photo = edit { forgetFormerPhotos(of: id) }
    if outcome == .committed { return }
    let isGroup = store.conversations[id]?.isGroup ?? true
    navigation.alert = policies.text[isGroup ? .groupUnchanged : .chatUnchanged]
  }

  /// Removes the photos of a group from this phone that it does not show any more.
  ///
  /// While the backend has yet to answer a photo of this phone's, the one before may come back. One that comes back later
  /// is fetched again.
  mutating func forgetFormerPhotos(of id: ConversationID) {
    let isUnanswered = store.outbox.operations.contains {
      if case .describe(id, .photo) = $0.change { true } else { false }
    }
    if isUnanswered { return }
    let (shown, folder) = (store.conversations[id]?.photo, ChatPlaces.photoFolder(of: id))
    for place in store.files.keys.filter({ $0.hasPrefix(folder) && $0 != shown }).sorted() {
      store.removeFile(at: place)
      downloads.remove(place)
    }
  }

  /// The photos that are on their way to a group.
  func uploads(to id: ConversationID) -> [UploadFact] {
    store.uploads.values.filter { $0.purpose == .photo(of: id) }.sorted { $0.id.text < $1.id.text }
  }

  /// Asks for the photo of a group, which its row shows, once; what this phone has it does not ask for again.
  mutating func fetchPhoto(of conversation: ConversationFact) {
    guard let photo = conversation.photo, store.files[photo] == nil,
      downloads.insert(photo).inserted
    else { return }
    effects.append(.download(photo))
  }

  /// Asks once more for a photo that could not be had, as its group begins to be looked at.
  mutating func fetchPhotoAgain(of conversation: ConversationFact) {
    guard let photo = conversation.photo, unavailablePhotos.remove(photo) != nil else { return }
    downloads.remove(photo)
    fetchPhoto(of: conversation)
  }
}
