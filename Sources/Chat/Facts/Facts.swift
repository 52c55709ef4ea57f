internal import Devices
public import Simulator

/// A receipt of one user for one message.
public struct ReceiptKey: Hashable, Sendable {
  /// The message.
  public let message: MessageID
  /// The user who has it, or has read it.
  public let user: UserID
}

/// A receipt, or a delivery, as a row on the disk.
struct ReceiptRow: KeyedRow {
  let key: ReceiptKey
  let milliseconds: Int64

  var rowKey: String { "\(key.message)/\(key.user)" }
}

/// A status of an own message that stays although a recipient is known by now whom it has not reached.
struct KeptStatus: KeyedRow {
  let message: MessageID
  let status: DeliveryStatus

  var rowKey: String { message.text }
}

/// The backend's times of receipts, by message and user.
struct ReceiptTimes: Sendable {
  private var times: [MessageID: [UserID: Int64]] = [:]

  /// The time of one receipt, in milliseconds since 1970.
  subscript(key: ReceiptKey) -> Int64? { times[key.message]?[key.user] }

  /// The receipts of a message.
  subscript(message: MessageID) -> [UserID: Int64] { times[message] ?? [:] }

  /// All receipts with their times, in order.
  var sorted: [(key: ReceiptKey, milliseconds: Int64)] {
    // order: sorted by message and user.
    times.sorted { $0.key < $1.key }.flatMap { message, times in
      times.sorted { $0.key < $1.key }.map {
        (ReceiptKey(message: message, user: $0.key), $0.value)
      }
    }
  }

  /// Keeps a time in place of the one that there may be.
  mutating func replace(_ key: ReceiptKey, with milliseconds: Int64) {
    times[key.message, default: [:]][key.user] = milliseconds
  }

  /// Keeps a time unless there is one already; whether it was kept: the first wins (C-19).
  mutating func note(_ key: ReceiptKey, at milliseconds: Int64) -> Bool {
    Self.note(key.user, at: milliseconds, in: &times[key.message, default: [:]])
  }

  /// Keeps a time and puts the one back that was there: to look first takes as long again, and there mostly is none.
  private static func note(
    _ user: UserID, at milliseconds: Int64, in times: inout [UserID: Int64]
  ) -> Bool {
    guard let first = times.updateValue(milliseconds, forKey: user) else { return true }
    times[user] = first
    return false
  }
}

/// That this phone's user has seen a message, and whether the backend knows.
public struct SeenFact: Hashable, Sendable, Digestible {
  /// The message.
  public let message: MessageID
  /// Its conversation.
  public let conversation: ConversationID
  /// Whether it was seen while receipts were not shared, and only the user's own phones are told (C-40).
  public var isPrivate: Bool
  /// Whether the backend has acknowledged the receipt, or refused it for good (C-18).
  public var isSettled: Bool
}

/// The facts known of an account. They only decorate what is shown, and may come later than it (C-54).
public struct ProfileFact: Hashable, Sendable, Digestible {
  /// The user of the account.
  public let user: UserID
  /// The name to show, empty where nothing of it can be seen; nil when there is no such account any more.
  public let name: String?
}
