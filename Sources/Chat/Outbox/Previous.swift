internal import Simulator

/// How something stood on this phone before an operation changed it.
enum Previous: Equatable, Sendable, Digestible {
  /// What a conversation has beside its members.
  struct Description: Equatable, Sendable {
    let name: String?
    let photo: String?
    let details: ConversationDetails?
  }

  case conversation(Description)
  case message(MessageFact)

  init(_ conversation: ConversationFact) {
    self = .conversation(
      Description(
        name: conversation.name, photo: conversation.photo, details: conversation.details))
  }

  func digest(into hash: inout StableHash) {
    switch self {
    case .conversation(let description):
      description.name.digest(into: &hash)
      description.photo.digest(into: &hash)
      description.details?.digest(into: &hash)
    case .message(let message):
      message.digest(into: &hash)
    }
  }
}

extension OutboxOperation.Change {
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
