internal import Backend
public import Devices

/// Something that a person can do in the chat.
///
/// The one list of gestures: scenarios speak of them by the verbs of ``ChatPhone``, the app carries them out, the journal tells
/// of them, and generated days draw from them.
public enum ChatGesture: Hashable, Codable, Sendable {
  /// Starts a conversation with others and opens it.
  case startConversation(with: [UserID], isGroup: Bool)
  /// Writes and submits a message, with pictures or without.
  case send(String, pictures: [Picture] = [], in: ConversationID)
  /// Writes into the composer of the open thread.
  case type(String)
  /// Taps '+' beside the composer: the photo picker opens, behind the system's prompt where nobody has answered it (AS-01).
  case addPicture
  /// Answers the system's prompt for the photo library.
  case answerPrompt(PhotoAnswer)
  /// Taps Open Settings, where the photo library is not allowed.
  case openSettings
  /// Taps Select More Photos, where the photo library is limited, and selects these as well.
  case selectMorePhotos([Picture])
  /// Chooses a picture that the photo picker shows, which stands in the composer of the open thread until it is sent or removed: in the place of
  /// another, or beside it (PM-21).
  case choose(Picture)
  /// Removes a picture from the composer, by its number from 1 on.
  case removePicture(Int)
  /// Taps Send.
  case submit
  /// Opens a conversation's thread.
  case open(ConversationID)
  /// Goes back to the conversation list.
  case close
  /// Scrolls up until so many more messages of the thread, or rows of the sheet in front of it, are displayed.
  case scroll(Int)
  /// Scrolls down until so many more messages of the thread come into view.
  case scrollDown(Int)
  /// Taps the arrow that leads down to the newest message.
  case scrollToNewest
  /// Marks a whole conversation as read without opening it (UN-08).
  case markRead(ConversationID)
  /// Has the app make a thread ready without showing it (FG-09); nobody's finger does, a list that is scrolled may.
  case prepare(ConversationID)
  /// Taps retry on a message that has failed, or of which the picture has.
  case retry(MessageID)
  /// Taps retry on a picture that could not be fetched.
  case reload(MessageID)
  /// Taps a picture, which opens on the full screen.
  case openPicture(MessageID)
  /// Taps a row of the media tab, whose picture opens on the full screen, by its number in the message from 1 on.
  case openMediaRow(MessageID, number: Int)
  /// Zooms the picture on the full screen, to so many percent of what fits.
  case zoom(Int)
  /// Taps the picture on the full screen twice, which then fits the screen again.
  case doubleTap
  /// Swipes the picture on the full screen down, which closes it.
  case swipeDown
  /// Swipes to the next or the previous picture of a message (PM-21).
  case swipe(MessageID, PageTurn)
  /// Opens the photos and videos of a conversation: from the information on a group, or from the thread of a 1:1 one (PM-17).
  case openMedia(ConversationID)
  /// Lists only photos, only videos, or all, on the media tab.
  case filterMedia(MediaFilter)
  /// Fetches all that the media tab lists and the phone lacks.
  case downloadAll
  /// Changes the text of a message.
  case edit(MessageID, to: String)
  /// Deletes a message.
  case delete(MessageID)
  /// Deletes the picture of a message from its group, as an admin; the text stays (PM-18).
  case deleteMedia(MessageID)
  /// Adds users to a group in one action.
  case add([UserID], to: ConversationID)
  /// Removes members from a group in one action.
  case remove([UserID], from: ConversationID)
  /// Touches a message to see who has read it.
  case openReceipts(of: MessageID, by: MessageTouch = .longPress)
  /// Opens the information on a group: its name, its photo and its members.
  case openInfo(ConversationID)
  /// Taps Remove at a member of a group; a question comes first (MR-01).
  case askRemoval(of: UserID, from: ConversationID)
  /// Taps Leave; a question comes first (MR-10).
  case leave(ConversationID)
  /// Says yes to the question in front of everything.
  case confirm
  /// Says no to the question, which goes away.
  case back
  /// Gives a group another name.
  case rename(ConversationID, to: String)
  /// Taps the photo of a group on its information: the photo picker opens, as behind '+'.
  case changePhoto(ConversationID)
  /// Chooses a picture that the photo picker shows as the photo of a group, which is uploaded.
  case setPhoto(ConversationID, Picture)
  /// Opens the list of users who could be added to a group.
  case openPicker(ConversationID)
  /// Taps Add in the picker.
  case addPicked
  /// Taps a row of the sheet or of the picker.
  case tapRow(UserID)
  /// Taps Done on the sheet, Cancel in the picker, or the cross on a picture.
  case closeSheet
  /// Turns the switch for read receipts (C-40).
  case shareReceipts(Bool)
  /// Answers the alert, which goes away.
  case answerAlert
  /// Has a conversation raise no notifications for a while (PM-01).
  case mute(ConversationID, for: MuteSpan)
  /// Has a conversation raise notifications again.
  case unmute(ConversationID)
  /// Moves a conversation to the user's archive (PM-15).
  case archive(ConversationID)
  /// Takes a conversation out of the archive.
  case unarchive(ConversationID)
  /// Gives a conversation a tag, for this user alone; none where it is empty (PM-14).
  case tag(ConversationID, as: String)
  /// Writes into the field above the list, which then shows what is called so; `#` before a tag (PM-13, PM-14).
  case search(String)
  /// Gives a group a description; none where it is empty (PM-11).
  case describe(ConversationID, as: String)
  /// Has only the admins of a group write, or everybody again (PM-10).
  case letOnlyAdminsWrite(Bool, in: ConversationID)
  /// Gives a member of a group another role (PM-16).
  case giveRole(GroupRole, to: UserID, in: ConversationID)
  /// Pins a message above its thread (PM-12).
  case pin(MessageID)
  /// Has a message pinned no more.
  case unpin(MessageID)
  /// Invites users to a group (PM-09).
  case invite([UserID], to: ConversationID)
  /// Takes an invitation back, on the information on a group.
  case withdraw(UserID, from: ConversationID)
  /// Says yes or no to an invitation, on the conversation list.
  case answerInvitation(ConversationID, accepts: Bool)
  /// Shows how much is written in a group, and by whom (PM-19).
  case openStatistics(ConversationID)
}

extension ChatGesture {
  /// The thing on the phone that it touches.
  var touched: Touched {
    switch self {
    case .startConversation, .close, .shareReceipts, .send, .open, .markRead, .add, .remove,
      .invite, .mute, .unmute, .archive, .unarchive, .tag:
      .endOf(self)
    case .prepare(let conversation): .conversation(conversation)
    case .openPicker(let conversation): .pickerOf(conversation)
    case .openInfo(let conversation): .infoOf(conversation)
    case .askRemoval(let user, let conversation): .removalOf(user, conversation)
    case .leave(let conversation): .leaving(conversation)
    case .confirm, .back: .question
    case .rename(let conversation, _), .changePhoto(let conversation),
      .describe(let conversation, _), .letOnlyAdminsWrite(_, let conversation):
      .editing(conversation)
    case .giveRole(_, let user, let conversation): .roleOf(user, conversation)
    case .pin(let message): .pinning(message)
    case .unpin(let message): .unpinning(message)
    case .openStatistics(let conversation): .statisticsOf(conversation)
    case .withdraw(let user, let conversation): .guest(user, conversation)
    case .answerInvitation(let conversation, let accepts):
      .invitation(conversation, accepts: accepts)
    case .search: .list
    case .retry(let message): .control(.retry, message)
    case .reload(let message): .control(.reload, message)
    case .openPicture(let message): .picture(message)
    case .openMediaRow(let message, let number): .mediaRow(message, number)
    case .zoom, .doubleTap, .swipeDown: .viewer
    case .swipe(let message, _): .carousel(message)
    case .openMedia(let conversation): .mediaOf(conversation)
    case .filterMedia: .mediaTab
    case .downloadAll: .downloadControl
    case .edit(let message, _): .control(.edit, message)
    case .delete(let message): .control(.delete, message)
    case .deleteMedia(let message): .media(message)
    case .openReceipts(let message, let touch):
      switch touch {
      case .tapOnStatus: .marks(message)
      case .longPressOnImage: .image(message)
      case .longPress, .tapOnBubble: .bubble(message)
      }
    case .type, .submit: .composer
    case .addPicture: .plus
    case .answerPrompt: .prompt
    case .openSettings: .settingsControl
    case .selectMorePhotos(let pictures): .selectControl(pictures)
    case .choose(let picture): .photo(picture, group: nil)
    case .setPhoto(let conversation, let picture): .photo(picture, group: conversation)
    case .removePicture(let number): .preview(number)
    case .scroll: .scrollable
    case .scrollDown: .below
    case .scrollToNewest: .arrow
    case .addPicked: .addControl
    case .tapRow(let user): .row(user)
    case .closeSheet: .closeControl
    case .answerAlert: .alert
    }
  }

  /// Whether it makes something that needs an id: a conversation, a message, a change of the members, a turn of a
  /// switch or a setting, a photo.
  var needsID: Bool {
    switch self {
    case .startConversation, .send, .submit, .add, .remove, .addPicked, .shareReceipts, .confirm,
      .mute, .unmute, .archive, .unarchive, .setPhoto, .tag,
      .answerInvitation:
      true
    default: false
    }
  }
}

/// The gesture with which a person touches a message, and where (C-09).
public enum MessageTouch: String, Hashable, Codable, Sendable, CaseIterable,
  CustomStringConvertible
{
  /// A long press on the bubble, beside its image.
  case longPress = "long press"
  /// A long press on the image of the message, or on its placeholder; a tap opens it.
  case longPressOnImage = "long press on the image"
  /// A tap on the check marks or on the count of readers.
  case tapOnStatus = "tap on the check marks"
  /// A tap on the bubble itself.
  case tapOnBubble = "tap on the bubble"

  public var description: String { rawValue }
}
