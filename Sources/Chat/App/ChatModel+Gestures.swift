internal import Devices
internal import Simulator

extension ChatModel {
  /// Starts a conversation and opens it.
  mutating func startConversation(_ id: ConversationID, with members: [UserID], isGroup: Bool) {
    let members = Set(members).union([user]).sorted().map {
      ConversationFact.Member(user: $0, joinedMilliseconds: ConversationFact.Member.founding)
    }
    store.put(
      ConversationFact(id: id, isGroup: isGroup, members: members, admins: isGroup ? [user] : []))
    submit(.start(id))
  }

  /// Writes a message; nothing happens when it has neither text nor image (DS-12), and in a conversation that
  /// this user has left or was removed from (C-35).
  mutating func send(
    _ text: String, image: String? = nil, in conversation: ConversationID, as id: MessageID,
    localMilliseconds: Int64
  ) {
    guard !text.isEmpty || image != nil, store.conversations[conversation]?.isMember ?? true else {
      return
    }
    store.put(
      MessageFact(
        id: id, conversation: conversation, author: user, text: text, image: image,
        localMilliseconds: localMilliseconds, serverMilliseconds: nil, submission: .queued))
    submit(.send(id))
  }

  /// Tries a failed message again, as the same message (DS-09).
  mutating func retry(_ id: MessageID) {
    guard var message = store.messages[id], message.author == user,
      case .failed = message.submission
    else { return }
    message.submission = .queued
    store.put(message)
    submit(.send(id))
  }

  /// Opens a conversation's thread.
  mutating func open(_ id: ConversationID, at now: Instant) {
    guard navigation.open != id else { return }
    close()
    navigation.open = id
    navigation.revealed = 0
    followReceipts(of: id)
    markDisplayed(at: now)
  }

  /// Goes back to the list.
  mutating func close() {
    guard let id = navigation.open else { return }
    navigation.open = nil
    closeSheet()
    guard !starting.contains(id) else { return }
    effects.append(.unfollow(.receipts(id)))
    effects.append(.unfollow(.deliveries(id)))
    refusedFeeds.subtract([.receipts(id), .deliveries(id)])
    lastReceipts[.receipts(id)] = nil
    lastReceipts[.deliveries(id)] = nil
  }

  /// Reveals older messages above the viewport, or further rows of the sheet in front of it.
  mutating func scroll(by count: Int, at now: Instant) {
    if navigation.sheet != nil { return scrollSheet(by: count) }
    navigation.revealed += max(0, count)
    markDisplayed(at: now)
  }

  /// The app came to the foreground or left it.
  mutating func setForeground(_ isForeground: Bool, at now: Instant) {
    navigation.isForeground = isForeground
    markDisplayed(at: now)
  }

  /// Marks what is on the screen: the one trigger is that an open conversation is in the foreground
  /// (C-37, C-38). Only what is displayed is marked (C-11).
  mutating func markDisplayed(at now: Instant) {
    guard navigation.isForeground, let open = navigation.open,
      let conversation = store.conversations[open], conversation.isMember,
      store.unreadCounts[open, default: 0] > 0
    else { return }
    let projection = projection(clock: WallClock())
    let candidates =
      policies.marking == .all
      ? projection.ordered(in: open)[...] : projection.displayed(in: open)
    let unread = candidates.filter { store.isUnread($0) }
    guard !unread.isEmpty else { return }
    let isPrivate = !sharesReceipts(in: conversation)
    for id in unread {
      store.put(
        SeenFact(message: id, conversation: open, isPrivate: isPrivate, isSettled: false))
    }
    unflushedReads[open, default: []].append(contentsOf: unread)
    switch pacer.marked(at: now) {
    case .flushNow: flushReads()
    case .flushAfter(let delay): effects.append(.startReceiptTimer(delay))
    case .wait: break
    }
  }

  /// The window for collecting receipts has ended.
  mutating func receiptTimerFired(at now: Instant) {
    pacer.timerFired(at: now)
    flushReads()
  }

  /// Hands what was seen to the outbox: one batch a conversation, of at most 500 (BC-01, BC-05).
  mutating func flushReads() {
    for conversation in unflushedReads.keys.sorted() {
      let messages = unflushedReads[conversation] ?? []
      let secret = messages.filter { store.seen[$0]?.isPrivate == true }
      let shared = secret.isEmpty ? messages : messages.filter { store.seen[$0]?.isPrivate != true }
      for batch in chunks(shared) { submit(.read(conversation, batch)) }
      for batch in chunks(secret) { submit(.readPrivately(conversation, batch)) }
    }
    unflushedReads = [:]
  }

  /// Hands what has arrived to the outbox.
  mutating func flushDeliveries() {
    for conversation in unflushedDeliveries.keys.sorted() {
      for batch in chunks(unflushedDeliveries[conversation] ?? []) {
        submit(.deliver(conversation, batch))
      }
    }
    unflushedDeliveries = [:]
  }

  /// The largest number of paths in one write (BC-05).
  static let batchLimit = 500

  private func chunks(_ messages: [MessageID]) -> [[MessageID]] {
    stride(from: 0, to: messages.count, by: Self.batchLimit).map {
      Array(messages[$0..<min($0 + Self.batchLimit, messages.count)])
    }
  }
}
