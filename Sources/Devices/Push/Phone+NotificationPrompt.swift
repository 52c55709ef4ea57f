internal import Harness
internal import Network
internal import Simulator

// The system's question whether an app may notify.

extension Phone {
  /// What the app may do with notifications: ``NotificationPermission/allowed`` on a new phone, which is ours, where a real app begins at
  /// ``NotificationPermission/notDetermined``.
  public nonisolated var permission: NotificationPermission { notifications.permission }

  /// Lets the app do more or less with notifications from now on, as a person does in Settings. What is shown already stays;
  /// without permission the icon loses its number.
  ///
  /// ``NotificationPermission/notDetermined`` stands for a phone on which nobody has answered the app's question yet.
  public func setPermission(
    _ permission: NotificationPermission, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: Int = #line
  ) {
    world.reaches(fileID, filePath, line)
    permit(permission)
  }

  /// Answers the system's question whether the app may notify: the question goes, and the app is active again and hears of it.
  ///
  /// - Throws: ``NotificationPromptMissing`` where there is no question in front of the app.
  public func answerNotificationPrompt(
    allows: Bool, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line
  ) async throws {
    world.reaches(fileID, filePath, line)
    world.moment("\(name).notification-prompt")
    try await waitUntilUsable()
    guard notifications.shade.isPromptShown else {
      throw NotificationPromptMissing(phone: name, permission: permission, state: lifeState)
    }
    world.journal.record(
      JournalNote(.scenario, allows ? "allow notifications" : "don't allow notifications"),
      about: host.subject)
    let asking = notifications.takeAsking()
    permit(allows ? .allowed : .denied)
    notifications.showPrompt(false)
    try activate()
    for told in asking { told(permission) }
  }

  func permit(_ permission: NotificationPermission) {
    notifications.permit(permission)
    world.journal.record(
      JournalNote(.life, "notifications \(permission.rawValue)"), about: host.subject)
  }

  /// The app asks whether it may notify.
  func askForPermission(
    provisionally: Bool, for process: AppProcess,
    told: @escaping @Sendable (NotificationPermission) -> Void
  ) {
    guard process.isAlive else { return }
    guard permission == .notDetermined else { return told(permission) }
    if provisionally {
      permit(.provisional)
      return told(permission)
    }
    notifications.addAsking(told)
    showDuePrompt()
  }

  /// Puts the question in front of the app, which is inactive until the person answers. One that was asked behind the screen, or
  /// that the person has left, waits until the app is in front.
  func showDuePrompt() {
    guard notifications.isAsking, lifeState == .foreground,
      (try? transition(on: .resignActive)) != nil
    else { return }
    display.cover(true)
    tellApp()
    notifications.showPrompt(true)
  }
}

/// Thrown by an answer to a question that is not there.
public struct NotificationPromptMissing: Error, Hashable, CustomStringConvertible {
  /// The phone's name.
  public let phone: String
  /// What the app may do already.
  public let permission: NotificationPermission
  /// The state of the app's life.
  public let state: LifeState

  public var description: String {
    "\(phone) does not ask whether its app may notify; expect `isPromptShown` of its notifications first. "
      + "The permission is “\(permission.rawValue)”, and the app is \(state.rawValue)"
  }
}
