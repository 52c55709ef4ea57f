public import Backend
internal import Network
public import Simulator

/// A phone's notification centre: part of its system, so it outlives the app's processes.
///
/// It may be called at once from any lane of its world, as an operating system is. Source of the rules: Apple, "User
/// Notifications"; one with a collapse key takes the place of an earlier one (`apns-collapse-id`).
public final class NotificationCentre: Sendable {
  let display: Display<NotificationShade>
  private let world: World
  private let subject: JournalSource
  private let state: WorldBound<State>
  private let makeClient: @Sendable () -> PushClient

  private struct State {
    var shade = NotificationShade()
    // Ours: a real app begins without one.
    var permission = NotificationPermission.allowed
    /// The apps' processes that wait for the person's answer; there is no question where none does.
    var asking: [@Sendable (NotificationPermission) -> Void] = []
    /// The phone's connection to the push service; made when the app first asks for it.
    var client: PushClient?
  }

  init(in world: World, of subject: JournalSource, makeClient: @escaping @Sendable () -> PushClient)
  {
    self.world = world
    self.subject = subject
    self.makeClient = makeClient
    state = WorldBound(State(), in: world)
    display = Display(in: world, of: subject)
    let shade = NotificationShade()
    display.show(shade, "no notifications")
  }

  /// The notifications and the badge as the person sees them.
  public var shade: NotificationShade { state.withValue { $0.shade } }
  /// The notifications that nobody has tapped or removed, oldest first.
  public var notifications: [DeliveredNotification] { shade.notifications }
  /// The number on the app's icon.
  public var badge: Int { shade.badge }

  /// Removes notifications, as a person's swipe or the app does; does nothing where there are none.
  public func remove(where isMeant: (DeliveredNotification) -> Bool) {
    change("removed") { $0.notifications.removeAll(where: isMeant) }
  }

  /// The newest of the notifications that are meant.
  public func newest(
    where isMeant: (DeliveredNotification) -> Bool = { _ in true }
  ) -> DeliveredNotification? {
    notifications.last(where: isMeant)
  }

  func setBadge(_ count: Int) {
    guard permission.showsBadges else { return }
    change("badge \(count)") { $0.badge = max(0, count) }
  }

  /// What the person lets the app do.
  var permission: NotificationPermission { state.withValue { $0.permission } }

  /// Lets the app do more or less; an icon that may bear no number loses the one that it has.
  func permit(_ permission: NotificationPermission) {
    state.withValue { $0.permission = permission }
    let showsBadge = permission.showsBadges
    guard showsBadge != shade.showsBadge else { return }
    change(showsBadge ? "the icon may bear a number" : "the icon may bear no number") { shade in
      shade.showsBadge = showsBadge
      if !showsBadge { shade.badge = 0 }
    }
  }

  /// Whether an app waits for the person's answer.
  var isAsking: Bool { state.withValue { !$0.asking.isEmpty } }

  func addAsking(_ told: @escaping @Sendable (NotificationPermission) -> Void) {
    state.withValue { $0.asking.append(told) }
  }

  func takeAsking() -> [@Sendable (NotificationPermission) -> Void] {
    state.withValue { state in
      defer { state.asking = [] }
      return state.asking
    }
  }

  /// Puts the question whether the app may notify in front of it, or takes it away.
  func showPrompt(_ isShown: Bool) {
    guard isShown != shade.isPromptShown else { return }
    change(isShown ? "asks whether the app may notify" : "asks no more") {
      $0.isPromptShown = isShown
    }
  }

  /// Shows a notification, with a banner unless it is to come quietly.
  func present(_ notification: DeliveredNotification, badge: Int?, quietly: Bool = false) {
    change("\(quietly ? "quietly" : "banner") \(notification)") { shade in
      if let key = notification.collapseKey {
        shade.notifications.removeAll { $0.collapseKey == key }
      }
      shade.notifications.append(notification)
      if !quietly { shade.bannerCount += 1 }
      if let badge { shade.badge = max(0, badge) }
    }
  }

  /// Asks the push service for the app's token, or tells the one that the app has.
  func register(_ tell: @escaping @Sendable (PushToken) -> Void) {
    let client = state.withValue { state in
      let client = state.client ?? makeClient()
      state.client = client
      return client
    }
    client.post { $0.register(tell) }
  }

  /// The phone dozes, so that only urgent messages are to come, or does so no more.
  func setDozing(_ isDozing: Bool) {
    state.withValue { $0.client }?.post { $0.setDozing(isDozing) }
  }

  /// Gives the app's token up.
  func unregister(_ tell: @escaping @Sendable () -> Void) {
    guard let client = state.withValue({ $0.client }) else { return tell() }
    client.post { client in
      client.unregister()
      tell()
    }
  }

  /// The app is deleted, or the phone restored: what it showed goes with it, and its token is its own no more.
  func appRemoved(formerToken: FormerToken, isRestored: Bool = false) {
    change("notifications erased") { shade in
      shade.notifications = []
      shade.badge = 0
    }
    state.withValue { $0.client }?.post {
      $0.giveUpToken(as: formerToken, isRestored: isRestored)
    }
  }

  private func change(_ what: @autoclosure () -> String, _ body: (inout NotificationShade) -> Void)
  {
    // Changed outside of the centre's own state: what is meant may depend on what it shows.
    var shade = self.shade
    body(&shade)
    state.withValue { $0.shade = shade }
    display.show(shade, what())
  }
}

/// The operations of one launch of an app on its phone's notifications; without effect once its process has died.
public struct AppNotifications: Sendable {
  private let centre: NotificationCentre
  private let process: AppProcess
  private let ask: @Sendable (Bool, @escaping @Sendable (NotificationPermission) -> Void) -> Void

  init(
    centre: NotificationCentre, process: AppProcess,
    ask:
      @escaping @Sendable (Bool, @escaping @Sendable (NotificationPermission) -> Void) -> Void
  ) {
    self.centre = centre
    self.process = process
    self.ask = ask
  }

  /// What the person lets the app do with notifications.
  ///
  /// Source: Apple, `UNUserNotificationCenter.getNotificationSettings(completionHandler:)`, which tells it by a callback.
  public var permission: NotificationPermission { centre.permission }

  /// Asks the person whether the app may notify, by a question of the system in front of it, during which the app is inactive; `app`
  /// hears of the answer in a step of its own. Where they have answered before, there is no question, and the app hears of that
  /// answer. A question that nobody has answered when the process ends is gone, and may be asked again.
  ///
  /// Source: Apple, "Asking permission to use notifications". That the question of an app behind the screen waits until it is in
  /// front is ours.
  ///
  /// - Parameter provisionally: Whether to begin a trial without a question: ``NotificationPermission/provisional``.
  public func requestPermission<App: LaneActor>(
    provisionally: Bool = false, on app: App,
    _ answered: @escaping @Sendable (isolated App, NotificationPermission) -> Void
  ) {
    guard process.isAlive else { return process.noteAttempt("ask for permission to notify") }
    let process = process
    ask(provisionally) { [weak app] permission in
      app?.post { app in
        if process.isAlive { answered(app, permission) }
      }
    }
  }

  /// Asks for the token under which the backend reaches this installation of the app.
  ///
  /// - Parameter tell: Called once, on a lane of the system: at once where the app has a token, otherwise when the push
  ///   service has given one. Never after the process's end.
  public func register(_ tell: @escaping @Sendable (PushToken) -> Void) {
    guard process.isAlive else { return process.noteAttempt("register for push messages") }
    let process = process
    centre.register { token in
      if process.isAlive { tell(token) }
    }
  }

  /// Gives the app's token up: messages to it are refused from now on. The next ``register(_:)`` gets another one.
  public func unregister(_ tell: @escaping @Sendable () -> Void = {}) {
    guard process.isAlive else { return process.noteAttempt("give its push token up") }
    let process = process
    centre.unregister {
      if process.isAlive { tell() }
    }
  }

  /// The app's notifications that nobody has tapped or removed, oldest first; none for a dead process.
  public var delivered: [DeliveredNotification] {
    process.isAlive ? centre.notifications : []
  }

  /// Removes notifications, as when their conversation was read.
  public func remove(where isMeant: (DeliveredNotification) -> Bool) {
    guard process.isAlive else { return process.noteAttempt("remove notifications") }
    centre.remove(where: isMeant)
  }

  /// Sets the number on the app's icon; 0 for none.
  public func setBadge(_ count: Int) {
    guard process.isAlive else { return process.noteAttempt("set the badge") }
    centre.setBadge(count)
  }
}
