internal import Devices

/// Everything that one phone knows: the facts in memory and the changes that are to go to its disk.
///
/// Screens are projections of it and nothing else; nothing that a screen shows is stored as such.
struct ChatStore: Sendable {
  private(set) var conversations: [ConversationID: ConversationFact] = [:]
  private(set) var messages: [MessageID: MessageFact] = [:]
  /// The messages of each conversation in the order of the thread, oldest first.
  private(set) var messagesByConversation: [ConversationID: [MessageID]] = [:]
  private(set) var readTimes: [ReceiptKey: Int64] = [:]
  private(set) var deliveryTimes: [ReceiptKey: Int64] = [:]
  private(set) var seen: [MessageID: SeenFact] = [:]
  private(set) var outbox = Outbox()
  /// What has changed since the last commit.
  private(set) var uncommitted = DiskTransaction()

  private static let conversationTable = DiskTable<ConversationFact>("conversations")
  private static let messageTable = DiskTable<MessageFact>("messages")
  private static let readTable = DiskTable<Receipt>("reads")
  private static let deliveryTable = DiskTable<Receipt>("deliveries")
  private static let seenTable = DiskTable<SeenFact>("seen")
  private static let outboxTable = DiskTable<OutboxOperation>("outbox")

  /// A receipt as a row.
  private struct Receipt: Sendable {
    let key: ReceiptKey
    let milliseconds: Int64
  }

  /// The facts of a phone that knows nothing yet.
  init() {}

  /// The facts that a disk holds.
  init(restoring image: DiskImage) {
    for (_, row) in image.rows(in: Self.conversationTable) { conversations[row.id] = row }
    for (_, row) in image.rows(in: Self.messageTable) { insert(row) }
    for (_, row) in image.rows(in: Self.readTable) { readTimes[row.key] = row.milliseconds }
    for (_, row) in image.rows(in: Self.deliveryTable) {
      deliveryTimes[row.key] = row.milliseconds
    }
    for (_, row) in image.rows(in: Self.seenTable) { seen[row.message] = row }
    outbox = Outbox(restoring: image.rows(in: Self.outboxTable).map(\.row))
  }

  /// Hands over what must be committed now.
  mutating func takeUncommitted() -> DiskTransaction {
    defer { uncommitted = DiskTransaction() }
    return uncommitted
  }

  mutating func put(_ conversation: ConversationFact) {
    guard conversations[conversation.id] != conversation else { return }
    conversations[conversation.id] = conversation
    uncommitted.put(conversation, at: conversation.id.text, in: Self.conversationTable)
  }

  mutating func put(_ message: MessageFact) {
    guard messages[message.id] != message else { return }
    insert(message)
    uncommitted.put(message, at: message.id.text, in: Self.messageTable)
  }

  /// Keeps a message at its place in the thread.
  private mutating func insert(_ message: MessageFact) {
    let place = message.placeInThread
    if let earlier = messages.updateValue(message, forKey: message.id) {
      if earlier.placeInThread == place { return }
      let index = messagesByConversation[message.conversation]?.lastIndex(of: message.id)
      if let index { messagesByConversation[message.conversation]?.remove(at: index) }
    }
    let index = threadIndex(of: place, in: message.conversation)
    messagesByConversation[message.conversation, default: []].insert(message.id, at: index)
  }

  /// Where a message belongs in its thread; looked for from the end, as news are mostly the newest.
  private func threadIndex(
    of place: MessageFact.PlaceInThread, in conversation: ConversationID
  ) -> Int {
    guard let thread = messagesByConversation[conversation] else { return 0 }
    let older = thread.lastIndex { id in
      messages[id].map { $0.placeInThread < place } ?? false
    }
    return older.map { $0 + 1 } ?? 0
  }

  /// Keeps when someone read a message; the first time wins (C-19).
  mutating func noteRead(_ key: ReceiptKey, at milliseconds: Int64) {
    guard readTimes[key] == nil else { return }
    readTimes[key] = milliseconds
    uncommitted.put(
      Receipt(key: key, milliseconds: milliseconds),
      at: "\(key.message)/\(key.user)", in: Self.readTable)
  }

  /// Keeps when a message reached someone's phone; the first time wins.
  mutating func noteDelivery(_ key: ReceiptKey, at milliseconds: Int64) {
    guard deliveryTimes[key] == nil else { return }
    deliveryTimes[key] = milliseconds
    uncommitted.put(
      Receipt(key: key, milliseconds: milliseconds),
      at: "\(key.message)/\(key.user)", in: Self.deliveryTable)
  }

  mutating func put(_ fact: SeenFact) {
    guard seen[fact.message] != fact else { return }
    seen[fact.message] = fact
    uncommitted.put(fact, at: fact.message.text, in: Self.seenTable)
  }

  /// Adds an operation to the outbox.
  mutating func enqueue(_ change: OutboxOperation.Change) -> OutboxOperation {
    let operation = outbox.append(change)
    uncommitted.put(operation, at: operation.rowKey, in: Self.outboxTable)
    return operation
  }

  /// Takes a settled operation from the outbox; nil when it is not there any more.
  mutating func settle(_ number: Int) -> OutboxOperation? {
    guard let operation = outbox.remove(number) else { return nil }
    uncommitted.delete(operation.rowKey, in: Self.outboxTable)
    return operation
  }
}
