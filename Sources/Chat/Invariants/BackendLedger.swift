internal import Backend
internal import Devices
internal import Simulator

/// The messages, receipts and deliveries that the backend has stored, recorded commit by commit (I-02, I-05, I-14).
///
/// Reads only the changes of each commit; it uses neither the rules nor the app's reckoning.
struct BackendLedger: Sendable {
  /// A message as it was when it was stored.
  struct StoredMessage: Sendable {
    let conversation: ConversationID
    let author: UserID
    let text: String
    /// The members when it was stored, who receive it.
    let members: Set<UserID>
    let milliseconds: Int64
    let isSystem: Bool
  }

  /// A place below the receipts or deliveries of a conversation that a write has touched.
  private struct Mark {
    let user: UserID
    let message: MessageID
    let before: Node
    let after: Node

    /// The places that a write at or above them has touched.
    static func all(at path: Path, _ before: Node, _ after: Node) -> [Mark] {
      all(Array(path.keys.dropFirst()), before, after)
    }

    /// The same with the keys below the top-level location.
    static func all(_ keys: [Key], _ before: Node, _ after: Node) -> [Mark] {
      if keys.count == 3 {
        return [
          Mark(
            user: UserID(keys[1]), message: MessageID(keys[2]), before: before,
            after: after)
        ]
      }
      guard keys.count < 3 else { return [] }
      var marks: [Mark] = []
      Node.forEachChildDifference(from: before, to: after) { key, old, new in
        marks += all(keys + [key], old ?? .empty, new ?? .empty)
      }
      return marks
    }
  }

  private(set) var messages: [MessageID: StoredMessage] = [:]
  private(set) var readers: [MessageID: [UserID: Int64]] = [:]
  private(set) var reached: [MessageID: Set<UserID>] = [:]
  /// What users have read and told their own phones alone, with the backend's times.
  private(set) var privateReads: [MessageID: [UserID: Int64]] = [:]
  /// The number of writes of each phone that have held receipts.
  private var flushes: [String: Int] = [:]
  private var breaches: [Breach] = []
  /// The times at which those became members who are now; 0 for who was there from the start.
  var joins: [ConversationID: [UserID: Int64]] = [:]
  /// The same of memberships that have ended: what was sent to a member then may still be on its way.
  var formerJoins: [ConversationID: [UserID: Set<Int64>]] = [:]
  /// Messages of which an operator has taken something back that phones may know, or has told it with another time (MO-05).
  private(set) var takenBack: Set<MessageID> = []
  /// What has changed since the last moment of rest.
  var changes = ChangesAtRest()
  /// The changes of members of which the system has not told yet.
  var untold: [MessageID: ConversationID] = [:]
  /// Groups whose last admin is gone, and that have members (I-12).
  var leaderless: Set<ConversationID> = []
  /// The mutings that the backend knows, by user and conversation; none where notifications are wanted.
  private var mutings: [UserID: [ConversationID: Muting]] = [:]
  /// The numbers of unread messages; nil where no icon is set by push messages.
  var unread: UnreadLedger?
  /// The events other than messages of which push messages tell.
  var pushed = PushedEvents()
  /// The messages of each conversation, kept with ``unread``.
  private var sent: [ConversationID: [MessageID]] = [:]
  /// Messages that are deleted or gone.
  private var deleted: Set<MessageID> = []
  /// The receipts that the last commit added, shared and private ones.
  private(set) var added: [ReceiptKey] = []
  /// The first of what the last commit tells to be read, to all or to the user's own phones only.
  private(set) var flushed: ReceiptKey?
  /// The first of what the last commit tells to have reached a phone.
  private(set) var delivered: ReceiptKey?

  /// The members of conversations after the commit that is being taken down.
  private var members: [ConversationID: Set<UserID>] = [:]

  private static let author: Key = "author"
  private static let sentAt: Key = "sentAt"
  private static let text: Key = "text"
  /// The largest number of paths in one write (I-14, BC-05).
  private static let batchLimit = 500

  /// Takes a commit down and returns what it broke.
  mutating func take(_ commit: Commit, from phone: String?) -> [Breach] {
    breaches = []
    added = []
    (flushed, delivered) = (nil, nil)
    var (receiptWrites, deliveryWrites, privateWrites) = (0, 0, 0)
    members = [:]
    var before = SiblingReader(commit.before)
    // A span lends the changes, which a loop would copy.
    let all = commit.changes
    let written = all.span
    for index in written.indices {
      let (path, node) = (written[index].path, written[index].node)
      guard let top = path.first else {
        takeEverything(commit)
        continue
      }
      switch top.text {
      case "messages":
        if path.depth > 2 { changes.touch(MessageID(path[2]), in: ConversationID(path[1])) }
        judgeWriting(path, commit)
        if unread != nil { takeDeletion(path, commit) }
        if path.depth == 3 {
          takeMessage(MessageID(path[2]), node, in: ConversationID(path[1]), commit)
        } else {
          takeMessages(Array(path.keys.dropFirst()), commit)
        }
      case "receipts":
        if unread != nil, path.depth > 2 {
          pushed.noteEnd(for: UserID(path[2]), at: commit.serverTimeMilliseconds)
        }
        if path.depth >= 4 {
          receiptWrites += 1
          flushed = flushed ?? Self.receipt(of: path[3], by: path[2])
        }
        for mark in Mark.all(at: path, before.node(at: path), node) {
          takeReceipt(mark, commit)
          touch(mark, at: path, commit)
        }
      case "deliveries":
        if path.depth >= 4 {
          deliveryWrites += 1
          delivered = delivered ?? Self.receipt(of: path[3], by: path[2])
        }
        for mark in Mark.all(at: path, before.node(at: path), node) {
          touch(mark, at: path, commit)
          if !mark.after.isEmpty { reached[mark.message, default: []].insert(mark.user) }
        }
      case "conversations":
        takeConversation(path, commit)
      case "changes":
        pushed.takeChanges(at: path, node, commit)
        if path.depth == 3, !node.isEmpty {
          untold[MessageID(path[2])] = ConversationID(path[1])
          judgeChange(path, node, commit)
        }
      case "typing":
        if path.depth > 2, !node.isEmpty, commit.author.connection != nil {
          judgeMembership(of: UserID(path[2]), in: ConversationID(path[1]), commit)
        }
      case "private":
        pushed.takePrivate(at: path, commit)
        if path.depth >= 5, path[2] == ChatField.reads {
          privateWrites += 1
          takePrivateRead(path, node, commit)
          changes.touch(MessageID(path[4]), in: ConversationID(path[3]))
          flushed = flushed ?? Self.receipt(of: path[4], by: path[1])
        }
        if path.depth >= 4, path[2] == ChatField.settings {
          takeSetting(of: UserID(path[1]), for: ConversationID(path[3]), commit)
        }
      case "users": changes.touchNames()
      default: break
      }
    }
    if let phone {
      if receiptWrites > 0 { flushes[phone, default: 0] += 1 }
      for (count, name) in [
        (receiptWrites, "receipts"), (privateWrites, "private reads"),
        (deliveryWrites, "deliveries"),
      ] { judgeBatch(of: count, name, commit, from: phone) }
    }
    return breaches
  }

  /// Notes what a receipt or a delivery is about, and judges whose it is (I-09).
  private mutating func touch(_ mark: Mark, at path: Path, _ commit: Commit) {
    let place = path.depth > 1 ? ConversationID(path[1]) : messages[mark.message]?.conversation
    guard let conversation = place else { return }
    changes.touch(mark.message, in: conversation)
    let isChanged = !mark.before.isEmpty && mark.before != mark.after
    if mark.after.isEmpty || isChanged && commit.author.connection == nil {
      takenBack.insert(mark.message)
    }
    guard commit.author.connection != nil, !mark.after.isEmpty else { return }
    judgeMembership(of: mark.user, in: conversation, commit)
  }

  /// Requires what a user writes into a conversation to come from a member (I-09).
  mutating func judgeMembership(
    of user: UserID, in conversation: ConversationID, _ commit: Commit
  ) {
    guard !members(of: conversation, commit).contains(user) else { return }
    breaches.append(
      Breach(
        of: "I-09", "nothing of \(user) to be accepted who is no member of \(conversation)",
        "backend commit \(commit)"))
  }

  mutating func report(_ breach: Breach) { breaches.append(breach) }

  /// The number of writes of a phone that have held receipts.
  func flushCount(of phone: String) -> Int { flushes[phone] ?? 0 }

  /// Whether a message was sent to a user: one who was a member when it was stored, or has become one by then, in the very
  /// millisecond of it at the latest (JV-01).
  func isSent(_ message: StoredMessage, to user: UserID) -> Bool {
    if message.author == user || message.members.contains(user) { return true }
    if formerJoins[message.conversation]?[user]?.contains(message.milliseconds) == true {
      return true
    }
    guard let joined = joins[message.conversation]?[user] else { return false }
    return joined <= message.milliseconds
  }

  private mutating func takeSetting(
    of user: UserID, for conversation: ConversationID, _ commit: Commit
  ) {
    changes.touch(conversation, users: [user])
    let turns = commit.after[ChatPaths.settings(of: user, in: conversation).child("mute")]
    mutings[user, default: [:]][conversation] = Muting(last: turns)
  }

  /// Whether a user has muted a conversation since before a time, and until a later one at least: both are the backend's, in
  /// milliseconds since 1970.
  func hasMuted(
    _ conversation: ConversationID, _ user: UserID, before earlier: Int64, until later: Int64
  ) -> Bool {
    guard let muting = mutings[user]?[conversation] else { return false }
    return muting.begin < earlier && muting.end ?? .max > later
  }

  /// Whether a user has muted any conversation.
  func hasMutings(_ user: UserID) -> Bool { !(mutings[user] ?? [:]).isEmpty }

  /// The name of a message in the text of a breach.
  func name(_ id: MessageID) -> String { named(id, messages[id]?.text) }

  private static func receipt(of message: Key, by user: Key) -> ReceiptKey {
    ReceiptKey(message: MessageID(message), user: UserID(user))
  }

  private mutating func takeEverything(_ commit: Commit) {
    let changes = Path([ChatTop.changes])
    pushed.takeChanges(at: changes, commit.after[changes], commit)
    for top in ["messages", "receipts"] {
      let path = Path([Key(top)])
      let (before, after) = (commit.before[path], commit.after[path])
      if top == "messages" {
        for (key, _) in after.children { takeMessages([key], commit) }
      } else {
        for mark in Mark.all([], before, after) { takeReceipt(mark, commit) }
      }
    }
  }

  // MARK: - Messages

  private mutating func takeMessages(_ keys: [Key], _ commit: Commit) {
    guard let conversation = keys.first else {
      for (key, _) in commit.after[Path([Key("messages")])].children { takeMessages([key], commit) }
      return
    }
    let path = Path([Key("messages"), conversation])
    let ids = keys.count > 1 ? [keys[1]] : commit.after[path].children.map(\.key)
    for id in ids where messages[MessageID(id)] == nil {
      takeMessage(
        MessageID(id), commit.after[path.child(id)], in: ConversationID(conversation),
        commit)
    }
  }

  private mutating func takeMessage(
    _ id: MessageID, _ node: Node, in conversation: ConversationID, _ commit: Commit
  ) {
    guard messages[id] == nil, case .string(let author) = node[child: Self.author].scalar,
      case .number(let time) = node[child: Self.sentAt].scalar
    else { return }
    var words = ""
    if case .string(let text) = node[child: Self.text].scalar { words = text }
    messages[id] = StoredMessage(
      conversation: conversation, author: UserID(author), text: words,
      members: members(of: conversation, commit), milliseconds: time.asMilliseconds,
      isSystem: author == "system")
    guard unread != nil, author != "system" else { return }
    sent[conversation, default: []].append(id)
    // order: each user's number is their own.
    for member in members(of: conversation, commit) where member.text != author {
      unread?.insert(id, in: conversation, for: member, at: commit.serverTimeMilliseconds)
    }
  }

  /// A message that is deleted is unread for nobody.
  private mutating func takeDeletion(_ path: Path, _ commit: Commit) {
    guard path.depth > 2, let message = messages[MessageID(path[2])] else { return }
    let id = MessageID(path[2])
    let node = commit.after[Path([path[0], path[1], path[2]])]
    guard node.isEmpty || !node[child: "deletedAt"].isEmpty, deleted.insert(id).inserted else {
      return
    }
    pushed.noteDeletion(at: commit.serverTimeMilliseconds)
    let users = members(of: message.conversation, commit)
    // order: each user's number is their own.
    for user in users {
      unread?.remove(
        id, in: message.conversation, for: user, at: commit.serverTimeMilliseconds)
    }
  }

  /// Users have become members, or are none any more.
  mutating func recount(
    _ people: [UserID], in conversation: ConversationID, at milliseconds: Int64
  ) {
    guard unread != nil else { return }
    for user in people {
      let joined = joins[conversation]?[user]
      let ids = (sent[conversation] ?? []).filter { id in
        guard let joined, let message = messages[id] else { return false }
        return message.author != user && message.milliseconds >= joined && !deleted.contains(id)
          && readers[id]?[user] == nil && privateReads[id]?[user] == nil
      }
      unread?.replace(Set(ids), in: conversation, for: user, at: milliseconds)
    }
  }

  /// Somebody has read a message, or an operator has taken that back.
  private mutating func recount(_ id: MessageID, for user: UserID, isRead: Bool, _ commit: Commit) {
    guard unread != nil, let message = messages[id], !message.isSystem else { return }
    let (conversation, time) = (message.conversation, commit.serverTimeMilliseconds)
    if isRead {
      unread?.remove(id, in: conversation, for: user, at: time)
    } else if message.author != user, !deleted.contains(id) {
      unread?.insert(id, in: conversation, for: user, at: time)
    }
  }

  /// The members of a conversation after a commit; messages of one commit share the set.
  mutating func members(
    of conversation: ConversationID, _ commit: Commit
  ) -> Set<UserID> {
    if let known = members[conversation] { return known }
    let node = commit.after[Path([Key("conversations"), conversation.key, Key("members")])]
    let found = Set(node.children.map { UserID($0.key) })
    members[conversation] = found
    return found
  }

  // MARK: - Receipts

  private mutating func takeReceipt(_ mark: Mark, _ commit: Commit) {
    let (user, id, before, after) = (mark.user, mark.message, mark.before, mark.after)
    // An operator may take a receipt back: a backend that contradicts what it has told.
    let isTakenBack = after.isEmpty && commit.author == .administrator("operator")
    if !before.isEmpty, !isTakenBack {
      breaches.append(
        Breach(
          of: "I-05", "the backend's time at which \(user) read \(name(id)) never to change",
          "before backend commit \(commit): \(before)",
          "after it: \(after.isEmpty ? "nothing" : "\(after)")"))
    }
    recount(id, for: user, isRead: !after.isEmpty, commit)
    guard !after.isEmpty else { return }
    guard case .number(let number) = after.scalar else {
      return breaches.append(
        Breach(
          of: "I-05", "a time of reading; \(user) has read \(name(id)) at \(after)",
          "backend commit \(commit)")
      )
    }
    let time = number.asMilliseconds
    readers[id, default: [:]][user] = time
    added.append(ReceiptKey(message: id, user: user))
    judgeReader(user, of: id, commit)
    judgeTime(time, of: user, id, commit)
  }

  private mutating func judgeReader(_ user: UserID, of id: MessageID, _ commit: Commit) {
    guard let message = messages[id] else {
      return breaches.append(
        Breach(
          of: "I-02", "only messages that there are to be read; \(user) has read \(id)",
          "backend commit \(commit)"))
    }
    let problem: String? =
      if message.isSystem {
        "a system message, which nobody reads"
      } else if user == message.author {
        "a message of their own"
      } else if !message.members.contains(user), !joinedThen(user, message, commit) {
        "a message that was sent to \(message.members.sorted()), and so not to them"
      } else { nil }
    guard let problem else { return }
    breaches.append(
      Breach(
        of: "I-02",
        "the readers of a message to be members when it was sent, and not its author",
        "\(user) has read \(name(id)), \(problem)", "by backend commit \(commit)"))
  }

  /// Whether a user joined in the very millisecond of a message, whichever came first: who joins at the time of a message
  /// is a recipient of it (JV-01).
  private func joinedThen(_ user: UserID, _ message: StoredMessage, _ commit: Commit) -> Bool {
    let members = Path([Key("conversations"), message.conversation.key, Key("members")])
    guard case .number(let time) = commit.before[members.child(user.key)].scalar else {
      return false
    }
    return time.asMilliseconds == message.milliseconds
  }

  private mutating func judgeTime(
    _ time: Int64, of user: UserID, _ id: MessageID, _ commit: Commit
  ) {
    if time != commit.serverTimeMilliseconds {
      breaches.append(
        Breach(
          of: "I-05", "the time at which \(user) read \(name(id)) to be the backend's own",
          "stored: \(time), the backend's clock: \(commit.serverTimeMilliseconds)",
          "by backend commit \(commit)"))
    }
    if let sent = messages[id]?.milliseconds, time < sent {
      breaches.append(
        Breach(
          of: "I-05", "\(user) to have read \(name(id)) after it was sent",
          "sent at \(sent), read at \(time)", "by backend commit \(commit)"))
    }
  }

  /// A user has read a message and tells their own phones alone.
  private mutating func takePrivateRead(_ path: Path, _ node: Node, _ commit: Commit) {
    guard case .number(let time) = node.scalar else { return }
    let (id, user) = (MessageID(path[4]), UserID(path[1]))
    privateReads[id, default: [:]][user] = time.asMilliseconds
    added.append(ReceiptKey(message: id, user: user))
    recount(id, for: user, isRead: true, commit)
  }

  // MARK: - The cost of receipts

  private mutating func judgeBatch(
    of count: Int, _ name: String, _ commit: Commit, from phone: String
  ) {
    guard count > Self.batchLimit else { return }
    breaches.append(
      Breach(
        of: "I-14", "no write of more than \(Self.batchLimit) \(name)",
        "\(phone) has written \(count) in backend commit \(commit.sequence)"))
  }
}
