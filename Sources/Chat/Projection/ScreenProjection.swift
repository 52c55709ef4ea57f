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
  ///
  /// By the backend's time, with those that the backend has not taken at the end.
  func ordered(in conversation: ConversationID) -> [MessageFact] {
    let messages = (store.messagesByConversation[conversation] ?? [])
      .compactMap { store.messages[$0] }
    return messages.sorted { left, right in
      (left.serverMilliseconds ?? .max, left.localMilliseconds, left.id)
        < (right.serverMilliseconds ?? .max, right.localMilliseconds, right.id)
    }
  }

  /// The messages that the viewport shows.
  func displayed(in conversation: ConversationID) -> [MessageID] {
    let limit = policies.viewport + navigation.revealed
    return ordered(in: conversation).suffix(limit).map(\.id)
  }

  /// The messages that are visible, by someone else, and not read by this user on any phone (I-07).
  func unread(in conversation: ConversationID) -> Int {
    (store.messagesByConversation[conversation] ?? []).reduce(0) { count, id in
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
      let last = ordered(in: conversation.id).last
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
    conversation.members.filter { $0 != user }.sorted().map(\.text).joined(separator: ", ")
  }

  private func bubble(_ message: MessageFact) -> Screen.Bubble {
    let status = status(of: message)
    let time = TimeOfDay.text(
      message.serverMilliseconds ?? message.localMilliseconds, in: clock)
    return Screen.Bubble(
      id: message.id, author: message.author, text: message.text, time: time, status: status,
      offersRetry: status == .failed,
      accessibilityLabel: ChatText.accessibilityLabel(
        author: message.author == user ? nil : message.author, text: message.text, time: time,
        status: status))
  }

  /// The status of a message of the viewer's own; nil for all others (DS-07).
  ///
  /// Derived from the strongest fact that is known: a receipt proves what a lost acknowledgement did
  /// not say.
  func status(of message: MessageFact) -> DeliveryStatus? {
    guard message.author == user else { return nil }
    let recipients = (store.conversations[message.conversation]?.members ?? [])
      .filter { $0 != message.author }
    let readers = recipients.filter {
      store.readTimes[ReceiptKey(message: message.id, user: $0)] != nil
    }
    if !readers.isEmpty { return .read }
    let reached = recipients.filter {
      store.deliveryTimes[ReceiptKey(message: message.id, user: $0)] != nil
    }
    if !recipients.isEmpty, reached.count == recipients.count { return .delivered }
    switch message.submission {
    case .queued: return .sending
    case .accepted: return .sent
    case .failed: return .failed
    }
  }
}

/// Where the person is in the app; lives in memory only.
struct Navigation: Sendable {
  /// The conversation whose thread is open.
  var open: ConversationID?
  /// How many messages scrolling has revealed above the viewport.
  var revealed = 0
  /// Whether the app is on the phone's screen.
  var isForeground = true
  /// An alert that waits for an answer.
  var alert: String?
}
