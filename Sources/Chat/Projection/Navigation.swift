internal import Devices

/// The place in the app to which the person has navigated; lives in memory only.
struct Navigation: Equatable, Sendable {
  /// More messages, or rows of a sheet, than there are anywhere.
  static let mostRevealed = 1_000_000_000

  /// The sheet in front of the thread.
  struct Sheet: Equatable, Sendable {
    /// The subject of a sheet.
    enum Subject: Equatable, Sendable {
      /// The receipts of a message.
      case receipts(MessageID)
      /// The users who can be added to a group.
      case picker(ConversationID)
      /// A group with its members.
      case info(ConversationID)
      /// The picture of a message, as large as the screen.
      case picture(MessageID)
      /// How much is written in a group, and by whom.
      case statistics(ConversationID)
      /// The photos and videos of a conversation.
      case media(ConversationID)
      /// The photo library, to choose a picture from: for the composer, or as the photo of a group.
      case photos(of: ConversationID?)
    }

    let subject: Subject
    /// Rows that were tapped.
    var tapped: Set<UserID> = []
    /// The number of rows that scrolling has revealed.
    var revealed = 0
    /// The size of a picture in percent of that which fits the screen.
    var zoom = Screen.PictureViewer.zooms.lowerBound
    /// The filter of the media tab.
    var filter = MediaFilter.all
  }

  /// A removal that waits for the person's word.
  struct Question: Equatable, Sendable {
    let conversation: ConversationID
    /// Those who are to be removed.
    let users: [UserID]
    /// Whether the person was told that the group would be archived with it, since one member alone would be left.
    let archives: Bool
  }

  /// The words in the field above the conversation list.
  var search = ""
  /// The conversation whose thread is open.
  var open: ConversationID?
  /// A conversation whose thread is made ready and not on the screen (FG-09).
  var prepared: ConversationID?
  /// The text in the composer of the open thread.
  var draft = ""
  /// The pictures in the composer of the open thread.
  var pictures: [Picture] = []
  /// The pages to which the person has turned in messages with several pictures, from 0 on.
  var pages: [MessageID: Int] = [:]
  /// The bytes that were free on the disk when a picture was chosen, or the person came back.
  var freeBytes = Int.max
  /// What the person lets the app see of the photo library; a change in Settings ends the process.
  var photoAccess = PhotoAccess.notDetermined
  /// The photos of the library that the picker shows; none while it is closed.
  var photos = LibraryWindow()
  /// Whether the system's prompt for the photo library is in front of everything.
  var isAskedForPhotos = false
  /// The look that the person has set for all apps.
  var traits = PhoneTraits()
  /// The number of messages that scrolling has revealed above the viewport.
  var revealed = 0
  /// The last message that the window holds, of who has scrolled up; nil where that is always the newest.
  var anchor: MessageID?
  /// The sheet in front of the thread.
  var sheet: Sheet?
  /// Whether the app is on the phone's screen.
  var isForeground = true
  /// The presence, as far as known at present, of the users whose conversation is open; never stored.
  var presences: [UserID: Presence] = [:]
  /// Whether this phone is connected: without a connection nobody's presence is known.
  var isConnected = false
  /// Those who write in the open conversation, as far as known at present; never stored.
  var typists: [UserID: Typist] = [:]
  /// The question in front of everything.
  var question: Question?
  /// An alert that waits for an answer.
  var alert: String?
}
