internal import Backend
internal import Devices
internal import Simulator

extension ChatModel {
  /// Takes in what a feed tells.
  mutating func received(
    _ content: RaisedEvent.Content, from feed: Feed, localMilliseconds: Int64, at now: Instant
  ) {
    guard case .data(let event) = content else {
      if case .cancelled = content { cancelled(feed) }
      return
    }
    switch feed {
    case .memberships:
      guard event.kind == .childAdded, let key = event.key else { return }
      follow(ConversationID(key.text))
      followAgain(ConversationID(key.text))
    case .conversation(let id):
      conversationChanged(id, event.node)
    case .messages(let id):
      messageChanged(event, in: id, localMilliseconds: localMilliseconds)
      markDisplayed(at: now)
    case .ownReads:
      ownReadChanged(event)
    case .receipts:
      receiptsChanged(event, feed) { store, key, time in store.noteRead(key, at: time) }
    case .deliveries:
      receiptsChanged(event, feed) { store, key, time in store.noteDelivery(key, at: time) }
    }
  }

  /// The backend does not let this phone follow a feed (any more).
  ///
  /// A phone that is made a member again hears of it by its memberships and asks again then.
  private mutating func cancelled(_ feed: Feed) {
    refusedFeeds.insert(feed)
  }

  /// Asks again for the feeds of a conversation that were refused.
  mutating func followAgain(_ id: ConversationID) {
    let feeds: [Feed] = [
      .conversation(id), .messages(id), .ownReads(id), .receipts(id), .deliveries(id),
    ]
    for feed in feeds where refusedFeeds.remove(feed) != nil {
      effects.append(.follow(feed))
    }
  }

  private mutating func conversationChanged(_ id: ConversationID, _ node: Node) {
    guard case .bool(let isGroup) = node[child: ChatField.isGroup].scalar else { return }
    let members = node[child: ChatField.members].children.map { UserID($0.key.text) }
    store.put(ConversationFact(id: id, isGroup: isGroup, members: Set(members)))
  }

  private mutating func messageChanged(
    _ event: DataEvent, in conversation: ConversationID, localMilliseconds: Int64
  ) {
    guard let key = event.key else { return }
    let id = MessageID(key.text)
    guard event.kind == .childAdded || event.kind == .childChanged else {
      if event.kind == .childRemoved { shownTimes[id] = nil }
      return
    }
    guard case .string(let author) = event.node[child: ChatField.author].scalar,
      case .string(let text) = event.node[child: ChatField.text].scalar,
      case .number(let time) = event.node[child: ChatField.sentAt].scalar
    else { return }
    shownTimes[id] = Int64(time)
    if let known = store.messages[id], known.author == user, known.submission != .accepted {
      // Its own echo proves nothing: the answer to the write decides.
      return
    }
    let earlier = store.messages[id]
    store.put(
      MessageFact(
        id: id, conversation: conversation, author: UserID(author), text: text,
        localMilliseconds: earlier?.localMilliseconds ?? localMilliseconds,
        serverMilliseconds: Int64(time), submission: .accepted))
    if UserID(author) != user { noteArrival(of: id, in: conversation) }
  }

  /// Someone else's message is on this phone: its author is to be told, once.
  private mutating func noteArrival(of id: MessageID, in conversation: ConversationID) {
    guard store.deliveryTimes[ReceiptKey(message: id, user: user)] == nil else { return }
    let isWaiting = store.outbox.operations.contains { operation in
      if case .deliver(_, let messages) = operation.change { messages.contains(id) } else { false }
    }
    guard !isWaiting, unflushedDeliveries[conversation]?.contains(id) != true else { return }
    unflushedDeliveries[conversation, default: []].append(id)
  }

  /// A user's receipts changed: what is new among them is noted.
  private mutating func receiptsChanged(
    _ event: DataEvent, _ feed: Feed,
    _ note: (inout ChatStore, ReceiptKey, Int64) -> Void
  ) {
    guard let key = event.key, event.kind == .childAdded || event.kind == .childChanged else {
      return
    }
    let reader = UserID(key.text)
    let before = lastReceipts[feed]?[reader] ?? .empty
    lastReceipts[feed, default: [:]][reader] = event.node
    var times: [(MessageID, Int64)] = []
    Node.forEachChildDifference(from: before, to: event.node) { key, _, after in
      if case .number(let time) = after?.scalar {
        times.append((MessageID(key.text), Int64(time)))
      }
    }
    // A phone's own receipts come back from its own listener, with the time of the backend.
    guard reader != user else { return }
    for (message, time) in times { note(&store, ReceiptKey(message: message, user: reader), time) }
  }

  /// The database shows that this user has read a message, or that it does not after all: a write of this
  /// phone's was refused.
  private mutating func ownReadChanged(_ event: DataEvent) {
    guard let key = event.key else { return }
    let id = MessageID(key.text)
    if event.kind == .childRemoved { shownReads.remove(id) }
    guard event.kind == .childAdded || event.kind == .childChanged,
      case .number(let time) = event.node.scalar
    else { return }
    shownReads.insert(id)
    store.noteRead(ReceiptKey(message: id, user: user), at: Int64(time))
  }
}
