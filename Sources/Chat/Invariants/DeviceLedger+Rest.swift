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
  mutating func judgeRest(
    _ data: Node, _ stored: [MessageID: BackendLedger.StoredMessage],
    refused: Set<MessageID> = [], takenBack: Set<MessageID> = [], at milliseconds: Int64
  ) {
    let pending = takePending()
    let memberships = data[ChatPaths.memberships(of: user)]
    judgeInvitations(data)
    for conversation in pending.keys.sorted() {
      let view = ConversationAtRest(conversation, of: user, in: data)
      if view.node.isEmpty { continue }
      judge(view, isListed: !memberships[child: conversation.key].isEmpty, at: milliseconds)
      guard breaches.isEmpty, let joined = view.joined else { continue }
      for id in pending[conversation, default: []].sorted() where breaches.isEmpty {
        judge(
          id, joined: joined, view, wasStored: stored[id] != nil,
          isRefused: refused.contains(id), isTakenBack: takenBack.contains(id))
      }
      if breaches.isEmpty { judgeThread(view) }
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

  private mutating func differ(
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
    _ view: ConversationAtRest, isListed: Bool, at milliseconds: Int64
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
    guard let screen, isListed else { return }
    guard let row = screen.conversation(view.id), row.unread != nil else {
      return differ("\(view.id) in its list", "\(screen)")
    }
    judge(row.title, row.photo, of: view, "in the list")
    if let isMuted = view.isMuted(at: milliseconds), row.isMuted != isMuted {
      differ(
        "\(view.id) \(isMuted ? "with" : "without") the mark of muted ones, by the backend",
        "the list shows it \(isMuted ? "without" : "with") it")
    }
    guard let thread = screen.thread, thread.id == view.id else { return }
    judge(thread.title, thread.photo, of: view, "over the thread")
    if thread.members != view.members {
      differ("the members of the open thread that the backend has", "it shows \(thread.members)")
    }
  }

  /// The name and the photo of a conversation as the screen shows them.
  private mutating func judge(
    _ title: String, _ photo: Screen.GroupPhoto?, of view: ConversationAtRest, _ place: String
  ) {
    if let name = view.name, title != name {
      differ(
        "the name of \(view.id) \(place) that the backend has, “\(name)”", "it shows “\(title)”")
    }
    if photo?.place != view.photo {
      differ(
        "the photo of \(view.id) \(place) that the backend has, \(Self.quoted(view.photo))",
        "it shows \(Self.quoted(photo?.place))")
    }
  }

  private mutating func differ(
    _ conversation: ConversationID, _ property: String, _ own: String, _ right: String
  ) {
    differ(
      "the \(property) of \(conversation) that the backend has",
      "its disk has \(own), the backend has \(right)")
  }

  private static func quoted(_ text: String?) -> String { text.map { "“\($0)”" } ?? "none" }

  /// A message: whether it is there at all, what it says, and who has it and has read it.
  private mutating func judge(
    _ id: MessageID, joined: Int64, _ view: ConversationAtRest, wasStored: Bool,
    isRefused: Bool, isTakenBack: Bool
  ) {
    let fact = disk.message(id)
    guard let record = view.message(id), record.sentAt >= joined else {
      guard let fact, !fact.hasFailed else { return }
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

/// A conversation as the backend has it, for one user.
private struct ConversationAtRest {
  /// A message as the backend has it.
  struct Record {
    let author: UserID
    let text: String
    let media: [MediumAtRest]
    let sentAt: Int64
    let revision: Int
    let isDeleted: Bool
    let isMediaDeleted: Bool
    let notice: StoredNotice?
  }

  let id: ConversationID
  let user: UserID
  let node: Node
  private let messages: Node
  let receipts: Node
  let deliveries: Node
  private let privateReads: Node
  private let settings: Node

  init(_ id: ConversationID, of user: UserID, in data: Node) {
    self.id = id
    self.user = user
    node = data[ChatPaths.conversation(id)]
    messages = data[ChatPaths.messages(in: id)]
    receipts = data[ChatPaths.receipts(in: id)]
    deliveries = data[ChatPaths.deliveries(in: id)]
    privateReads = data[ChatPaths.privateReads(of: user, in: id)]
    settings = data[ChatPaths.settings(of: user, in: id)]
  }

  private static func number(_ node: Node) -> Int64? {
    if case .number(let number) = node.scalar { number.asMilliseconds } else { nil }
  }

  private static func text(_ node: Node) -> String? {
    if case .string(let text) = node.scalar { text } else { nil }
  }

  var isGroup: Bool {
    if case .bool(true) = node[child: ChatField.isGroup].scalar { true } else { false }
  }

  /// The time at which the user joined; nil for who is no member.
  var joined: Int64? {
    let time = node[child: ChatField.members][child: user.key]
    return time.isEmpty ? nil : Self.number(time) ?? ConversationFact.Member.founding
  }

  /// The members by their ids.
  var members: [ConversationFact.Member] {
    node[child: ChatField.members].children.map { key, time in
      ConversationFact.Member(
        user: UserID(key),
        joinedMilliseconds: Self.number(time) ?? ConversationFact.Member.founding)
    }.sorted { $0.user < $1.user }
  }

  var admins: Set<UserID> {
    Set(node[child: ChatField.admins].children.map { UserID($0.key) })
  }

  var name: String? { Self.text(node[child: ChatField.name])?.asVisibleName }

  var photo: String? { Self.text(node[child: ChatField.photo]) }

  var details: DetailsAtRest { DetailsAtRest(node) }

  var isArchived: Bool { !node[child: ChatField.archivedAt].isEmpty }

  /// Whether the user has muted the conversation; nil about the end of that time, of which a phone knows by its clock's offset.
  func isMuted(at milliseconds: Int64) -> Bool? {
    guard let muting = Muting(last: settings[child: "mute"]) else { return false }
    guard let end = muting.end else { return true }
    return abs(end - milliseconds) < 10_000 ? nil : milliseconds < end
  }

  /// The turn of a setting that the backend has accepted last.
  func lastTurn(_ topic: String) -> (id: String, value: String, time: Int64)? {
    settings[child: Key(topic)].children.compactMap { key, turn in
      guard let value = Self.text(turn[child: "to"]), let time = Self.number(turn[child: "at"])
      else { return nil }
      return (key.text, value, time)
    }.max { ($0.time, $0.id) < ($1.time, $1.id) }
  }

  func message(_ id: MessageID) -> Record? {
    let node = messages[child: id.key]
    guard let author = Self.text(node[child: ChatField.author]),
      let time = Self.number(node[child: ChatField.sentAt])
    else { return nil }
    return Record(
      author: UserID(author), text: Self.text(node[child: ChatField.text]) ?? "",
      media: MediumAtRest.list(node[child: "attachments"]), sentAt: time,
      revision: Int(Self.number(node[child: ChatField.revision]) ?? 0),
      isDeleted: !node[child: ChatField.deletedAt].isEmpty,
      isMediaDeleted: !node[child: ChatField.mediaDeletedAt].isEmpty,
      notice: StoredNotice(node[child: "notice"]))
  }

  func isReadByUser(_ id: MessageID) -> Bool {
    !receipts[child: user.key][child: id.key].isEmpty || !privateReads[child: id.key].isEmpty
  }

  /// The users other than this one of whom there is a mark at a message, among receipts or deliveries.
  func others(with id: MessageID, in marks: Node) -> [UserID] {
    marks.children.compactMap { key, own in
      key == user.key || own[child: id.key].isEmpty ? nil : UserID(key)
    }
  }

  /// The backend's time of a user's mark at a message, among receipts or deliveries.
  func time(of id: MessageID, by member: UserID, in marks: Node) -> Int64? {
    Self.number(marks[child: member.key][child: id.key])
  }
}
