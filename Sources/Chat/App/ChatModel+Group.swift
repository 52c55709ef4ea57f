internal import Backend

// What a group is about, who may write in it, roles and pinned messages (PM-10 to PM-12, PM-16). The database's client shows a
// change at once, and takes it back where the backend refuses it.

extension ChatModel {
  /// Gives a group a description, as an admin can; none where it is blank (PM-11).
  mutating func describe(_ id: ConversationID, as text: String) {
    let text = text.isBlank ? "" : text.prefix(units: ConversationDetails.descriptionMax)
    guard let conversation = store.conversations[id], conversation.lets(user),
      conversation.details?.description ?? "" != text
    else { return }
    submit(.describe(id, .description(text)))
  }

  /// Has only admins write in a group, or everybody again (PM-10).
  mutating func letOnlyAdminsWrite(_ isOn: Bool, in id: ConversationID) {
    guard let conversation = store.conversations[id], conversation.lets(user),
      conversation.details?.isAdminsOnly ?? false != isOn
    else { return }
    submit(.describe(id, .adminsOnly(isOn)))
  }

  /// Gives a member another role (PM-16).
  mutating func give(_ role: GroupRole, to member: UserID, in id: ConversationID) {
    guard let conversation = store.conversations[id],
      conversation.lets(user, giveRoleTo: member), conversation.role(of: member) != role
    else { return }
    submit(.describe(id, .role(member, role)))
  }

  /// Pins a message that the backend has, or has it pinned no more (PM-12).
  mutating func pin(_ id: MessageID, _ isOn: Bool) {
    guard let message = store.messages[id], message.isReadable,
      message.submission == .accepted || store.hasReceipts(of: id),
      let conversation = store.conversations[message.conversation], conversation.letsPin(user)
    else { return }
    let isPinned = conversation.details?.pins.contains { $0.message == id } ?? false
    guard isPinned != isOn else { return }
    submit(.describe(conversation.id, .pin(id, isOn)))
  }

  /// Shows how much is written in a group; for its admins only (PM-19).
  mutating func openStatistics(of id: ConversationID) {
    guard navigation.open == id, let conversation = store.conversations[id],
      conversation.lets(user)
    else { return }
    closeSheet()
    stopTyping()
    navigation.sheet = Navigation.Sheet(subject: .statistics(id))
  }

  /// Writes into the field above the list (PM-13).
  mutating func search(_ words: String) {
    guard navigation.open == nil else { return }
    navigation.search = words
  }

  /// Gives a conversation a tag; none where it is blank (PM-14).
  mutating func setTag(_ tag: String, of id: ConversationID, as turn: Key) {
    // The sign before it may be written or not.
    let name = tag.asPersonName
    let tag = (name.hasPrefix("#") ? String(name.dropFirst()).asPersonName : name)
      .prefix(units: ConversationSetting.tagMax)
    set(.tag, to: tag.isEmpty ? ConversationSetting.off : "#\(tag)", of: id, as: turn)
  }
}
