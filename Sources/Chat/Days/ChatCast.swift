/// The names that a day has given to what it made, and the people in it.
struct ChatCast: Sendable {
  private var conversations: [String: ConversationID] = [:]
  private var messages: [String: MessageID] = [:]
  private var conversationNames: [ConversationID: String] = [:]
  private var messageNames: [MessageID: String] = [:]
  /// The users who have a phone, in the order of their first.
  private(set) var users: [UserID] = []
  /// Whether a history was imported: its messages have ids of their own, the same for each.
  var hasImported = false

  mutating func add(_ user: UserID) {
    if !users.contains(user) { users.append(user) }
  }

  mutating func name(_ id: ConversationID, _ name: String) {
    conversations[name] = id
    conversationNames[id] = name
  }

  mutating func name(_ id: MessageID, _ name: String) {
    messages[name] = id
    messageNames[id] = name
  }

  /// The conversation of a name that stands in a gesture.
  func conversation(_ name: ConversationID) -> ConversationID? { conversations[name.text] }

  /// The message of a name that stands in a gesture.
  func message(_ name: MessageID) -> MessageID? { messages[name.text] }

  /// The name of a conversation, as gestures speak of it.
  func name(of id: ConversationID) -> ConversationID? {
    conversationNames[id].map { ConversationID($0) }
  }

  /// The name of a message, as gestures speak of it.
  func name(of id: MessageID) -> MessageID? { messageNames[id].map { MessageID($0) } }
}
