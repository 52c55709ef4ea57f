internal import Backend
internal import Devices

// Pictures that admins delete from a group, while the text of the message stays (PM-18).

extension ChatModel {
  /// Deletes the picture of a message from its group, as an admin of it can.
  ///
  /// This phone keeps its file, and goes on with an upload, until the backend has answered: what it refuses is shown again.
  mutating func deleteMedia(of id: MessageID) {
    guard let earlier = store.messages[id],
      projection(clock: WallClock()).offersMediaDeletion(of: earlier)
    else { return }
    var message = earlier
    message.attachments = []
    message.isMediaDeleted = true
    store.put(message)
    submit(.deleteMedia(id), to: earlier)
  }

  /// The backend has answered the deletion of a picture.
  ///
  /// One that it refuses has been made already, by an attempt whose answer was lost or by another admin, or may not be made
  /// any more. The database has shown what stands there.
  mutating func settleMediaDeletion(of id: MessageID, _ outcome: WriteOutcome) {
    guard let message = store.messages[id] else { return }
    if outcome == .committed || message.isMediaDeleted || message.isDeleted {
      return forgetPictures(of: message)
    }
    navigation.alert = policies.text[.mediaNotDeleted]
    attachStored(of: id)
  }

  /// The backend has answered the deletion of a message: its files go with it. Where it was refused, the database has shown
  /// again what stands there, unless it was made already, or nobody tells a former member any more.
  mutating func settleDeletion(of id: MessageID, _ outcome: WriteOutcome) {
    guard let message = store.messages[id] else { return }
    if outcome == .committed || message.isDeleted { return forgetPictures(of: message) }
    attachStored(of: id)
  }

  /// Whether this phone has deleted a message or its picture and the backend has not answered: it may refuse that, and until then
  /// nothing of the picture goes.
  func awaitsDeletion(of id: MessageID) -> Bool {
    store.outbox.operations.contains { operation in
      switch operation.change {
      case .delete(id), .deleteMedia(id): true
      default: false
      }
    }
  }

  /// What was stored while its message seemed to be deleted is told of after all.
  private mutating func attachStored(of id: MessageID) {
    for upload in store.uploads(of: id) where upload.state == .uploaded {
      if case .message(_, let number) = upload.purpose { submit(.attach(id, number: number)) }
    }
  }

  /// The picture goes, and who took it away and when comes in its place.
  func mediaDeletionWrite(_ id: MessageID) -> (Path, [PathChange])? {
    messageWrite(
      id,
      [
        PathChange(Path([ChatField.attachments]), .empty),
        PathChange(Path([ChatField.mediaDeletedAt]), Node(.timestamp)),
        PathChange(Path([ChatField.mediaDeletedBy]), Node(.string(user.text))),
      ])
  }
}

extension MessageFact {
  /// Whether the picture that it carried at an earlier time was deleted since, alone or with the message.
  func lacksMedia(of earlier: MessageFact) -> Bool {
    !earlier.attachments.isEmpty && (isDeleted || isMediaDeleted)
  }
}
