internal import Backend
public import Simulator

/// The parts of a notification that an app's extension may change before the system shows it.
///
/// Source: Apple, `UNMutableNotificationContent`.
public struct NotificationContent: Hashable, Sendable {
  /// The first line.
  public var title: String
  /// The text.
  public var body: String
  /// The number that the app's icon bears from then on; nil leaves it alone.
  public var badge: Int?
  /// The payload that the app is given when a person taps it.
  public var data: [String: String]
}

/// An app's notification service extension: a process of its own that an iPhone runs for a notification with
/// `mutable-content`, whether the app runs or not, also after its person has closed it.
///
/// It has at most 30 s until it says what is to be shown. Where it does not, the original is shown. Its process ends
/// with the notification. Sources: Apple, "Modifying content in newly delivered notifications" and
/// `UNNotificationServiceExtension`. That each notification has a process of its own is ours.
public protocol NotificationService: LaneActor {
  /// Makes the extension for one notification.
  init(services: NotificationServices)

  /// A notification has come.
  ///
  /// - Parameter show: Has the system show this content, which may be changed; only the first call counts, and the process
  ///   ends with it.
  func received(
    _ content: NotificationContent, show: @escaping @Sendable (NotificationContent) -> Void)

  /// The time is over: the last chance to have something else shown than the original. By default nothing happens.
  ///
  /// Source: Apple, `serviceExtensionTimeWillExpire()`.
  func timeWillExpire()
}

extension NotificationService {
  public func timeWillExpire() {}
}

/// The services that a phone provides to a notification service extension.
public struct NotificationServices: Sendable {
  /// The lane of the extension's main actor.
  public let lane: Lane
  /// The extension's process, with the app's disk, which both may read and write.
  ///
  /// An app that runs is not told of what the extension writes. Source: Apple, `com.apple.security.application-groups`.
  public let process: AppProcess
  /// A client of the realtime database with a connection of its own, which begins with the process.
  public let database: SyncClient
  /// What the app keeps that outlives its deletion.
  public let keychain: AppKeychain
  /// The id of the user who is signed in.
  public let user: String
}
