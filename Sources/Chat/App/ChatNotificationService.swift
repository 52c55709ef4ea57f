internal import Backend
internal import Devices
internal import Simulator

/// The chat's notification service extension: it tells the author of a message that it has reached this phone (C-03), and
/// has the notification shown as it is.
///
/// The app may be suspended, or gone; what it does about the message later comes to the same. Where the backend cannot be
/// reached in time, the author hears of the delivery when the app runs.
actor ChatNotificationService: NotificationService {
  nonisolated let lane: Lane
  private let services: NotificationServices
  /// Has the notification shown as it came.
  private var showOriginal: (@Sendable () -> Void)?

  init(services: NotificationServices) {
    lane = services.lane
    self.services = services
  }

  func received(
    _ content: NotificationContent, show: @escaping @Sendable (NotificationContent) -> Void
  ) {
    guard let conversation = content.data["conversation"], let message = content.data["arrived"]
    else { return show(content) }
    showOriginal = { show(content) }
    let place = ChatPaths.deliveries(in: ConversationID(conversation))
      .child(Key(services.user)).child(Key(message))
    // A refusal tells that another phone of the user, or the app itself, was faster.
    services.database.post { database in
      database.set(place, to: Node(.timestamp)) { _ in show(content) }
    }
  }

  func timeWillExpire() { showOriginal?() }
}
