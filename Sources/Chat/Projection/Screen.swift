public import Backend
public import Devices
internal import Simulator

/// The screen of the chat app as the person sees it.
///
/// One reference: screens are handed on, kept and compared far more often than drawn.
public struct Screen: Equatable, Sendable {
  /// The parts of a screen.
  private struct Parts: Equatable {
    var conversations: [ConversationRow] = []
    var invitations: [Invitation] = []
    var search: ListSearch?
    var sharesReceipts: Bool?
    var thread: MessageThread?
    var sheet: Sheet?
    var badge: Int = 0
    var alert: String?
    var question: Question?
    var prompt: PhotoPrompt?
    var traits: PhoneTraits = PhoneTraits()
    var isRightToLeft: Bool = false
    var words = ChatText()
  }

  private var parts = Shared(Parts())

  /// An empty screen.
  init() {}

  /// The conversation list, newest activity first; all of it, though an open thread covers it (``visible``).
  public var conversations: [ConversationRow] {
    get { parts.value.conversations }
    _modify { yield &parts.value.conversations }
  }
  /// The invitations that wait for an answer, above the list (PM-09).
  public var invitations: [Invitation] {
    get { parts.value.invitations }
    _modify { yield &parts.value.invitations }
  }
  /// What is searched for in the list; nil where nothing is.
  public var search: ListSearch? {
    get { parts.value.search }
    _modify { yield &parts.value.search }
  }
  /// Whether the switch for read receipts above the list is on (C-40); nil where something covers the list (``visible``).
  public var sharesReceipts: Bool? {
    get { parts.value.sharesReceipts }
    _modify { yield &parts.value.sharesReceipts }
  }
  /// The conversation that is open; nil while the list is on the screen.
  public var thread: MessageThread? {
    get { parts.value.thread }
    _modify { yield &parts.value.thread }
  }
  /// The sheet in front of the thread; nil when there is none.
  public var sheet: Sheet? {
    get { parts.value.sheet }
    _modify { yield &parts.value.sheet }
  }
  /// The number on the app's icon.
  public var badge: Int {
    get { parts.value.badge }
    _modify { yield &parts.value.badge }
  }
  /// An alert in front of everything else.
  public var alert: String? {
    get { parts.value.alert }
    _modify { yield &parts.value.alert }
  }
  /// A question in front of everything else; nil when there is none.
  public var question: Question? {
    get { parts.value.question }
    _modify { yield &parts.value.question }
  }
  /// The system's prompt in front of everything; nil when there is none.
  public var prompt: PhotoPrompt? {
    get { parts.value.prompt }
    _modify { yield &parts.value.prompt }
  }
  /// The look that the person has set for all apps.
  public var traits: PhoneTraits {
    get { parts.value.traits }
    _modify { yield &parts.value.traits }
  }
  /// Whether it is laid out from right to left, as the phone's language is written.
  public var isRightToLeft: Bool {
    get { parts.value.isRightToLeft }
    _modify { yield &parts.value.isRightToLeft }
  }
  /// The words of the app, for what is heard and not drawn.
  var words: ChatText {
    get { parts.value.words }
    _modify { yield &parts.value.words }
  }

  /// A line of the conversation list.
  public struct ConversationRow: Hashable, Sendable {
    /// The conversation's id.
    public let id: ConversationID
    /// The peer's name, or the group's.
    public let title: String
    /// The newest message.
    public let preview: String
    /// The number of unread messages; nil when there is no such conversation on the screen.
    public let unread: Int?
    /// Whether the conversation is over and to read only (C-28).
    public var isArchived = false
    /// Whether the row has the mark of a muted conversation (PM-03).
    public var isMuted = false
    /// Whether the user has moved it to the archive, below all others (PM-15).
    public var isInArchive = false
    /// The tag that the user has given it, such as "#work"; nil where it has none (PM-14).
    public var tag: String?
    /// What the row says to who is no member any more, such as "You left" (MR-03); nil for members.
    public var departure: String?
    /// The photo of a group; nil where it has none.
    public var photo: GroupPhoto?
  }

  /// The photo of a group, beside its title (GI-05).
  public struct GroupPhoto: Hashable, Sendable {
    /// Its place in file storage.
    public let place: String
    /// Its content as this phone draws it; nil until it is here.
    public let content: FileContent?
  }

  /// An open conversation.
  ///
  /// A class for the reason for which ``Bubble`` is one: screens are handed on and compared more often than drawn.
  public final class MessageThread: Sendable {
    /// The conversation's id.
    public let id: ConversationID
    /// The peer's name, or the group's.
    public let title: String
    /// The photo of a group, beside the title; nil where it has none.
    public let photo: GroupPhoto?
    /// Whether it is a group; stored, never inferred from its size (C-47).
    public let isGroup: Bool
    /// The members, by their ids.
    public let members: [ConversationFact.Member]
    /// Whether nothing can be written because the viewer is no member any more (C-35), or the group is archived (C-28).
    public let isReadOnly: Bool
    /// The line that stands in place of the composer: that the viewer was removed or has left (MR-03), that the group is
    /// archived (C-28), or that only admins may write (PM-10); nil for who may write.
    public let writingNotice: String?
    /// The displayed bubbles, oldest first.
    public let bubbles: [Bubble]
    /// The pinned messages, the newest pin first, of those that the viewer has (PM-12).
    public let pinned: [PinnedMessage]
    /// Whether the viewer may pin messages.
    public let canPin: Bool
    /// Whether the viewer may add members (MR-16).
    public let canAdd: Bool
    /// Whether the viewer is a member still (C-35).
    public let isMember: Bool
    /// The line below the title: whether the peer of a 1:1 conversation is online, or when they were last; nil while
    /// that is unknown (DS-15).
    public let subtitle: String?
    /// The others who write at present, by their ids.
    public let typists: [UserID]
    /// The line that tells who writes, such as "Alice and Bob are typing…"; nil where nobody does.
    public let typingLine: String?
    /// The text that is written and not sent.
    public let composer: String
    /// The pictures that are chosen and not sent (AS-02).
    public let previews: [Preview]
    /// The warning at the picture that there is hardly room for it on the phone (AS-18); nil where there is.
    public let storageWarning: String?
    /// The number of messages of the conversation that are unread: above the window, or below it.
    public let unread: Int
    /// The indices of the bubbles that the window holds.
    public let inView: Range<Int>

    /// The messages of the bubbles, the oldest first.
    public var ids: [MessageID] { bubbles.map(\.id) }
    /// The texts of the bubbles, the oldest first.
    public var texts: [String] { bubbles.map(\.text) }
    /// The texts of the pinned messages, the newest pin first.
    public var pinnedTexts: [String] { pinned.map(\.text) }
    /// The members' users.
    public var users: [UserID] { members.map(\.user) }

    /// The first of the pictures that are chosen and not sent.
    public var preview: Preview? { previews.first }

    /// Whether there is a composer: the viewer may write here (C-28, C-35, PM-10).
    public var hasComposer: Bool { !isReadOnly && writingNotice == nil }

    /// Whether Send can be tapped: there is something to send, and the viewer may (DS-12, AS-03).
    public var canSend: Bool { hasComposer && (!composer.isBlank || !previews.isEmpty) }

    /// Whether '+' stands beside the composer (AS-01).
    public var offersPictures: Bool { !isReadOnly && writingNotice == nil }

    init(
      id: ConversationID, title: String, photo: GroupPhoto? = nil, isGroup: Bool = false,
      members: [ConversationFact.Member], isReadOnly: Bool, writingNotice: String? = nil,
      bubbles: [Bubble], pinned: [PinnedMessage] = [],
      canPin: Bool = false, canAdd: Bool = false, isMember: Bool = true,
      subtitle: String? = nil, typists: [UserID] = [],
      typingLine: String? = nil, composer: String = "", previews: [Preview] = [],
      storageWarning: String? = nil, unread: Int, inView: Range<Int>
    ) {
      self.id = id
      self.title = title
      self.photo = photo
      self.isGroup = isGroup
      self.members = members
      self.isReadOnly = isReadOnly
      self.writingNotice = writingNotice
      self.bubbles = bubbles
      self.pinned = pinned
      self.canPin = canPin
      self.canAdd = canAdd
      self.isMember = isMember
      self.subtitle = subtitle
      self.typists = typists
      self.typingLine = typingLine
      self.composer = composer
      self.previews = previews
      self.storageWarning = storageWarning
      self.unread = unread
      self.inView = inView
    }
  }

  /// One message in an open conversation.
  ///
  /// A class, because bubbles never change and most of those on a screen were on the one before: threads share them, and
  /// two threads are compared without reading what they share.
  public final class Bubble: Sendable {
    /// The message's id.
    public let id: MessageID
    /// The user who wrote it; nil when the message is not on the screen.
    public let author: UserID?
    /// The text as this viewer sees it.
    public let text: String
    /// The pictures that it carries and that are shown, in their order: by default the first alone (AD-07).
    public let photos: [Photo]
    /// The index of the picture that is drawn of several.
    public let page: Int
    /// The number of the picture that is drawn, such as "2 of 3"; nil where there is one only (PM-21).
    public let pageLabel: String?
    /// The words above the text where an admin has deleted the picture; nil elsewhere (PM-18).
    public let mediaNote: String?
    /// The time of day that it shows, such as "12:00".
    public let time: String
    /// Only on messages of the viewer's own (DS-07).
    public let status: DeliveryStatus?
    /// The marks that are drawn of the status; nil on messages of others.
    public let marks: StatusMarks?
    /// The time at which the status came about, by the backend's clock, in milliseconds since 1970; nil before the
    /// backend has the message (DS-13).
    public let statusMilliseconds: Int64?
    /// The number of recipients who have read the viewer's own group message, in words, once there is one (GR-02).
    public let receiptLabel: String?
    /// The controls that are offered, to the author only (DS-08).
    public let controls: [Control]
    /// Whether the gesture for receipts opens a sheet.
    public let offersReceipts: Bool
    /// Whether it is the tombstone of a deleted message.
    public let isDeleted: Bool
    /// Whether its author has changed the text.
    public let isEdited: Bool
    /// The author as VoiceOver names them; empty for notices, which nobody has written.
    let speaker: String
    /// The status as VoiceOver says it.
    let spokenStatus: String?
    /// The share of the picture that is uploaded, as VoiceOver says it; nil where none is on its way.
    let spokenProgress: String?
    /// The words by which VoiceOver says that something can be done about a picture that was not sent or fetched; nil elsewhere.
    let spokenRepair: String?

    init(
      id: MessageID, author: UserID?, text: String, photos: [Photo] = [],
      page: Int = 0, pageLabel: String? = nil,
      mediaNote: String? = nil, time: String, status: DeliveryStatus?, marks: StatusMarks? = nil,
      statusMilliseconds: Int64? = nil,
      receiptLabel: String? = nil, controls: [Control] = [],
      offersReceipts: Bool = false, isDeleted: Bool = false, isEdited: Bool = false,
      speaker: String = "", spokenStatus: String? = nil, spokenProgress: String? = nil,
      spokenRepair: String? = nil
    ) {
      self.id = id
      self.author = author
      self.text = text
      self.photos = photos
      self.page = page
      self.pageLabel = pageLabel
      self.mediaNote = mediaNote
      self.time = time
      self.status = status
      self.marks = marks
      self.statusMilliseconds = statusMilliseconds
      self.receiptLabel = receiptLabel
      self.controls = controls
      self.offersReceipts = offersReceipts
      self.isDeleted = isDeleted
      self.isEdited = isEdited
      self.speaker = speaker
      self.spokenStatus = spokenStatus
      self.spokenProgress = spokenProgress
      self.spokenRepair = spokenRepair
    }

    /// The picture that is drawn above the text (AD-01); nil where there is none.
    public var photo: Photo? { photos.indices.contains(page) ? photos[page] : nil }
  }

  /// The row of a conversation; nil when it is not in the list.
  public func conversation(_ id: ConversationID) -> ConversationRow? {
    conversations.first { $0.id == id }
  }

  /// The number of these messages that have bubbles in view with a status.
  public func count(of messages: [MessageID], shownAs status: DeliveryStatus) -> Int {
    messages.count { bubble($0)?.status == status }
  }

  /// The bubble of a message; nil when it is not on the screen, as above the window or below it.
  public func bubble(_ id: MessageID) -> Bubble? { thread?.bubblesInView.first { $0.id == id } }
}
