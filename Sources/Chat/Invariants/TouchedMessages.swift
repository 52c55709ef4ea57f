/// Messages about which something has changed.
struct TouchedMessages: Sendable {
  private var ids: Set<MessageID> = []
  private var isAll = false
  /// Whether there are none.
  var isEmpty: Bool { !isAll && ids.isEmpty }
  /// The number of messages above which all count as changed, as when a history comes: no thread shows so many.
  private static let most = 1024

  /// Whether something about a message has changed.
  func contains(_ id: MessageID) -> Bool { isAll || ids.contains(id) }

  mutating func insert(_ id: MessageID) {
    if isAll { return }
    ids.insert(id)
    if ids.count > Self.most { insertAll() }
  }

  /// Something has changed that every message may depend on, such as who the members are.
  mutating func insertAll() {
    isAll = true
    ids = []
  }
}
