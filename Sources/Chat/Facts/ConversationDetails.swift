internal import Backend
internal import Simulator

/// What a conversation has beside its members, its name and its photo: a description, roles, pinned messages, guests, and
/// who may write.
///
/// One object that never changes: conversations are copied and compared far more often than anything of this is set, and most
/// of them have nothing of it.
public final class ConversationDetails: Sendable {
  /// A message that is pinned, so that everybody finds it (PM-12).
  public struct Pin: Hashable, Sendable {
    /// The message.
    public let message: MessageID
    /// The member who has pinned it.
    public let user: UserID
    /// The time at which the backend accepted it, in milliseconds since 1970.
    public let milliseconds: Int64
  }

  /// The words that tell what a group is about (PM-11); nil where nobody has written any.
  public let description: String?
  /// Whether only admins may write (PM-10).
  public let isAdminsOnly: Bool
  /// The members who may remove others and pin messages, and are no admins (PM-16).
  public let moderators: Set<UserID>
  /// Those who are invited and have not answered, each with the admin who has invited them (PM-09).
  public let invited: [UserID: UserID]
  /// The pinned messages, the newest pin first.
  public let pins: [Pin]

  /// The most UTF-16 units of a description; ours.
  static let descriptionMax = 500

  /// The details in a conversation's node; nil where there are none.
  init?(_ node: Node) {
    let moderators = node[child: ChatField.moderators]
    let pins = node[child: ChatField.pins]
    let invited = node[child: ChatField.invited]
    description = node[child: ChatField.description].text
    isAdminsOnly = node[child: ChatField.adminsOnly] == Node(.bool(true))
    if description == nil, !isAdminsOnly, moderators.isEmpty, pins.isEmpty, invited.isEmpty {
      return nil
    }
    self.moderators = Set(moderators.children.map { UserID($0.key) })
    self.invited = Dictionary(
      invited.children.compactMap { key, host in host.text.map { (UserID(key), UserID($0)) } },
      uniquingKeysWith: { first, _ in first })
    self.pins = pins.children.compactMap { key, pin in
      guard let user = pin[child: ChatField.by].text, let time = pin[child: ChatField.at].number
      else { return nil }
      return Pin(message: MessageID(key), user: UserID(user), milliseconds: time.asMilliseconds)
    }.sorted { ($0.milliseconds, $0.message) > ($1.milliseconds, $1.message) }
  }
}

extension ConversationDetails: Hashable {
  public static func == (left: ConversationDetails, right: ConversationDetails) -> Bool {
    left === right
      || left.description == right.description && left.isAdminsOnly == right.isAdminsOnly
        && left.moderators == right.moderators && left.pins == right.pins
        && left.invited == right.invited
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(description)
    hasher.combine(pins)
  }
}
