/// Messages about which something has changed.
struct TouchedMessages: Sendable {
  private var ids: Set<MessageID> = []
  private var isAll = false

  /// Whether something about a message has changed.
  func contains(_ id: MessageID) -> Bool { isAll || ids.contains(id) }

  mutating func insert(_ id: MessageID) { ids.insert(id) }

  /// Something has changed that every message may depend on, such as who the members are.
  mutating func insertAll() { isAll = true }
}
