internal import Devices

/// What a person finds on a phone at a moment: the things that gestures can be about.
struct ChatGlance: Sendable {
  /// A conversation of the list.
  struct Conversation: Sendable {
    let id: ConversationID
    let isGroup: Bool
    /// Whether the person may change its members.
    let isAdmin: Bool
    /// Whether the person may leave it.
    let canLeave: Bool
    let isMuted: Bool
    let isInArchive: Bool
    let members: [UserID]
    /// The newest messages, oldest first.
    let messages: [Message]
  }

  /// A message of a thread.
  struct Message: Sendable {
    let id: MessageID
    let isOwn: Bool
    /// Whether it can be tried again, as a whole or its picture.
    let hasFailed: Bool
    /// Whether its picture could not be fetched.
    let canReload: Bool
    /// Whether its picture is here.
    let hasPicture: Bool
    /// The number of pictures that it carries, here or not.
    let mediaCount: Int
  }

  /// The kinds of sheets.
  enum Sheet: String, Sendable {
    case receipts
    case picker
    case info
    case picture
    case statistics
    case media
    case photos
  }

  var conversations: [Conversation] = []
  /// The groups to which the person is invited.
  var invitations: [ConversationID] = []
  var open: ConversationID?
  var hasDraft = false
  /// Whether there are messages below the window.
  var offersNewest = false
  var hasAlert = false
  /// Whether the system's prompt is in front.
  var hasPrompt = false
  /// What the app may see of the photo library.
  var photoAccess = PhotoAccess.notDetermined
  /// The pictures that the photo picker shows.
  var photos: [Picture] = []
  /// The pictures in the phone's library, whatever the app may see of them.
  var savedPhotos: [Picture] = []
  /// The group whose photo is chosen in the picker.
  var photoGroup: ConversationID?
  var hasQuestion = false
  var sheet: Sheet?
  /// The users whose rows were tapped on the sheet.
  var tapped = 0
  var isSharing = true

  /// The number of messages of a thread that are looked at.
  static let depth = 12
}

extension ChatApp {
  /// What the person finds now.
  func glance() -> ChatGlance {
    let (store, navigation) = (model.store, model.navigation)
    var glance = ChatGlance()
    glance.open = navigation.open
    glance.hasDraft = !navigation.draft.isEmpty
    glance.offersNewest = navigation.anchor != nil
    glance.hasAlert = shown?.alert != nil
    glance.hasPrompt = shown?.prompt != nil
    glance.photoAccess = navigation.photoAccess
    glance.photos = shown?.photoSheet?.pictures ?? []
    glance.photoGroup = shown?.photoSheet?.group
    glance.hasQuestion = shown?.question != nil
    glance.isSharing = store.sharing.isOn
    switch navigation.sheet?.subject {
    case .receipts: glance.sheet = .receipts
    case .picker: glance.sheet = .picker
    case .info: glance.sheet = .info
    case .picture: glance.sheet = .picture
    case .statistics: glance.sheet = .statistics
    case .media: glance.sheet = .media
    case .photos: glance.sheet = .photos
    case nil: break
    }
    glance.invitations = store.invitations.keys.sorted().filter { !store.isJoining($0) }
    glance.tapped = navigation.sheet?.tapped.count ?? 0
    // order: sorted by their ids.
    for (id, conversation) in store.conversations.sorted(by: { $0.key < $1.key }) {
      let newest = (store.messagesByConversation[id] ?? []).suffix(ChatGlance.depth)
      glance.conversations.append(
        ChatGlance.Conversation(
          id: id, isGroup: conversation.isGroup,
          isAdmin: conversation.lets(user),
          canLeave: conversation.lets(user, remove: [user]),
          isMuted: store.isMuted(id),
          isInArchive: shown?.conversation(id)?.isInArchive ?? false,
          members: conversation.members.map(\.user),
          messages: newest.compactMap { store.messages[$0] }.map { message in
            ChatGlance.Message(
              id: message.id, isOwn: message.author == user,
              hasFailed: message.hasFailed || store.hasFailedUpload(of: message.id),
              canReload: store.hasFailedDownload(of: message),
              hasPicture: shown?.bubble(message.id)?.photo?.content != nil,
              mediaCount: message.attachments.count)
          }))
    }
    return glance
  }

  /// The state of the app in a few words of which there are few.
  func stateName() -> String {
    let navigation = model.navigation
    var words: [String] = []
    if let open = navigation.open {
      let conversation = model.store.conversations[open]
      words.append(conversation?.isGroup == true ? "group" : "thread")
      if conversation?.isMember == false { words.append("left") }
    } else {
      words.append("list")
    }
    switch navigation.sheet?.subject {
    case .receipts: words.append("sheet")
    case .picker: words.append("picker")
    case .info: words.append("group info")
    case .picture: words.append("picture")
    case .statistics: words.append("statistics")
    case .media: words.append("media")
    case .photos: words.append("photos \(navigation.photoAccess.rawValue)")
    case nil: break
    }
    if navigation.question != nil { words.append("question") }
    if !model.store.outbox.operations.isEmpty { words.append("outbox") }
    if !model.unflushedReads.isEmpty { words.append("reads wait") }
    if !navigation.typists.isEmpty { words.append("others write") }
    if model.ownTyping != nil { words.append("writing") }
    if !model.store.sharing.isOn { words.append("private") }
    return words.joined(separator: ", ")
  }
}
