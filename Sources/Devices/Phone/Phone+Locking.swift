internal import Backend
internal import Harness
internal import Network
internal import Simulator

// The lock of a phone, which its person opens with a passcode, and its restart.

extension Phone {
  /// Locks the phone: an app in front goes to the background, and its files are closed where they are protected so.
  ///
  /// Whoever opens the app has unlocked the phone before.
  public func lock(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line
  ) async throws {
    world.reaches(fileID, filePath, line)
    world.moment("\(name).lock")
    try await waitUntilUsable()
    guard !lock.isLocked else { return }
    if lifeState.isInFront { try leaveScreen() }
    lock.lock()
    world.journal.record(JournalNote(.life, "locked"), about: host.subject)
    lockTimer = schedule(after: PhoneLock.keyLife, background: true) { phone in
      phone.lock.loseKey()
      phone.protectFiles()
    }
  }

  /// Unlocks the phone without opening the app.
  public func unlock(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line
  ) async throws {
    world.reaches(fileID, filePath, line)
    world.moment("\(name).unlock")
    try await waitUntilUsable()
    unlockWhereLocked()
  }

  /// Switches the phone off and on: every process ends, connections are gone, and the phone is locked until somebody unlocks it or
  /// opens the app. Notifications come meanwhile, and background pushes launch the app, which cannot use its files.
  ///
  /// An app that its person has closed may be woken again. Sources: Apple, "Encrypting Your App's Files", and
  /// `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`. The time is ours; that the network is back at once stands
  /// for a mobile one, as phones know no Wi-Fi's password before they are unlocked.
  ///
  /// - Parameter bootTime: The time until the phone is up; the call returns then.
  public func restart(
    bootTime: Duration = .seconds(30), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line
  ) async throws {
    world.reaches(fileID, filePath, line)
    world.moment("\(name).restart")
    try await waitUntilUsable()
    if lifeState != .terminated { try die("ended with the phone, which was switched off and on") }
    endServices()
    if launchCount > 0 { isClosed = false }
    lockTimer.cancel()
    lock.restart()
    bootedAt = world.now
    world.journal.record(JournalNote(.life, "switched off and on"), about: host.subject)
    protectFiles()
    let isOn = network.isInterfaceSwitchedOn(of: host)
    network.switchInterface(of: host, on: false)
    try await world.sleep(for: bootTime)
    guard isOn else { return }
    network.switchInterface(of: host, on: true)
    noteReconnection()
  }

  /// The app is launched on the screen: the phone is in somebody's hands.
  func cameToScreen() {
    isClosed = false
    wakeFromDoze()
    unlockWhereLocked()
  }

  func unlockWhereLocked() {
    guard lock.isLocked else { return }
    lockTimer.cancel()
    lock.unlock()
    world.journal.record(JournalNote(.life, "unlocked"), about: host.subject)
    protectFiles()
  }

  /// Closes or opens the app's files as the lock is; an app that can use them again is told.
  private func protectFiles() {
    let isClosed = lock.isClosed(App.fileProtection(for: configuration))
    guard isClosed != disk.isProtected else { return }
    disk.setProtected(isClosed)
    if !isClosed { tellRunningApp { $0.protectedDataBecameAvailable() } }
  }
}
