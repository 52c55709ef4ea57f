internal import Simulator

/// How something stood on this phone before an operation changed it.
enum Previous: Equatable, Sendable, Digestible {
  /// What a conversation has beside its members.
  struct Description: Equatable, Sendable {
    let name: String?
    let photo: String?
    let details: ConversationDetails?

    init(_ conversation: ConversationFact) {
      name = conversation.name
      photo = conversation.photo
      details = conversation.details
    }
  }

  /// The members of a group, with those who were admins.
  struct Members: Equatable, Sendable {
    let all: [ConversationFact.Member]
    let admins: Set<UserID>
  }

  case conversation(Description)
  case members(Members)
  case message(MessageFact)

  /// How a conversation stood before a change, where the change is one of the conversation.
  init?(_ conversation: ConversationFact, before change: OutboxOperation.Change) {
    switch change {
    case .describe: self = .conversation(Description(conversation))
    case .change: self = .members(Members(all: conversation.members, admins: conversation.admins))
    default: return nil
    }
  }

  func digest(into hash: inout StableHash) {
    switch self {
    case .conversation(let description):
      description.name.digest(into: &hash)
      description.photo.digest(into: &hash)
      description.details?.digest(into: &hash)
    case .members(let members):
      members.all.digest(into: &hash)
      members.admins.sorted().digest(into: &hash)
    case .message(let message):
      message.digest(into: &hash)
    }
  }
}

extension OutboxOperation.Change {
  /// The conversation that it changes, where it is a change of the members or of what the conversation is.
  var changedConversation: ConversationID? {
    switch self {
    case .change(let change): change.conversation
    case .describe(let id, _): id
    default: nil
    }
  }

  /// Whether it changes what a message carries that the backend has.
  func isRewriting(_ message: MessageID) -> Bool {
    switch self {
    case .edit(message, _, _), .delete(message), .deleteMedia(message): true
    default: false
    }
  }
}

extension GroupEdit {
  /// The parts of a conversation that are kept each by itself.
  enum Part { case name, photo, details }

  /// The part that it changes.
  var part: Part {
    switch self {
    case .name: .name
    case .photo: .photo
    case .description, .adminsOnly, .role, .pin, .invitation: .details
    }
  }
}
