extension ChatModel {
  /// Changes the text of a message of one's own that the backend has (RG-01), for who may write still (PM-10).
  mutating func edit(_ id: MessageID, to text: String) {
    guard let earlier = ownAccepted(id), !text.isBlank, text != earlier.text,
      store.conversations[earlier.conversation]?.letsWrite(user) == true
    else { return }
    var message = earlier
    message.text = text
    message.revision += 1
    store.put(message)
    submit(.edit(id, text: text, revision: message.revision), to: earlier)
  }

  /// Deletes a message of one's own: one that the backend has leaves a tombstone and its receipts (C-55), one that has
  /// failed is forgotten (DS-08). Files stay until the backend has answered: what it refuses is shown again.
  mutating func delete(_ id: MessageID) {
    if let message = store.messages[id], message.author == user,
      case .failed = message.submission
    {
      forgetPictures(of: message)
      return store.remove(id)
    }
    guard let earlier = ownAccepted(id) else { return }
    var message = earlier
    message.text = ""
    message.attachments = []
    message.isDeleted = true
    store.put(message)
    submit(.delete(id), to: earlier)
  }

  /// A message of one's own that the backend has: it has said so, or somebody has it, whose receipt or delivery proves it
  /// where the acknowledgement was lost.
  private func ownAccepted(_ id: MessageID) -> MessageFact? {
    guard let message = store.messages[id], message.author == user, !message.isDeleted,
      message.submission == .accepted || store.hasReceipts(of: id),
      store.isOfThisMembership(message),
      store.conversations[message.conversation]?.isMember == true
    else { return nil }
    return message
  }
}
