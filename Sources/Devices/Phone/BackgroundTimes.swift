/// The times that a phone's system gives an app behind the screen.
///
/// Apple publishes few numbers, and none that it promises; an app has to come through with less. See
/// ``Phone/setBackgroundTimes(_:fileID:filePath:line:)``.
public struct BackgroundTimes: Hashable, Sendable {
  /// The time from leaving the screen to the suspension.
  ///
  /// Source: Apple, `applicationDidEnterBackground(_:)`: an app has about five seconds to finish.
  public var plain: Duration
  /// The time from leaving the screen to the expiry of the app's background tasks
  /// (``AppProcess/beginBackgroundTask(expired:)``); no less than ``plain``.
  ///
  /// Source: Apple, "Extending your app's background execution time": the system grants a limited time and publishes no
  /// number; `backgroundTimeRemaining` begins at about 30 s.
  public var task: Duration
  /// The time for which the system lets an app run behind the screen that it has woken or launched there: for the network, a
  /// push message, the end of its transfers, or a response to a notification.
  ///
  /// Source: Apple, `application(_:handleEventsForBackgroundURLSession:completionHandler:)` and
  /// `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`: some 30 seconds.
  public var wake: Duration
  /// The time that an app has to end its tasks once they have expired; then it is ended. Ours: Apple publishes none.
  public var expiry: Duration

  /// Makes times, by default those that are named at each property: 5 s, 30 s, 30 s, and 1 s.
  public init(
    plain: Duration = .seconds(5), task: Duration = .seconds(30), wake: Duration = .seconds(30),
    expiry: Duration = .seconds(1)
  ) {
    self.plain = plain
    self.task = task
    self.wake = wake
    self.expiry = expiry
  }
}
