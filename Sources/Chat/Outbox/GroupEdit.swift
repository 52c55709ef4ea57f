internal import Backend
internal import Simulator

/// A change of a conversation, but for its members.
///
/// Each property is a write of its own, so that concurrent edits of several take effect together; of two edits of one property
/// the last that the backend accepts counts.
enum GroupEdit: Hashable, Sendable {
  /// The name of a group (GI-03).
  case name(String)
  /// The place of a group's photo in file storage (GI-05).
  case photo(String)
  /// The words that tell what a group is about; none where they are empty (PM-11).
  case description(String)
  /// Whether only admins may write (PM-10).
  case adminsOnly(Bool)
  /// The role of a member (PM-16).
  case role(UserID, GroupRole)
  /// A message is pinned, or not any more (PM-12).
  case pin(MessageID, Bool)
  /// A user is invited, or not any more: it was taken back, or declined (PM-09).
  case invitation(UserID, Bool)

  /// The write that tells the backend of it.
  func write(in id: ConversationID, by user: UserID) -> (Path, [PathChange]) {
    guard case .invitation(let guest, let isOn) = self else {
      return (ChatPaths.conversation(id), changes(by: user))
    }
    // Both ends of an invitation are the same.
    let host: Node = isOn ? Node(.string(user.text)) : .empty
    return (.root, Self.invitation(of: guest, to: id, from: host))
  }

  /// Both ends of an invitation.
  static func invitation(
    of guest: UserID, to id: ConversationID, from host: Node
  ) -> [PathChange] {
    [
      PathChange(ChatPaths.conversation(id).child(ChatField.invited).child(guest.key), host),
      PathChange(ChatPaths.invitation(of: guest, to: id), host),
    ]
  }

  /// The changes below the conversation.
  private func changes(by user: UserID) -> [PathChange] {
    switch self {
    case .name(let name): [PathChange(Path([ChatField.name]), Node(.string(name)))]
    case .photo(let photo): [PathChange(Path([ChatField.photo]), Node(.string(photo)))]
    case .description(let text):
      [PathChange(Path([ChatField.description]), text.isEmpty ? .empty : Node(.string(text)))]
    case .adminsOnly(let isOn):
      [PathChange(Path([ChatField.adminsOnly]), isOn ? true : .empty)]
    case .role(let member, let role):
      [
        PathChange(
          Path([ChatField.moderators, member.key]), role == .moderator ? true : .empty)
      ] + (role == .admin ? [PathChange(Path([ChatField.admins, member.key]), true)] : [])
    case .pin(let message, let isOn):
      [
        PathChange(
          Path([ChatField.pins, message.key]),
          isOn ? ["by": Node(.string(user.text)), "at": Node(.timestamp)] : .empty)
      ]
    case .invitation: []
    }
  }

  /// The property in words, for whoever judges what a phone does.
  var property: String {
    switch self {
    case .name: "name"
    case .photo: "photo"
    case .description: "description"
    case .adminsOnly: "who may write"
    case .role: "role"
    case .pin: "pin"
    case .invitation: "invitation"
    }
  }
}
