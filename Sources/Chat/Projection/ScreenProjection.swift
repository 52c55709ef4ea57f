internal import Devices

/// What is on the screen, derived from stored facts and from where the person has navigated.
struct ScreenProjection {
  let store: ChatStore
  let user: UserID
  let navigation: Navigation
  let policies: ChatPolicies
  let clock: WallClock

  /// The whole screen.
  func screen() -> Screen {
    var screen = Screen()
    screen.conversations = rows()
    screen.badge = screen.conversations.reduce(0) { $0 + ($1.unread ?? 0) }
    screen.alert = navigation.alert
    if let open = navigation.open, let conversation = store.conversations[open] {
      screen.thread = Screen.Thread(
        id: open, title: title(of: conversation),
        bubbles: displayed(in: open).compactMap { store.messages[$0].map(bubble) })
    }
    return screen
  }

  /// The messages of a conversation in the order of the thread, oldest first.
  func ordered(in conversation: ConversationID) -> [MessageID] {
    store.messagesByConversation[conversation] ?? []
  }

  /// The messages that the viewport shows.
  func displayed(in conversation: ConversationID) -> ArraySlice<MessageID> {
    ordered(in: conversation).suffix(policies.viewport + navigation.revealed)
  }

  /// The messages that are visible, by someone else, and not read by this user on any phone (I-07).
  func unread(in conversation: ConversationID) -> Int {
    ordered(in: conversation).reduce(0) { count, id in
      isUnread(id) ? count + 1 : count
    }
  }

  /// Whether a message is someone else's and this user has read it on no phone.
  func isUnread(_ id: MessageID) -> Bool {
    guard let message = store.messages[id], message.author != user else { return false }
    return store.seen[id] == nil && store.readTimes[ReceiptKey(message: id, user: user)] == nil
  }

  private func rows() -> [Screen.ConversationRow] {
    // order: the rows are sorted below, and no two of them are equal.
    let rows = store.conversations.values.map { conversation in
      let last = ordered(in: conversation.id).last.flatMap { store.messages[$0] }
      return (
        last: last?.serverMilliseconds ?? last?.localMilliseconds ?? 0,
        row: Screen.ConversationRow(
          id: conversation.id, title: title(of: conversation), preview: last?.text ?? "",
          unread: unread(in: conversation.id))
      )
    }
    return rows.sorted { ($0.last, $0.row.id) > ($1.last, $1.row.id) }.map(\.row)
  }

  private func title(of conversation: ConversationFact) -> String {
    let peers = conversation.members.lazy.filter { $0 != user }.map(\.text)
    return peers.sorted().joined(separator: ", ")
  }

  private func bubble(_ message: MessageFact) -> Screen.Bubble {
    let status = status(of: message)
    let time = TimeOfDay.text(
      message.serverMilliseconds ?? message.localMilliseconds, in: clock)
    return Screen.Bubble(
      id: message.id, author: message.author, text: message.text, time: time, status: status,
      offersRetry: status == .failed)
  }

  /// The status of a message of the viewer's own; nil for all others (DS-07).
  ///
  /// Derived from the strongest fact that is known: a receipt proves what a lost acknowledgement did
  /// not say.
  func status(of message: MessageFact) -> DeliveryStatus? {
    guard message.author == user else { return nil }
    var recipientCount = 0
    var reachedCount = 0
    for member in store.conversations[message.conversation]?.members ?? []
    where member != message.author {
      let key = ReceiptKey(message: message.id, user: member)
      if store.readTimes[key] != nil { return .read }
      recipientCount += 1
      if store.deliveryTimes[key] != nil { reachedCount += 1 }
    }
    if recipientCount > 0, reachedCount == recipientCount { return .delivered }
    switch message.submission {
    case .queued: return .sending
    case .accepted: return .sent
    case .failed: return .failed
    }
  }
}

/// Where the person is in the app; lives in memory only.
struct Navigation: Equatable, Sendable {
  /// The conversation whose thread is open.
  var open: ConversationID?
  /// How many messages scrolling has revealed above the viewport.
  var revealed = 0
  /// Whether the app is on the phone's screen.
  var isForeground = true
  /// An alert that waits for an answer.
  var alert: String?
}
