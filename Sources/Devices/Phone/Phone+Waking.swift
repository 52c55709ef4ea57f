internal import Harness
internal import Simulator

// An app that runs behind the screen, for as long as the system lets it.

extension Phone {
  /// Gives the app other times behind the screen from now on; a time that has begun ends as it was to.
  public func setBackgroundTimes(
    _ times: BackgroundTimes, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) {
    world.reaches(fileID, filePath, line)
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    let verb = "\(name).setBackgroundTimes(_:)"
    for time in [times.plain, times.task - times.plain, times.wake, times.expiry] {
      guard world.takes(time, verb, at: location) else { return }
    }
    backgroundTimes = times
  }

  /// The phone has its network back: a suspended app that has asked for it runs for a while, behind the screen.
  func wakeWithNetwork() {
    if sparesBackground { return }
    if runningProcess?.wakesWithNetwork == true { wake() }
  }

  /// Lets a suspended app run for a while, behind the screen; does nothing for others.
  ///
  /// The database's client does not hear of it: one that waits for its next attempt to connect goes on waiting.
  /// Source: firebase-ios-sdk, `FPersistentConnection` (`setupNotifications`), which observes
  /// `UIApplicationWillEnterForegroundNotification`.
  func wake() {
    guard lifeState == .suspended, runningProcess != nil,
      (try? transition(on: .wake)) != nil
    else { return }
    runningProcess?.machine?.resume()
    tellApp()
    limitTimeBehindScreen()
  }

  /// Suspends the app a while from now if it is behind the screen then; its background tasks expire first.
  func limitTimeBehindScreen() {
    suspension.cancel()
    // What it runs for now does not end with its background tasks.
    _ = runningProcess?.awaitBackgroundTasks {}
    timesBehindScreen.begin(until: world.now.advanced(by: backgroundTimes.wake))
    suspension = schedule(after: backgroundTimes.wake) { $0.backgroundTasksExpire() }
  }

  /// A handler by which an app says that it has done what it was given its last time behind the screen for. It is suspended then,
  /// unless another time or a background task goes on; in front it has no effect.
  func timeEndsEarly() -> @Sendable () -> Void {
    let number = timesBehindScreen.last
    return { [weak self] in
      self?.post { phone in
        guard phone.timesBehindScreen.finish(number), phone.lifeState == .background else { return }
        phone.suspension.cancel()
        guard let end = phone.timesBehindScreen.end(after: phone.world.now) else {
          return phone.backgroundTimeIsOver()
        }
        phone.suspension = phone.schedule(at: end) { $0.backgroundTimeIsOver() }
      }
    }
  }

  /// The time that every app has is over: one that asked for more goes on until it is done, or that time is over as well.
  func backgroundTimeIsOver() {
    guard lifeState == .background, let process = runningProcess else { return }
    let isAsked = process.awaitBackgroundTasks { [weak self] in
      self?.post { phone in
        if phone.lifeState == .background, process.isAlive { try? phone.suspend() }
      }
    }
    guard isAsked else { return (try? suspend()) ?? () }
    suspension = schedule(after: backgroundTimes.task - backgroundTimes.plain) { phone in
      phone.backgroundTasksExpire()
    }
  }

  /// Suspends an app without background tasks; tells one that has some that its time is over, and ends it where it does not end
  /// them.
  ///
  /// Source: Apple, `beginBackgroundTask(expirationHandler:)`: an app that fails to end its tasks is terminated.
  private func backgroundTasksExpire() {
    guard lifeState == .background, let running = running.withValue({ $0 }) else { return }
    guard running.process.hasBackgroundTask else { return (try? suspend()) ?? () }
    running.process.expireBackgroundTasks(on: running.app.lane)
    suspension = schedule(after: backgroundTimes.expiry) { phone in
      guard phone.lifeState == .background else { return }
      let isDone = running.process.hasBackgroundTask == false
      guard !isDone else { return (try? phone.suspend()) ?? () }
      try? phone.die("was ended by the system, since its background tasks did not end")
    }
  }
}
