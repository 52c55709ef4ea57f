internal import Backend

/// A part of the database that a phone follows.
enum Feed: Hashable, Sendable {
  /// The conversations of this phone's user.
  case memberships
  case conversation(ConversationID)
  case messages(ConversationID)
  /// What this phone's user has read, on any phone.
  case ownReads(ConversationID)
  /// Who has read what; followed only while the conversation is open (BC-08).
  case receipts(ConversationID)
  /// Whose phones have what; followed only while the conversation is open (BC-08).
  case deliveries(ConversationID)

  /// Where it stands in the database of a user.
  func query(for user: UserID) -> QuerySpec {
    switch self {
    case .memberships: QuerySpec(ChatPaths.memberships(of: user))
    case .conversation(let id): QuerySpec(ChatPaths.conversation(id))
    case .messages(let id): QuerySpec(ChatPaths.messages(in: id))
    case .ownReads(let id): QuerySpec(ChatPaths.receipts(in: id).child(user.key))
    case .receipts(let id): QuerySpec(ChatPaths.receipts(in: id))
    case .deliveries(let id): QuerySpec(ChatPaths.deliveries(in: id))
    }
  }

  /// Which events are wanted.
  var kinds: EventKinds {
    switch self {
    case .conversation: .value
    default: .child
    }
  }
}

/// What the model wants done outside of itself, after its facts are on the disk.
enum ChatEffect: Sendable {
  case follow(Feed)
  case unfollow(Feed)
  /// Tell the backend, as one atomic write, what an operation of the outbox says.
  case write(operation: Int, path: Path, changes: [PathChange])
  /// Call ``ChatModel/receiptTimerFired(at:)`` after a while.
  case startReceiptTimer(Duration)
}
