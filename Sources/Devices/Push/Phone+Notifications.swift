internal import Backend
internal import Harness
internal import Network
internal import Simulator

extension Phone {
  /// A push message reached the phone.
  func received(_ id: PushID, _ message: PushMessage) {
    guard message.notification != nil else { return receivedInBackground(id, message) }
    // An extension is not employed where nothing is shown (Apple, "Modifying content in newly delivered notifications").
    if permission.showsNotifications, serve(id, message) { return }
    show(id, message)
  }

  /// Shows a notification as far as the person allows it; an app in the foreground is asked, also about one that would come quietly
  /// (Apple, `userNotificationCenter(_:willPresent:withCompletionHandler:)`).
  func show(_ id: PushID, _ message: PushMessage) {
    guard let content = message.notification else { return }
    let notification = DeliveredNotification(id: id, content, of: message, at: world.now)
    guard permission.showsNotifications else {
      world.journal.record(
        .screen, about: host.subject, notification, "not allowed: \(notification)")
      return
    }
    let badge = permission.showsBadges ? message.badge : nil
    let isQuiet = !permission.showsBanners
    guard lifeState.isInFront, let app = runningApp else {
      notifications.present(notification, badge: badge, quietly: isQuiet)
      return
    }
    let (centre, subject, journal) = (notifications, host.subject, world.journal)
    app.post { app in
      if app.shouldPresent(notification) {
        centre.present(notification, badge: App.keepsOwnBadge ? nil : badge, quietly: isQuiet)
      } else {
        journal.record(.screen, about: subject, notification, "no banner for \(notification)")
      }
    }
  }

  /// Push messages were dropped, since too many waited for the phone.
  func pushMessagesDeleted(_ count: Int) {
    tellRunningApp { $0.pushMessagesDeleted(count) }
  }

  /// Taps a notification: it is gone, and the app comes to the foreground and is told.
  ///
  /// - Parameter isMeant: Picks the notification; the newest of several is tapped.
  /// - Throws: ``NotificationMissing`` where there is none.
  public func tapNotification(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    where isMeant: @Sendable (DeliveredNotification) -> Bool = { _ in true }
  ) async throws {
    world.reaches(fileID, filePath, line)
    try await waitUntilUsable()
    guard let notification = notifications.newest(where: isMeant) else {
      throw NotificationMissing(phone: name, shade: notifications.shade)
    }
    world.journal.record(.scenario, about: host.subject, notification, "tap \(notification)")
    notifications.remove { $0.id == notification.id }
    switch lifeState {
    case .terminated: try start()
    case .background, .suspended: try comeForward()
    case .inactive: try activate()
    case .foreground: break
    }
    tellRunningApp { $0.tapped(notification) }
  }

  /// Responds to a notification without opening the app: the notification is gone, and the app runs behind the screen for it.
  ///
  /// - Parameter isMeant: Picks the notification; the newest of several is meant.
  /// - Throws: ``NotificationMissing`` where there is none.
  public func respond(
    _ response: NotificationResponse, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: Int = #line,
    where isMeant: @Sendable (DeliveredNotification) -> Bool = { _ in true }
  ) async throws {
    world.reaches(fileID, filePath, line)
    try await waitUntilUsable()
    guard let notification = notifications.newest(where: isMeant) else {
      throw NotificationMissing(phone: name, shade: notifications.shade)
    }
    world.journal.record(
      .scenario, about: host.subject, notification, "\(response) \(notification)")
    notifications.remove { $0.id == notification.id }
    handOver(response, to: notification)
  }

  /// Tells the app of a response; it is launched for it where it does not run.
  private func handOver(_ response: NotificationResponse, to notification: DeliveredNotification) {
    if held.withValue({ $0.isGone }) { return }
    switch lifeState {
    case .terminated: try? start(behindScreen: true)
    case .suspended: wake()
    case .background: limitTimeBehindScreen()
    case .foreground, .inactive: break
    }
    tellRunningApp { $0.responded(response, to: notification) }
  }

  /// Swipes notifications away. An app that wants to hear of it does.
  ///
  /// - Parameter isMeant: Picks the notifications; all by default.
  /// - Throws: ``NotificationMissing`` where there is none.
  public func clearNotifications(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    where isMeant: @Sendable (DeliveredNotification) -> Bool = { _ in true }
  ) async throws {
    world.reaches(fileID, filePath, line)
    try await waitUntilUsable()
    let cleared = notifications.notifications.filter(isMeant)
    if cleared.isEmpty { throw NotificationMissing(phone: name, shade: notifications.shade) }
    notifications.remove(where: isMeant)
    guard App.notificationResponses.contains(.dismissed) else { return }
    for notification in cleared { handOver(.dismissed, to: notification) }
  }
}

/// Thrown where a person would touch a notification that is not there.
public struct NotificationMissing: Error, CustomStringConvertible {
  /// The phone's name.
  public let phone: String
  /// The notifications that are there instead.
  public let shade: NotificationShade

  public var description: String {
    "\(phone) has no such notification; expect it first. It shows: \(shade)"
  }
}
