internal import Backend

// What was refused: because an earlier attempt was accepted, or for good, by a backend that may tell this phone nothing any more.

extension ChatModel {
  /// Whether the backend has accepted an operation, as the mark tells that it has left there (C-17). This user's data are listened
  /// to before anything is written, so where it is refused as it is said again, the mark is known.
  func isTaken(_ operation: OutboxOperation) -> Bool {
    operation.mark?.stands(in: lastPrivate[ChatField.marks] ?? .empty) ?? false
  }

  /// Puts back what a refused operation has changed, where the database does not.
  ///
  /// Its client takes a refused write back for whoever listens. On reconnecting a former member's listens are refused before the
  /// writes that waited, so that nobody listens any more. An operation on the same thing that still waits has changed it
  /// since, and puts it back in its turn.
  mutating func putBack(_ operation: OutboxOperation) {
    switch operation.previous {
    case nil:
      return
    case .conversation(let previous):
      guard case .describe(let id, let edit) = operation.change,
        var conversation = store.conversations[id], !conversation.isMember
      else { return }
      let isPassedOn = store.passOn(operation) { change in
        if case .describe(id, let later) = change { later.part == edit.part } else { false }
      }
      if isPassedOn { return }
      switch edit.part {
      case .name: conversation.name = previous.name
      case .photo: conversation.photo = previous.photo
      case .details: conversation.details = previous.details
      }
      store.put(conversation)
    case .members(let previous):
      guard let id = operation.change.changedConversation,
        var conversation = store.conversations[id], !conversation.isMember
      else { return }
      let isPassedOn = store.passOn(operation) { change in
        if case .change(let later) = change { later.conversation == id } else { false }
      }
      if isPassedOn { return }
      conversation.members = previous.all
      conversation.admins = previous.admins
      // Who wanted to leave has left, or was removed.
      if case .change(let change) = operation.change, change.isLeaving(user) {
        conversation.members.removeAll { $0.user == user }
        conversation.admins.remove(user)
      }
      putKeepingStatuses(conversation)
    case .message(let previous):
      guard store.messages[previous.id] != nil, shownTimes[previous.id] == nil else { return }
      // A member is refused to delete only what has been deleted: by an attempt whose answer was lost.
      if case .delete = operation.change,
        store.conversations[previous.conversation]?.isMember == true
      {
        return
      }
      let isPassedOn = store.passOn(operation) { $0.isRewriting(previous.id) }
      if !isPassedOn { store.put(previous) }
    }
  }
}
