// What a store knows of memberships: since when its user is a member, and of whom the backend has not answered.

extension ChatStore {
  /// The time at which this phone's user joined a conversation, in milliseconds since 1970; nil where that is unknown.
  func joinTime(in conversation: ConversationID) -> Int64? {
    conversations[conversation]?.members.first { $0.user == user }?.joinedMilliseconds
  }

  /// Whether this phone hears of a message what becomes of it: not of one from before the user joined, or was added again, which
  /// nobody tells them of any more (C-25).
  func isOfThisMembership(_ message: MessageFact) -> Bool {
    guard let joined = joinTime(in: message.conversation),
      joined != ConversationFact.Member.founding
    else { return true }
    return message.serverMilliseconds ?? message.guessedMilliseconds ?? .max >= joined
  }

  /// The users whom this phone has added to a conversation and of whom the backend has not answered (MA-09).
  func unansweredAdditions(to id: ConversationID) -> Set<UserID> {
    var users: Set<UserID> = []
    for operation in outbox.operations {
      guard case .change(let change) = operation.change, change.conversation == id,
        change.kind == .added
      else { continue }
      users.formUnion(change.users)
    }
    return users
  }
}
