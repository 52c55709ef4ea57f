internal import Devices
internal import Simulator

/// The rows on a phone's disk as far as the invariants are about them, taken down change by change.
struct StoredFacts: Sendable {
  let user: UserID
  /// The rows of messages as they were written last.
  private var messages: [MessageID: MessageFact] = [:]
  private var ids: [ConversationID: [MessageID]] = [:]
  private var deleted: Set<MessageID> = []
  /// Conversations of which this phone's user is no member any more.
  private var left: Set<ConversationID> = []
  /// Operations of the outbox that send a message, by their row.
  private var sends: [String: MessageID] = [:]
  private var queued: Set<MessageID> = []
  private var seen: Set<MessageID> = []
  private var readByUser: Set<MessageID> = []
  private var otherReaders: [MessageID: Set<UserID>] = [:]
  private var conversations: [ConversationID: ConversationFact] = [:]
  private var touched = TouchedMessages()
  /// The times at which this phone's user joined conversations, but for those of which they are a founder.
  private var joins: [ConversationID: Int64] = [:]
  /// The conversation of which the user became a member anew by the last change.
  private var rejoined: ConversationID?
  /// The operations of the outbox that tell of receipts.
  var flushes: FlushLedger

  /// An empty disk of a user's phone.
  init(of user: UserID, flushes: FlushLedger) {
    self.user = user
    self.flushes = flushes
  }

  /// Hands over the messages about whose bubbles something has changed since this was asked last.
  mutating func takeTouched() -> TouchedMessages {
    defer { touched = TouchedMessages() }
    return touched
  }

  /// Hands over the conversation of which the user became a member anew by the last change, so that other messages count.
  mutating func takeRejoined() -> ConversationID? {
    defer { rejoined = nil }
    return rejoined
  }

  /// Takes a change down; returns the message that it is about, if it may change what is unread.
  mutating func take(_ change: DiskTransaction.Change, at now: Instant) -> MessageID? {
    switch change.table {
    case "messages": takeMessage(change)
    case "outbox": takeOperation(change, at: now)
    case "seen": takeSeen(change)
    case "reads": takeRead(change)
    case "conversations": takeConversation(change)
    default: nil
    }
  }

  private mutating func takeMessage(_ change: DiskTransaction.Change) -> MessageID? {
    guard let fact = change.row as? MessageFact else {
      let id = MessageID(change.key)
      touched.insert(id)
      deleted.insert(id)
      return id
    }
    // The row's own, since one that is made of the key's text would be kept beside it.
    let id = fact.id
    touched.insert(id)
    if messages.updateValue(fact, forKey: id) == nil {
      ids[fact.conversation, default: []].append(id)
    }
    if !deleted.isEmpty { deleted.remove(id) }
    return id
  }

  private mutating func takeConversation(_ change: DiskTransaction.Change) -> MessageID? {
    guard let fact = change.row as? ConversationFact else { return nil }
    conversations[fact.id] = fact
    touched.insertAll()
    if fact.isMember { left.remove(fact.id) } else { left.insert(fact.id) }
    if let time = fact.members.first(where: { $0.user == user })?.joinedMilliseconds {
      let joined = time > 0 ? time : nil
      if joins[fact.id] != joined { rejoined = fact.id }
      joins[fact.id] = joined
    }
    return nil
  }

  private mutating func takeOperation(
    _ change: DiskTransaction.Change, at now: Instant
  ) -> MessageID? {
    guard let operation = change.row as? OutboxOperation else {
      flushes.complete(change.key)
      if let id = sends.removeValue(forKey: change.key), !sends.values.contains(id) {
        queued.remove(id)
        touched.insert(id)
      }
      return nil
    }
    switch operation.change {
    case .send(let id):
      sends[change.key] = id
      queued.insert(id)
    case .read(let messages): flushes.handOver(messages, as: change.key, at: now)
    default: break
    }
    return nil
  }

  private mutating func takeSeen(_ change: DiskTransaction.Change) -> MessageID? {
    let id = MessageID(change.key)
    if change.row == nil { seen.remove(id) } else { seen.insert(id) }
    return id
  }

  private mutating func takeRead(_ change: DiskTransaction.Change) -> MessageID? {
    guard let row = change.row as? ReceiptRow else { return nil }
    let id = row.key.message
    touched.insert(id)
    if row.key.user == user {
      readByUser.insert(id)
      return id
    }
    // What somebody else has read is no less unread for this phone's user.
    otherReaders[id, default: []].insert(row.key.user)
    return nil
  }

  /// The messages of a conversation, in the order of their arrival, without deleted ones.
  func messages(in conversation: ConversationID) -> [MessageID] {
    (ids[conversation] ?? []).filter { !deleted.contains($0) }
  }

  /// The conversation of a message that is or was on the disk.
  func conversation(of id: MessageID) -> ConversationID? { messages[id]?.conversation }

  /// Whether this phone's user is no member of a conversation any more, as far as the phone knows.
  func hasLeft(_ conversation: ConversationID) -> Bool { left.contains(conversation) }

  /// Whether it may be unread at all: someone else's, neither the system's nor a tombstone (C-33, C-55), and not from
  /// before the user joined (C-25).
  func isCountable(_ id: MessageID) -> Bool {
    messages[id].map { isCountable($0, id) } ?? false
  }

  private func isCountable(_ message: MessageFact, _ id: MessageID) -> Bool {
    message.isReadable && message.author != user && !deleted.contains(id)
      && message.serverMilliseconds ?? .max >= joins[message.conversation] ?? .min
  }

  /// The conversation of a message that is or was on the disk, and whether the message may be unread at all.
  func standing(of id: MessageID) -> (conversation: ConversationID, isCountable: Bool)? {
    guard let message = messages[id] else { return nil }
    return (message.conversation, isCountable(message, id))
  }

  /// Whether its row was deleted.
  func isDeleted(_ id: MessageID) -> Bool { deleted.contains(id) }
  /// Whether the outbox is to send it.
  func isQueued(_ id: MessageID) -> Bool { queued.contains(id) }
  /// Whether it was seen on this phone.
  func isSeen(_ id: MessageID) -> Bool { seen.contains(id) }
  /// Whether this phone's user has read it, on any phone.
  func isReadByUser(_ id: MessageID) -> Bool { readByUser.contains(id) }
  /// Whether anybody else has read it.
  func isReadByOthers(_ id: MessageID) -> Bool { otherReaders[id] != nil }
  /// The users other than this phone's who have read it.
  func otherReaders(of id: MessageID) -> Set<UserID> { otherReaders[id] ?? [] }

  /// The users to whom a message was sent and who are members still, by the rows on the disk; nil while the backend's
  /// time of the message is unknown (C-25).
  func eligible(for id: MessageID) -> Set<UserID>? {
    guard let message = messages[id], let sent = message.serverMilliseconds,
      let conversation = conversations[message.conversation]
    else { return nil }
    let members = conversation.members.filter {
      $0.joinedMilliseconds <= sent && $0.user != message.author
    }
    return Set(members.map(\.user))
  }
}

/// Messages about which something has changed.
struct TouchedMessages: Sendable {
  private var ids: Set<MessageID> = []
  private var isAll = false
  /// The number of messages above which all count as changed, as when a history comes: no thread shows so many.
  private static let most = 1024

  /// Whether something about a message has changed.
  func contains(_ id: MessageID) -> Bool { isAll || ids.contains(id) }

  mutating func insert(_ id: MessageID) {
    if isAll { return }
    ids.insert(id)
    if ids.count > Self.most { insertAll() }
  }

  /// Something has changed that every message may depend on, such as who the members are.
  mutating func insertAll() {
    isAll = true
    ids = []
  }
}
