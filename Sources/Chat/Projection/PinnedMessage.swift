extension Screen {
  /// A message that is pinned above its thread, whether the window holds it or not (PM-12).
  public struct PinnedMessage: Hashable, Sendable {
    /// The message.
    public let id: MessageID
    /// Its text as this viewer sees it.
    public let text: String
  }
}

extension Screen.Bubble {
  /// Whether it is a message that can be pinned: the backend has it, and somebody has written it.
  public var isPinnable: Bool {
    author != nil && author != .system && !isDeleted && status != .sending && status != .failed
  }
}

extension ScreenProjection {
  /// The pinned messages, the newest pin first; those that are deleted, or that this viewer never got, are left out.
  func pinned(in conversation: ConversationFact) -> [Screen.PinnedMessage] {
    guard let pins = conversation.details?.pins else { return [] }
    return pins.compactMap { pin in
      guard let message = store.messages[pin.message], message.isReadable else { return nil }
      return Screen.PinnedMessage(id: pin.message, text: text(of: message))
    }
  }
}
