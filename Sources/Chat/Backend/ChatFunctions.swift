internal import Backend

/// The chat's programs at the backend.
enum ChatFunctions {
  /// All of them.
  static let all: [ServerFunction] = [announceChange]

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
