internal import Backend
internal import Devices
internal import Simulator

// What the backend accepts in conversations: their members (I-12), what the system tells of them (I-11), and the texts of
// their messages.

/// What has changed at the backend since a moment at which everything was compared.
struct ChangesAtRest: Sendable {
  /// Messages about which something has changed, by conversation; none for a conversation that has changed itself.
  private(set) var messages: [ConversationID: Set<MessageID>] = [:]
  /// The users who have become members or are members no longer, by conversation.
  private(set) var users: [ConversationID: Set<UserID>] = [:]

  var isEmpty: Bool { messages.isEmpty }

  mutating func touch(_ id: MessageID, in conversation: ConversationID) {
    messages[conversation, default: []].insert(id)
  }

  mutating func touch(_ conversation: ConversationID, users changed: [UserID]) {
    messages[conversation, default: []].formUnion([])
    users[conversation, default: []].formUnion(changed)
  }
}

extension BackendLedger {
  /// Hands over what has changed since the last moment of rest; nil where nothing has, as at nearly all of them.
  mutating func takeChanges() -> ChangesAtRest? {
    if changes.isEmpty { return nil }
    defer { changes = ChangesAtRest() }
    return changes
  }

  /// The largest number of members of a group (I-12).
  private static let mostMembers = 256

  mutating func takeConversation(_ path: Path, _ commit: Commit) {
    guard path.depth > 1 else { return }
    let conversation = ConversationID(path[1])
    let place = Path([path[0], path[1], ChatField.members])
    let (before, after) = (commit.before[place], commit.after[place])
    var changed: [UserID] = []
    Node.forEachChildDifference(from: before, to: after) { key, _, time in
      let user = UserID(key)
      changed.append(user)
      switch time?.scalar {
      case .number(let joined): joins[conversation, default: [:]][user] = joined.asMilliseconds
      case nil:
        if let joined = joins[conversation]?.removeValue(forKey: user) {
          formerJoins[conversation, default: [:]][user, default: []].insert(joined)
        }
      default: joins[conversation, default: [:]][user] = 0
      }
    }
    changes.touch(conversation, users: changed)
    recount(changed, in: conversation, at: commit.serverTimeMilliseconds)
    let admins = Path([path[0], path[1], ChatField.admins])
    if !commit.after[admins].isEmpty || after.isEmpty {
      leaderless.remove(conversation)
    } else if commit.after[Path([path[0], path[1], ChatField.isGroup])].scalar == .bool(true) {
      leaderless.insert(conversation)
    }
    guard commit.author.connection != nil else { return }
    let count = after.childCount
    let group = commit.after[Path([path[0], path[1]])]
    if count == 1, before.childCount > 1, group[child: ChatField.archivedAt].isEmpty {
      report(
        Breach(
          of: "I-12", "a conversation that is not archived to keep two members",
          "\(conversation) has \(count) after backend commit \(commit)"))
    }
    guard count > Self.mostMembers || count == 0 else { return }
    report(
      Breach(
        of: "I-12", "a conversation to have from one to \(Self.mostMembers) members",
        "\(conversation) has \(count) after backend commit \(commit)"))
  }

  /// Judges who writes a message or changes it: nobody but its author, who is a member (I-09), and a text is that of the
  /// author's last edit; and what the system tells, which it tells once of each change of the members (I-11).
  mutating func judgeWriting(_ path: Path, _ commit: Commit) {
    guard path.depth > 2 else { return }
    let id = MessageID(path[2])
    let conversation = ConversationID(path[1])
    let place = Path([path[0], path[1], path[2]])
    let (before, after) = (commit.before[place], commit.after[place])
    if case .client(_, let uid) = commit.author {
      judgeAuthor(uid.map { UserID($0) }, of: id, before, after, in: conversation, commit)
    }
    guard case .string("system") = after[child: ChatField.author].scalar else { return }
    judgeNotice(id, before, after, in: conversation, commit)
  }

  private mutating func judgeAuthor(
    _ user: UserID?, of id: MessageID, _ before: Node, _ after: Node,
    in conversation: ConversationID, _ commit: Commit
  ) {
    guard let user else { return }
    judgeMembership(of: user, in: conversation, commit)
    let present = before.isEmpty ? after : before
    if case .string(let author) = present[child: ChatField.author].scalar, author == user.text {
      return
    }
    if isMediaDeletion(by: user, before, after, in: conversation, commit) { return }
    report(
      Breach(
        of: "edits", "a message to be written and changed by its author alone",
        "\(user) has changed \(name(id)) by backend commit \(commit)"))
  }

  private mutating func judgeNotice(
    _ id: MessageID, _ before: Node, _ after: Node, in conversation: ConversationID,
    _ commit: Commit
  ) {
    untold[id] = nil
    let change = commit.after[ChatPaths.changes(in: conversation).child(id.key)]
    let notice = after[child: ChatField.notice]
    let isSame =
      notice[child: ChatField.kind] == change[child: ChatField.kind]
      && notice[child: ChatField.actor] == change[child: ChatField.by]
      && notice[child: ChatField.users] == change[child: ChatField.users]
    guard change.isEmpty || !isSame || !before.isEmpty && before != after else { return }
    report(
      Breach(
        of: "I-11",
        "what the system tells in \(conversation) to be an accepted change of its members, once",
        "the change: \(change), told: \(after), told before: \(before)",
        "by backend commit \(commit)"))
  }

  /// The change of members of which the system has told nothing although no function waits any more (I-11).
  func untoldChange() -> Breach? {
    guard let (id, conversation) = untold.min(by: { $0.key < $1.key }) else { return nil }
    return Breach(
      of: "I-11", "the system to tell of each accepted change of the members of \(conversation)",
      "it has told nothing of \(id), and no function of the backend waits for its run")
  }
}
