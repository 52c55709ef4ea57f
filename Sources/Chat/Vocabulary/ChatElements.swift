public import Devices

// The things on the chat's screen that expectations look at.

/// A thing on the chat's screen.
public typealias ChatElement<Content> = ScreenElement<Screen, Content>

extension ScreenElement where Screen == Chat.Screen, Content == Chat.Screen.Bubble {
  /// The bubble of a message in the open thread, as long as the window holds it.
  public static func bubble(_ message: MessageID) -> Self {
    Self("bubble", id: message.text) { $0.bubble(message) }
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

extension ScreenElement where Screen == Chat.Screen, Content == Chat.Screen.MemberPicker {
  /// The picker of those who are to be added to a group.
  public static var picker: Self { Self("picker") { $0.picker } }
}

extension ScreenElement where Screen == Chat.Screen, Content == Chat.Screen.GroupInfo {
  /// The sheet with the information on a group.
  public static var groupInfo: Self { Self("group info") { $0.groupInfo } }
}

extension ScreenElement where Screen == Chat.Screen, Content == Chat.Screen.GroupStatistics {
  /// The sheet that shows how much is written in a group.
  public static var groupStatistics: Self { Self("group statistics") { $0.groupStatistics } }
}

extension ScreenElement where Screen == Chat.Screen, Content == Chat.Screen.PictureViewer {
  /// The picture that fills the screen.
  public static var pictureViewer: Self { Self("picture viewer") { $0.pictureViewer } }
}

extension ScreenElement where Screen == Chat.Screen, Content == Chat.Screen.MediaSheet {
  /// The tab with the pictures of a conversation.
  public static var mediaSheet: Self { Self("media tab") { $0.mediaSheet } }
}

extension ScreenElement where Screen == Chat.Screen, Content == Chat.Screen.PhotoSheet {
  /// The photo picker in front of the thread.
  public static var photoSheet: Self { Self("photo picker") { $0.photoSheet } }
}

extension ScreenElement where Screen == Chat.Screen, Content == Chat.Screen.PhotoPrompt {
  /// The system's prompt for the photo library.
  public static var prompt: Self { Self("prompt") { $0.prompt } }
}

extension ScreenElement where Screen == Chat.Screen, Content == Chat.Screen.Question {
  /// The question that is asked before something is done that cannot be undone.
  public static var question: Self { Self("question") { $0.question } }
}

extension ScreenElement where Screen == Chat.Screen, Content == AccessibilityElement {
  /// The first element at which VoiceOver stops whose label begins with these words, as far as nothing covers it.
  public static func spoken(_ label: String) -> Self {
    Self("element of VoiceOver", id: label) { screen in
      screen.accessibilityElements.first { $0.label.hasPrefix(label) }
    }
  }
}

extension ScreenCondition where Screen == Chat.Screen {
  /// The window holds the bubbles of all these messages, each with this status; a failure tells the status of each.
  public static func statuses(of messages: [MessageID], are status: DeliveryStatus) -> Self {
    .that("statuses", is: messages.map { _ in status }) { screen in
      messages.map { screen.bubble($0)?.status }
    }
  }
}
