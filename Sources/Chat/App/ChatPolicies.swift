internal import Simulator

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

  /// When the checks of a group message turn blue (C-04).
  public enum GroupBlue: Hashable, Sendable {
    /// When the first recipient has read it.
    case first
    /// When all have.
    case all
  }

  /// What the switch for read receipts means in groups (C-40).
  public enum GroupPrivacy: Hashable, Sendable {
    /// The same as in 1:1.
    case same
    /// Nothing: groups always share receipts.
    case alwaysShared
  }

  /// What opening a conversation marks.
  public var marking: Marking
  /// How many of the newest messages are displayed when a conversation is opened (C-11).
  public var viewport: Int
  /// How long receipts are collected after the first (C-14).
  public var receiptWindow: Duration
  /// When the checks of a group message turn blue (C-04).
  public var groupBlue: GroupBlue
  /// What the switch for read receipts means in groups (C-40).
  public var groupPrivacy: GroupPrivacy
  /// How many rows of a sheet are drawn until one scrolls in it (PB-08).
  public var sheetRows: Int
  /// The words that the app shows and VoiceOver says (C-22).
  public var text: ChatText
  /// Whether phones tell others that they are online, and the header of a 1:1 conversation shows it (DS-15).
  public var sharesPresence: Bool
  /// Whether phones ask for push messages, and the backend tells of new messages by them (FG-07).
  public var usesPush: Bool

  /// Settings; by default those of the requirements.
  public init(
    marking: Marking = .visible, viewport: Int = 20, receiptWindow: Duration = .milliseconds(500),
    groupBlue: GroupBlue = .first, groupPrivacy: GroupPrivacy = .same, sheetRows: Int = 30,
    text: ChatText = ChatText(), sharesPresence: Bool = false, usesPush: Bool = false
  ) {
    self.marking = marking
    self.viewport = viewport
    self.receiptWindow = receiptWindow
    self.groupBlue = groupBlue
    self.groupPrivacy = groupPrivacy
    self.sheetRows = sheetRows
    self.text = text
    self.sharesPresence = sharesPresence
    self.usesPush = usesPush
  }

  /// Says what makes the settings impossible, or nil where nothing does.
  var flaw: String? {
    for (name, count) in [("viewport", viewport), ("sheetRows", sheetRows)]
    where !(0...1_000_000).contains(count) {
      return "ChatPolicies.\(name) to be a number from 0 to 1000000; it is \(count)"
    }
    if receiptWindow < .zero || receiptWindow > .days(1) {
      return "ChatPolicies.receiptWindow to be from 0 s to a day; it is \(receiptWindow.stopwatch)"
    }
    return nil
  }
}
