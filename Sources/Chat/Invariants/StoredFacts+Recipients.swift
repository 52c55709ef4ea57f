// The recipients of messages of the user's own, by the rows on the phone's disk.

extension StoredFacts {
  /// The recipients of a message by what the phone knows of each.
  struct Recipients: Equatable {
    var read: Set<UserID> = []
    var delivered: Set<UserID> = []
    var pending: Set<UserID> = []
  }

  /// The numbers of recipients of a message by what the phone knows of them.
  struct RecipientCounts: Equatable {
    var all = 0
    var read = 0
    /// Those who have it, whether they have read it or not.
    var reached = 0
  }

  /// The members to whom a message was sent, in the order of their ids; nil where there is no such message.
  ///
  /// Without the backend's time of the message it was sent before its first receipt, and to all where there is none
  /// (C-25).
  private func recipients(of id: MessageID) -> [UserID]? {
    guard let message = message(id), let conversation = conversations[message.conversation] else {
      return nil
    }
    var sent = message.serverMilliseconds
    if sent == nil {
      // order: only the least is asked for.
      sent = (Array(otherReaders(of: id).values) + reached(by: id).values).min()
    }
    let author = message.author
    return conversation.members.compactMap {
      $0.user != author && $0.joinedMilliseconds <= sent ?? .max ? $0.user : nil
    }
  }

  /// The recipients of a message; nil where there is no such message.
  func recipients(of id: MessageID, isExempt: Bool) -> Recipients? {
    guard let everyone = recipients(of: id) else { return nil }
    let (readers, reached) = (shownReaders(of: id, isExempt: isExempt), reached(by: id))
    var recipients = Recipients()
    for user in everyone {
      if readers[user] != nil {
        recipients.read.insert(user)
      } else if reached[user] != nil {
        recipients.delivered.insert(user)
      } else {
        recipients.pending.insert(user)
      }
    }
    return recipients
  }

  /// Whether a phone of anybody but this phone's user has a message.
  func isReachedByOthers(_ id: MessageID) -> Bool {
    // order: whether there is one is the same in any.
    reached(by: id).contains { $0.key != user }
  }

  /// The numbers of recipients of a message; nil where there is no such message.
  func counts(of id: MessageID, isExempt: Bool) -> RecipientCounts? {
    guard let everyone = recipients(of: id) else { return nil }
    let (readers, reached) = (shownReaders(of: id, isExempt: isExempt), reached(by: id))
    var counts = RecipientCounts(all: everyone.count)
    if readers.isEmpty && reached.isEmpty { return counts }
    for user in everyone {
      let isRead = readers[user] != nil
      if isRead { counts.read += 1 }
      if isRead || reached[user] != nil { counts.reached += 1 }
    }
    return counts
  }
}
