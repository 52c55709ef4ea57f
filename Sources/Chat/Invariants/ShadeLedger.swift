internal import Backend
internal import Devices
internal import Simulator

/// The notifications that one phone shows, and the number on the app's icon (I-15).
///
/// A banner is judged by what this very phone can know: while the app runs in the foreground it decides, and it has no
/// banner for what is on its screen or was read; otherwise the system shows what the backend sends, which sends nothing of
/// the user's own and nothing to who was no member when the message was sent.
struct ShadeLedger: Sendable {
  private var known: Set<PushID> = []
  /// The number on the icon.
  private(set) var badge = 0
  /// Whether the icon may bear a number.
  private(set) var showsBadge = true
  /// The notifications that nobody has tapped or removed.
  private(set) var notifications: [DeliveredNotification] = []

  /// What the phone knew of a notification's message when the banner came.
  struct Knowledge {
    let user: UserID
    let message: BackendLedger.StoredMessage?
    /// Whether the message was sent to the user, as far as that is known.
    let isSent: Bool
    /// Whether the app was in the foreground since an earlier instant, with the conversation open.
    let isOnScreen: Bool
    /// Whether the app was in the foreground and had the message read on its disk since an earlier instant.
    let isRead: Bool
    /// Whether the user had muted the conversation before the message came to the backend, and until now.
    let isMuted: Bool
  }

  /// Two notifications of messages of one conversation, of which there is never more than one (PM-05); nil where there are none.
  var double: (DeliveredNotification, DeliveredNotification)? {
    var byConversation: [ConversationID: DeliveredNotification] = [:]
    for notification in notifications where notification.message != nil {
      guard let conversation = notification.conversation else { continue }
      if let other = byConversation.updateValue(notification, forKey: conversation) {
        return (other, notification)
      }
    }
    return nil
  }

  /// The phone shows other notifications or another number; returns those that are new.
  mutating func show(_ next: NotificationShade) -> [DeliveredNotification] {
    badge = next.badge
    showsBadge = next.showsBadge
    notifications = next.notifications
    return next.notifications.filter { known.insert($0.id).inserted }
  }

  /// Judges a banner.
  ///
  /// - Parameter mistake: What is wrong with it by what the backend has stored; nil where nothing is.
  static func judge(
    _ notification: DeliveredNotification, _ knowledge: Knowledge, _ mistake: String? = nil,
    on phone: String
  ) -> Breach? {
    let user = knowledge.user
    let problem: String? =
      if knowledge.isOnScreen {
        "its conversation is on the screen"
      } else if knowledge.isRead {
        "it was read"
      } else if knowledge.isMuted {
        "\(user) has muted the conversation"
      } else if let message = knowledge.message, message.author == user {
        "it is of \(user)'s own"
      } else if let message = knowledge.message, !knowledge.isSent {
        "it was sent to \(message.members.sorted()), and so not to \(user)"
      } else { mistake }
    return problem.map {
      Breach(
        of: "I-15",
        "no banner on \(phone) for what is \(user)'s own, read, muted, on the screen, made up or not for \(user)",
        "\(notification): \($0)")
    }
  }
}
