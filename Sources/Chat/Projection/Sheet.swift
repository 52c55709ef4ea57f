extension Screen {
  /// The sheet in front of the thread.
  ///
  /// Indirect, so that a screen without a sheet, which most are, is small and quickly handed on.
  public indirect enum Sheet: Hashable, Sendable {
    /// The recipients of a group message by their receipts.
    case receipts(ReceiptSheet)
    /// The delivery and read state of a 1:1 message.
    case info(MessageInfo)
    /// The users who could be added to a group.
    case picker(MemberPicker)
    /// A group with its members.
    case group(GroupInfo)
    /// The picture of a message, as large as the screen.
    case picture(PictureViewer)
    /// How much is written in a group, and by whom.
    case statistics(GroupStatistics)
    /// The photos and videos of a conversation.
    case media(MediaSheet)
    /// The photo library, to choose from.
    case photos(PhotoSheet)
  }

  /// The list of a group message's recipients, by what has become of it with each.
  public struct ReceiptSheet: Hashable, Sendable {
    /// The message.
    public let message: MessageID
    /// The sheet's title.
    public let title: String
    /// The recipients who have read it, the newest first; not drawn when it is empty, as all sections (C-22).
    public let read: Section
    /// The recipients on whose phone it is, unread.
    public let delivered: Section
    /// The recipients on whose phone it is not.
    public let pending: Section
    /// The control that closes the sheet.
    public let done: String

    /// The sections in the order of the sheet.
    public var sections: [Section] { [read, delivered, pending] }
  }

  /// A section of the receipt sheet: the recipients of a message who share a status.
  public struct Section: Hashable, Sendable {
    /// The heading, with the number of recipients (SH-16).
    public let heading: String
    /// The number of recipients.
    public let count: Int
    /// The rows that are drawn; all of them when there are few (PB-08).
    public let rows: [RecipientRow]

    /// The users whom the rows show, in their order.
    public var users: [UserID] { rows.map(\.user) }

    /// The names that the rows show, in their order.
    public var names: [String] { rows.map(\.name) }

    /// The times that the rows show, in their order.
    public var times: [String] { rows.compactMap(\.time) }
  }

  /// One recipient on a sheet.
  public struct RecipientRow: Hashable, Sendable {
    /// The recipient's user.
    public let user: UserID
    /// The name that is shown: that of the account once it is known, the id before, and of an account that is gone that
    /// it was deleted (C-54).
    public let name: String
    /// The letters in the avatar's circle; nil until the account is known.
    public let avatar: String?
    /// Whether the row carries the check of a reader.
    public let hasCheck: Bool
    /// The time at which the message was read; nil in the other groups (SH-06).
    public let time: String?
  }

  /// The delivery and read state of a 1:1 message (C-08).
  public struct MessageInfo: Hashable, Sendable {
    /// The message.
    public let message: MessageID
    /// The sheet's title.
    public let title: String
    /// The time at which it was sent.
    public let sent: String
    /// A check once it is on a phone of the peer's, or that this is still to come.
    public let delivered: String
    /// The time at which it was read, or that it was not yet.
    public let read: String
    /// The control that closes the sheet.
    public let done: String
  }

  /// The users who could be added to a group.
  public struct MemberPicker: Hashable, Sendable {
    /// The picker's title.
    public let title: String
    /// The rows that are drawn, of everyone who is known and no member, by name; all of them when there are few (PB-08).
    public let candidates: [Candidate]
    /// The number of users who could be added.
    public let count: Int
    /// Whether anyone is picked, so that they can be added.
    public let canAdd: Bool
    /// The control that adds who is picked.
    public let add: String
    /// The control that closes the picker and changes nothing.
    public let cancel: String

    /// The users of the rows.
    public var users: [UserID] { candidates.map(\.user) }
    /// The names in the rows.
    public var names: [String] { candidates.map(\.name) }
  }

  /// A user who could be added.
  public struct Candidate: Hashable, Sendable {
    /// The user who could be added.
    public let user: UserID
    /// The name that is shown.
    public let name: String
    /// Whether the row carries a mark.
    public let isPicked: Bool
  }

  /// The control that closes the sheet, such as "Done"; empty where it has none.
  public var closeControl: String {
    switch sheet {
    case .receipts(let sheet): sheet.done
    case .info(let info): info.done
    case .picker(let picker): picker.cancel
    case .group(let info): info.done
    case .picture(let viewer): viewer.close
    case .statistics(let statistics): statistics.done
    case .media(let sheet): sheet.done
    case .photos(let sheet): sheet.cancel
    case nil: ""
    }
  }

  /// The receipts of a group message that are shown; nil when no such sheet is.
  public var receiptSheet: ReceiptSheet? {
    if case .receipts(let sheet) = sheet { sheet } else { nil }
  }

  /// The information on a 1:1 message that is shown; nil when no such sheet is.
  public var messageInfo: MessageInfo? {
    if case .info(let info) = sheet { info } else { nil }
  }

  /// The picker that is shown; nil when none is.
  public var picker: MemberPicker? {
    if case .picker(let picker) = sheet { picker } else { nil }
  }
}
