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

  /// The share of recipients that have read a message.
  public enum Aggregate: Hashable, Sendable {
    case none, some, all
  }

  /// The result of the count; never all of nobody.
  public var aggregate: Aggregate {
    if read == 0 { return .none }
    return read == recipients ? .all : .some
  }

  mutating func count(isRead: Bool, isDelivered: Bool) {
    recipients += 1
    if isRead { read += 1 }
    if isRead || isDelivered { reached += 1 }
  }
}
