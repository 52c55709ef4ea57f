public import Backend

/// The paths of the chat's data in the database.
///
/// Receipts and deliveries are grouped by user, so that a phone can follow its own user's with one narrow listener and
/// mark any number of messages with one multi-path write.
enum ChatPaths {
  /// `/memberships/USER`: the conversations of a user.
  static func memberships(of user: UserID) -> Path {
    Path([ChatTop.memberships, user.key])
  }

  /// `/users`: every account.
  static let users = Path([ChatTop.users])

  /// `/users/USER`: the name of an account; nothing where there is none.
  static func profile(of user: UserID) -> Path {
    users.child(user.key)
  }

  /// `/private/USER`: what only the user's own phones read and write.
  static func ownSide(of user: UserID) -> Path {
    Path([ChatTop.ownSide, user.key])
  }

  /// `/private/USER/reads/CONVERSATION`: when the user read messages without telling their authors.
  static func privateReads(of user: UserID, in conversation: ConversationID) -> Path {
    ownSide(of: user).child(ChatField.reads).child(conversation.key)
  }

  /// `/private/USER/cleared`: the message whose notification was swiped away last, by conversation.
  static func cleared(of user: UserID) -> Path {
    ownSide(of: user).child(ChatField.cleared)
  }

  /// `/private/USER/marks`: the numbers of the last writes that the backend has accepted from the user's phones, by place.
  static func marks(of user: UserID) -> Path {
    ownSide(of: user).child(ChatField.marks)
  }

  /// `/private/USER/lastMark`: the place that was marked last, and the name of that mark.
  static func lastMark(of user: UserID) -> Path {
    ownSide(of: user).child(ChatField.lastMark)
  }

  /// `/private/USER/settings/CONVERSATION`: the turns of the user's own settings for a conversation, by topic.
  static func settings(of user: UserID, in conversation: ConversationID) -> Path {
    ownSide(of: user).child(ChatField.settings).child(conversation.key)
  }

  /// `/private/USER/invitations/CONVERSATION`: the admin who has invited the user to a group.
  static func invitation(of user: UserID, to conversation: ConversationID) -> Path {
    ownSide(of: user).child(ChatField.invitations).child(conversation.key)
  }

  /// `/private/USER/departures/CONVERSATION`: who has ended the user's memberships, and when, by the ids of the changes.
  static func departures(of user: UserID, from conversation: ConversationID) -> Path {
    ownSide(of: user).child(ChatField.departures).child(conversation.key)
  }

  /// `/private/USER/sharing`: the turns of the switch for read receipts.
  static func sharing(of user: UserID) -> Path {
    ownSide(of: user).child(ChatField.sharing)
  }

  /// `/changes/CONVERSATION`: every change of the members, by its id; the backend's functions tell of them.
  static func changes(in conversation: ConversationID) -> Path {
    Path([ChatTop.changes, conversation.key])
  }

  /// `/conversations/ID`: whether it is a group, who started it, its members with their times of joining and their seats,
  /// its admins, and the id of the last change of its members.
  static func conversation(_ id: ConversationID) -> Path {
    Path([ChatTop.conversations, id.key])
  }

  /// `/messages/CONVERSATION`: the messages by their ids.
  static func messages(in conversation: ConversationID) -> Path {
    Path([ChatTop.messages, conversation.key])
  }

  /// `/receipts/CONVERSATION`: when each user read each message, by user and message.
  static func receipts(in conversation: ConversationID) -> Path {
    Path([ChatTop.receipts, conversation.key])
  }

  /// `/presence/USER`: the connected phones of a user, and when the last one went.
  static func presence(of user: UserID) -> Path {
    Path([ChatTop.presence, user.key])
  }

  /// `/tokens/USER`: where push messages reach a user's phones.
  static func tokens(of user: UserID) -> Path {
    Path([ChatTop.tokens, user.key])
  }

  /// `/deliveries/CONVERSATION`: when each message reached a phone of each user, by user and message.
  static func deliveries(in conversation: ConversationID) -> Path {
    Path([ChatTop.deliveries, conversation.key])
  }

  /// `/typing/CONVERSATION`: when those who write were last heard of, by user and connection.
  static func typing(in conversation: ConversationID) -> Path {
    Path([ChatTop.typing, conversation.key])
  }
}

/// The names of the top-level locations.
enum ChatTop {
  static let memberships = Key("memberships")
  static let users = Key("users")
  static let ownSide = Key("private")
  static let changes = Key("changes")
  static let conversations = Key("conversations")
  static let messages = Key("messages")
  static let receipts = Key("receipts")
  static let presence = Key("presence")
  static let tokens = Key("tokens")
  static let deliveries = Key("deliveries")
  static let typing = Key("typing")
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
  static let admins = Key("admins")
  static let lastChange = Key("lastChange")
  static let attachments = Key("attachments")
  static let file = Key("file")
  static let revision = Key("revision")
  static let deletedAt = Key("deletedAt")
  static let mediaDeletedAt = Key("mediaDeletedAt")
  static let mediaDeletedBy = Key("mediaDeletedBy")
  static let notice = Key("notice")
  static let kind = Key("kind")
  static let actor = Key("actor")
  static let users = Key("users")
  static let by = Key("by")
  static let at = Key("at")
  static let name = Key("name")
  static let reads = Key("reads")
  static let sharing = Key("sharing")
  static let settings = Key("settings")
  static let to = Key("to")
  static let cleared = Key("cleared")
  static let seats = Key("seats")
  static let seatOf = Key("seatOf")
  static let isOn = Key("isOn")
  static let phones = Key("phones")
  static let lastSeen = Key("lastSeen")
  static let photo = Key("photo")
  static let archivedAt = Key("archivedAt")
  static let archives = Key("archives")
  static let staying = Key("staying")
  static let updatedAt = Key("updatedAt")
  static let description = Key("description")
  static let adminsOnly = Key("adminsOnly")
  static let moderators = Key("moderators")
  static let pins = Key("pins")
  static let invited = Key("invited")
  static let invitations = Key("invitations")
  static let departures = Key("departures")
  static let marks = Key("marks")
  static let lastMark = Key("lastMark")
}

extension WriteKind {
  /// A message.
  public static let message = WriteKind(below: ChatTop.messages)
  /// Read receipts.
  public static let receipt = WriteKind(below: ChatTop.receipts)
  /// Marks that messages have reached a phone.
  public static let delivery = WriteKind(below: ChatTop.deliveries)
  /// A change of a group's members.
  public static let members = WriteKind(below: ChatTop.changes)
}

extension Double {
  /// A time as the backend stores it, in whole milliseconds since 1970.
  ///
  /// Programs that no rules bind may store any number there: what is no time of the next 285,000 years counts as the
  /// nearest that is, so that nothing overflows that reckons with it.
  var asMilliseconds: Int64 {
    isNaN ? 0 : Int64(Swift.min(Swift.max(self, -0x1p53), 0x1p53))
  }
}
