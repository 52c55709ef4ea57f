internal import Simulator

/// The app's settings where the user stories leave a choice; the defaults are those of the requirements.
public struct ChatPolicies: Hashable, Sendable {
  /// The messages that are marked read when a conversation is opened (C-11).
  public enum Marking: Hashable, Sendable {
    /// Only the displayed messages.
    case visible
    /// All messages of the conversation.
    case all
  }

  /// The rule by which the checks of a group message turn blue (C-04).
  public enum GroupBlue: Hashable, Sendable {
    /// Blue once the first recipient has read it.
    case first
    /// Blue once all recipients have read it.
    case all
  }

  /// The effect of the switch for read receipts in groups (C-40).
  public enum GroupPrivacy: Hashable, Sendable {
    /// The same as in 1:1.
    case same
    /// Nothing: groups always share receipts.
    case alwaysShared
  }

  /// The pictures of a message that are shown (AD-07, PM-21).
  public enum Attachments: Hashable, Sendable {
    /// Only the first, and a message is sent with one at most.
    case first
    /// All of them, up to nine, one at a time.
    case carousel
  }

  /// The messages that opening a conversation marks as read.
  public var marking: Marking
  /// The number of the newest messages that are displayed when a conversation is opened, with text of the usual size (C-11);
  /// `TextSize.fitting(_:)` of it with another.
  public var viewport: Int
  /// The time for which receipts are collected after the first (C-14).
  public var receiptWindow: Duration
  /// The rule by which the checks of a group message turn blue (C-04).
  public var groupBlue: GroupBlue
  /// The effect of the switch for read receipts in groups (C-40).
  public var groupPrivacy: GroupPrivacy
  /// The number of rows of a sheet that are drawn until one scrolls in it, with text of the usual size (PB-08).
  public var sheetRows: Int
  /// The words that the app shows and VoiceOver says (C-22).
  public var text: ChatText
  /// Whether phones tell others that they are online, and the header of a 1:1 conversation shows it (DS-15).
  public var sharesPresence: Bool
  /// Whether phones ask for push messages, and the backend tells of new messages by them (NO-01).
  public var usesPush: Bool
  /// Whether the app has a notification service extension that tells authors of a delivery while the app does not run
  /// (C-03); with ``usesPush`` only.
  ///
  /// Off: a banner waits for the extension, which connects to the database first.
  public var confirmsByExtension: Bool
  /// Whether the app asks for more time in the background while there is anything that the backend has to be told.
  public var usesBackgroundTask: Bool
  /// Whether the database's client keeps its queue of writes and its cache on the phone's disk
  /// (`SyncClient.isPersistenceEnabled`), beside what the app keeps itself.
  public var persistsDatabase: Bool
  /// Whether phones tell others that their user writes, and open conversations show who does (C-49).
  public var showsTyping: Bool
  /// The time for which somebody is shown as writing after the last that was heard of it (C-49), above zero.
  public var typingLife: Duration
  /// Whether the backend tells the members of a new group who has created it (SY-09).
  public var announcesCreation: Bool
  /// Whether unread messages of muted conversations count in the number on the app's icon (C-48).
  public var badgeCountsMuted: Bool
  /// The time without progress after which a picture on its way has timed out, above zero.
  ///
  /// Ours; the platform's default of ten minutes is too long to look at (`Storage.maxUploadRetryTime`).
  public var transferLimit: Duration
  /// Whether a picture whose upload the loss of the network has stopped goes on by itself; otherwise it has failed, and its
  /// author tries it again (C-45).
  public var resumesUploads: Bool
  /// Whether pictures of messages are uploaded by the phone's system, in a background session, so that an upload goes on while the
  /// app is suspended or was ended for its memory, and by itself after the loss of the network.
  ///
  /// Off: Firebase's SDK for iOS uploads in the app's own process (`StorageUploadTask`), and the loss of the network is a failure
  /// that its author sees (C-45).
  public var uploadsInBackground: Bool
  /// Whether uploads give way to everything else on the link, so that no receipt waits behind a picture; see
  /// `StorageClient.setYields(_:)`.
  ///
  /// Off: a picture that gives way takes longer, on 3G up to four times as long.
  public var yieldsUploads: Bool
  /// The pictures of a message that are shown, and may be sent with it.
  public var attachments: Attachments
  /// The bytes of pictures of messages that a phone keeps before the least recently shown make room; ours.
  public var pictureCacheBytes: Int

  /// Settings; by default those of the requirements.
  public init(
    marking: Marking = .visible, viewport: Int = 20, receiptWindow: Duration = .milliseconds(500),
    groupBlue: GroupBlue = .first, groupPrivacy: GroupPrivacy = .same, sheetRows: Int = 30,
    text: ChatText = ChatText(), sharesPresence: Bool = false, usesPush: Bool = false,
    confirmsByExtension: Bool = false, usesBackgroundTask: Bool = true,
    persistsDatabase: Bool = false, showsTyping: Bool = false, typingLife: Duration = .seconds(6),
    announcesCreation: Bool = false, badgeCountsMuted: Bool = true,
    transferLimit: Duration = .seconds(30), resumesUploads: Bool = false,
    uploadsInBackground: Bool = false, yieldsUploads: Bool = false,
    attachments: Attachments = .first, pictureCacheBytes: Int = 200_000_000
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
    self.confirmsByExtension = confirmsByExtension
    self.usesBackgroundTask = usesBackgroundTask
    self.persistsDatabase = persistsDatabase
    self.showsTyping = showsTyping
    self.typingLife = typingLife
    self.announcesCreation = announcesCreation
    self.badgeCountsMuted = badgeCountsMuted
    self.transferLimit = transferLimit
    self.resumesUploads = resumesUploads
    self.uploadsInBackground = uploadsInBackground
    self.yieldsUploads = yieldsUploads
    self.attachments = attachments
    self.pictureCacheBytes = pictureCacheBytes
  }
}
