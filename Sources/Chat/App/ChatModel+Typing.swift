internal import Backend
internal import Simulator

/// The person who writes on this phone, as the backend was told of it.
struct OwnTyping: Sendable {
  let conversation: ConversationID
  /// The instant of the last change of the text.
  var lastKey: Instant
  /// The instant at which the backend was last told, within the present connection; nil where it has not been.
  var told: Instant?
  /// Whether the backend was ever told, so that there is something to take back.
  var isWritten = false
}

/// Somebody else who writes in the open conversation, as the database shows it; never stored.
struct Typist: Hashable, Sendable {
  /// The backend's time of the last that was heard, in milliseconds since 1970.
  let milliseconds: Int64
  /// The instant from which on they are shown no more.
  let until: Instant
}

/// The backend's clock, as the handshake of the present connection told it.
///
/// Other than the phone's clock nobody can set it while the connection lasts.
struct BackendTime: Sendable {
  let milliseconds: Int64
  let instant: Instant

  func milliseconds(at now: Instant) -> Int64 {
    milliseconds + instant.duration(to: now).milliseconds
  }
}

// Typing indicators (C-49): an entry at the backend that lives for a few seconds, is written again while the person writes,
// and is taken back when they stop.

extension ChatModel {
  // MARK: - The person on this phone

  /// The text in the composer has changed.
  mutating func typed(at now: Instant) {
    guard policies.showsTyping, let open = navigation.open,
      store.conversations[open]?.letsWrite(user) == true
    else { return }
    if navigation.draft.isBlank { return stopTyping() }
    if ownTyping == nil { ownTyping = OwnTyping(conversation: open, lastKey: now) }
    ownTyping?.lastKey = now
    tellTyping(at: now)
    planTypingTimer()
  }

  /// The person writes no more: the message is sent, the composer has lost the focus, or nothing was written for a while.
  mutating func stopTyping() {
    guard let typing = ownTyping else { return }
    ownTyping = nil
    if typing.isWritten { effects.append(.endTyping(typing.conversation)) }
  }

  /// Tells the backend, at most twice in the life of an entry. Without a connection nothing is told: it would come late.
  ///
  /// Nothing is told either before the backend has promised to take it back when this phone is gone: an entry that comes
  /// before that promise could outlive its phone.
  private mutating func tellTyping(at now: Instant) {
    guard var typing = ownTyping, navigation.isConnected, let backendTime else { return }
    guard armedTyping[typing.conversation] == true else {
      if armedTyping.updateValue(false, forKey: typing.conversation) == nil {
        effects.append(.armTyping(typing.conversation))
      }
      return
    }
    if let told = typing.told, told.duration(to: now) < policies.typingLife / 2 { return }
    typing.told = now
    typing.isWritten = true
    ownTyping = typing
    effects.append(
      .tellTyping(typing.conversation, milliseconds: backendTime.milliseconds(at: now)))
  }

  /// The backend will take back what it is told of this person in a conversation once the present connection is gone.
  mutating func typingArmed(in id: ConversationID, at now: Instant) {
    armedTyping[id] = true
    tellTyping(at: now)
  }

  // MARK: - Others

  /// Follows who writes in an open conversation.
  mutating func followTyping(in id: ConversationID) {
    guard policies.showsTyping, !starting.contains(id) else { return }
    effects.append(.follow(.typing(id)))
  }

  mutating func unfollowTyping(in id: ConversationID) {
    navigation.typists = [:]
    guard policies.showsTyping, !starting.contains(id) else { return }
    effects.append(.unfollow(.typing(id)))
    refusedFeeds.remove(.typing(id))
  }

  /// The database tells of somebody who writes, or writes no more. What is older than an entry lives is the trace of a
  /// phone that has vanished.
  mutating func typingChanged(_ event: DataEvent, in id: ConversationID, at now: Instant) {
    guard let key = event.key, key != user.key, navigation.open == id else { return }
    let typist = UserID(key)
    navigation.typists[typist] = nil
    guard event.kind == .childAdded || event.kind == .childChanged,
      let time = Self.lastWord(in: event.node)
    else { return }
    let present = backendTime?.milliseconds(at: now) ?? time
    // A time ahead of what this phone knows lives no longer than any other.
    let rest = policies.typingLife - max(.zero, .milliseconds(present - time))
    navigation.typists[typist] = Typist(milliseconds: time, until: now.advanced(by: rest))
    expireTyping(at: now)
    planTypingTimer()
  }

  /// The latest of the times at which the connections of a user said that they write, in milliseconds since 1970.
  private static func lastWord(in node: Node) -> Int64? {
    node.children.compactMap { _, entry in
      guard case .number(let time) = entry[child: ChatField.at].scalar else { return nil }
      return time.asMilliseconds
    }.max()
  }

  // MARK: - Time and the connection

  /// The connection has come, or is gone: what was shown of others is known no more, and what is told of this person ends
  /// with the connection.
  mutating func connectionChanged(_ isConnected: Bool, backendMilliseconds: Int64, at now: Instant)
  {
    noteConnection(isConnected, backendMilliseconds: backendMilliseconds, at: now)
    navigation.typists = [:]
    armedTyping = [:]
    ownTyping?.told = nil
    let isLeft = ownTyping?.isWritten == true
    guard isConnected else { return }
    // What the connection before has left, or sends again only now, nobody would take back any more.
    if isLeft, let typing = ownTyping { effects.append(.endTyping(typing.conversation)) }
    tellTyping(at: now)
  }

  /// Notes whether there is a connection, and what the backend's clock shows.
  mutating func noteConnection(_ isConnected: Bool, backendMilliseconds: Int64, at now: Instant) {
    navigation.isConnected = isConnected
    guard isConnected else { return }
    backendTime = BackendTime(milliseconds: backendMilliseconds, instant: now)
    expirePresences(at: now)
  }

  /// Takes away what has outlived its time, others' entries and this person's.
  mutating func expireTyping(at now: Instant) {
    // order: each stays or goes, whichever comes first.
    navigation.typists = navigation.typists.filter { $0.value.until > now }
    if let typing = ownTyping, typing.lastKey.advanced(by: policies.typingLife) <= now {
      stopTyping()
    }
  }

  mutating func typingTimerFired(at now: Instant) {
    typingTimer = .distantFuture
    expireTyping(at: now)
    planTypingTimer()
  }

  /// Has the app call ``typingTimerFired(at:)`` when the next entry has outlived its time.
  private mutating func planTypingTimer() {
    // order: only the least is asked for.
    let others = navigation.typists.values.lazy.map(\.until).min()
    let own = ownTyping?.lastKey.advanced(by: policies.typingLife)
    guard let due = [others, own].compactMap(\.self).min() else { return }
    guard due < typingTimer else { return }
    typingTimer = due
    effects.append(.startTypingTimer(at: due))
  }
}

extension ScreenProjection {
  /// The others who write in a conversation, by their ids: members who have sent nothing since.
  func typists(in conversation: ConversationFact) -> [UserID] {
    guard !navigation.typists.isEmpty, conversation.isMember else { return [] }
    return conversation.members.map(\.user).filter { member in
      guard let typist = navigation.typists[member] else { return false }
      return !hasSent(member, since: typist.milliseconds, in: conversation.id)
    }
  }

  /// Whether somebody has sent a message at a time of the backend's clock or later.
  private func hasSent(_ author: UserID, since time: Int64, in id: ConversationID) -> Bool {
    for message in ordered(in: id).reversed() {
      guard let fact = store.messages[message], (fact.serverMilliseconds ?? .max) >= time else {
        return false
      }
      if fact.author == author { return true }
    }
    return false
  }

  /// The line that tells who writes; nil where nobody does.
  func typingLine(of users: [UserID]) -> String? {
    guard let first = users.first else { return nil }
    if users.count > 1, !isKnown(first), !isKnown(users[1]) {
      return policies.text.counted(.typingUnknown, users.count)
    }
    let phrases: [ChatText.Phrase] = [.typingOne, .typingTwo, .typingMany]
    return policies.text.counted(
      phrases[min(users.count, phrases.count) - 1], max(0, users.count - 2),
      ["first": name(of: first), "second": users.count > 1 ? name(of: users[1]) : ""])
  }
}
