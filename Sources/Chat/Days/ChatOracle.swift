internal import Backend
internal import Devices

/// The promises of the chat at rest, computed from what the backend stores, without asking the app.
struct ChatOracle {
  /// A message as the backend stores it.
  struct Message {
    let id: MessageID
    let author: UserID
    let text: String
    /// The places of its pictures that are uploaded, in their order.
    let urls: [String]
    let sentAt: Int64
    let revision: Int
    let isDeleted: Bool
    /// Whether an admin has deleted its pictures.
    let isMediaDeleted: Bool
    /// The number of its pictures, uploaded or not.
    let mediaCount: Int
    /// The change of the members of which the system tells by it.
    let notice: StoredNotice?

    var isSystem: Bool { author.text == "system" }
  }

  private let root: Node
  private let policies: ChatPolicies
  /// The backend's time, in milliseconds since 1970.
  private let milliseconds: Int64

  /// The table of texts.
  var words: ChatText { policies.text }

  init(_ root: Node, policies: ChatPolicies, at milliseconds: Int64) {
    self.root = root
    self.policies = policies
    self.milliseconds = milliseconds
  }

  private func at(_ names: String...) -> Node { root[Path(names.map { Key($0) })] }

  private static func number(_ node: Node) -> Int64? {
    if case .number(let number) = node.scalar { Int64(number) } else { nil }
  }

  /// The conversations of which a user is a member.
  func conversations(of user: UserID) -> [ConversationID] {
    at("conversations").children.compactMap { key, node in
      node[child: Key("members")][child: Key(user.text)].isEmpty ? nil : ConversationID(key.text)
    }
  }

  /// All conversations.
  var conversations: [ConversationID] {
    at("conversations").children.map { ConversationID($0.key.text) }
  }

  /// Whether a conversation is a group.
  func isGroup(_ id: ConversationID) -> Bool {
    if case .bool(true) = at("conversations", id.text, "isGroup").scalar { true } else { false }
  }

  /// The name that a group was given; nil where it has none.
  func name(_ id: ConversationID) -> String? {
    if case .string(let name) = at("conversations", id.text, "name").scalar { name } else { nil }
  }

  /// The place of a group's photo; nil where it has none.
  func photo(_ id: ConversationID) -> Path? {
    guard case .string(let place) = at("conversations", id.text, "photo").scalar else { return nil }
    return try? Path(parsing: place)
  }

  /// Whether a group is over.
  func isArchived(_ id: ConversationID) -> Bool {
    !at("conversations", id.text, "archivedAt").isEmpty
  }

  /// The last turn of a user's own setting for a conversation.
  private func setting(
    _ topic: String, of user: UserID, for id: ConversationID
  ) -> (to: String, at: Int64)? {
    let turns = at("private", user.text, "settings", id.text, topic).children
    let last = turns.max { left, right in
      (Self.number(left.node[child: "at"]) ?? 0, left.key.text)
        < (Self.number(right.node[child: "at"]) ?? 0, right.key.text)
    }
    guard let last, case .string(let to) = last.node[child: "to"].scalar,
      let time = Self.number(last.node[child: "at"])
    else { return nil }
    return (to, time)
  }

  /// Whether a conversation has the mark of a muted one; nil where a phone whose clock was set cannot know, as a time ends.
  func isMuted(_ id: ConversationID, for user: UserID) -> Bool? {
    switch setting("mute", of: user, for: id)?.to {
    case "off", nil: false
    case "forever": true
    default: nil
    }
  }

  /// Whether a user's phones must show no notification of a message: it was read on one, or swiped away there.
  func isDone(_ message: MessageID, for user: UserID, in id: ConversationID) -> Bool {
    if case .string(message.text) = at("private", user.text, "cleared", id.text).scalar {
      return true
    }
    return !at("receipts", id.text, user.text, message.text).isEmpty
      || !at("private", user.text, "reads", id.text, message.text).isEmpty
  }

  /// Whether a conversation is in a user's archive: nobody has written anything since it was moved there.
  func isInArchive(_ id: ConversationID, of user: UserID) -> Bool {
    guard let turn = setting("archive", of: user, for: id), turn.to == "on" else { return false }
    return messages(for: user, in: id).allSatisfy { $0.isSystem || $0.sentAt <= turn.at }
  }

  /// Whether a member of a group is an admin.
  func hasAdmin(_ id: ConversationID) -> Bool {
    at("conversations", id.text, "admins").children.contains {
      joined(UserID($0.key.text), id) != nil
    }
  }

  /// The time at which a user joined; 0 for those who were there from the start, nil for who is no member.
  func joined(_ user: UserID, _ id: ConversationID) -> Int64? {
    let node = at("conversations", id.text, "members", user.text)
    return node.isEmpty ? nil : Self.number(node) ?? 0
  }

  /// The messages of a conversation that a user may see, in the order of its thread.
  func messages(for user: UserID, in id: ConversationID) -> [Message] {
    let since = joined(user, id) ?? .max
    return at("messages", id.text).children.compactMap { key, node in
      guard case .string(let author) = node[child: Key("author")].scalar,
        let time = Self.number(node[child: Key("sentAt")]), time >= since
      else { return nil }
      func text(_ name: String) -> String? {
        if case .string(let text) = node[child: Key(name)].scalar { text } else { nil }
      }
      return Message(
        id: MessageID(key.text), author: UserID(author), text: text("text") ?? "",
        urls: urls(of: node), sentAt: time,
        revision: Int(Self.number(node[child: Key("revision")]) ?? 0),
        isDeleted: !node[child: Key("deletedAt")].isEmpty,
        isMediaDeleted: !node[child: Key("mediaDeletedAt")].isEmpty,
        mediaCount: node[child: Key("attachments")].childCount,
        notice: StoredNotice(node[child: "notice"]))
    }.sorted { ($0.sentAt, $0.id.text) < ($1.sentAt, $1.id.text) }
  }

  /// The places of the pictures of a conversation that are uploaded.
  func pictures(in id: ConversationID) -> [Path] {
    at("messages", id.text).children.flatMap { _, message in
      urls(of: message).compactMap { try? Path(parsing: $0) }
    }
  }

  /// The places of the pictures of a message that are uploaded.
  private func urls(of message: Node) -> [String] {
    message[child: Key("attachments")].children.compactMap { _, attachment in
      if case .string(let url) = attachment[child: Key("url")].scalar { url } else { nil }
    }
  }

  /// The number of pictures that the bubble of a message has (AD-07, PM-21).
  func shownMedia(of message: Message) -> Int {
    policies.attachments == .first ? min(1, message.mediaCount) : message.mediaCount
  }

  /// Whether a message counts as unread for a user.
  func isUnread(_ message: Message, for user: UserID, in id: ConversationID) -> Bool {
    message.author != user && !message.isSystem && !message.isDeleted
      && at("receipts", id.text, user.text, message.id.text).isEmpty
      && at("private", user.text, "reads", id.text, message.id.text).isEmpty
  }

  /// The entries of those who write, as "user in conversation": at rest there are none (TY-06).
  var typists: [String] {
    at("typing").children.flatMap { place, users in
      users.children.map { "\($0.key.text) in \(place.text)" }
    }
  }

  /// The number of launches of a user's that say at the backend that they are connected; nil where nobody tells, and where it
  /// changes about now because a token ends.
  func connectedPhones(of user: UserID) -> Int? {
    guard policies.sharesPresence else { return nil }
    let ends = at("presence", user.text, "phones").children.map { _, phone in
      phone.children.compactMap { _, word in Self.number(word) }.max() ?? 0
    }
    if ends.contains(where: { abs($0 - milliseconds) < 60_000 }) { return nil }
    return ends.count { $0 > milliseconds }
  }

  /// The other member of a 1:1 conversation.
  func peer(of user: UserID, in id: ConversationID) -> UserID? {
    if isGroup(id) { return nil }
    let other = at("conversations", id.text, "members").children.first { $0.key.text != user.text }
    return other.map { UserID($0.key.text) }
  }

  // MARK: - The status of one's own message

  /// Whether a user who looks at receipts sees one of this time (C-40).
  private func sees(_ time: Int64, _ user: UserID, in id: ConversationID) -> Bool {
    if policies.groupPrivacy == .alwaysShared, isGroup(id) { return true }
    let turns = at("private", user.text, "sharing").children.compactMap {
      key, node -> (at: Int64, id: String, isOn: Bool)? in
      guard let at = Self.number(node[child: Key("at")]), at <= time else { return nil }
      var isOn = false
      if case .bool(true) = node[child: Key("isOn")].scalar { isOn = true }
      return (at, key.text, isOn)
    }
    return turns.max { ($0.at, $0.id) < ($1.at, $1.id) }?.isOn ?? true
  }

  /// The statuses of which the author of a message must see one.
  ///
  /// There are several only where it was read while the author's user kept receipts private, and where a member joined
  /// before it: a phone that knew of the read before it heard of the switch, or of all receipts before it heard of the
  /// member, goes on showing what it showed (I-01 outranks C-40 and C-01), one that heard the other way round does not.
  /// So such a message is exempt from the agreement of the user's phones, and no other is.
  ///
  /// A phone has also shown more where it took members for removed whose removal the backend then refused, of which nothing
  /// is left at the backend. There the status that the phone has `kept` on its disk stands, as far as some of the
  /// recipients have brought it; that there was such a removal is for the invariants of its steps to judge.
  func statuses(
    of message: Message, in id: ConversationID, kept: DeliveryStatus? = nil
  ) -> [DeliveryStatus] {
    let ladder: [DeliveryStatus] = [.sent, .delivered, .read]
    let lowest = status(of: message, in: id)
    guard let first = ladder.firstIndex(of: lowest) else { return [lowest] }
    let joinings = at("conversations", id.text, "members").children
      .map { Self.number($0.node) ?? 0 }.filter { $0 <= message.sentAt }
    let highest = joinings.compactMap {
      ladder.firstIndex(of: status(of: message, in: id, seesAll: true, knowingMembersUntil: $0))
    }
    let statuses = Array(ladder[first...max(first, highest.max() ?? first)])
    guard let kept, let rung = ladder.firstIndex(of: kept), rung > first,
      rung <= (ladder.firstIndex(of: reachedByAny(message, in: id)) ?? 0),
      !statuses.contains(kept)
    else { return statuses }
    return statuses + [kept]
  }

  /// The highest status that a message has for any of those to whom it went.
  private func reachedByAny(_ message: Message, in id: ConversationID) -> DeliveryStatus {
    func isMarked(_ place: String) -> Bool {
      at(place, id.text).children.contains { user, marks in
        user.text != message.author.text && !marks[child: Key(message.id.text)].isEmpty
      }
    }
    return isMarked("receipts") ? .read : isMarked("deliveries") ? .delivered : .sent
  }

  /// The status that the author of a message must see on a phone that heard of every turn of the switch for receipts
  /// before any receipt, with `seesAll` after all receipts, and that knows those members who had joined by `last`, a time
  /// of the backend in milliseconds since 1970, all of them where it is nil.
  func status(
    of message: Message, in id: ConversationID, seesAll: Bool = false,
    knowingMembersUntil last: Int64? = nil
  ) -> DeliveryStatus {
    let members = at("conversations", id.text, "members").children
    let recipients = members.filter { key, joined in
      key.text != message.author.text
        && (Self.number(joined) ?? 0) <= min(message.sentAt, last ?? .max)
    }.map(\.key)
    var readers: [Key] = []
    for (user, marks) in at("receipts", id.text).children where user.text != message.author.text {
      guard let time = Self.number(marks[child: Key(message.id.text)]),
        seesAll || sees(time, message.author, in: id)
      else { continue }
      readers.append(user)
    }
    var reached: [Key] = []
    for (user, marks) in at("deliveries", id.text).children
    where !marks[child: Key(message.id.text)].isEmpty {
      reached.append(user)
    }
    let needsAll = policies.groupBlue == .all && isGroup(id) && !recipients.isEmpty
    if needsAll ? recipients.allSatisfy(readers.contains) : !readers.isEmpty { return .read }
    if recipients.isEmpty { return reached.isEmpty ? .sent : .delivered }
    return recipients.allSatisfy { readers.contains($0) || reached.contains($0) }
      ? .delivered : .sent
  }
}
