/// Members that an admin adds or removes in one action.
struct MembershipChange: Hashable, Sendable {
  /// The id of the change, and of the one message by which the backend tells of it.
  let id: MessageID
  /// The group.
  let conversation: ConversationID
  /// The kind of the change.
  let kind: MembershipNotice.Kind
  /// The users who are added or removed, by their ids.
  let users: [UserID]
}
