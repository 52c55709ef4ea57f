public import Devices

// The things on the chat's screen that expectations look at.

/// A thing on the chat's screen.
public typealias ChatElement<Content> = ScreenElement<Screen, Content>

extension ScreenElement where Screen == Chat.Screen, Content == Chat.Screen.Bubble {
  /// The bubble of a message in the open thread.
  public static func bubble(_ message: MessageID) -> Self {
    Self("bubble", id: message.text) { screen in
      screen.thread?.bubbles.first { $0.id == message }
    }
  }
}

extension ScreenElement where Screen == Chat.Screen, Content == Chat.Screen.ConversationRow {
  /// The row of a conversation in the list.
  public static func conversation(_ conversation: ConversationID) -> Self {
    Self("conversation", id: conversation.text) { screen in
      screen.conversations.first { $0.id == conversation }
    }
  }
}

extension ScreenElement where Screen == Chat.Screen, Content == Chat.Screen.MessageThread {
  /// The thread that is open.
  public static var thread: Self { Self("thread") { $0.thread } }
}

extension ScreenElement where Screen == Chat.Screen, Content == Chat.Screen.Sheet {
  /// The sheet in front of the thread.
  public static var sheet: Self { Self("sheet") { $0.sheet } }
}

extension ScreenElement where Screen == Chat.Screen, Content == Chat.Screen.ReceiptSheet {
  /// The sheet with the receipts of a group message.
  public static var receiptSheet: Self { Self("receipt sheet") { $0.receiptSheet } }
}

extension ScreenElement where Screen == Chat.Screen, Content == Chat.Screen.MessageInfo {
  /// The sheet with the times of a message in a 1:1 conversation.
  public static var messageInfo: Self { Self("message info") { $0.messageInfo } }
}

extension ScreenElement where Screen == Chat.Screen, Content == String {
  /// The alert in front of everything.
  public static var alert: Self { Self("alert") { $0.alert } }
}
