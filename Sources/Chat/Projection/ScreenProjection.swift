internal import Devices

/// The screen, derived from stored facts and from where the person has navigated.
struct ScreenProjection {
  /// ``store``, shared with whom it is of.
  let facts: Shared<ChatStore>
  let user: UserID
  /// ``navigation``, shared likewise.
  let place: Shared<Navigation>
  let policies: ChatPolicies
  let clock: WallClock
  /// The time that the phone's clock shows, in milliseconds since 1970.
  let localMilliseconds: Int64

  /// The facts.
  var store: ChatStore { _read { yield facts.value } }

  /// The place to which the person has navigated.
  var navigation: Navigation { _read { yield place.value } }

  /// The whole screen, drawn from nothing.
  func screen() -> Screen {
    var nothing = ProjectionCache()
    return screen(reusing: &nothing)
  }

  /// The whole screen.
  ///
  /// - Parameter drawn: Parts of screens that were drawn before; those of this one afterwards.
  func screen(reusing drawn: inout ProjectionCache) -> Screen {
    var screen = Screen()
    screen.conversations = rows(&drawn)
    screen.badge = screen.conversations.reduce(0) { $0 + counted($1) }
    screen.invitations = invitations()
    drawn.noteRows(usersOnRows())
    screen.search = search(screen.conversations)
    screen.sharesReceipts = store.sharing.isOn
    screen.alert = navigation.alert
    screen.isRightToLeft = policies.text.locale.isRightToLeft
    screen.words = policies.text
    screen.question = question()
    screen.prompt = photoPrompt()
    screen.traits = navigation.traits
    if let open = navigation.open, let conversation = store.conversations[open] {
      let displayed = displayed(in: open)
      let inView = inView(of: displayed)
      let typists = typists(in: conversation)
      screen.thread = Screen.MessageThread(
        id: open, title: drawn.title(of: conversation, by: self),
        photo: photo(of: conversation), isGroup: conversation.isGroup,
        members: conversation.members,
        isReadOnly: !conversation.isLive,
        writingNotice: writingNotice(in: conversation),
        bubbles: drawn.bubbles(of: displayed, in: conversation, by: self),
        pinned: pinned(in: conversation), canPin: conversation.letsPin(user),
        canAdd: conversation.lets(user), isMember: conversation.isMember,
        subtitle: subtitle(of: conversation), typists: typists, typingLine: typingLine(of: typists),
        composer: navigation.draft, previews: navigation.pictures.map(preview(of:)),
        storageWarning: storageWarning(), unread: unread(in: conversation),
        inView: (inView.startIndex - displayed.startIndex)..<(inView.endIndex
          - displayed.startIndex))
      screen.sheet = sheet(in: conversation)
      drawn.note(typists + (navigation.question?.users ?? []))
    } else {
      drawn.closeThread()
    }
    return screen
  }

  /// The messages of a conversation in the order of the thread, oldest first.
  func ordered(in conversation: ConversationID) -> [MessageID] {
    store.messagesByConversation[conversation] ?? []
  }

  /// The number of messages that the window holds: fewer with larger text.
  var viewport: Int { navigation.traits.textSize.fitting(policies.viewport) }

  /// The messages that are drawn: those that the window holds, and those that scrolling has revealed.
  func displayed(in conversation: ConversationID) -> ArraySlice<MessageID> {
    let all = ordered(in: conversation)
    let newest = all.suffix(viewport + navigation.revealed)
    guard let anchor = navigation.anchor, let last = all.lastIndex(of: anchor) else {
      return newest
    }
    return all[min(newest.startIndex, max(0, last + 1 - viewport))...]
  }

  /// The messages that the window holds, of those that are drawn (FG-05).
  func inView(of displayed: ArraySlice<MessageID>) -> ArraySlice<MessageID> {
    guard let anchor = navigation.anchor, let last = displayed.lastIndex(of: anchor) else {
      return displayed.suffix(viewport)
    }
    return displayed[...last].suffix(viewport)
  }

  /// The messages that are visible, by someone else, and not read by this user on any phone (I-07); none where this
  /// user is no member any more (C-35).
  func unread(in conversation: ConversationFact) -> Int {
    conversation.isMember ? store.unreadCounts[conversation.id, default: 0] : 0
  }

  /// The part of a row in the number on the icon (C-48).
  private func counted(_ row: Screen.ConversationRow) -> Int {
    row.isMuted && !policies.badgeCountsMuted ? 0 : row.unread ?? 0
  }

  private func rows(_ drawn: inout ProjectionCache) -> [Screen.ConversationRow] {
    var rows: [(last: Int64, row: Screen.ConversationRow)] = []
    let hasSettings = store.hasSettings
    // order: the rows are sorted below, and no two of them are equal.
    for conversation in store.conversations.values {
      let last = store.messagesByConversation[conversation.id]?.last.flatMap { store.messages[$0] }
      let row = Screen.ConversationRow(
        id: conversation.id, title: drawn.title(of: conversation, by: self),
        preview: preview(of: last), unread: unread(in: conversation),
        isArchived: conversation.isArchived,
        isMuted: hasSettings ? store.isMuted(conversation.id) : false,
        isInArchive: isInArchive(conversation.id),
        tag: hasSettings ? store.tag(of: conversation.id) : nil,
        departure: conversation.isMember ? nil : words(of: conversation.departure, conversation),
        photo: photo(of: conversation))
      rows.append((last.map { latestTime(in: conversation.id, last: $0) } ?? 0, row))
    }
    rows.sort { left, right in
      if left.row.isInArchive != right.row.isInArchive { return right.row.isInArchive }
      return (left.last, left.row.id) > (right.last, right.row.id)
    }
    return rows.map(\.row)
  }

  /// The time of the newest in a conversation, which is that of its last message, unless the backend has not taken that one: with
  /// a wrong clock, or since it failed long ago, others may be newer.
  private func latestTime(in id: ConversationID, last: MessageFact) -> Int64 {
    if let time = last.serverMilliseconds { return time }
    let accepted = ordered(in: id).last { store.messages[$0]?.serverMilliseconds != nil }
    let time = accepted.flatMap { store.messages[$0]?.serverMilliseconds } ?? .min
    return max(time, last.localMilliseconds)
  }

  /// Whether a conversation is in the archive: the next message that anybody writes brings it back (PM-15).
  func isInArchive(_ id: ConversationID) -> Bool {
    guard store.hasSettings, let turn = store.turn(.archive, of: id),
      turn.value == ConversationSetting.on
    else { return false }
    // What is not at the backend yet came after what is; what came before the user joined again does not count.
    let joined = store.joinTime(in: id) ?? .min
    let end = turn.milliseconds ?? .max
    for id in ordered(in: id).reversed() {
      guard let message = store.messages[id], message.author != .system else { continue }
      // What failed stands behind what came later.
      if message.hasFailed {
        if message.localMilliseconds > max(end, joined) { return false }
        continue
      }
      let time = message.serverMilliseconds ?? message.guessedMilliseconds ?? .max
      return time < joined || time <= end
    }
    return true
  }

  /// The accounts that rows name beside those of their titles: whom the system's messages tell of, and who invites to what.
  private func usersOnRows() -> [UserID] {
    var users: [UserID] = []
    // order: a set is made of them.
    for messages in store.messagesByConversation.values {
      guard let notice = messages.last.flatMap({ store.messages[$0]?.notice }) else { continue }
      users += notice.namedUsers
    }
    if store.invitations.isEmpty { return users }
    // order: the same.
    for invitation in store.invitations.values {
      users += [invitation.host] + (invitation.title.isEmpty ? invitation.members.named : [])
    }
    return users
  }

  private func preview(of message: MessageFact?) -> String {
    // Not by way of a closure, which would hold a copy of the projection.
    guard let message else { return "" }
    return text(of: message)
  }

  /// The name of a group; the names of the other members where it has none.
  func title(of conversation: ConversationFact) -> String {
    conversation.name ?? title(naming: conversation.titleMembers(for: user))
  }

  /// What a conversation is called that has no name, by its members.
  func title(naming titled: ConversationFact.TitleMembers) -> String {
    // All others have left.
    if titled.named.isEmpty { return policies.text[.you] }
    let title = names(of: titled.named)
    return titled.areAll ? title : title + policies.text[.separator] + "…"
  }

  /// The names of users in one line; several who are not known yet are counted at its end.
  func names(of users: [UserID]) -> String {
    let separator = policies.text[.separator]
    var strangers = 0
    for user in users where !isKnown(user) { strangers += 1 }
    // A loop, since joining what a lazy filter leaves costs ten times as much.
    var names = ""
    for user in users where strangers < 2 || isKnown(user) {
      if !names.isEmpty { names += separator }
      names += name(of: user)
    }
    if strangers < 2 { return names }
    if !names.isEmpty { names += separator }
    return names + policies.text.counted(.unknownUsers, strangers)
  }

  /// The photo of a group beside its title.
  private func photo(of conversation: ConversationFact) -> Screen.GroupPhoto? {
    // Not by way of a closure, which would hold a copy of the projection.
    guard let place = conversation.photo else { return nil }
    return Screen.GroupPhoto(place: place, content: store.files[place]?.content)
  }

  /// What stands in place of the composer; nil for who may write.
  private func writingNotice(in conversation: ConversationFact) -> String? {
    if !conversation.isMember { return words(of: conversation.departure, conversation) }
    if conversation.isArchived { return policies.text[.groupOver] }
    return conversation.letsWrite(user) ? nil : policies.text[.onlyAdminsWrite]
  }

  /// What a user is told who is no member any more (C-34, MR-03).
  private func words(
    of departure: ConversationFact.Departure?, _ conversation: ConversationFact
  ) -> String {
    switch departure {
    case .left: policies.text.filled(.youLeft, ["actor": policies.text[.you]])
    case .removed: policies.text.filled(.removedYou, ["group": title(of: conversation)])
    case nil: policies.text[.membershipOver]
    }
  }

  /// Whether the peer of a 1:1 conversation is online (DS-15).
  private func subtitle(of conversation: ConversationFact) -> String? {
    guard policies.sharesPresence, navigation.isConnected, !conversation.isGroup,
      let peer = conversation.members.first(where: { $0.user != user })?.user
    else { return nil }
    guard let presence = navigation.presences[peer] else { return nil }
    if presence.until != nil { return policies.text[.online] }
    return presence.lastSeen.map { time in
      policies.text.filled(
        .lastSeen, ["time": policies.text.digits(in: TimeOfDay.text(time, in: clock))])
    }
  }

  /// The name to show for a user: the account's once it is known, and never an id.
  func name(of user: UserID) -> String {
    guard isKnown(user) else { return policies.text[user == self.user ? .you : .unknownUser] }
    return store.profiles[user]?.name ?? policies.text[.deletedUser]
  }

  /// Whether the account of a user has been told of: its name, or that it is gone.
  func isKnown(_ user: UserID) -> Bool {
    guard let profile = store.profiles[user] else { return false }
    return profile.name?.isEmpty != true
  }
}
