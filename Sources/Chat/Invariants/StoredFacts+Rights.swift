internal import Devices

// What a phone may offer to its user, by the rows on its disk; the app's own reckoning is not asked.

extension StoredFacts {
  /// Whether the user may write in a conversation, by what the rows say.
  func offersWriting(in id: ConversationID) -> Bool {
    guard let conversation = conversations[id] else { return true }
    return conversation.isOngoing && (!conversation.isForAdmins || isAdmin(in: conversation))
  }

  /// Whether a gesture can be offered, by what the rows say: one's own messages are changed, in conversations of which one
  /// is a member, and members by admins. What the rows do not know is not judged.
  func offers(_ gesture: ChatGesture) -> Bool {
    switch gesture {
    case .edit(let id, _):
      guard let message = message(id) else { return true }
      return message.author == user && !message.isDeleted && offersWriting(in: message.conversation)
    case .delete(let id), .openReceipts(let id, _):
      guard let message = message(id) else { return true }
      return message.author == user && !message.isDeleted
    case .deleteMedia(let id):
      guard let message = message(id), let group = conversations[message.conversation] else {
        return true
      }
      return !message.attachments.isEmpty && group.isOngoing && group.isGroup
        && group.admins.contains(user)
    case .retry(let id):
      guard let message = message(id) else { return true }
      return message.author == user && (message.isRefused || hasFailedUpload(of: id))
    case .send(_, _, let id): return offersWriting(in: id)
    case .add(_, let id), .openPicker(let id), .rename(let id, _), .changePhoto(let id),
      .setPhoto(let id, _), .describe(let id, _), .letOnlyAdminsWrite(_, let id),
      .openStatistics(let id),
      .invite(_, let id),
      .withdraw(_, let id):
      return conversations[id].map(isAdmin(in:)) ?? true
    case .giveRole(_, let member, let id):
      guard let conversation = conversations[id] else { return true }
      return isAdmin(in: conversation) && !conversation.admins.contains(member)
    case .pin(let id), .unpin(let id):
      guard let message = message(id), let conversation = conversations[message.conversation]
      else { return true }
      return conversation.isOngoing && !message.isDeleted && message.author != .system
        && (!conversation.isGroup || conversation.admins.contains(user)
          || conversation.mods.contains(user))
    case .remove(let users, let id):
      return conversations[id].map { mayTakeOut(users, of: $0) } ?? true
    case .askRemoval(let member, let id):
      return conversations[id].map { mayTakeOut([member], of: $0) } ?? true
    case .leave(let id):
      return conversations[id].map { mayTakeOut([user], of: $0) } ?? true
    case .mute(let id, _), .unmute(let id), .archive(let id), .unarchive(let id), .tag(let id, _):
      return conversations[id]?.isMember ?? true
    case .answerInvitation(let id, _): return invitations.contains(id.text)
    default: return true
    }
  }

  /// Whether the user may remove members of a group, or leave it.
  private func mayTakeOut(_ users: [UserID], of conversation: ConversationFact) -> Bool {
    conversation.isOngoing && conversation.isGroup
      && (users == [user] || mayRemove(users, from: conversation))
  }

  private func isAdmin(in conversation: ConversationFact) -> Bool {
    conversation.isOngoing && conversation.isGroup && conversation.admins.contains(user)
  }

  /// Whether the user may remove others: an admin all, a moderator those who are neither (PM-16).
  func mayRemove(_ users: [UserID], from conversation: ConversationFact) -> Bool {
    if conversation.admins.contains(user) { return true }
    return conversation.mods.contains(user)
      && !users.contains { conversation.admins.contains($0) || conversation.mods.contains($0) }
  }

  /// Whether a picture of a message was not uploaded.
  private func hasFailedUpload(of id: MessageID) -> Bool {
    // order: whether there is one is the same in any.
    uploads.values.contains { upload in
      guard case .message(id, _) = upload.purpose else { return false }
      return if case .failed = upload.state { true } else { false }
    }
  }
}

extension ConversationFact {
  /// Whether this phone's user is a member, and it is not over.
  fileprivate var isOngoing: Bool { isMember && !isArchived }

  /// Whether only admins may write (PM-10).
  fileprivate var isForAdmins: Bool { details?.isAdminsOnly == true }

  /// Those who have the mark of a moderator.
  fileprivate var mods: Set<UserID> { details?.moderators ?? [] }
}
