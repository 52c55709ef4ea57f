internal import Backend

// Push messages to the phones of those who are not looking (NO-01, NO-02, NO-03).
//
// What they say was read in several steps, and may have changed by the time they are sent.

extension ChatFunctions {
  /// Tells the phones of the other members of a new message (NO-01), at the moment of its running: who has been removed
  /// or has read it by then, openly or in private, is told nothing, nor is who has joined after the message. Nobody is told of
  /// one that its author has deleted by then.
  var pushMessage: ServerFunction {
    Self.function("pushMessage", .onCreate, at: Self.messages, push)
  }

  private static let messages = pattern("messages/{conversation}/{message}")

  private func push(_ run: FunctionRun) async throws {
    let event = run.event
    guard let conversation = event.parameters["conversation"], let message = event.path.last,
      let author = event.after[child: ChatField.author].text, author != UserID.system.text
    else { return }
    let id = ConversationID(conversation)
    let place = ChatPaths.conversation(id)
    let root = try await run.gather([place])
    let users = root[place.child(ChatField.members)].children.map { UserID($0.key) }
    let recipients = users.filter { $0.text != author }
    let scene = try await scene(of: id, for: recipients, root, run)
    try await send(to: scene.reachable, run) { user in
      if scene.isMuted(id, by: user) { return nil }
      // What is from before joining, was read or deleted, or is of a group that one is out of, is not unread.
      let unread = scene.unread(of: user, in: id)
      if !unread.contains(where: { $0.id == message.text }) { return nil }
      // Functions run in any order: the one that runs for a message may know of messages that came after it.
      guard let last = unread.max(by: { ($0.sentAt, $0.id) < ($1.sentAt, $1.id) }) else {
        return nil
      }
      let several = several(unread, in: id, for: user, scene)
      var push = PushMessage(
        notification: several ?? words(of: last.id, in: id, scene),
        badge: self.unread(of: user, scene),
        data: ["conversation": conversation, "message": last.id], collapseKey: conversation,
        priority: .high)
      if asksExtension {
        push.isMutable = true
        push.data["arrived"] = message.text
      }
      return push
    }
  }

  /// Tells the phones of those whom somebody else has added or removed (NO-02, NO-03), where that still holds. Who has muted the
  /// group hears nothing of a removal, but for the number on the icon, which leaves the group out from then on (UN-05).
  func notifyChanged(
    in id: ConversationID, by actor: String, isAdded: Bool, _ run: FunctionRun
  ) async throws {
    // Functions run at least once: a second run takes the place of the first.
    guard let change = run.event.path.last else { return }
    let root = try await run.gather([ChatPaths.conversation(id)])
    let members = root[ChatPaths.conversation(id).child(ChatField.members)]
    let users = run.event.after[child: ChatField.users].children.map { UserID($0.key) }.filter {
      $0.text != actor && members[child: $0.key].isEmpty != isAdded
    }
    let scene = try await scene(of: id, for: users, root, run)
    try await send(to: scene.reachable, run) { user in
      if scene.isMuted(id, by: user) {
        return isAdded ? nil : PushMessage(badge: unread(of: user, scene))
      }
      let group = scene.title(of: id, for: user.key)
      let body =
        isAdded
        ? ChatText().filled(.addedYou, ["actor": scene.name(of: actor)])
        : ChatText().filled(.removedYou, ["group": group])
      return PushMessage(
        notification: PushMessage.Notification(title: group, body: body),
        badge: unread(of: user, scene), data: ["conversation": id.text],
        collapseKey: "change:\(change)", priority: .high)
    }
  }

  /// Tells the phones of a guest of an invitation (PM-09), where it still stands.
  var pushInvitation: ServerFunction {
    Self.function("pushInvitation", .onCreate, at: Self.invitations) {
      [self] run in
      guard let (user, id) = Self.invitation(of: run), let host = run.event.after.text else {
        return
      }
      let place = ChatPaths.invitation(of: user, to: id)
      let name = ChatPaths.profile(of: UserID(host)).child(ChatField.name)
      let root = try await run.gather([ChatPaths.conversation(id), place, name])
      guard !root[place].isEmpty else { return }
      let scene = try await scene(of: id, for: [user], root, run)
      let group = scene.title(of: id, for: user.key)
      try await send(to: scene.reachable, run) { user in
        PushMessage(
          notification: PushMessage.Notification(
            title: group,
            body: ChatText().filled(.invitation, ["actor": scene.name(of: host), "group": group])),
          badge: unread(of: user, scene), data: ["invitation": id.text],
          collapseKey: "invitation:\(id)", priority: .high)
      }
    }
  }

  /// The guest and the group of an invitation.
  static func invitation(of run: FunctionRun) -> (UserID, ConversationID)? {
    guard let user = run.event.parameters["user"], let group = run.event.parameters["conversation"]
    else { return nil }
    return (UserID(user), ConversationID(group))
  }

  /// Sends each user's push message to all of their phones, and forgets the tokens that no phone has any more.
  func send(
    to users: [(user: UserID, tokens: [PushToken])], _ run: FunctionRun,
    _ message: (UserID) -> PushMessage?
  ) async throws {
    var letters: [(user: UserID, message: PushMessage, token: PushToken)] = []
    for (user, tokens) in users {
      guard let push = message(user) else { continue }
      letters += tokens.map { (user, push, $0) }
    }
    let refusals = try await run.send(letters.map { ($0.message, $0.token) })
    for (letter, refusal) in zip(letters, refusals) {
      guard case .unregistered = refusal else { continue }
      try await run.set(
        ChatPaths.tokens(of: letter.user).child(Key(letter.token.text)), .empty)
    }
  }

  /// The notification of one message, as it is by now: its author may have edited it.
  private func words(
    of message: String, in id: ConversationID, _ scene: Scene
  ) -> PushMessage.Notification {
    let node = scene.root[ChatPaths.messages(in: id).child(Key(message))]
    let attachments = Attachment.list(of: node[child: ChatField.attachments])
    let isPhoto = !node[child: ChatField.attachments].isEmpty
    let isVideo = attachments.first?.isVideo == true
    let mark: String? = isVideo ? ChatText()[.video] : isPhoto ? ChatText()[.photo] : nil
    // Of a picture with words the shade shows the words alone, so they say that there is one.
    let text = [mark, node[child: ChatField.text].text].compactMap(\.self).joined(separator: " ")
    let author = node[child: ChatField.author].text ?? ""
    return PushMessage.Notification(title: scene.name(of: author), body: text)
  }

  /// The notification that stands for all unread messages of a group; nil where there is one only, and in 1:1 (PM-05).
  private func several(
    _ unread: [(id: String, sentAt: Double)], in id: ConversationID, for member: UserID,
    _ scene: Scene
  ) -> PushMessage.Notification? {
    let group = scene.root[ChatPaths.conversation(id)]
    guard case .bool(true) = group[child: ChatField.isGroup].scalar else { return nil }
    let count = unread.count
    guard count > 1 else { return nil }
    let title = scene.title(of: id, for: member.key)
    let body = ChatText().counted(.newMessages, count, ["group": title])
    return PushMessage.Notification(title: title, body: body)
  }

  /// The number of messages that a user has not read, of all conversations, as the backend knows: the number for the icon
  /// of an app that does not run (UN-05).
  func unread(of user: UserID, _ scene: Scene) -> Int {
    scene.root[ChatPaths.memberships(of: user)].children.reduce(0) { count, membership in
      let id = ConversationID(membership.key)
      if !badgeCountsMuted, scene.isMuted(id, by: user) { return count }
      return count + scene.unread(of: user, in: id).count
    }
  }
}
