extension ScreenProjection {
  /// Whether the viewer may delete the picture of a message from its group (PM-18): an admin of a living one may, of every
  /// message that the backend has and that they may see (C-25).
  func offersMediaDeletion(of message: MessageFact) -> Bool {
    guard !message.attachments.isEmpty, !message.isDeleted, message.submission == .accepted,
      let conversation = store.conversations[message.conversation],
      conversation.lets(user)
    else { return false }
    return store.isOfThisMembership(message)
  }

  /// The words in the place of a picture that an admin has deleted; where the message has no text, they are its text, and a
  /// tombstone has neither.
  func mediaNote(of message: MessageFact) -> String? {
    message.isMediaDeleted && !message.text.isEmpty
      ? policies.text[.mediaDeleted] : nil
  }
}
