/// Where the stories leave a choice, the app takes it as a setting; the defaults are those of the
/// requirements.
public struct ChatPolicies: Hashable, Sendable {
  /// What is marked read when a conversation is opened (C-11).
  public enum Marking: Hashable, Sendable {
    /// What is displayed.
    case visible
    /// Everything in the conversation.
    case all
  }

  /// What opening a conversation marks.
  public var marking: Marking
  /// How many of the newest messages are displayed when a conversation is opened (C-11).
  public var viewport: Int
  /// How long receipts are collected after the first (C-14).
  public var receiptWindow: Duration

  /// Settings; by default those of the requirements.
  public init(
    marking: Marking = .visible, viewport: Int = 20, receiptWindow: Duration = .milliseconds(500)
  ) {
    self.marking = marking
    self.viewport = viewport
    self.receiptWindow = receiptWindow
  }
}
