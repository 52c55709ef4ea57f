internal import Backend

/// The chat's programs at the backend.
///
/// Those that push messages go by the settings of each recipient at the time of their running, which is when they send.
struct ChatFunctions: Equatable, Sendable {
  /// Whether unread messages of muted conversations count in the number on the app's icon (C-48).
  let badgeCountsMuted: Bool
  /// Whether notifications go from all phones of a user when they are read or swiped away on one (PM-08).
  let clearsNotifications: Bool
  /// Whether notifications of messages go through the app's extension first, which confirms them.
  let asksExtension: Bool

  /// The programs for an app with some settings.
  init(of policies: ChatPolicies) {
    badgeCountsMuted = policies.badgeCountsMuted
    clearsNotifications = policies.usesPush
    asksExtension = policies.confirmsByExtension
  }

  /// The programs.
  var list: [ServerFunction] {
    [removeStrayMedia, removeStrayPhoto]
      + [announceChange, replaceAdmin, pushMessage, pushInvitation, removeMedia, removePhoto]
      + (clearsNotifications ? clearingFunctions : [])
  }

  // MARK: - Changes of the members

  /// Tells the members of a change of the members, by one message of the system (BC-10, C-32), and those who are members no
  /// longer by a word on their own side, since they may not read the group any more (C-34).
  ///
  /// The message has the key and the time of the change, so a second run for the same change says the same thing
  /// again, and those who joined by it see it. Whatever else follows from the change is worked out from what stands there
  /// then, so that it may be done twice and be cut off anywhere.
  private var announceChange: ServerFunction {
    Self.function("announceChange", .onCreate, at: Self.changes, announce)
  }

  private func announce(_ run: FunctionRun) async throws {
    let event = run.event
    guard let conversation = event.parameters["conversation"], let change = event.path.last,
      case .string(let actor) = event.after[child: ChatField.by].scalar,
      case .string(let kind) = event.after[child: ChatField.kind].scalar,
      case .number(let time) = event.after[child: ChatField.at].scalar
    else { return await run.log("a change that is none: \(event.path)") }
    let message: Node = [
      "author": Node(.string(UserID.system.text)), "sentAt": Node(.number(time)),
      "notice": [
        "kind": Node(.string(kind)), "actor": Node(.string(actor)),
        "users": event.after[child: ChatField.users],
      ],
    ]
    let id = ConversationID(conversation)
    var news = [PathChange(ChatPaths.messages(in: id).child(change), message)]
    if kind == "removed" {
      let departure: Node = ["by": Node(.string(actor)), "at": Node(.number(time))]
      news += event.after[child: ChatField.users].children.map { user, _ in
        PathChange(ChatPaths.departures(of: UserID(user), from: id).child(change), departure)
      }
    }
    try await run.update(.root, news)
    let place = ChatPaths.conversation(id)
    let present = try await run.gather([
      ChatPaths.typing(in: id), place.child(ChatField.members), place.child(ChatField.admins),
    ])
    try await endTyping(in: id, present, run)
    try await keepRight(id, at: time, present[place], run)
    if !event.after[child: ChatField.archives].isEmpty { try await endInvitations(to: id, run) }
    // The founders of a group have not been added, and who has left since was not removed by its creation.
    if kind != "created" {
      try await notifyChanged(in: id, by: actor, isAdded: kind == "added", run)
    }
  }

  /// Finds another admin for each group whose last one has deleted their account (MR-09).
  private var replaceAdmin: ServerFunction {
    Self.function("replaceAdmin", .onDelete, at: Self.accounts) { [self] run in
      guard let user = run.event.parameters["user"] else { return }
      let memberships = try await run.read(ChatPaths.memberships(of: UserID(user)))
      for (conversation, _) in memberships.children {
        let id = ConversationID(conversation)
        let place = ChatPaths.conversation(id)
        let present = try await run.gather([
          place.child(ChatField.members), place.child(ChatField.admins),
        ])
        guard !present[place][child: ChatField.admins][child: Key(user)].isEmpty else { continue }
        try await keepRight(id, at: nil, present[place], run)
      }
    }
  }

  private static let accounts = pattern("users/{user}")

  /// Keeps a group right after a change of its members: the time of the last change (MA-12), the member who has been there
  /// for the longest as admin where none is left who has an account (C-29, MR-09), and no archive where more than one have
  /// stayed (C-28). Who has no account any more becomes admin only where nobody has one.
  ///
  /// One transaction: two runs that each found no admin would appoint two.
  ///
  /// - Parameters:
  ///   - time: The time of the change; nil where the members have not changed.
  ///   - present: The group's members and admins, read after the change. Where it has an admin and then none, another change
  ///     has come, whose own run sees to it.
  private func keepRight(
    _ id: ConversationID, at time: Double?, _ present: Node, _ run: FunctionRun
  ) async throws {
    let admins = present[child: ChatField.admins].children.map(\.key)
    let marked = try await run.gather(admins.map { ChatPaths.profile(of: UserID($0)) })
    let isLeaderless = admins.allSatisfy { marked[ChatPaths.profile(of: UserID($0))].isEmpty }
    let candidates = isLeaderless ? present[child: ChatField.members].children.map(\.key) : []
    let profiles = try await run.gather(candidates.map { ChatPaths.profile(of: UserID($0)) })
    try await run.transaction(ChatPaths.conversation(id)) { group in
      let members = group[child: ChatField.members].children.map { user, joined in
        let isGone = profiles[ChatPaths.profile(of: UserID(user))].isEmpty
        return (user: user, rank: (isGone ? 1 : 0, joined.number ?? 0, user.text))
      }
      let oldest = members.min { $0.rank < $1.rank }
      // At first the library knows nothing of the group, and asks again with what stands there.
      guard let oldest else { return group }
      var group = group
      if let time {
        let latest = max(group[child: ChatField.updatedAt].number ?? 0, time)
        group = group.updating(child: ChatField.updatedAt, to: Node(.number(latest)))
      }
      // One that nobody has read above was appointed meanwhile.
      let isStillLeaderless = group[child: ChatField.admins].children.allSatisfy { user, _ in
        admins.contains(user)
      }
      let hasAccount = !profiles[ChatPaths.profile(of: UserID(oldest.user))].isEmpty
      if isLeaderless, isStillLeaderless, hasAccount || group[child: ChatField.admins].isEmpty {
        group = group.updating(Path([ChatField.admins, oldest.user]), to: Node(.bool(true)))
          .updating(Path([ChatField.moderators, oldest.user]), to: .empty)
      }
      if members.count > 1 { group = group.updating(child: ChatField.archivedAt, to: .empty) }
      return group
    }
  }

  /// Takes back the invitations to a group that is over, at both ends: nobody can accept them any more, nor take them back.
  private func endInvitations(to id: ConversationID, _ run: FunctionRun) async throws {
    let place = ChatPaths.conversation(id)
    let invited = place.child(ChatField.invited)
    let present = try await run.gather([place.child(ChatField.archivedAt), invited])
    let guests = present[invited].children.map(\.key)
    guard !present[place.child(ChatField.archivedAt)].isEmpty, !guests.isEmpty else { return }
    try await run.update(
      .root,
      guests.flatMap { guest in
        [
          PathChange(invited.child(guest), .empty),
          PathChange(ChatPaths.invitation(of: UserID(guest), to: id), .empty),
        ]
      })
  }

  /// Takes back that those write who are members no longer (TY-04). It comes after the change, which waits for nothing (TY-05).
  private func endTyping(in id: ConversationID, _ present: Node, _ run: FunctionRun) async throws {
    let place = ChatPaths.typing(in: id)
    let members = ChatPaths.conversation(id).child(ChatField.members)
    let gone = run.event.after[child: ChatField.users].children.map(\.key)
      .filter { !present[place][child: $0].isEmpty && present[members][child: $0].isEmpty }
    guard !gone.isEmpty else { return }
    try await run.update(place, gone.map { PathChange(Path([$0]), .empty) })
  }

  private static let changes = pattern("changes/{conversation}/{change}")

  /// A place at which functions wait; parsed once, for all worlds.
  ///
  /// Traps on a pattern that is none: it is part of the source.
  static func pattern(_ text: String) -> PathPattern {
    do {
      return try PathPattern(parsing: text)
    } catch {
      preconditionFailure("a function of the chat waits at no possible place: \(error)")
    }
  }

  /// A function that is tried again where it fails.
  static func function(
    _ name: String, _ trigger: ServerFunction.Trigger, at pattern: PathPattern,
    _ body: @escaping ServerFunction.Body
  ) -> ServerFunction {
    ServerFunction(name, trigger, at: pattern, retriesOnFailure: true, body: body)
  }
}

extension FunctionRun {
  /// Reads locations, asked for at once.
  ///
  /// - Returns: A tree that holds these locations and nothing else.
  func gather(_ paths: [Path], into tree: Node = .empty) async throws -> Node {
    guard !paths.isEmpty else { return tree }
    return zip(paths, try await read(paths)).reduce(tree) { $0.updating($1.0, to: $1.1) }
  }
}
