internal import Backend

// Push messages without a notification, by which a user's phones take notifications away: of what was read or swiped away on
// one of them (PM-08), of what its author has deleted, and of invitations that are over. They go to all of the user's phones, as the
// backend does not know which one it was.

extension ChatFunctions {
  /// The most messages that one push message names; it has room for 4 KB.
  private static let namedMax = 100

  /// The programs that tell of what was read, openly or privately, of what was swiped away, and of what is over.
  var clearingFunctions: [ServerFunction] {
    [
      Self.function("clearRead", .onWrite, at: Self.receipts, clearRead),
      Self.function("clearReadPrivately", .onWrite, at: Self.privateReads, clearRead),
      Self.function("clearDismissed", .onWrite, at: Self.cleared, clearDismissed),
      Self.function("clearDeleted", .onCreate, at: Self.deletions, clearDeleted),
      Self.function("clearInvitation", .onDelete, at: Self.invitations, clearInvitation),
    ]
  }

  private static let receipts = pattern("receipts/{conversation}/{user}")
  private static let privateReads = pattern("private/{user}/reads/{conversation}")
  private static let cleared = pattern("private/{user}/cleared/{conversation}")
  private static let deletions = pattern("messages/{conversation}/{message}/deletedAt")
  static let invitations = pattern("private/{user}/invitations/{conversation}")

  private func clearRead(_ run: FunctionRun) async throws {
    var ids: [String] = []
    Node.forEachChildDifference(from: run.event.before, to: run.event.after) { message, before, _ in
      if before == nil { ids.append(message.text) }
    }
    try await clear(ids.sorted().suffix(Self.namedMax), run)
  }

  private func clearDismissed(_ run: FunctionRun) async throws {
    try await clear(run.event.after.text.map { [$0] } ?? [], run)
  }

  private func clear(_ messages: [String], _ run: FunctionRun) async throws {
    guard let user = run.event.parameters["user"].map({ UserID($0) }),
      let conversation = run.event.parameters["conversation"], !messages.isEmpty
    else { return }
    let scene = try await scene(of: ConversationID(conversation), for: [user], .empty, run)
    // One phone knows by itself.
    try await send(to: scene.reachable.filter { $0.tokens.count > 1 }, run) { user in
      PushMessage(
        badge: unread(of: user, scene), data: ["cleared": messages.joined(separator: ",")])
    }
  }

  /// Takes the words of a deleted message out of the shades of those who have not read it.
  private func clearDeleted(_ run: FunctionRun) async throws {
    guard let id = run.event.parameters["conversation"].map({ ConversationID($0) }),
      let message = run.event.parameters["message"].map({ MessageID($0) })
    else { return }
    let place = ChatPaths.messages(in: id).child(message.key)
    let root = try await run.gather([ChatPaths.conversation(id), ChatPaths.receipts(in: id), place])
    let members = root[ChatPaths.conversation(id).child(ChatField.members)]
    let users = members.children.map { UserID($0.key) }.filter { user in
      user.text != root[place][child: ChatField.author].text
        && root[ChatPaths.receipts(in: id)][child: user.key][child: message.key].isEmpty
    }
    let scene = try await scene(of: id, for: users, root, run)
    try await send(to: scene.reachable, run) { user in
      PushMessage(badge: unread(of: user, scene), data: ["cleared": message.text])
    }
  }

  private func clearInvitation(_ run: FunctionRun) async throws {
    guard let (user, id) = Self.invitation(of: run) else { return }
    let place = ChatPaths.invitation(of: user, to: id)
    // Who was invited again is told of that by another notification in the same place.
    guard try await run.gather([place])[place].isEmpty else { return }
    let scene = try await scene(of: id, for: [user], .empty, run)
    try await send(to: scene.reachable, run) { user in
      PushMessage(badge: unread(of: user, scene), data: ["over": id.text])
    }
  }
}
