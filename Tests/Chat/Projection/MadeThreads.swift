@testable import Chat

extension Screen.MessageThread {
  /// A thread as tests make them: all of it is in the window, and nothing is unread, unless said otherwise.
  convenience init(
    id: ConversationID, title: String, members: [ConversationFact.Member], isReadOnly: Bool,
    bubbles: [Screen.Bubble], subtitle: String? = nil, typists: [UserID] = [],
    typingLine: String? = nil, composer: String = "", unread: Int = 0, inView: Range<Int>? = nil
  ) {
    self.init(
      id: id, title: title, members: members, isReadOnly: isReadOnly, bubbles: bubbles,
      subtitle: subtitle, typists: typists, typingLine: typingLine, composer: composer,
      unread: unread, inView: inView ?? 0..<bubbles.count)
  }
}
