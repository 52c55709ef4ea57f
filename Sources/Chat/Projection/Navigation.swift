/// Where the person is in the app; lives in memory only.
struct Navigation: Equatable, Sendable {
  /// More messages, or rows of a sheet, than there are anywhere.
  static let mostRevealed = 1_000_000_000

  /// What is in front of the thread.
  struct Sheet: Equatable, Sendable {
    /// What a sheet is about.
    enum Subject: Equatable, Sendable {
      /// Who has read a message.
      case receipts(MessageID)
      /// Who is to be added to a group.
      case picker(ConversationID)
    }

    let subject: Subject
    /// Rows that were tapped.
    var tapped: Set<UserID> = []
    /// How many rows scrolling has revealed.
    var revealed = 0
  }

  /// The conversation whose thread is open.
  var open: ConversationID?
  /// A conversation whose thread is made ready and not on the screen (FG-09).
  var prepared: ConversationID?
  /// What stands in the composer of the open thread.
  var draft = ""
  /// How many messages scrolling has revealed above the viewport.
  var revealed = 0
  /// The sheet in front of the thread.
  var sheet: Sheet?
  /// Whether the app is on the phone's screen.
  var isForeground = true
  /// What is known at present of the presence of those whose conversation is open; never stored.
  var presences: [UserID: Presence] = [:]
  /// Whether this phone is connected: without a connection nobody's presence is known.
  var isConnected = false
  /// An alert that waits for an answer.
  var alert: String?
}
