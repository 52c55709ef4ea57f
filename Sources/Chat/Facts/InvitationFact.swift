internal import Devices

/// An invitation to a group that waits for this phone's user (PM-09).
struct InvitationFact: KeyedRow, Hashable, Sendable {
  /// The group.
  let conversation: ConversationID
  /// The admin who has invited.
  var host: UserID
  /// The name of the group; empty where it has none, and until the phone has heard of it.
  var title = ""
  /// The members by whom a group is called that has no name.
  var members = ConversationFact.TitleMembers([])

  var rowKey: String { conversation.text }
}

extension ChatStore {
  static let invitationTable = DiskTable<InvitationFact>("invitations")

  mutating func put(_ invitation: InvitationFact) {
    guard invitations.updateValue(invitation, forKey: invitation.conversation) != invitation else {
      return
    }
    appearances.increase()
    uncommitted.put(invitation, at: invitation.rowKey, in: Self.invitationTable)
  }

  mutating func removeInvitation(to id: ConversationID) {
    guard invitations.removeValue(forKey: id) != nil else { return }
    appearances.increase()
    uncommitted.delete(id.text, in: Self.invitationTable)
  }

  /// Whether this user's yes to an invitation waits for the backend's answer.
  func isJoining(_ id: ConversationID) -> Bool {
    outbox.operations.contains { operation in
      guard case .change(let change) = operation.change else { return false }
      return change.conversation == id && change.isJoining(user)
    }
  }
}
