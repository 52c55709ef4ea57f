/// The words that the app shows and that VoiceOver says: one table, of which a team can replace any entry (C-22).
///
/// ```swift
/// world.setPolicies { $0.text[.readByCount] = "Gelesen von {read} von {all}" }
/// ```
public struct ChatText: Hashable, Sendable {
  /// An entry of the table. Words in braces stand for what is filled in.
  public enum Phrase: String, Hashable, Sendable, CaseIterable {
    case sending, sent, delivered, read, failed
    case you
    /// `{read}` recipients of `{all}`.
    case readByCount
    case receiptsTitle, infoTitle, pickerTitle
    /// `{count}` rows follow.
    case readHeading, deliveredHeading, pendingHeading
    case done, add, cancel
    case pending, notYet
    case now
    /// `{count}` of them.
    case oneMinuteAgo, minutesAgo, oneHourAgo, hoursAgo, yesterday, daysAgo
    /// Last seen at `{time}`.
    case online, lastSeen
    case deletedUser, photo, deletedMessage
    /// What is told of a picture that cannot be read, and why another one was not uploaded or fetched.
    case pictureDamaged, uploadDisconnected, uploadTimedOut, uploadRefused
    case downloadTimedOut, downloadUnavailable
    /// So many `{percent}` of a picture are uploaded, and so many `{megabytes}` it has.
    case uploadedShare, megabytes, kilobytes
    /// What VoiceOver says of a picture, and the control that closes the viewer.
    case spokenPhoto, spokenPlaceholder, closePicture
    /// `{actor}` did it to `{users}`, who are `{count}`.
    case addedOne, addedSeveral, removedOne, removedSeveral
    case left, created
    case membersUnchanged, sizeRefused, groupUnchanged
    /// What is shown while the disk does not take what the app wants to keep.
    case diskFull, notKept
    /// The marks and controls of the information on a group.
    case membersHeading, admin, remove, leave, archive, uploading
    /// `{users}` are to go from `{group}`.
    case askRemove, askLeave, askArchive
    /// What a notification says to who was added by `{actor}`, or removed from `{group}`.
    case addedYou, removedYou
    /// What a notification says that stands for `{count}` messages of `{group}`.
    case newMessages
    /// `{first}` and `{second}` write, and `{count}` others.
    case typingOne, typingTwo, typingThree, typingMany
  }

  private var replaced: [Phrase: String] = [:]

  /// The table in English.
  public init() {}

  /// The words for a phrase, with placeholders in braces.
  public subscript(phrase: Phrase) -> String {
    get { replaced[phrase] ?? Self.english(phrase) }
    set { replaced[phrase] = newValue }
  }

  /// A phrase with its words in braces filled in.
  public func filled(_ phrase: Phrase, _ values: KeyValuePairs<String, String>) -> String {
    var text = ""
    var rest = self[phrase][...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = rest[rest.index(after: open)..<close]
      text += rest[..<open]
      text += values.first { $0.key == name }?.value ?? String(rest[open...close])
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }

  /// A status as VoiceOver says it.
  func spoken(_ status: DeliveryStatus) -> String {
    switch status {
    case .sending: self[.sending]
    case .sent: self[.sent]
    case .delivered: self[.delivered]
    case .read: self[.read]
    case .failed: self[.failed]
    }
  }

  private static func english(_ phrase: Phrase) -> String {
    switch phrase {
    case .sending: "Sending"
    case .sent: "Sent"
    case .delivered: "Delivered"
    case .read: "Read"
    case .failed: "Failed, actions available"
    case .you: "You"
    case .readByCount: "Read by {read} of {all}"
    case .receiptsTitle: "Read Receipts"
    case .infoTitle: "Message Info"
    case .pickerTitle: "Add Participants"
    case .readHeading: "Read ({count})"
    case .deliveredHeading: "Delivered ({count})"
    case .pendingHeading: "Pending ({count})"
    case .done: "Done"
    case .add: "Add"
    case .cancel: "Cancel"
    case .pending: "Pending"
    case .notYet: "Not yet"
    case .now: "now"
    case .oneMinuteAgo: "1 minute ago"
    case .minutesAgo: "{count} minutes ago"
    case .oneHourAgo: "1 hour ago"
    case .hoursAgo: "{count} hours ago"
    case .yesterday: "yesterday"
    case .daysAgo: "{count} days ago"
    case .online: "online"
    case .lastSeen: "last seen {time}"
    case .deletedUser: "Deleted User"
    case .photo: "[Photo]"
    case .deletedMessage: "This message was deleted"
    case .pictureDamaged: "The photo is damaged and cannot be sent"
    case .uploadDisconnected: "Not sent: the connection was lost"
    case .uploadTimedOut: "Not sent: the server did not answer"
    case .uploadRefused: "Not sent: the server refused the photo"
    case .downloadTimedOut: "Could not be loaded: the server did not answer"
    case .downloadUnavailable: "Could not be loaded: the photo is not there"
    case .uploadedShare: "{percent} %"
    case .megabytes: "{count} MB"
    case .kilobytes: "{count} KB"
    case .spokenPhoto: "Photo, double tap to open full screen"
    case .spokenPlaceholder: "Photo, not loaded"
    case .closePicture: "✕"
    case .addedOne: "{actor} added {users}"
    case .addedSeveral: "{actor} added {count} participants"
    case .removedOne: "{actor} removed {users}"
    case .removedSeveral: "{actor} removed {count} participants"
    case .addedYou: "{actor} added you"
    case .removedYou: "You were removed from {group}"
    case .newMessages: "{count} new messages in {group}"
    case .typingOne: "{first} is typing…"
    case .typingTwo: "{first} and {second} are typing…"
    case .typingThree: "{first}, {second} and 1 other are typing…"
    case .typingMany: "{first}, {second} and {count} others are typing…"
    case .left: "{actor} left"
    case .created: "{actor} created the group"
    case .groupUnchanged: "The group could not be changed"
    case .diskFull: "The phone's storage is full. Nothing new is kept until there is room"
    case .notKept: "Your changes could not be saved yet"
    case .membersHeading: "Participants ({count})"
    case .admin: "Admin"
    case .uploading: "Uploading…"
    case .remove: "Remove"
    case .leave: "Leave"
    case .archive: "Archive"
    case .askRemove: "Remove {users} from {group}?"
    case .askLeave: "Leave {group}?"
    case .askArchive: "A group needs two members. Archive {group}?"
    case .membersUnchanged: "The members could not be changed"
    case .sizeRefused: "A conversation has from 2 to 256 members"
    }
  }
}
