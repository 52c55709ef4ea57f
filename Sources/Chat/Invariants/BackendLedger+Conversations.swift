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

  /// Whether the name of an account has changed, wherever phones show it.
  private(set) var areNamesChanged = false

  var isEmpty: Bool { messages.isEmpty && !areNamesChanged }

  mutating func touch(_ id: MessageID, in conversation: ConversationID) {
    messages[conversation, default: []].insert(id)
  }

  mutating func touch(_ conversation: ConversationID, users changed: [UserID]) {
    messages[conversation, default: []].formUnion([])
    users[conversation, default: []].formUnion(changed)
  }

  mutating func touchNames() { areNamesChanged = true }
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
    let admins = commit.after[Path([path[0], path[1], ChatField.admins])]
    let hasAdmin = admins.children.contains { admin, _ in !after[child: admin].isEmpty }
    if hasAdmin || after.isEmpty {
      leaderless.remove(conversation)
    } else if commit.after[Path([path[0], path[1], ChatField.isGroup])].scalar == .bool(true) {
      leaderless.insert(conversation)
    }
    guard judges(commit.author), isRightInSize(path, commit), !before.isEmpty else { return }
    // Of a write that names members one by one, each path is about its own.
    let members = path.depth > 3 ? changed.filter { $0.key == path[3] } : changed
    judgeChanges(of: members, in: conversation, commit)
  }

  /// The programs of the backend, which are judged like phones. All else that writes past the rules, such as an operator, may
  /// leave things as it likes.
  static let functions: Set<String> = [
    "announceChange", "replaceAdmin", "pushMessage", "pushInvitation", "removeMedia",
    "removePhoto", "removeStrayMedia", "removeStrayPhoto", "clearRead", "clearReadPrivately",
    "clearDismissed", "clearDeleted", "clearInvitation",
  ]

  /// Whether what an author writes is judged: that of whoever is under the rules, and of the chat's own functions.
  private func judges(_ author: Author) -> Bool {
    switch author {
    case .client: true
    case .administrator(let program): Self.functions.contains(program)
    }
  }

  /// Whether a commit leaves a conversation of from 2 to 256 members; one that is archived may have one (I-12).
  ///
  /// One member alone is reported where the commit has made it so: when others are gone, when the conversation begins, and when
  /// it is no longer archived.
  private mutating func isRightInSize(_ path: Path, _ commit: Commit) -> Bool {
    let place = Path([path[0], path[1]])
    let (before, after) = (commit.before[place], commit.after[place])
    // A function may write once more what there is, also where there is nothing.
    if commit.author.connection == nil, before == after { return true }
    let count = after[child: ChatField.members].childCount
    func isAlone(_ group: Node) -> Bool {
      group[child: ChatField.members].childCount == 1 && group[child: ChatField.archivedAt].isEmpty
    }
    let conversation = ConversationID(path[1])
    if isAlone(after), !isAlone(before) {
      report(
        Breach(
          of: "I-12", "a conversation that is not archived to keep two members",
          "\(conversation) has \(count) after backend commit \(commit)"))
      return false
    }
    guard count > Self.mostMembers || count == 0 else { return true }
    report(
      Breach(
        of: "I-12", "a conversation to have from one to \(Self.mostMembers) members",
        "\(conversation) has \(count) after backend commit \(commit)"))
    return false
  }

  /// Members of a conversation that there was already come and go together with a new change that names them (I-11).
  private mutating func judgeChanges(
    of users: [UserID], in conversation: ConversationID, _ commit: Commit
  ) {
    if users.isEmpty { return }
    let place = ChatPaths.changes(in: conversation)
    var told: [UserID: Set<String>] = [:]
    Node.forEachChildDifference(
      from: commit.before[place], to: commit.after[place]
    ) { _, before, change in
      guard before == nil, let change, case .string(let kind) = change[child: ChatField.kind].scalar
      else { return }
      for (user, _) in change[child: ChatField.users].children {
        told[UserID(user), default: []].insert(kind)
      }
    }
    let members = ChatPaths.conversation(conversation).child(ChatField.members)
    // order: a list, in the order of their keys.
    for user in users {
      let member = members.child(user.key)
      let (was, present) = (commit.before[member], commit.after[member])
      // Who is added once more while being a member has another time of joining, which no change explains.
      let kind = present.isEmpty ? "removed" : "added"
      if was.isEmpty != present.isEmpty, told[user]?.contains(kind) == true { continue }
      report(
        Breach(
          of: "I-11", "each change of the members of \(conversation) to be told as one",
          "\(user) is \(kind), and no new change says so", "by backend commit \(commit)"))
    }
  }

  /// Requires a new change to have been made: whom it names as added was no member, and is one, or the other way round (I-11).
  mutating func judgeChange(_ path: Path, _ change: Node, _ commit: Commit) {
    guard judges(commit.author), commit.before[path].isEmpty,
      case .string(let kind) = change[child: ChatField.kind].scalar,
      kind == "added" || kind == "removed"
    else { return }
    let members = ChatPaths.conversation(ConversationID(path[1])).child(ChatField.members)
    let (before, after) = (commit.before[members], commit.after[members])
    let idle = change[child: ChatField.users].children.first { user, _ in
      before[child: user].isEmpty != (kind == "added")
        || after[child: user].isEmpty != (kind == "removed")
    }
    guard let idle else { return }
    report(
      Breach(
        of: "I-11", "a change that tells of \(idle.key.text) as \(kind) to have been made",
        "before: \(before[child: idle.key]), after: \(after[child: idle.key])",
        "by backend commit \(commit)"))
  }

  /// Judges who writes a message or changes it: nobody but its author, who is a member (I-09), and a text is that of the
  /// author's last edit; and what the system tells, which it tells once of each change of the members (I-11).
  mutating func judgeWriting(_ path: Path, _ commit: Commit) {
    guard path.depth > 2 else { return }
    let id = MessageID(path[2])
    let conversation = ConversationID(path[1])
    let place = Path([path[0], path[1], path[2]])
    let (before, after) = (commit.before[place], commit.after[place])
    var isAuthors = true
    if case .client(_, let uid) = commit.author {
      isAuthors = judgeAuthor(
        uid.map { UserID($0) }, of: id, before, after, in: conversation, commit)
    }
    if isAuthors, judges(commit.author) { judgeEdit(of: id, before, after, commit) }
    guard case .string("system") = after[child: ChatField.author].scalar else { return }
    judgeNotice(id, before, after, in: conversation, commit)
  }

  /// Whether who writes a message may: its author, or an admin who takes its media away.
  private mutating func judgeAuthor(
    _ user: UserID?, of id: MessageID, _ before: Node, _ after: Node,
    in conversation: ConversationID, _ commit: Commit
  ) -> Bool {
    guard let user else { return true }
    judgeMembership(of: user, in: conversation, commit)
    let present = before.isEmpty ? after : before
    if case .string(let author) = present[child: ChatField.author].scalar, author == user.text {
      return true
    }
    if isMediaDeletion(by: user, before, after, in: conversation, commit) { return true }
    report(
      Breach(
        of: "edits", "a message to be written and changed by its author alone",
        "\(user) has changed \(name(id)) by backend commit \(commit)"))
    return false
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
