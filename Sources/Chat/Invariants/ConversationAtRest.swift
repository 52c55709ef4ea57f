internal import Backend
internal import Devices

/// A conversation as the backend has it, for one user.
struct ConversationAtRest {
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

  var name: String? { Self.text(node[child: ChatField.name]).flatMap(NamesAtRest.visible) }

  var photo: String? { Self.text(node[child: ChatField.photo]) }

  var details: DetailsAtRest { DetailsAtRest(node) }

  var isArchived: Bool { !node[child: ChatField.archivedAt].isEmpty }

  /// The phrase that stands in place of the composer for a member; nil where they may write (C-28, PM-10).
  var writingNotice: ChatText.Phrase? {
    if isArchived { return .groupOver }
    return details.isAdminsOnly && !admins.contains(user) ? .onlyAdminsWrite : nil
  }

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
