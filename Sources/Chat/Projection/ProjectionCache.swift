internal import Devices

/// The bubbles of the thread on the screen and the titles of conversations, kept so that only those are drawn anew about
/// which something has changed; and the accounts that are named there.
///
/// Nothing is shown from here that the facts would not show: a part is used again only where everything is the same
/// that it was derived from.
struct ProjectionCache: Sendable {
  /// The inputs of every bubble beside the facts of its own message.
  ///
  /// An object, which is asked whether it is still the same: a structure to compare it with would be made for each screen.
  private final class Ground: Sendable {
    let conversation: ConversationFact
    let clock: WallClock
    let decorations: ChangeCount
    let traits: PhoneTraits

    init(of conversation: ConversationFact, by projection: ScreenProjection) {
      self.conversation = conversation
      clock = projection.clock
      decorations = projection.store.decorations
      traits = projection.navigation.traits
    }

    func isSame(of other: ConversationFact, by projection: ScreenProjection) -> Bool {
      guard decorations == projection.store.decorations, clock == projection.clock,
        traits == projection.navigation.traits
      else { return false }
      return conversation == other
    }
  }

  /// A title with all that it was derived from.
  private struct Title {
    let name: String?
    let members: [ConversationFact.Member]
    let decorations: ChangeCount
    let named: [UserID]
    let text: String
  }

  private var ground: Ground?
  private var bubbles: [MessageID: Screen.Bubble] = [:]
  private var titles: [ConversationID: Title] = [:]
  /// The accounts that rows name beside those of their titles.
  private var usersOnRows: [UserID] = []
  /// The accounts that the thread has named since it was opened.
  private var usersInThread: Set<UserID> = []
  /// The number of changes so far of the accounts that are named.
  private(set) var names = ChangeCount()

  /// The accounts that the list and the thread name.
  var namedUsers: Set<UserID> {
    // order: a set is made of them.
    titles.values.reduce(into: usersInThread.union(usersOnRows)) { $0.formUnion($1.named) }
  }

  /// Forgets messages about which facts have changed.
  mutating func forget(_ touched: Set<MessageID>) {
    if bubbles.isEmpty { return }
    // order: each is forgotten, whichever comes first.
    for id in touched { bubbles[id] = nil }
  }

  /// Forgets a thread that is not on the screen any more.
  mutating func closeThread() {
    guard ground != nil else { return }
    ground = nil
    bubbles = [:]
    forgetUsersInThread()
  }

  /// Keeps which accounts rows name beside those of their titles.
  mutating func noteRows(_ users: [UserID]) {
    // Most often nobody, and nobody before.
    guard !(users.isEmpty && usersOnRows.isEmpty), users != usersOnRows else { return }
    usersOnRows = users
    names.increase()
  }

  /// Keeps that the thread names accounts.
  mutating func note(_ users: [UserID]) {
    for user in users where usersInThread.insert(user).inserted { names.increase() }
  }

  private mutating func forgetUsersInThread() {
    if usersInThread.isEmpty { return }
    usersInThread = []
    names.increase()
  }

  /// The title of a conversation.
  mutating func title(of conversation: ConversationFact, by projection: ScreenProjection) -> String
  {
    let decorations = projection.store.decorations
    // Lists that nobody has changed since are one in memory, and compared as such.
    if let known = titles[conversation.id], known.members == conversation.members,
      known.name == conversation.name, known.decorations == decorations
    {
      return known.text
    }
    let title = Title(
      name: conversation.name, members: conversation.members, decorations: decorations,
      named: conversation.name == nil ? conversation.titleMembers(for: projection.user).named : [],
      text: projection.title(of: conversation))
    let former = titles.updateValue(title, forKey: conversation.id)
    if former?.named ?? [] != title.named { names.increase() }
    return title.text
  }

  /// The bubbles of messages, in their order.
  mutating func bubbles(
    of messages: ArraySlice<MessageID>, in conversation: ConversationFact,
    by projection: ScreenProjection
  ) -> [Screen.Bubble] {
    let isSame = ground?.isSame(of: conversation, by: projection) ?? false
    if !isSame {
      if conversation.id != ground?.conversation.id { forgetUsersInThread() }
      ground = Ground(of: conversation, by: projection)
      bubbles = [:]
    }
    return messages.compactMap { id in
      if let bubble = bubbles[id] { return bubble }
      guard let message = projection.store.messages[id] else { return nil }
      let bubble = projection.bubble(message, in: conversation)
      bubbles[id] = bubble
      note([message.author])
      if let notice = message.notice { note(notice.namedUsers) }
      return bubble
    }
  }
}
