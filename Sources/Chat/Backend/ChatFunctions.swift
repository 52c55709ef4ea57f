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
    return [.set(ChatPaths.messages(in: ConversationID(conversation)).child(change), message)]
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
    let name = event.root[ChatPaths.profile(of: UserID(author)).child(ChatField.name)].text
    let receipts = event.root[ChatPaths.receipts(in: id)]
    var effects: [FunctionEffect] = []
    let members = event.root[ChatPaths.conversation(id).child(ChatField.members)]
    for (member, joined) in members.children
    where member.text != author && receipts[child: member][child: message].isEmpty {
      if case .number(let time) = joined.scalar, time > sentAt { continue }
      let push = PushMessage(
        notification: PushMessage.Notification(
          title: name ?? author, body: event.after[child: ChatField.text].text ?? ""),
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
