internal import Backend
internal import Devices

extension ChatModel {
  // MARK: - Gestures

  /// Adds users to a group, or removes members; nothing happens when this user may not, or when nobody is left to be
  /// added or removed (MA-06).
  ///
  /// A removal that would leave one member asks first whether the group is to be archived (MR-05).
  ///
  /// - Parameter archives: Whether the person has said that it is.
  mutating func changeMembers(
    _ kind: MembershipNotice.Kind, _ users: [UserID], of id: ConversationID, as change: MessageID,
    archives: Bool = false
  ) {
    guard let conversation = store.conversations[id],
      kind == .removed ? conversation.lets(user, remove: users) : conversation.lets(user)
    else { return }
    let changed = Set(users).filter { conversation.contains($0) == (kind == .removed) }.sorted()
    guard !changed.isEmpty else { return }
    let count = Self.size(of: conversation, after: kind, changed)
    let isLast = count == 1
    if isLast, !archives {
      navigation.question = Navigation.Question(conversation: id, users: changed, archives: true)
      return
    }
    guard Self.sizes.contains(count) || isLast else {
      navigation.alert = policies.text[.membersUnchanged]
      return
    }
    submit(
      .change(
        MembershipChange(
          id: change, conversation: id, kind: kind, users: changed,
          staying: kind == .removed ? conversation.staying(without: changed) : [],
          admins: changed.filter(conversation.admins.contains),
          moderators: changed.filter(conversation.moderators.contains),
          invited: kind == .added ? changed.filter(conversation.invites) : [], archives: isLast)))
  }

  /// Asks whether a member is to be removed, or whether this user is to leave (MR-01, MR-10).
  mutating func askRemoval(of member: UserID, from id: ConversationID) {
    guard let conversation = store.conversations[id], conversation.contains(member),
      conversation.lets(user, remove: [member])
    else { return }
    navigation.question = Navigation.Question(
      conversation: id, users: [member], archives: conversation.members.count == 2)
  }

  /// Takes away the question that there is no right to ask any more, or nobody to ask about: it must not come back unasked.
  mutating func dropIdleQuestion() {
    guard navigation.question != nil, projection(clock: WallClock()).question() == nil else {
      return
    }
    navigation.question = nil
  }

  /// The person says yes to the question. Where the group would be archived now and they were not told so, that is asked first.
  mutating func confirm(as change: MessageID) {
    guard let question = navigation.question.take() else { return }
    changeMembers(
      .removed, question.users, of: question.conversation, as: change,
      archives: question.archives)
  }

  /// The numbers of members that a conversation may have that is not archived (I-12, MA-11).
  static let sizes = 2...256

  /// The number of members after users were added to a conversation, or members removed.
  private static func size(
    of conversation: ConversationFact, after kind: MembershipNotice.Kind, _ users: [UserID]
  ) -> Int {
    conversation.members.count + (kind == .added ? users.count : -users.count)
  }

  // MARK: - News

  /// This user has become a member of a conversation, or is one no longer.
  mutating func membershipChanged(_ event: DataEvent) {
    if event.kind == .value {
      if !hasHeardMemberships {
        hasHeardMemberships = true
        endRefusedMemberships()
      }
      dropIntents()
    }
    guard let key = event.key else { return }
    let id = ConversationID(key)
    switch event.kind {
    case .childAdded, .childChanged:
      joined[id] = event.node.number?.asMilliseconds ?? ConversationFact.Member.founding
      // What the database client makes up before the backend has answered lets nobody follow anything.
      if store.isJoining(id) { return }
      if watched.contains(id) { return enter(id) }
      follow(id)
      followAgain(id)
    case .childRemoved:
      joined[id] = nil
      membershipEnded(in: id)
    case .childMoved, .value:
      break
    }
  }

  /// Marks a conversation as left. Its messages so far stay, to read only (C-35, UN-10).
  mutating func membershipEnded(in id: ConversationID) {
    guard var conversation = store.conversations[id] else { return }
    conversation.isMember = false
    conversation.departure = departure(from: id)
    store.put(conversation)
  }

  /// The backend has told how this user's membership has ended.
  mutating func noteDeparture(from id: ConversationID) {
    guard store.conversations[id]?.isMember == false else { return }
    membershipEnded(in: id)
  }

  /// How this user's membership has ended, which was there until now; nil where that is unknown yet.
  ///
  /// Who leaves on this phone need not be told. What ended a membership before the present one says nothing.
  private func departure(from id: ConversationID) -> ConversationFact.Departure? {
    let isLeaving = unansweredChanges(of: id).contains {
      $0.kind == .removed && $0.users.contains(user)
    }
    if isLeaving { return .left }
    // Functions run in any order: the end that is told last need not be the last one.
    let told = (lastPrivate[ChatField.departures] ?? .empty)[child: id.key]
    let ends = told.children.compactMap { _, end in
      end[child: ChatField.at].number.map { (time: $0, by: end[child: ChatField.by].text) }
    }
    let joined = store.joinTime(in: id) ?? store.conversations[id]?.lastJoinedMilliseconds
    guard let last = ends.max(by: { $0.time < $1.time }), let by = last.by,
      last.time.asMilliseconds >= joined ?? .min
    else { return store.conversations[id]?.departure }
    return by == user.text ? .left : .removed
  }

  /// The backend does not let this phone follow a feed (any more).
  ///
  /// A phone that is made a member again hears of it by its memberships and asks again then; one that has heard it
  /// already asks again at once, from its new time of joining on.
  mutating func cancelled(_ feed: Feed) {
    refusedFeeds.insert(feed)
    switch feed {
    case .conversation(let id):
      // A disabled account is refused everything, its memberships too: it has not left.
      if hasHeardMemberships { endRefusedMembership(in: id) }
    case .messages(let id, let start):
      cachedNews[id] = nil
      // What it showed proves nothing any more, one's own unanswered messages least of all.
      for message in store.messagesByConversation[id] ?? [] { shownTimes[message] = nil }
      if let present = joined[id], present != start { followAgain(id) }
    default:
      break
    }
  }

  /// All memberships are known: those of refused conversations that are not among them are over.
  private mutating func endRefusedMemberships() {
    // order: sorted below, by their ids.
    let refused = refusedFeeds.compactMap { feed -> ConversationID? in
      if case .conversation(let id) = feed { id } else { nil }
    }
    for id in refused.sorted() { endRefusedMembership(in: id) }
  }

  private mutating func endRefusedMembership(in id: ConversationID) {
    guard joined[id] == nil else { return }
    if refusedStarts.remove(id) != nil { navigation.alert = policies.text[.startRefused] }
    membershipEnded(in: id)
    invitationEnded(to: id)
    giveUpUnexplained(in: id)
  }

  /// Asks again for the feeds of a conversation that were refused.
  mutating func followAgain(_ id: ConversationID) {
    let feeds: [Feed] = [
      .conversation(id), .ownReads(id), .receipts(id), .deliveries(id), .typing(id),
    ]
    for feed in feeds where refusedFeeds.remove(feed) != nil {
      effects.append(.follow(feed))
    }
    if let start = followedFrom[id], refusedFeeds.remove(.messages(id, since: start)) != nil {
      for operation in store.outbox.operations {
        guard case .send(let message) = operation.change,
          store.messages[message]?.conversation == id
        else { continue }
        blindSends.insert(message)
      }
      followMessages(of: id)
    }
  }

  mutating func conversationChanged(_ id: ConversationID, _ node: Node) {
    let isFirst = shownConversations.updateValue(node, forKey: id) == nil
    if watched.contains(id) { return guestsView(of: id, node) }
    defer { if isFirst { retryUnexplained(in: id) } }
    if case .bool = node[child: ChatField.isGroup].scalar { refusedStarts.remove(id) }
    takeConversation(id, node)
  }

  /// Takes what a conversation is, as the database's client shows it or as this phone has begun it.
  mutating func takeConversation(_ id: ConversationID, _ node: Node) {
    guard case .bool(let isGroup) = node[child: ChatField.isGroup].scalar else { return }
    let earliest = earliestJoining(in: id)
    let added = store.unansweredAdditions(to: id)
    let members = node[child: ChatField.members].children.map { key, value in
      let joined: Int64 =
        if case .number(let time) = value.scalar { time.asMilliseconds } else {
          ConversationFact.Member.founding
        }
      let user = UserID(key)
      let known = store.conversations[id]?.members.first { $0.user == user }?.joinedMilliseconds
      // The guess stays the one of the first time until the backend has answered.
      let guess = known == ConversationFact.Member.founding ? nil : known
      let least = added.contains(user) ? guess ?? earliest : nil
      return ConversationFact.Member(
        user: user, joinedMilliseconds: max(joined, least ?? joined))
    }
    let isMember = members.contains { $0.user == user }
    // A cache that was kept still has what this user saw as a guest, under the name that the group had then.
    if !isMember, joined[id] != nil, store.conversations[id] == nil { return }
    let admins = node[child: ChatField.admins].children.map { UserID($0.key) }
    var conversation = ConversationFact(
      id: id, isGroup: isGroup, members: members, admins: Set(admins),
      isMember: isMember,
      name: node[child: ChatField.name].text?.asVisibleName,
      photo: node[child: ChatField.photo].text,
      isArchived: !node[child: ChatField.archivedAt].isEmpty,
      details: ConversationDetails(node))
    if !conversation.isMember {
      conversation.departure = departure(from: id)
      conversation.lastJoinedMilliseconds =
        store.joinTime(in: id) ?? store.conversations[id]?.lastJoinedMilliseconds
    }
    let isPeerNew = peer(in: id) == nil
    let formerPhoto = store.conversations[id]?.photo
    putKeepingStatuses(conversation)
    if formerPhoto != conversation.photo { forgetFormerPhotos(of: id) }
    // A notification opens what the phone has not heard of yet.
    if isPeerNew, [navigation.open, navigation.prepared].contains(id) { followPresence(in: id) }
    fetchPhoto(of: conversation)
  }

  /// Stores a conversation whose members may be others than before; no status of an own message falls by that (I-01).
  mutating func putKeepingStatuses(_ conversation: ConversationFact) {
    let falling = statusesThatWouldFall(in: conversation)
    store.put(conversation)
    for (message, status) in falling { store.keep(status, of: message) }
  }

  /// The statuses of own messages that would fall by a change of the members, as one who joined before them makes them fall.
  ///
  /// Receipts and members come on feeds of their own: a phone that was offline may learn that all have a message before it
  /// learns of a member who joined just before it.
  private func statusesThatWouldFall(
    in conversation: ConversationFact
  ) -> [(message: MessageID, status: DeliveryStatus)] {
    guard let earlier = store.conversations[conversation.id],
      earlier.members != conversation.members
    else { return [] }
    let projection = projection(clock: WallClock())
    return (store.messagesByConversation[conversation.id] ?? []).compactMap { id in
      guard let message = store.messages[id], message.author == user else { return nil }
      let status = projection.status(of: message, in: earlier)
      let next = projection.status(of: message, in: conversation)
      return next.canBecome(status) ? (id, status) : nil
    }
  }

  /// The time before which nobody joins by a change that this phone has made and the backend has not answered; nil where
  /// there is none.
  ///
  /// The phone guesses the backend's clock, on a slow link by less than it is: a new member would count as a recipient of
  /// messages that are there already, and take their status down until the backend tells the real time (GR-03, C-26).
  private func earliestJoining(in id: ConversationID) -> Int64? {
    guard !unansweredChanges(of: id).isEmpty else { return nil }
    let times = (store.messagesByConversation[id] ?? []).compactMap {
      store.messages[$0]?.serverMilliseconds
    }
    return times.max().map { $0 + 1 }
  }

  /// The changes of the members by this phone that the backend has not answered.
  private func unansweredChanges(of id: ConversationID) -> [MembershipChange] {
    store.outbox.operations.compactMap { operation in
      guard case .change(let change) = operation.change, change.conversation == id else {
        return nil
      }
      return change
    }
  }

  // MARK: - Answers

  /// A refusal of a change that the database nevertheless shows means that an earlier attempt was accepted and its
  /// acknowledgement lost; any other is told to the person.
  mutating func settleChange(_ change: MembershipChange, _ outcome: WriteOutcome) {
    if change.isJoining(user) { return settleJoining(change, outcome) }
    // While the change had no answer, its new members had times of joining that the phone guessed. Of a conversation that
    // was left meanwhile, what the database has shown is over.
    if store.conversations[change.conversation]?.isMember == true,
      let node = shownConversations[change.conversation]
    {
      conversationChanged(change.conversation, node)
    }
    guard outcome != .committed, let conversation = store.conversations[change.conversation] else {
      return
    }
    if conversation.isMember, shownConversations[conversation.id] == nil {
      // By the time that the reason is known, what takes it back may have its answer.
      if let left = change.limited(to: { !isTakenBack(change, for: $0) }) {
        unexplained.append(store.enqueue(.change(left)))
      }
      return
    }
    let isDone = change.users.allSatisfy {
      conversation.contains($0) == (change.kind == .added) || isTakenBack(change, for: $0)
    }
    if isDone { return }
    if let again = renewed(change, in: conversation) {
      submit(.change(again))
    } else {
      navigation.alert = policies.text[.membersUnchanged]
    }
  }

  /// Whether a later change of this phone's, which the backend has not answered either, takes back what a change does to a user: sent
  /// again, it would come behind that one.
  private func isTakenBack(_ change: MembershipChange, for user: UserID) -> Bool {
    unansweredChanges(of: change.conversation).contains {
      $0.kind != change.kind && $0.users.contains(user)
    }
  }

  /// Sends changes again that were refused before the database had shown why: that of a conversation whose start was accepted
  /// and never acknowledged is followed from the answer to the repeated start on.
  private mutating func retryUnexplained(in id: ConversationID) {
    for operation in takeUnexplained(in: id) { issue(operation) }
  }

  /// Tells that changes came to nothing of a conversation that the database will not show.
  mutating func giveUpUnexplained(in id: ConversationID) {
    for operation in takeUnexplained(in: id) {
      _ = store.complete(operation.number)
      navigation.alert = policies.text[.membersUnchanged]
    }
  }

  private mutating func takeUnexplained(in id: ConversationID) -> [OutboxOperation] {
    func isOf(_ operation: OutboxOperation) -> Bool {
      if case .change(let change) = operation.change { change.conversation == id } else { false }
    }
    defer { unexplained.removeAll(where: isOf) }
    return unexplained.filter(isOf)
  }

  /// What is left to do of a refused change where others were faster: someone whom it names has been added, invited or
  /// removed already, one who was to stay is gone, one who goes has another role, or a seat is taken (MR-13). Nil where
  /// nothing has come in between.
  private func renewed(
    _ change: MembershipChange, in conversation: ConversationFact
  ) -> MembershipChange? {
    let users = change.users.filter {
      conversation.contains($0) == (change.kind == .removed) && !isTakenBack(change, for: $0)
    }
    func invited(_ users: [UserID]) -> [UserID] {
      change.kind == .added ? users.filter(conversation.invites) : []
    }
    let isOvertaken =
      users.count < change.users.count || !change.staying.allSatisfy(conversation.contains)
      || invited(change.users) != change.invited
      || change.users.filter(conversation.admins.contains) != change.admins
      || change.users.filter(conversation.moderators.contains) != change.moderators
      || hasLostSeats(of: change)
    guard isOvertaken, Self.sizes.contains(Self.size(of: conversation, after: change.kind, users)),
      change.kind == .removed ? conversation.lets(user, remove: users) : conversation.lets(user)
    else { return nil }
    return MembershipChange(
      id: change.id, conversation: change.conversation, kind: change.kind, users: users,
      staying: change.kind == .removed ? conversation.staying(without: users) : [],
      admins: users.filter(conversation.admins.contains),
      moderators: users.filter(conversation.moderators.contains), invited: invited(users))
  }
}

extension ConversationFact {
  /// Whether a user is invited to the group.
  fileprivate func invites(_ user: UserID) -> Bool { details?.invited[user] != nil }

  /// Two members who stay when others go, those who have been here for the longest; fewer where there are none.
  fileprivate func staying(without leaving: [UserID]) -> [UserID] {
    let rest = members.filter { !leaving.contains($0.user) }
    let sorted = rest.sorted {
      ($0.joinedMilliseconds, $0.user) < ($1.joinedMilliseconds, $1.user)
    }
    return sorted.prefix(2).map(\.user)
  }
}
