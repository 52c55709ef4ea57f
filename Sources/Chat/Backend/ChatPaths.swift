internal import Backend

/// Where the chat's data stand in the database.
///
/// Receipts and deliveries stand by user, so that a phone can follow its own user's with one narrow
/// listener and marks any number of messages with one multi-path write.
enum ChatPaths {
  /// `/memberships/USER`: the conversations of a user.
  static func memberships(of user: UserID) -> Path {
    Path([Key("memberships"), user.key])
  }

  /// `/conversations/ID`: whether it is a group, who started it, its members.
  static func conversation(_ id: ConversationID) -> Path {
    Path([Key("conversations"), id.key])
  }

  /// `/messages/CONVERSATION`: the messages by their ids.
  static func messages(in conversation: ConversationID) -> Path {
    Path([Key("messages"), conversation.key])
  }

  /// `/receipts`: the receipts of all conversations.
  static let allReceipts = Path([Key("receipts")])

  /// `/receipts/CONVERSATION`: when each user read each message, by user and message.
  static func receipts(in conversation: ConversationID) -> Path {
    allReceipts.child(conversation.key)
  }

  /// `/deliveries/CONVERSATION`: when each message reached a phone of each user, by user and message.
  static func deliveries(in conversation: ConversationID) -> Path {
    Path([Key("deliveries"), conversation.key])
  }
}

/// The names of the fields.
enum ChatField {
  static let isGroup = Key("isGroup")
  static let createdBy = Key("createdBy")
  static let createdAt = Key("createdAt")
  static let members = Key("members")
  static let author = Key("author")
  static let text = Key("text")
  static let sentAt = Key("sentAt")
}
