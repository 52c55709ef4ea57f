internal import Backend
internal import Devices
internal import Simulator

// Verbs that stand for several touches, such as `send` for opening a thread, writing and tapping Send. The person goes there
// and comes back: they are where they were before, without the sheet that was in front unless it has the control, and nothing
// that they pass counts as seen.

extension ChatGesture {
  /// Whether it stands for several touches, of which the last needs its control and the others are not played.
  var isShorthand: Bool {
    if case .endOf = touched { true } else { false }
  }
}

extension ChatApp {
  /// Makes a gesture as a person does, who closes the sheet in front of them before they go elsewhere.
  ///
  /// - Returns: The id of what it makes, such as a message; nil where it makes nothing.
  func performAsPerson(_ gesture: ChatGesture) -> Key? {
    if gesture.isShorthand, shown?.sheet != nil, !isInFront(of: gesture) {
      // The information on the group is behind the picker of its photo.
      if shown?.photoSheet?.group != nil { perform(.closeSheet) }
      perform(.closeSheet)
    }
    return performNamed(gesture)
  }

  /// Whether the sheet in front is the information on the group whose members a gesture changes.
  private func isInFront(of gesture: ChatGesture) -> Bool {
    switch gesture {
    case .add(_, let id), .remove(_, let id), .invite(_, let id):
      shown?.groupInfo?.conversation == id
    default: false
    }
  }

  /// The control that the person would not find at the end of the way of a shorthand; nil where it is there.
  func missingAtEnd(of gesture: ChatGesture) -> String? {
    let store = model.store
    /// What is missing of a conversation where the person needs to be a member, or more.
    func unless(
      _ control: String, in id: ConversationID, _ isOffered: (ConversationFact) -> Bool
    ) -> String? {
      guard let conversation = store.conversations[id] else { return "no conversation \(id)" }
      return isOffered(conversation) ? nil : "no control to \(control) \(id)"
    }
    /// What is missing on the row of a conversation.
    func unlessRow(
      of id: ConversationID, offers control: Screen.ConversationRow.Control
    ) -> String? {
      guard let row = shown?.conversation(id) else { return "no conversation \(id)" }
      return row.offers(control) ? nil : "no control to \(control.rawValue) \(id)"
    }
    /// What is missing above the list.
    func unlessList(offers control: Screen.ListControl) -> String? {
      let isOffered = shown?.listControls.contains(control) == true
      return isOffered ? nil : "no control to \(control.rawValue)"
    }
    switch gesture {
    case .startConversation: return unlessList(offers: .newConversation)
    case .shareReceipts: return unlessList(offers: .readReceipts)
    case .close: return model.navigation.open == nil ? "no thread to leave" : nil
    case .open(let id): return unless("open", in: id) { _ in true }
    case .send(let text, let pictures, let id):
      if text.isBlank, pictures.isEmpty { return "nothing to send" }
      return unless("write in", in: id) { $0.letsWrite(user) }
    case .markRead(let id): return unlessRow(of: id, offers: .markRead)
    case .mute(let id, _): return unlessRow(of: id, offers: .mute)
    case .unmute(let id): return unlessRow(of: id, offers: .unmute)
    case .archive(let id): return unlessRow(of: id, offers: .archive)
    case .unarchive(let id): return unlessRow(of: id, offers: .unarchive)
    case .tag(let id, _): return unlessRow(of: id, offers: .tag)
    case .add(let users, let id):
      return unless("add \(Self.list(users)) to", in: id) { group in
        group.lets(user) && !users.isEmpty && !users.contains(where: group.contains)
      }
    case .invite(let users, let id):
      return unless("invite \(Self.list(users)) to", in: id) { group in
        group.lets(user)
          && users.contains { !group.contains($0) && group.details?.invited[$0] == nil }
      }
    case .remove(let users, let id):
      return unless("remove \(Self.list(users)) from", in: id) { group in
        group.lets(user, remove: users) && !users.isEmpty && users.allSatisfy(group.contains)
      }
    default: return nil
    }
  }

  private static func list(_ users: [UserID]) -> String {
    users.map(\.text).joined(separator: ", ")
  }
}
