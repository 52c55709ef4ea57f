/// Members that an admin adds or removes in one action.
struct MembershipChange: Hashable, Sendable {
  /// The id of the change, and of the one message by which the backend tells of it.
  let id: MessageID
  /// Which group.
  let conversation: ConversationID
  /// What is done.
  let kind: MembershipNotice.Kind
  /// To whom, by their ids.
  let users: [UserID]
}
