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
