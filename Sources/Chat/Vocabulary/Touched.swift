internal import Devices
internal import Harness
internal import Simulator

/// The target of a gesture: what has to be on the screen for it.
enum Touched: Sendable {
  /// The control at the end of the way of a shorthand, a gesture that goes there by itself (``ChatGesture/isShorthand``).
  case endOf(ChatGesture)
  /// A conversation of which the phone knows, wherever the person is.
  case conversation(ConversationID)
  /// The title of a group's thread, which opens the information on it.
  case infoOf(ConversationID)
  /// The composer of the thread that is open.
  case composer
  /// The control that opens the picker of a conversation: in its thread, or on its information.
  case pickerOf(ConversationID)
  /// The control that removes a member, on the information on the group.
  case removalOf(UserID, ConversationID)
  /// The control that leaves, on the information on a group.
  case leaving(ConversationID)
  /// The name and the photo of a group as what an admin may change, on its information.
  case editing(ConversationID)
  /// The role of a member, on the information on the group.
  case roleOf(UserID, ConversationID)
  /// The control that shows a group's statistics, on its information.
  case statisticsOf(ConversationID)
  /// The control that pins a message, at its bubble.
  case pinning(MessageID)
  /// The control that takes a pin off, at the bubble or at the line above the thread.
  case unpinning(MessageID)
  /// A user who is invited, on the information on the group.
  case guest(UserID, ConversationID)
  /// The control that accepts or declines an invitation on the conversation list.
  case invitation(ConversationID, accepts: Bool)
  /// The conversation list.
  case list
  /// The question in front of everything.
  case question
  /// A picture in the composer, by its number.
  case preview(Int)
  /// The pictures of a message that has several, in its bubble or on the full screen.
  case carousel(MessageID)
  /// The '+' beside the composer.
  case plus
  /// The system's prompt in front of everything.
  case prompt
  /// A picture in the photo picker, for the composer or for the photo of a group.
  case photo(Picture, group: ConversationID?)
  /// The control that selects more photos for the app, and these pictures in the system's sheet behind it.
  case selectControl([Picture])
  /// The control that leads to Settings.
  case settingsControl
  /// The picture of a bubble, which is on the phone.
  case picture(MessageID)
  /// The picture of a bubble, or the placeholder that stands for it.
  case image(MessageID)
  /// A row of the media tab whose picture is on the phone.
  case mediaRow(MessageID, Int)
  /// The control that deletes the picture of a message, at its bubble or on the full screen.
  case media(MessageID)
  /// The control that opens the photos and videos of a conversation.
  case mediaOf(ConversationID)
  /// The media tab.
  case mediaTab
  /// The control of the media tab that fetches all.
  case downloadControl
  /// The picture on the full screen.
  case viewer
  /// A bubble of the thread.
  case bubble(MessageID)
  /// The check marks or the count of a bubble.
  case marks(MessageID)
  /// A control of a bubble.
  case control(Screen.Bubble.Control, MessageID)
  /// The thread or the sheet in front of it.
  case scrollable
  /// The messages below the window.
  case below
  /// The arrow that leads down to the newest message.
  case arrow
  /// A row of the sheet or the picker.
  case row(UserID)
  /// The control of the picker that adds who is picked.
  case addControl
  /// The control that closes the sheet or the picker.
  case closeControl
  /// The alert in front of everything.
  case alert
}

extension ChatApp {
  /// The thing that a gesture needs and the screen does not offer, so that nobody could make it; nil where it does.
  func missing(_ touched: Touched) -> String? {
    guard let screen = shown?.visible else { return "no screen" }
    if screen.prompt != nil {
      switch touched {
      case .prompt: break
      default: return "a prompt of the system in front: “\(screen.prompt?.text ?? "")”"
      }
    } else if screen.alert != nil {
      switch touched {
      case .alert: break
      default: return "an alert in front: “\(screen.alert ?? "")”"
      }
    }
    if screen.prompt == nil, screen.alert == nil, screen.question != nil {
      switch touched {
      case .question: break
      default: return "a question in front: “\(screen.question?.text ?? "")”"
      }
    }
    let info = screen.groupInfo
    switch touched {
    case .endOf(let gesture): return missingAtEnd(of: gesture)
    case .question: return screen.question == nil ? "no question" : nil
    case .pickerOf(let id):
      let isOffered =
        screen.thread?.id == id && screen.thread?.canAdd == true
        || info?.conversation == id && info?.add != nil
      return isOffered ? nil : "no control to add anybody to \(id)"
    case .removalOf(let user, let id):
      let row = info?.conversation == id ? info?.members.first { $0.user == user } : nil
      return row?.remove == nil ? "no control to remove \(user)" : nil
    case .leaving(let id):
      return info?.conversation == id && info?.leave != nil ? nil : "no control to leave \(id)"
    case .editing(let id):
      let isOffered = info?.conversation == id && info?.controls.isEmpty == false
      return isOffered ? nil : "no control to change \(id)"
    case .roleOf(let user, let id):
      let row = info?.conversation == id ? info?.members.first { $0.user == user } : nil
      return row?.canGiveRole == true ? nil : "no control for the role of \(user)"
    case .statisticsOf(let id):
      let isOffered = info?.conversation == id && info?.statistics != nil
      return isOffered ? nil : "no control for the statistics of \(id)"
    case .pinning(let id):
      let isOffered = screen.bubble(id).flatMap { screen.thread?.offersPin(of: $0) }
      return isOffered == true ? nil : "no control to pin message \(id)"
    case .unpinning(let id):
      let isOffered = screen.thread?.offersUnpin(of: id) == true
      return isOffered ? nil : "no control to unpin message \(id)"
    case .guest(let user, let id):
      let row = info?.conversation == id ? info?.guests.first { $0.user == user } : nil
      return row?.withdraw == nil ? "no control to withdraw the invitation of \(user)" : nil
    case .invitation(let id, let accepts):
      let row = screen.invitations.first { $0.conversation == id }
      let isOffered = (accepts ? row?.accept : row?.decline) != nil
      return isOffered ? nil : "no invitation to \(id) that can be answered"
    case .list: return screen.thread == nil ? nil : "no conversation list on the screen"
    case .conversation(let id):
      return model.store.conversations[id] == nil ? "no conversation \(id)" : nil
    case .infoOf(let id):
      let isOffered = screen.thread?.id == id && screen.thread?.opensInfo == true
      return isOffered ? nil : "no control to open the information on \(id)"
    case .picture(let id):
      let isShown = screen.bubble(id)?.photo?.content != nil
      return isShown ? nil : "no picture of message \(id)"
    case .image(let id):
      return screen.bubble(id)?.photo == nil ? "no picture at message \(id)" : nil
    case .mediaRow(let id, let number):
      let row = screen.mediaSheet?.rows.first { $0.message == id && $0.number == number }
      return row?.content == nil ? "no picture \(number) of message \(id) on the media tab" : nil
    case .media(let id):
      let isOffered =
        screen.bubble(id)?.controls.contains(.deleteMedia) == true
        || screen.pictureViewer?.message == id && screen.pictureViewer?.delete != nil
        || screen.mediaRow(of: id)?.delete != nil
      return isOffered ? nil : "no control to delete the picture of message \(id)"
    case .mediaOf(let id):
      let isOffered =
        info?.conversation == id || screen.thread?.id == id && screen.thread?.opensMedia == true
      return isOffered ? nil : "no control to open the media of \(id)"
    case .mediaTab: return screen.mediaSheet == nil ? "no media on the screen" : nil
    case .downloadControl:
      return screen.mediaSheet?.downloadAll == nil ? "no control to download all" : nil
    case .viewer: return screen.pictureViewer == nil ? "no picture on the full screen" : nil
    case .preview(let number):
      let isThere = screen.thread?.previews.indices.contains(number - 1) == true
      return isThere ? nil : "no picture \(number) in the composer"
    case .carousel(let id):
      let isThere =
        screen.bubble(id)?.pageLabel != nil
        || screen.pictureViewer?.message == id && screen.pictureViewer?.pageLabel != nil
      return isThere ? nil : "no further picture of message \(id)"
    case .plus: return screen.thread?.offersPictures == true ? nil : "no '+' on the screen"
    case .prompt: return screen.prompt == nil ? "no prompt of the system" : nil
    case .photo(let picture, let group):
      guard let sheet = screen.photoSheet, sheet.group == group else {
        return group.map { "no picker for the photo of \($0)" } ?? "no picker for a picture"
      }
      if !sheet.canChoose { return "no photos to choose from" }
      return sheet.pictures.contains(picture) ? nil : "no photo “\(picture)” in the picker"
    case .selectControl(let pictures):
      guard screen.photoSheet?.select != nil else { return "no control to select more photos" }
      return pictures.first { !services.photos.holds($0) }.map { "no photo “\($0)” in its library" }
    case .settingsControl:
      return screen.photoSheet?.settings == nil ? "no control that leads to Settings" : nil
    case .composer:
      guard let thread = screen.thread else { return "no thread on the screen" }
      return thread.hasComposer ? nil : "no composer in \(thread.id)"
    case .bubble(let id): return screen.bubble(id) == nil ? "no message \(id)" : nil
    case .marks(let id):
      return screen.bubble(id)?.marks == nil ? "no check marks at message \(id)" : nil
    case .control(let control, let id):
      let isOffered = screen.bubble(id)?.controls.contains(control) == true
      return isOffered ? nil : "no control to \(control) message \(id)"
    case .scrollable:
      return screen.thread == nil && screen.sheet == nil ? "nothing to scroll" : nil
    case .below: return screen.thread?.offersNewest == true ? nil : "no messages below the window"
    case .arrow: return screen.thread?.offersNewest == true ? nil : "no arrow to the newest message"
    case .row(let row):
      // The sheet covers the thread.
      let peers = shown?.thread?.users.filter { $0 != user } ?? []
      return screen.offersRow(of: row, peers: peers) ? nil : "no row of \(row)"
    case .addControl: return screen.picker?.canAdd == true ? nil : "no control to add anybody"
    case .closeControl: return screen.closeControl.isEmpty ? "no control that closes a sheet" : nil
    case .alert: return screen.alert == nil ? "no alert" : nil
    }
  }
}

extension Screen {
  /// The row of a message on the media tab.
  fileprivate func mediaRow(of id: MessageID) -> MediaRow? {
    mediaSheet?.rows.first { $0.message == id }
  }

  /// Whether a sheet has a row of a user that does something: one with a time, or of the picker. On Message Info there is one
  /// time, which is the peer's.
  fileprivate func offersRow(of user: UserID, peers: [UserID]) -> Bool {
    switch sheet {
    case .receipts(let sheet): sheet.read.rows.contains { $0.user == user && $0.time != nil }
    case .info(let info): info.offersExactTime(in: words) && peers.contains(user)
    case .picker(let picker): picker.candidates.contains { $0.user == user }
    case .group, .picture, .statistics, .media, .photos, nil: false
    }
  }
}
