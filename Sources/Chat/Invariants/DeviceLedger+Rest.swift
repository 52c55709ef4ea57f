internal import Backend
internal import Devices
internal import Simulator

// What a phone that has heard everything stores and shows, against what the backend has: so all of them agree (I-08).

extension DeviceLedger {
  /// Compares what has changed since the last time with the backend.
  ///
  /// - Parameters:
  ///   - data: The backend's tree.
  ///   - stored: All messages that the backend has ever had: one that an operator has purged stays on phones.
  ///   - refused: Messages of which the backend has refused something, such as a receipt: they stay read where they were
  ///     seen (OF-07).
  ///   - takenBack: Messages of which an operator has taken something back, or told it with another time: phones stay with the
  ///     first (MO-05).
  ///   - milliseconds: The backend's time, in milliseconds since 1970.
  ///   - clock: The phone's clock, and what it shows.
  mutating func judgeRest(
    _ data: Node, _ stored: [MessageID: BackendLedger.StoredMessage],
    refused: Set<MessageID> = [], takenBack: Set<MessageID> = [], at milliseconds: Int64,
    clock: TimesAtRest = TimesAtRest(zone: .utc, milliseconds: 0)
  ) {
    let pending = takePending()
    let memberships = data[ChatPaths.memberships(of: user)]
    let names = NamesAtRest(data)
    judgeInvitations(data)
    judgeUniqueAtRest()
    judgeListOrder()
    for conversation in pending.keys.sorted() {
      let view = ConversationAtRest(conversation, of: user, in: data)
      if view.node.isEmpty { continue }
      let isListed = !memberships[child: conversation.key].isEmpty
      judge(view, names, isListed: isListed, at: milliseconds)
      guard breaches.isEmpty, let joined = view.joined else { continue }
      for id in pending[conversation, default: []].sorted() where breaches.isEmpty {
        judge(
          id, joined: joined, view, wasStored: stored[id] != nil,
          isRefused: refused.contains(id), isTakenBack: takenBack.contains(id))
      }
      if breaches.isEmpty { judgeThread(view) }
      if breaches.isEmpty { judgeWords(view, names, clock) }
    }
  }

  /// The invitations that are shown are those that the backend has (PM-09).
  private mutating func judgeInvitations(_ data: Node) {
    guard let screen else { return }
    let invited = data[ChatPaths.ownSide(of: user).child(ChatField.invitations)].children.map {
      ConversationID($0.key)
    }.sorted()
    let shown = screen.invitations.map(\.conversation)
    if shown == invited { return }
    let (more, missing) = (
      shown.filter { !invited.contains($0) }, invited.filter { !shown.contains($0) }
    )
    // Texts name the first that differs, so that the story follows one.
    guard let first = more.first ?? missing.first else {
      return differ(
        "the invitations in the order of the backend's", "it shows \(shown)",
        "the backend has \(invited)")
    }
    differ(
      "the invitations that the backend has",
      more.isEmpty
        ? "it shows none to \(first)" : "it shows an invitation to \(first), which is over",
      "the screen has \(Self.listed(shown)), the backend has \(Self.listed(invited))",
      about: first)
  }

  private static func listed(_ conversations: [ConversationID]) -> String {
    conversations.isEmpty ? "none" : conversations.map(\.text).joined(separator: ", ")
  }

  mutating func differ(
    _ statement: String, _ facts: String..., about conversation: ConversationID? = nil
  ) {
    let breach = Breach(
      of: "I-08", "\(phone), which has heard everything, to have \(statement)",
      facts.joined(separator: "; ")
    ).naming(phone, user.text)
    breaches.append(conversation.map { breach.naming($0.text) } ?? breach)
  }

  /// The conversation itself: its kind, its members with their times of joining, and its admins.
  private mutating func judge(
    _ view: ConversationAtRest, _ names: NamesAtRest, isListed: Bool, at milliseconds: Int64
  ) {
    let fact = disk.conversations[view.id]
    guard let joined = view.joined else {
      if fact?.isMember == true {
        differ(
          "left \(view.id)",
          "its disk says that \(user) is a member, and the backend has \(view.members.map(\.user))")
      }
      return
    }
    guard let fact, fact.isMember else {
      return differ(
        "\(view.id) on its disk, whose member \(user) is since \(joined)",
        "it has \(fact.map { "\($0)" } ?? "nothing")")
    }
    if fact.isGroup != view.isGroup || fact.members != view.members || fact.admins != view.admins {
      differ(
        "the members and admins of \(view.id) that the backend has",
        "it has \(fact.members) with \(fact.admins.sorted())",
        "the backend has \(view.members) with \(view.admins.sorted())")
    }
    if fact.name != view.name {
      differ(view.id, "name", Self.quoted(fact.name), Self.quoted(view.name))
    }
    if fact.photo != view.photo {
      differ(view.id, "photo", Self.quoted(fact.photo), Self.quoted(view.photo))
    }
    if fact.isArchived != view.isArchived {
      differ(
        view.id, "state", fact.isArchived ? "archived" : "open",
        view.isArchived ? "archived" : "open")
    }
    let details = DetailsAtRest(fact.details)
    if details != view.details {
      differ(
        "the description, the roles, the pins, the guests of \(view.id), and who may write, that the backend has",
        "it has \(details)", "the backend has \(view.details)")
    }
    for topic in ConversationSetting.Topic.allCases {
      let row = disk.settings[ConversationSetting.rowKey(view.id, topic)]
      let turn = view.lastTurn(topic.rawValue)
      if row?.id != turn?.id || row?.value != turn?.value || row?.milliseconds != turn?.time {
        differ(
          "\(user)'s \(topic.rawValue) setting of \(view.id) that the backend has",
          "it has \(row.map { "\($0)" } ?? "none")",
          "the backend has \(turn.map { "\($0)" } ?? "none")")
      }
    }
    if isListed { judgeShown(view, names, at: milliseconds) }
  }

  private mutating func differ(
    _ conversation: ConversationID, _ property: String, _ own: String, _ right: String
  ) {
    differ(
      "the \(property) of \(conversation) that the backend has",
      "its disk has \(own), the backend has \(right)")
  }

  static func quoted(_ text: String?) -> String { text.map { "“\($0)”" } ?? "none" }

  /// A message: whether it is there at all, what it says, and who has it and has read it.
  private mutating func judge(
    _ id: MessageID, joined: Int64, _ view: ConversationAtRest, wasStored: Bool,
    isRefused: Bool, isTakenBack: Bool
  ) {
    let fact = disk.message(id)
    guard let record = view.message(id), record.sentAt >= joined else {
      guard let fact, !fact.isRefused else { return }
      let isFromBefore = fact.submission == .accepted && fact.serverMilliseconds ?? 0 < joined
      if !isFromBefore, !wasStored {
        differ("no message that the backend never had", "it has \(fact)")
      }
      return
    }
    guard let fact else {
      return differ("\(named(id, record.text)) of \(view.id) on its disk", "it has nothing")
    }
    let isSame =
      fact.text == record.text && MediumAtRest.list(fact.attachments) == record.media
      && fact.isDeleted == record.isDeleted && fact.revision == record.revision
      && fact.isMediaDeleted == record.isMediaDeleted
      && fact.notice.map { StoredNotice($0) } == record.notice
    if !isSame || fact.author != record.author || fact.serverMilliseconds != record.sentAt {
      return differ("\(id) as the backend has it", "it has \(fact)", "the backend has \(record)")
    }
    // What was written elsewhere shows the time at which the backend has accepted it.
    if fact.author != user, fact.localMilliseconds != record.sentAt, !isTakenBack {
      return differ(
        "\(id) with the backend's time \(record.sentAt)", "it shows \(fact.localMilliseconds)")
    }
    if !isRefused && !isTakenBack { judgeOwnRead(of: id, view) }
    judgeReceipts(of: id, view, isTakenBack: isTakenBack)
  }

  /// Whether the user has read a message: by the backend on any phone, and so on this one.
  private mutating func judgeOwnRead(of id: MessageID, _ view: ConversationAtRest) {
    guard disk.isCountable(id) else { return }
    let isRead = view.isReadByUser(id)
    if isRead != disk.isReadByUser(id) {
      differ(
        isRead ? "\(id) as read by \(user)" : "\(id) as not read by \(user)",
        "the backend says so, the disk does not")
    } else if !isRead, displayed.contains(id) || disk.isSeen(id) {
      differ("told the backend that \(user) has seen \(id)", "the backend knows nothing of it")
    }
  }

  /// The receipts and deliveries of all members, third ones too: what the disk has the backend has, with the same times; and
  /// the other way round while the conversation is open, as a phone follows them then.
  private mutating func judgeReceipts(
    of id: MessageID, _ view: ConversationAtRest, isTakenBack: Bool
  ) {
    var reached = disk.reached(by: id)
    reached[user] = nil
    let isFollowed = screen?.thread?.id == view.id
    for (known, marks, fact) in [
      (disk.otherReaders(of: id), view.receipts, "has read \(id)"),
      (reached, view.deliveries, "has \(id) on a phone"),
    ] {
      var everybody = Set(known.keys)
      if isFollowed { everybody.formUnion(view.others(with: id, in: marks)) }
      for member in everybody.sorted() {
        let right = view.time(of: id, by: member, in: marks)
        if known[member] == right || known[member] != nil && isTakenBack { continue }
        differ(
          "what the backend has of it that \(member) \(fact)",
          "its disk has \(known[member].map { "\($0)" } ?? "nothing")",
          "the backend has \(right.map { "\($0)" } ?? "nothing")")
      }
    }
  }

  /// The open thread: the newest messages, in the backend's order, those that it does not have behind them.
  private mutating func judgeThread(_ view: ConversationAtRest) {
    guard let thread = screen?.thread, thread.id == view.id else { return }
    let places = thread.bubbles.compactMap { disk.message($0.id).map { PlaceAtRest($0) } }
    for (before, next) in zip(places, places.dropFirst())
    where before.milliseconds != .max && before >= next {
      return differ("\(next.id) before \(before.id) in the thread", "the backend took it earlier")
    }
    guard let first = places.first else {
      if policies.viewport > 0, !disk.messages(in: view.id).isEmpty {
        differ("its messages in the thread", "the thread is empty")
      }
      return
    }
    let all = disk.messages(in: view.id)
    let missing = all.first { id in
      guard let message = disk.message(id) else { return false }
      return PlaceAtRest(message) > first
        && !thread.bubbles.contains { $0.id == id }
    }
    if let missing {
      return differ("\(missing) in its thread", "it shows the older \(first.id) and not this")
    }
    if thread.bubbles.count < min(all.count, viewport) {
      differ("the newest \(viewport) messages in the thread", "it shows \(thread.bubbles.count)")
    }
  }
}
