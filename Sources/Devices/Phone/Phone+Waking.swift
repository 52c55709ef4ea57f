internal import Simulator

// A suspended app that the system lets run for a while.

extension Phone {
  /// The time for which the system lets an app run behind the screen that waits for the network, or for which there is a
  /// push message or a response to a notification.
  ///
  /// Source: Apple, `application(_:handleEventsForBackgroundURLSession:completionHandler:)` and
  /// `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`: some 30 seconds.
  public static var wakeTime: Duration { .seconds(30) }

  /// The phone has its network back: a suspended app that has asked for it runs for a while, behind the screen.
  func wakeWithNetwork() {
    if sparesBackground { return }
    if runningProcess?.wakesWithNetwork == true { wake() }
  }

  /// Lets a suspended app run for a while, behind the screen; does nothing for others.
  func wake() {
    guard lifeState == .suspended, runningProcess != nil,
      (try? transition(on: .wake)) != nil
    else { return }
    runningProcess?.machine?.resume()
    database?.post { $0.enteredForeground() }
    tellApp()
    limitTimeBehindScreen()
  }

  /// Suspends the app a while from now if it is behind the screen then.
  func limitTimeBehindScreen() {
    suspension.cancel()
    behindScreenUntil = world.now.advanced(by: Self.wakeTime)
    suspension = schedule(after: Self.wakeTime) { phone in
      if phone.lifeState == .background { try? phone.suspend() }
    }
  }
}
