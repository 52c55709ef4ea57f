internal import Backend

extension ChatFunctions {
  /// What a function has read for the push messages that it sends: parts of the tree, each as of the moment of its reading.
  struct Scene {
    /// The parts that were read, each at its place.
    let root: Node
    /// The users who have phones for push messages, with the tokens of these.
    let reachable: [(user: UserID, tokens: [PushToken])]
    /// The server's clock when the last of it was read, in milliseconds since 1970.
    let nowMilliseconds: Int64

    /// The name of an account; the word for one that is gone where there is none (C-54), and for one of whose name nothing
    /// can be seen.
    func name(of user: String) -> String {
      let name = root[ChatPaths.profile(of: UserID(user)).child(ChatField.name)].text
      guard let name else { return ChatText()[.deletedUser] }
      return name.asVisibleName ?? ChatText()[.unknownUser]
    }

    /// The name of a group; those of its members but for the one who is told of it where it has none.
    func title(of id: ConversationID, for user: Key) -> String {
      let group = root[ChatPaths.conversation(id)]
      if let name = group[child: ChatField.name].text?.asVisibleName { return name }
      let members = ConversationFact.TitleMembers(
        group[child: ChatField.members].children.map { UserID($0.key) }
          .filter { $0.key != user }.sorted())
      return (members.named.map { name(of: $0.text) } + (members.areAll ? [] : ["…"]))
        .joined(separator: ", ")
    }

    /// Whether a user has muted a conversation and its time is not over, by the backend's clock (PM-02).
    func isMuted(_ id: ConversationID, by user: UserID) -> Bool {
      let turns = root[ChatPaths.settings(of: user, in: id)]
      let times = turns[child: ConversationSetting.Topic.mute.key].children.map { key, turn in
        (
          at: turn[child: ChatField.at].number ?? 0, key: key.text,
          to: turn[child: ChatField.to].text
        )
      }
      guard let last = times.max(by: { ($0.at, $0.key) < ($1.at, $1.key) }),
        let span = last.to.flatMap(MuteSpan.init(rawValue:))
      else { return false }
      return span.milliseconds.map { last.at.asMilliseconds + $0 > nowMilliseconds } ?? true
    }

    /// The messages of a conversation that a user has not read, with their times; none for who was taken out of it after
    /// their memberships were read.
    func unread(of user: UserID, in id: ConversationID) -> [(id: String, sentAt: Double)] {
      let place = ChatPaths.conversation(id).child(ChatField.members).child(user.key)
      guard !root[place].isEmpty else { return [] }
      let joined = root[place].number ?? 0
      let read = root[ChatPaths.receipts(in: id).child(user.key)]
      let readPrivately = root[ChatPaths.privateReads(of: user, in: id)]
      return root[ChatPaths.messages(in: id)].children.compactMap { message, node in
        // What decides for most of them, and costs least, comes first.
        guard read[child: message].isEmpty, readPrivately[child: message].isEmpty,
          node[child: ChatField.deletedAt].isEmpty,
          case .number(let sent) = node[child: ChatField.sentAt].scalar, sent >= joined,
          let author = node[child: ChatField.author].text, author != user.text,
          author != UserID.system.text
        else { return nil }
        return (message.text, sent)
      }
    }
  }

  /// Reads what the push messages to some users about a conversation need: their phones and settings, the names, and then
  /// all that those with phones have not read.
  ///
  /// - Parameter root: What was read already.
  func scene(
    of id: ConversationID, for users: [UserID], _ root: Node, _ run: FunctionRun
  ) async throws -> Scene {
    var root = try await run.gather(users.map { ChatPaths.tokens(of: $0) }, into: root)
    let reachable = users.compactMap { user -> (user: UserID, tokens: [PushToken])? in
      let tokens = root[ChatPaths.tokens(of: user)].children.map { PushToken($0.key.text) }
      return tokens.isEmpty ? nil : (user, tokens)
    }
    guard !reachable.isEmpty else {
      return Scene(root: root, reachable: [], nowMilliseconds: run.nowMilliseconds)
    }
    let members = root[ChatPaths.conversation(id).child(ChatField.members)].children
    var people = Set(members.map { UserID($0.key) })
    // Who has done it, or written it, may have left since.
    for field in [ChatField.by, ChatField.author] {
      if let actor = run.event.after[child: field].text { people.insert(UserID(actor)) }
    }
    root = try await run.gather(
      people.sorted().map { ChatPaths.profile(of: $0).child(ChatField.name) }
        + reachable.map { ChatPaths.memberships(of: $0.user) }, into: root)
    var places: Set<Path> = []
    for (user, _) in reachable {
      // Of a conversation that one has been taken out of, the setting is asked for as well.
      places.insert(ChatPaths.settings(of: user, in: id))
      for (key, _) in root[ChatPaths.memberships(of: user)].children {
        let other = ConversationID(key)
        places.formUnion([
          ChatPaths.conversation(other).child(ChatField.members).child(user.key),
          ChatPaths.receipts(in: other).child(user.key),
          ChatPaths.privateReads(of: user, in: other),
          ChatPaths.messages(in: other), ChatPaths.settings(of: user, in: other),
        ])
      }
    }
    // order: sorted.
    root = try await run.gather(places.sorted(), into: root)
    // Last, so that whoever is a member by this reading was one when the messages were sent that were read before.
    let membership = ChatPaths.conversation(id).child(ChatField.members)
    root = try await run.gather([membership], into: root)
    return Scene(root: root, reachable: reachable, nowMilliseconds: run.nowMilliseconds)
  }
}
