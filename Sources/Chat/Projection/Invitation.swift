extension Screen {
  /// An invitation to a group, on the conversation list (PM-09).
  public struct Invitation: Hashable, Sendable {
    /// The group.
    public let conversation: ConversationID
    /// The words, such as "Alice invites you to Hiking".
    public let text: String
    /// The control that accepts; nil while the yes waits for the backend.
    public let accept: String?
    /// The control that declines; nil while the yes waits for the backend.
    public let decline: String?
  }

  /// A user who was invited to a group and has not answered, on the information on it.
  public struct GuestRow: Hashable, Sendable {
    /// The user.
    public let user: UserID
    /// The name that is shown.
    public let name: String
    /// The mark of one who is invited.
    public let mark: String
    /// The control that takes the invitation back; nil for who may not.
    public let withdraw: String?
  }
}

extension ScreenProjection {
  /// The invitations that wait for the viewer, by the ids of the groups.
  func invitations() -> [Screen.Invitation] {
    if store.invitations.isEmpty { return [] }
    let text = policies.text
    return store.invitations.values.sorted { $0.conversation < $1.conversation }.map { invitation in
      let waits = store.isJoining(invitation.conversation)
      return Screen.Invitation(
        conversation: invitation.conversation,
        text: text.filled(
          .invitation,
          [
            "actor": name(of: invitation.host),
            "group": invitation.title.isEmpty
              ? title(naming: invitation.members) : invitation.title,
          ]),
        accept: waits ? nil : text[.accept], decline: waits ? nil : text[.decline])
    }
  }

  /// Those who are invited to a group, by their ids.
  func guests(of conversation: ConversationFact) -> [Screen.GuestRow] {
    guard let invited = conversation.details?.invited, !invited.isEmpty else { return [] }
    let mayWithdraw = conversation.lets(user)
    return invited.keys.sorted().map { guest in
      Screen.GuestRow(
        user: guest, name: name(of: guest), mark: policies.text[.invited],
        withdraw: mayWithdraw ? policies.text[.withdraw] : nil)
    }
  }
}
