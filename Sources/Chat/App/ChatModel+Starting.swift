internal import Backend

// A conversation whose start the backend has not acknowledged. The phone does not follow it, since the backend would refuse, so
// the database's client shows nothing of what is changed in it.

extension ChatModel {
  /// Shows at once what this phone has changed in such a conversation (MA-04, MA-09, GI-03).
  mutating func showUnacknowledged(_ id: ConversationID) {
    guard starting.contains(id) else { return }
    takeConversation(id, begun(id))
  }

  /// The conversation as its start and the changes behind it will make it, unless the backend refuses one: all of them wait in the
  /// outbox, since it answers in order.
  ///
  /// - Parameters:
  ///   - id: The conversation.
  ///   - number: The place in the outbox before which changes count.
  func begun(_ id: ConversationID, before number: Int = .max) -> Node {
    let place = ChatPaths.conversation(id)
    var conversation = Node.empty
    for operation in store.outbox.operations
    where operation.change.conversation == id
      && operation.number < number
    {
      guard let (path, changes) = write(for: operation.change) else { continue }
      for change in changes {
        guard let below = path.appending(change.path).relative(to: place) else { continue }
        conversation = conversation.updating(below, to: change.node)
      }
    }
    return conversation
  }
}

extension OutboxOperation.Change {
  /// The conversation that is started or changed; nil where something else is.
  fileprivate var conversation: ConversationID? {
    switch self {
    case .start(let id, _), .describe(let id, _): id
    case .change(let change): change.conversation
    case .send, .deliver, .read, .edit, .attach, .delete, .deleteMedia, .share, .set, .clear: nil
    }
  }
}
