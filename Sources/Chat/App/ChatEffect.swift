internal import Backend
internal import Simulator

/// A part of the database that a phone follows.
enum Feed: Hashable, Sendable {
  /// The conversations of this phone's user.
  case memberships
  case conversation(ConversationID)
  /// The messages from a time on: that of joining, for those who were added later.
  case messages(ConversationID, since: Int64 = ConversationFact.Member.founding)
  /// The receipts of this phone's user, from any of their phones.
  case ownReads(ConversationID)
  /// The receipts of all members; followed only while the conversation is open (BC-08).
  case receipts(ConversationID)
  /// The deliveries to all members' phones; followed only while the conversation is open (BC-08).
  case deliveries(ConversationID)
  /// The data that only this user's phones see: private receipts, and the turns of the switch for receipts.
  case ownSide
  /// The account of someone whom the screen names.
  case profile(UserID)
  /// Whether someone is online; followed only while their conversation is open.
  case presence(UserID)
  /// Who writes in a conversation; followed only while it is open.
  case typing(ConversationID)
  /// All accounts; followed only while someone is to be picked from them.
  case directory

  /// The query that follows this feed for a user.
  func query(for user: UserID) -> QuerySpec {
    switch self {
    case .memberships: QuerySpec(ChatPaths.memberships(of: user))
    case .conversation(let id): QuerySpec(ChatPaths.conversation(id))
    case .messages(let id, let start):
      QuerySpec(ChatPaths.messages(in: id), Self.range(from: start))
    case .ownReads(let id): QuerySpec(ChatPaths.receipts(in: id).child(user.key))
    case .receipts(let id): QuerySpec(ChatPaths.receipts(in: id))
    case .deliveries(let id): QuerySpec(ChatPaths.deliveries(in: id))
    case .ownSide: QuerySpec(ChatPaths.ownSide(of: user))
    case .profile(let user): QuerySpec(ChatPaths.profile(of: user))
    case .presence(let user): QuerySpec(ChatPaths.presence(of: user))
    case .typing(let id): QuerySpec(ChatPaths.typing(in: id))
    case .directory: QuerySpec(ChatPaths.users)
    }
  }

  private static func range(from start: Int64) -> QueryParameters {
    guard start != ConversationFact.Member.founding else { return .all }
    do {
      return try QueryParameters.all.ordered(by: .child(Path([ChatField.sentAt])))
        .starting(at: .number(Double(start)))
    } catch {
      preconditionFailure("messages cannot be asked for by their time: \(error)")
    }
  }

  /// The events that are wanted, with a database that keeps its cache or not: of a kept one, those of the children come before
  /// the backend has answered, and that of the whole not.
  func kinds(persists: Bool) -> EventKinds {
    switch self {
    case .conversation, .profile, .presence: .value
    case .memberships, .ownSide, .directory: .all
    case .messages where persists: .all
    default: .child
    }
  }
}

/// A side effect that the model asks for, to be carried out after its facts are on the disk.
enum ChatEffect: Sendable {
  case follow(Feed)
  case unfollow(Feed)
  /// Tell the backend, as one atomic write, what an operation of the outbox says.
  case write(operation: Int, path: Path, changes: [PathChange])
  /// Store a picture, or go on with storing it, and call ``ChatModel/uploadProgressed(_:_:)`` and
  /// ``ChatModel/uploadEnded(_:_:)``.
  case upload(UploadFact)
  /// Call ``ChatModel/uploadTimerFired(_:)`` after a while.
  case startUploadTimer(Key, Duration)
  /// Stop what is on its way to a place in file storage.
  case cancelUpload(Path)
  /// Fetch a file, and call ``ChatModel/downloadEnded(_:_:)``.
  case download(String)
  /// Have the app's icon bear the number of unread messages.
  case setBadge
  /// Ask the person for the photo library, and call ``ChatModel/photosAnswered(_:)``.
  case askForPhotos
  /// Send the person to the phone's Settings.
  case openSettings
  /// Call ``ChatModel/receiptTimerFired(at:)`` after a while.
  case startReceiptTimer(Duration)
  /// Call ``ChatModel/deliveryTimerFired()`` after a while.
  case startDeliveryTimer(Duration)
  /// Have the backend forget that this user writes in a conversation once the connection is gone, and call
  /// ``ChatModel/typingArmed(in:at:)`` when it has promised.
  case armTyping(ConversationID)
  /// Tell the backend that this user writes in a conversation, at a time of the backend's clock in milliseconds since 1970.
  case tellTyping(ConversationID, milliseconds: Int64)
  /// Tell the backend that this user writes no more.
  case endTyping(ConversationID)
  /// Call ``ChatModel/typingTimerFired(at:)`` at an instant, or at once where it is past: while the disk takes nothing, effects wait.
  case startTypingTimer(at: Instant)
  /// Call ``ChatModel/presenceTimerFired(at:)`` at an instant, or at once where it is past.
  case startPresenceTimer(at: Instant)
}
