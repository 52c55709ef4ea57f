/// The status that a person sees of a message of their own.
public enum DeliveryStatus: String, Hashable, Sendable, CaseIterable {
  /// A clock: the backend has not acknowledged it (C-13).
  case sending
  /// One grey check: the backend has it.
  case sent
  /// Two grey checks: it is on a phone of every recipient.
  case delivered
  /// Two blue checks: it was read.
  case read
  /// Red: it was refused, or given up.
  case failed

  /// Whether a bubble may go from this status to `next` (DS-01, MO-03, C-53).
  ///
  /// Failed is reached only from sending, and left by a retry or by the backend having the message after all; repeating a
  /// status is no change.
  public func canBecome(_ next: DeliveryStatus) -> Bool {
    switch (self, next) {
    case (.sending, .sent), (.sending, .delivered), (.sending, .read), (.sending, .failed): true
    case (.sent, .delivered), (.sent, .read), (.delivered, .read): true
    case (.failed, .sending), (.failed, .sent), (.failed, .delivered), (.failed, .read): true
    default: false
    }
  }
}

/// The counts of a message's recipients, readers and deliveries: the facts behind its status, its label and its sheet.
///
/// Source of the rules: C-01 to C-04, C-12, C-24, C-25.
public struct ReceiptTally: Hashable, Sendable {
  /// The number of recipients who have read it.
  public private(set) var read = 0
  /// The number of recipients on whose phones it is: whoever has read it counts too.
  public private(set) var reached = 0
  /// The number of recipients.
  public private(set) var recipients = 0

  /// Whether every recipient has read it; never all of nobody.
  public var isReadByAll: Bool { read > 0 && read == recipients }

  mutating func count(isRead: Bool, isDelivered: Bool) {
    recipients += 1
    if isRead { read += 1 }
    if isRead || isDelivered { reached += 1 }
  }
}

/// A message's recipients by what has become of it with each: everyone in exactly one of three groups (I-04).
struct ReceiptPartition: Hashable, Sendable {
  /// A recipient who has read it, and when by the backend's clock.
  struct Reader: Hashable, Sendable {
    let user: UserID
    let milliseconds: Int64
  }

  /// The recipients who have read it, the newest reader first; readers of one moment by their ids (SH-08).
  private(set) var readers: [Reader] = []
  /// The recipients on whose phone it is, unread.
  private(set) var delivered: [UserID] = []
  /// The recipients on whose phone it is not.
  private(set) var pending: [UserID] = []

  /// Sorts recipients, who come in the order of their ids.
  init(
    _ recipients: some Sequence<UserID>, readTime: (UserID) -> Int64?, isDelivered: (UserID) -> Bool
  ) {
    for user in recipients {
      if let time = readTime(user) {
        readers.append(Reader(user: user, milliseconds: time))
      } else if isDelivered(user) {
        delivered.append(user)
      } else {
        pending.append(user)
      }
    }
    readers.sort { ($1.milliseconds, $0.user) < ($0.milliseconds, $1.user) }
  }
}
