public import Simulator

/// An app that phones can run: the actor on its main thread.
///
/// A team's own app conforms to it and takes the place of the chat.
public protocol PhoneApp: LaneActor {
  /// The app's screen as the person sees it.
  associatedtype Screen: Sendable, Equatable, Digestible, CustomStringConvertible
  /// The settings that every launch is given beside the phone's services.
  associatedtype Configuration: Sendable

  /// Whether the app touches nothing that others touch too, but through the phone's services; by default false.
  ///
  /// An exploration relies on it when it leaves out orders that come to the same; see ``Lane/isConfined``.
  static var isConfined: Bool { get }

  /// Whether the app has a client of the realtime database, which connects when the app is launched; by default it has one.
  static var usesDatabase: Bool { get }

  /// Makes the app before its first step; ``start()`` follows as a step of its own.
  init(services: PhoneServices<Screen>, configuration: Configuration)

  /// Reads the disk, shows the first screen, and goes to work.
  func start()

  /// A person is about to touch the screen: the time to show what has arrived and is not drawn yet. By default nothing waits.
  func drawPending()

  /// The app went to the background, was covered by the system, or came back. By default nothing happens.
  func lifeChanged(to state: LifeState)

  /// Times read differently from now on: the clock or its zone was set, or daylight saving time has begun or ended. An
  /// app that is suspended then hears of it in the foreground, of several changes once. By default nothing happens.
  ///
  /// Source: Apple, `applicationSignificantTimeChange(_:)`, which says how it is queued, and `NSSystemTimeZoneDidChange`.
  /// Midnight, of which the system tells apps too, is not told of here.
  func significantTimeChange()

  /// The person has changed how apps are to look. An app that is suspended then hears of it in the foreground, of several
  /// changes once. By default nothing happens.
  ///
  /// Source: Apple, `traitCollectionDidChange(_:)`.
  func traitsChanged(to traits: PhoneTraits)

  /// A notification arrived while the app is in the foreground; whether the system shows it. By default it does.
  func shouldPresent(_ notification: DeliveredNotification) -> Bool

  /// The person, or the system, has switched Low Power Mode; ``PhoneServices/isLowPowerModeEnabled`` tells it. By default nothing
  /// happens.
  ///
  /// Source: Apple, `NSProcessInfoPowerStateDidChange`.
  func powerStateChanged()

  /// What the bundle of the app says of it when it is first installed; ``Phone/updateApp(to:build:fileID:filePath:line:)`` raises
  /// its version. By default it is version 1.0, build 1.
  static func bundle(for configuration: Configuration) -> AppBundle

  /// When the app can use its files; by default from the first unlocking on, as the platform has it.
  static func fileProtection(for configuration: Configuration) -> FileProtection

  /// The app can use its files, which it could not before. By default nothing happens.
  ///
  /// An app that was launched behind the screen before the first unlocking should begin its work here. Source: Apple,
  /// `applicationProtectedDataDidBecomeAvailable(_:)`.
  func protectedDataBecameAvailable()

  /// The app's notification service extension; nil, the default, where it has none.
  static func notificationService(
    for configuration: Configuration
  ) -> (any NotificationService.Type)?

  /// Whether the app keeps the number on its icon itself while it is in the foreground, so that a notification that arrives
  /// then does not change it; by default false.
  ///
  /// Source: Apple, `UNNotificationPresentationOptions.badge`.
  static var keepsOwnBadge: Bool { get }

  /// A push message without notification arrived. An app behind the screen runs for it, a suspended one too, and calls the handler
  /// once it has done its work: it is suspended then. By default nothing happens, and it has ``BackgroundTimes/wake``. On Android
  /// the handler has no effect.
  ///
  /// Source: Apple, `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)` and "Pushing background updates to
  /// your App".
  func received(_ data: [String: String], completionHandler: @escaping @Sendable () -> Void)

  /// The system has resumed or launched the app behind the screen, since all transfers of a background session have ended. The app
  /// makes a session of that identifier where it has none, and calls the handler once it has done its work: it is suspended then.
  /// By default nothing happens, and it has ``BackgroundTimes/wake``.
  ///
  /// Source: Apple, `application(_:handleEventsForBackgroundURLSession:completionHandler:)`.
  func handleEventsForBackgroundURLSession(
    _ identifier: String, completionHandler: @escaping @Sendable () -> Void)

  /// A person tapped a notification; the app is in the foreground. By default nothing happens.
  func tapped(_ notification: DeliveredNotification)

  /// The responses to a notification, beside a tap, of which the app wants to hear; by default none.
  ///
  /// A generated day draws from them; the text of a reply is the day's own. Source: Apple, "Declaring your actionable
  /// notification types"; a swipe away is told to apps that ask for it (`customDismissAction`).
  static var notificationResponses: [NotificationResponse] { get }

  /// A person responded to a notification without opening the app, which runs behind the screen for it. By default nothing
  /// happens.
  func responded(_ response: NotificationResponse, to notification: DeliveredNotification)

  /// So many push messages were dropped before they arrived. By default nothing happens.
  func pushMessagesDeleted(_ count: Int)

  /// What the app holds and has not handed on, a line each, for the story of a failure; read between steps. By default nothing.
  var unfinishedWork: [String] { get }

  /// The part of a screen that the person sees, where its value also holds what something else covers; by default all of
  /// it. Expectations look at this part.
  static func visible(_ screen: Screen) -> Screen

  /// The steps that bring a person back to a screen after the app has died under their hands and was launched again;
  /// nil where the first screen is the one.
  static func navigation(restoring screen: Screen) -> (@Sendable (isolated Self) -> Void)?
}

extension PhoneApp {
  public static var isConfined: Bool { false }
  public static var usesDatabase: Bool { true }
  public func drawPending() {}
  public func lifeChanged(to state: LifeState) {}
  public func significantTimeChange() {}
  public func traitsChanged(to traits: PhoneTraits) {}
  public func shouldPresent(_ notification: DeliveredNotification) -> Bool { true }
  public func received(
    _ data: [String: String], completionHandler: @escaping @Sendable () -> Void
  ) {}
  public func handleEventsForBackgroundURLSession(
    _ identifier: String, completionHandler: @escaping @Sendable () -> Void
  ) {}
  public func tapped(_ notification: DeliveredNotification) {}
  public static var notificationResponses: [NotificationResponse] { [] }
  public func responded(_ response: NotificationResponse, to notification: DeliveredNotification) {}
  public func pushMessagesDeleted(_ count: Int) {}
  public static var keepsOwnBadge: Bool { false }
  public static func bundle(for configuration: Configuration) -> AppBundle { AppBundle() }
  public static func fileProtection(for configuration: Configuration) -> FileProtection {
    .completeUntilFirstUserAuthentication
  }
  public func protectedDataBecameAvailable() {}
  public func powerStateChanged() {}
  public static func notificationService(
    for configuration: Configuration
  ) -> (any NotificationService.Type)? { nil }
  public var unfinishedWork: [String] { [] }
  public static func visible(_ screen: Screen) -> Screen { screen }
  public static func navigation(restoring screen: Screen) -> (@Sendable (isolated Self) -> Void)? {
    nil
  }
}

/// The services that a phone provides to one launch of an app.
public struct PhoneServices<Screen: Sendable & Equatable & Digestible>: Sendable {
  /// The lane of the app's main actor.
  public let lane: Lane
  /// The process, with its disk, its clock and its timers.
  public let process: AppProcess
  /// The client of the realtime database.
  public let database: SyncClient
  /// The network, for whatever else the app talks to.
  public let network: AppNetwork
  /// The client of file storage.
  public let storage: StorageClient
  /// The phone's notifications.
  public let notifications: AppNotifications
  /// The id of the user who is signed in.
  public let user: String
  /// The phone's language and region when the app was launched.
  public let locale: PhoneLocale
  /// The look of apps when this one was launched; ``PhoneApp/traitsChanged(to:)`` tells of changes.
  public let traits: PhoneTraits
  /// The phone's photo library.
  public let photos: AppPhotoLibrary
  /// VoiceOver, for what a change on the screen has to tell.
  public let voiceOver: AppVoiceOver
  /// The uploads that the phone's system carries out for the app.
  public let backgroundSession: AppBackgroundSession
  /// What the app keeps that outlives its deletion.
  public let keychain: AppKeychain
  let lowPower: WorldBound<Bool>
  /// Whether the system launched the app behind the screen.
  public let isLaunchedBehindScreen: Bool
  @usableFromInline let display: Display<Screen>
  let keys: WorldBound<AppKeys>
  private let showSettings: @Sendable () -> Void

  init(
    lane: Lane, process: AppProcess, database: SyncClient, network: AppNetwork,
    storage: StorageClient,
    notifications: AppNotifications, user: String,
    locale: PhoneLocale, traits: PhoneTraits, photos: AppPhotoLibrary,
    voiceOver: AppVoiceOver, backgroundSession: AppBackgroundSession, keychain: AppKeychain,
    lowPower: WorldBound<Bool>, isLaunchedBehindScreen: Bool, display: Display<Screen>,
    openSettings: @escaping @Sendable () -> Void
  ) {
    self.lane = lane
    self.process = process
    self.database = database
    self.network = network
    self.storage = storage
    self.notifications = notifications
    self.user = user
    self.locale = locale
    self.traits = traits
    self.photos = photos
    self.voiceOver = voiceOver
    self.backgroundSession = backgroundSession
    self.keychain = keychain
    self.lowPower = lowPower
    self.isLaunchedBehindScreen = isLaunchedBehindScreen
    self.display = display
    showSettings = openSettings
    keys = WorldBound(AppKeys(), in: lane.world)
  }

  /// Whether the phone spares its battery.
  ///
  /// Source: Apple, `ProcessInfo.isLowPowerModeEnabled`.
  public var isLowPowerModeEnabled: Bool { lowPower.withValue { $0 } }

  /// Opens the phone's Settings at the page of the app, which goes behind the screen.
  ///
  /// Source: Apple, `UIApplication.openSettingsURLString`.
  public func openSettings() { showSettings() }

  /// Shows a screen; nothing when the process has died.
  ///
  /// - Parameter change: The change in words, for stories.
  @inlinable
  public func show(_ screen: Screen, _ change: @autoclosure () -> String) {
    guard process.isAlive else { return process.noteAttempt("show a screen") }
    display.show(screen, change())
  }
}

extension PhoneServices where Screen: CustomStringConvertible {
  /// Shows a screen; nothing when the process has died.
  ///
  /// Stories tell the lines of its description that went and came. So the description must be the same in every process: it
  /// must not list a `Set` or a `Dictionary` as it is.
  public func show(_ screen: Screen) {
    guard process.isAlive else { return process.noteAttempt("show a screen") }
    let before = display.screen
    guard screen != before else { return }
    let text = screen.description
    display.show(screen, ScreenChanges.text(from: before?.description, to: text))
  }
}
