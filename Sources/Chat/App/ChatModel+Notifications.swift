internal import Backend
internal import Simulator

// Responses to notifications that do not open the app: replies (PM-06), marking as read (PM-07), and swiping away, which
// holds on all phones of the user (PM-08).

extension ChatModel {
  /// The person has replied to a notification, or wants its messages marked as read.
  mutating func answer(_ intent: NotificationIntent) {
    store.put(intent)
  }

  /// Does what responses to notifications ask for, as far as what they are about is on this phone.
  ///
  /// Who replies has read what they reply to.
  mutating func fulfilIntents(at now: Instant) {
    guard !store.intents.isEmpty else { return }
    for var intent in store.intents.values.sorted(by: { $0.id.text < $1.id.text }) {
      guard let conversation = store.conversations[intent.conversation], conversation.isMember
      else {
        continue
      }
      if let text = intent.reply.take() {
        reply(text, in: conversation, by: intent)
        store.put(intent)
      }
      guard let id = intent.message else {
        store.remove(intent)
        continue
      }
      guard let last = store.messages[id]?.placeInThread else {
        // It was there before this user was added again, and nobody tells them of it any more.
        let joined = store.joinTime(in: conversation.id) ?? .min
        if intent.localMilliseconds < joined { store.remove(intent) }
        continue
      }
      store.remove(intent)
      let read = (store.messagesByConversation[conversation.id] ?? []).filter {
        store.isUnread($0) && store.messages[$0].map { $0.placeInThread <= last } ?? false
      }
      // What a notification stood for counts on the icon, also where the app learns of it only now.
      if !read.isEmpty { effects.append(.setBadge) }
      mark(read, in: conversation, at: now)
    }
  }

  /// Sends a reply. Where its author may write no more, it stands there as one that has failed: their words are not lost.
  private mutating func reply(
    _ text: String, in conversation: ConversationFact, by intent: NotificationIntent
  ) {
    guard conversation.letsWrite(user) else {
      return store.put(
        MessageFact(
          id: MessageID(intent.id), conversation: conversation.id, author: user, text: text,
          localMilliseconds: intent.localMilliseconds, serverMilliseconds: nil,
          submission: .failed(reason: "its author may write there no more")))
    }
    send(
      text, in: conversation.id, as: MessageID(intent.id), isComposed: false,
      localMilliseconds: intent.localMilliseconds)
  }

  /// Forgets what can be done no more: the user has left, or was removed, and is no member again by what the database has told of
  /// the memberships.
  mutating func dropIntents() {
    // order: each goes or stays, whichever comes first.
    for intent in store.intents.values where hasLeft(intent.conversation) { store.remove(intent) }
  }

  /// The person has swiped the notification of a message away: of a conversation, maybe, that this phone has not heard of yet.
  mutating func dismissed(_ message: MessageID, in id: ConversationID) {
    submit(.clear(id, message))
  }

  /// Whether the user is no member of a conversation any more.
  ///
  /// A phone that was off all the while has never heard of the conversation, only of the departure. That may be one of long ago, as
  /// may be what the phone knows: it counts once all memberships are known, for the database may tell of it first.
  func hasLeft(_ id: ConversationID?) -> Bool {
    guard let id, hasHeardMemberships, joined[id] == nil else { return false }
    if let conversation = store.conversations[id] { return !conversation.isMember }
    let departures = lastPrivate[ChatField.departures] ?? .empty
    return !departures[child: id.key].isEmpty
  }

  /// Whether nobody needs to be told of a message any more: it was read on any phone of the user, or its notification was
  /// swiped away on one.
  func isDone(_ message: MessageID, in id: ConversationID?) -> Bool {
    if store.isDone(message) { return true }
    guard let id, let cleared = lastPrivate[ChatField.cleared] else { return false }
    return cleared[child: id.key].text == message.text
  }
}
