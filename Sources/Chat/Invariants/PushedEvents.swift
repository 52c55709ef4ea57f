internal import Backend
internal import Devices

/// What the backend has stored, other than messages, of which its functions tell phones by push messages: changes of the members,
/// invitations, and ends of what phones were told before (I-07, I-15).
struct PushedEvents: Sendable {
  /// A change of the members of a conversation.
  struct Change: Sendable {
    let conversation: ConversationID
    let kind: String?
    let actor: UserID?
    let users: Set<UserID>
    /// The backend's time, in milliseconds since 1970.
    let milliseconds: Int64
  }

  /// The last of a user's invitations to a conversation.
  private struct Invitation {
    let host: UserID?
    /// The backend's time of the first one, in milliseconds since 1970.
    let milliseconds: Int64
  }

  private var changes: [MessageID: Change] = [:]
  private var invitations: [UserID: [ConversationID: Invitation]] = [:]
  /// The backend's times of the first end of each user's own: something was read, swiped away, declined, or they were removed.
  private var ends: [UserID: Int64] = [:]
  /// The backend's time of the first deletion of a message, of which all may be told who are members by then.
  private var firstDeletion: Int64?

  // MARK: - What is stored

  /// Something below `/changes` was written.
  mutating func takeChanges(at path: Path, _ node: Node, _ commit: Commit) {
    guard path.depth < 3 else { return take(node, path, commit) }
    for (key, child) in node.children { takeChanges(at: path.child(key), child, commit) }
  }

  private mutating func take(_ node: Node, _ path: Path, _ commit: Commit) {
    let id = MessageID(path[2])
    // It is written once; another program's write below it changes nothing of what phones were told.
    guard path.depth == 3, !node.isEmpty, changes[id] == nil else { return }
    let users = node[child: ChatField.users].children.map { UserID($0.key) }
    let change = Change(
      conversation: ConversationID(path[1]), kind: node[child: ChatField.kind].text,
      actor: node[child: ChatField.by].text.map { UserID($0) }, users: Set(users),
      milliseconds: commit.serverTimeMilliseconds)
    changes[id] = change
    // Who has muted a group is told of a removal by the number on the icon alone.
    guard change.kind == "removed" else { return }
    // order: each user's time is their own.
    for user in users { noteEnd(for: user, at: change.milliseconds) }
  }

  /// Something below `/private` was written.
  mutating func takePrivate(at path: Path, _ commit: Commit) {
    guard path.depth > 1 else { return }
    let user = UserID(path[1])
    let topic = path.depth > 2 ? path[2] : nil
    if topic == nil || topic == ChatField.reads || topic == ChatField.cleared {
      noteEnd(for: user, at: commit.serverTimeMilliseconds)
    }
    guard topic == nil || topic == ChatField.invitations else { return }
    let place = ChatPaths.ownSide(of: user).child(ChatField.invitations)
    Node.forEachChildDifference(
      from: commit.before[place], to: commit.after[place]
    ) { group, _, host in
      guard let host else { return noteEnd(for: user, at: commit.serverTimeMilliseconds) }
      let id = ConversationID(group)
      let first = invitations[user]?[id]?.milliseconds ?? commit.serverTimeMilliseconds
      invitations[user, default: [:]][id] = Invitation(
        host: host.text.map { UserID($0) }, milliseconds: first)
    }
  }

  /// Something is over that a user's phones may show.
  mutating func noteEnd(for user: UserID, at milliseconds: Int64) {
    if ends[user] == nil { ends[user] = milliseconds }
  }

  /// A message was deleted.
  mutating func noteDeletion(at milliseconds: Int64) {
    firstDeletion = firstDeletion ?? milliseconds
  }

  // MARK: - What phones are told

  /// The backend's time of the first event of which a user's phones may have been told without a notification, in milliseconds
  /// since 1970; nil where there was none.
  func firstEnd(for user: UserID) -> Int64? {
    [ends[user], firstDeletion].compactMap(\.self).min()
  }

  /// The backend's time of what a notification tells of, in milliseconds since 1970; nil where the backend has stored nothing like
  /// it, or where it tells of a message.
  func time(of notification: DeliveredNotification, to user: UserID) -> Int64? {
    if let group = notification.invitation { return invitations[user]?[group]?.milliseconds }
    return change(of: notification)?.milliseconds
  }

  /// The change that a notification tells of, by its key; nil where there is none.
  private func change(of notification: DeliveredNotification) -> Change? {
    guard notification.message == nil, let key = notification.collapseKey,
      key.hasPrefix(Self.changePrefix)
    else { return nil }
    return changes[MessageID(String(key.dropFirst(Self.changePrefix.count)))]
  }

  private static let changePrefix = "change:"

  /// What is wrong with a notification that tells of no message: it is for those whom the backend names in what it has stored,
  /// and not for whoever did it. Nil where nothing is wrong.
  func problem(with notification: DeliveredNotification, to user: UserID) -> String? {
    if let group = notification.invitation {
      guard let invitation = invitations[user]?[group] else {
        return "the backend has never invited \(user) to \(group)"
      }
      return invitation.host == user ? "\(user) has sent the invitation" : nil
    }
    guard let conversation = notification.conversation else {
      return "it tells of no message, no conversation and no invitation"
    }
    guard let change = change(of: notification), change.conversation == conversation,
      change.kind == "added" || change.kind == "removed"
    else { return "the backend has no such change of the members of \(conversation)" }
    if !change.users.contains(user) {
      return "it tells of \(change.users.sorted()), and so not of \(user)"
    }
    return change.actor == user ? "\(user) has done it" : nil
  }
}
