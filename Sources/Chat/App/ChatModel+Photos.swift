internal import Backend

// Photos of groups: a picture is uploaded to the group's own place, and then the group names that place (GI-05, SE-11).

extension ChatModel {
  /// Gives a group another photo, as an admin can (GI-03): it is uploaded first. One that is still on its way is given up.
  mutating func setPhoto(_ picture: Picture, of id: ConversationID, as key: Key) {
    guard let conversation = store.conversations[id],
      conversation.lets(user)
    else { return }
    for upload in uploads(to: id) { store.remove(upload) }
    var upload = UploadFact(
      id: key, purpose: .photo(of: id), picture: picture,
      place: ChatPlaces.photo(key, of: id, by: user))
    upload.become(.queued)
    store.put(upload)
    effects.append(.upload(upload))
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

  /// Asks once more for a photo that could not be had, as its group is looked at.
  mutating func followPhoto() {
    guard case .info(let id) = navigation.sheet?.subject,
      let conversation = store.conversations[id]
    else { return }
    fetchPhoto(of: conversation)
  }
}
