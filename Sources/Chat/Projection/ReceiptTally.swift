/// How far a message has got with its recipients: the facts behind its status, its label and its sheet.
///
/// Source of the rules: C-01 to C-04, C-12, C-24, C-25.
public struct ReceiptTally: Hashable, Sendable {
  /// How many of the recipients have read it.
  public private(set) var read = 0
  /// On how many recipients' phones it is: whoever has read it counts too.
  public private(set) var reached = 0
  /// How many recipients there are.
  public private(set) var recipients = 0

  /// The share of recipients that have read a message.
  public enum Aggregate: Hashable, Sendable {
    case none, some, all
  }

  /// What the count comes to; never all of nobody.
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
