internal import Backend

/// The chat's programs at the backend.
enum ChatFunctions {
  /// All of them.
  static let all: [ServerFunction] = [announceChange, pushMessage]

  /// Tells the members of a change of the members, by one message of the system (BC-10, C-32).
  ///
  /// The message has the key and the time of the change, so a second run for the same change says the same thing
  /// again, and those who joined by it see it.
  private static let announceChange = function(
    "announceChange", .onCreate, at: "changes/{conversation}/{change}"
  ) { event in
    guard let conversation = event.parameters["conversation"], let change = event.path.last,
      case .string(let actor) = event.after[child: ChatField.by].scalar,
      case .string(let kind) = event.after[child: ChatField.kind].scalar,
      case .number(let time) = event.after[child: ChatField.at].scalar
    else { return [.log("a change that is none: \(event.path)")] }
    let message: Node = [
      "author": Node(.string(UserID.system.text)), "sentAt": Node(.number(time)),
      "notice": [
        "kind": Node(.string(kind)), "actor": Node(.string(actor)),
        "users": event.after[child: ChatField.users],
      ],
    ]
    let id = ConversationID(conversation)
    return [.set(ChatPaths.messages(in: id).child(change), message)] + endTyping(event, in: id)
      + succeed(event, in: id, at: time)
      + notifyChanged(event, in: id, by: actor, isAdded: kind == "added")
  }

  /// Keeps a group right after a change of its members: the time of the last change (MA-12), the member who has been there
  /// for the longest as admin where none is left (C-29, MR-09), and no archive where more than one have stayed (C-28).
  private static func succeed(
    _ event: FunctionEvent, in conversation: ConversationID, at time: Double
  ) -> [FunctionEffect] {
    let place = ChatPaths.conversation(conversation)
    let group = event.root[place]
    let members = group[child: ChatField.members].children.map { user, joined in
      (user: user, joined: joined.number ?? 0)
    }
    guard !members.isEmpty else { return [] }
    let latest = max(group[child: ChatField.updatedAt].number ?? 0, time)
    var effects: [FunctionEffect] = [
      .set(place.child(ChatField.updatedAt), Node(.number(latest)))
    ]
    let oldest = members.min { ($0.joined, $0.user.text) < ($1.joined, $1.user.text) }
    if group[child: ChatField.admins].isEmpty, let oldest {
      effects.append(.set(place.child(ChatField.admins).child(oldest.user), true))
    }
    if members.count > 1, !group[child: ChatField.archivedAt].isEmpty {
      effects.append(.set(place.child(ChatField.archivedAt), .empty))
    }
    return effects
  }

  /// Takes back that those write who are members no longer (TY-04). It comes after the change, which waits for nothing (TY-05).
  private static func endTyping(
    _ event: FunctionEvent, in conversation: ConversationID
  ) -> [FunctionEffect] {
    let typing = event.root[ChatPaths.typing(in: conversation)]
    let members = event.root[ChatPaths.conversation(conversation).child(ChatField.members)]
    return event.after[child: ChatField.users].children.map(\.key)
      .filter { !typing[child: $0].isEmpty && members[child: $0].isEmpty }
      .map { .set(ChatPaths.typing(in: conversation).child($0), .empty) }
  }

  /// Tells the phones of those whom somebody else has added or removed (NO-02, NO-03), where that still holds.
  private static func notifyChanged(
    _ event: FunctionEvent, in conversation: ConversationID, by actor: String, isAdded: Bool
  ) -> [FunctionEffect] {
    let tokens = event.root[Path([ChatTop.tokens])]
    guard !tokens.isEmpty else { return [] }
    let members = event.root[ChatPaths.conversation(conversation).child(ChatField.members)]
    var effects: [FunctionEffect] = []
    for (user, _) in event.after[child: ChatField.users].children
    where user.text != actor && members[child: user].isEmpty != isAdded {
      let others = members.children.map(\.key).filter { $0 != user }
      let given = event.root[ChatPaths.conversation(conversation).child(ChatField.name)].text
      let group =
        given?.asPersonName
        ?? others.map { name(of: $0.text, in: event.root) }.joined(separator: ", ")
      let body =
        isAdded
        ? ChatText().filled(.addedYou, ["actor": name(of: actor, in: event.root)])
        : ChatText().filled(.removedYou, ["group": group])
      let push = PushMessage(
        notification: PushMessage.Notification(title: group, body: body),
        badge: unread(of: UserID(user), in: event.root), data: ["conversation": conversation.text],
        priority: .high)
      for (token, _) in tokens[child: user].children {
        effects.append(.push(push, to: PushToken(token.text)))
      }
    }
    return effects
  }

  /// The name of an account; its id where it has none.
  private static func name(of user: String, in root: Node) -> String {
    root[ChatPaths.profile(of: UserID(user)).child(ChatField.name)].text?.asPersonName ?? user
  }

  /// Tells the phones of the other members of a new message (FG-07), at the moment of its running: who has been removed
  /// or has read it by then is told nothing, nor is who has joined after the message.
  private static let pushMessage = function(
    "pushMessage", .onCreate, at: "messages/{conversation}/{message}"
  ) { event in
    guard let conversation = event.parameters["conversation"], let message = event.path.last,
      let author = event.after[child: ChatField.author].text, author != UserID.system.text,
      case .number(let sentAt) = event.after[child: ChatField.sentAt].scalar
    else { return [] }
    let id = ConversationID(conversation)
    let tokens = event.root[Path([ChatTop.tokens])]
    guard !tokens.isEmpty else { return [] }
    let name = name(of: author, in: event.root)
    let receipts = event.root[ChatPaths.receipts(in: id)]
    var effects: [FunctionEffect] = []
    let members = event.root[ChatPaths.conversation(id).child(ChatField.members)]
    for (member, joined) in members.children
    where member.text != author && receipts[child: member][child: message].isEmpty {
      if case .number(let time) = joined.scalar, time > sentAt { continue }
      let push = PushMessage(
        notification: PushMessage.Notification(
          title: name, body: event.after[child: ChatField.text].text ?? ""),
        badge: unread(of: UserID(member), in: event.root),
        data: ["conversation": conversation, "message": message.text], collapseKey: conversation,
        priority: .high)
      for (token, _) in tokens[child: member].children {
        effects.append(.push(push, to: PushToken(token.text)))
      }
    }
    return effects
  }

  /// The number of messages that a user has not read, of all conversations, as the backend knows: the number for the icon
  /// of an app that does not run (UN-05).
  private static func unread(of user: UserID, in root: Node) -> Int {
    var count = 0
    for (key, _) in root[ChatPaths.memberships(of: user)].children {
      let id = ConversationID(key)
      let place = ChatPaths.conversation(id).child(ChatField.members).child(user.key)
      var joined = 0.0
      if case .number(let time) = root[place].scalar { joined = time }
      let read = root[ChatPaths.receipts(in: id).child(user.key)]
      let readPrivately = root[ChatPaths.privateReads(of: user, in: id)]
      for (message, node) in root[ChatPaths.messages(in: id)].children {
        guard let author = node[child: ChatField.author].text, author != user.text,
          author != UserID.system.text, node[child: ChatField.deletedAt].isEmpty,
          case .number(let sent) = node[child: ChatField.sentAt].scalar, sent >= joined,
          read[child: message].isEmpty, readPrivately[child: message].isEmpty
        else { continue }
        count += 1
      }
    }
    return count
  }

  /// Traps on a pattern that is none: it is part of the source.
  private static func function(
    _ name: String, _ trigger: ServerFunction.Trigger, at pattern: String,
    _ body: @escaping ServerFunction.Body
  ) -> ServerFunction {
    do {
      return try ServerFunction(name, trigger, at: pattern, retriesOnFailure: true, body: body)
    } catch {
      preconditionFailure("the chat's function \(name) waits at no possible place: \(error)")
    }
  }
}
