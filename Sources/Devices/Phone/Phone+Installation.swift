public import Backend
internal import Harness
internal import Network
public import Simulator

// The app as it is put on the phone, and comes back to it.

extension Phone {
  /// Launches the app again after a kill.
  ///
  /// - Throws: ``LifeError`` when it is running.
  public func relaunch(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line
  ) async throws {
    try await launch(fileID: fileID, filePath: filePath, line: line)
  }

  /// Deletes the app with its data and installs it anew, without launching it.
  ///
  /// An iPhone's keychain keeps what the app had there (``AppKeychain``). The app gets another push token.
  ///
  /// What its person has answered about notifications is kept for a day: only an app that was away for so long asks again
  /// (``NotificationPermission/notDetermined``). Source: Apple, Technical Note TN2265, "Resetting the Push Notifications Permissions
  /// Alert on iOS". That a day is 24 hours to the nanosecond of virtual time, whatever the phone's clock shows, is ours, as is
  /// that an Android phone does the same.
  ///
  /// - Parameters:
  ///   - formerToken: What becomes of messages to the token that it had; refused by default.
  ///   - absence: How long the phone is without the app; not at all by default. The call returns once the app is there again.
  public func reinstall(
    formerToken: FormerToken = .refused, after absence: Duration = .zero,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line
  ) async throws {
    world.reaches(fileID, filePath, line)
    try await waitUntilUsable()
    if lifeState != .terminated { try die("ended as the app was deleted") }
    closedByPerson()
    transfers.removeAll()
    disk.erase()
    if transport == .fcmAndroid { keychain.erase() }
    photos.set(.notDetermined)
    notifications.appRemoved(formerToken: formerToken)
    guard absence > .zero else { return }
    world.journal.record(JournalNote(.life, "deleted"), about: host.subject)
    try await world.sleep(for: absence)
    world.journal.record(JournalNote(.life, "installed"), about: host.subject)
    if absence >= Self.permissionMemory { permit(.notDetermined) }
  }

  /// How long a phone remembers what an app may do that was deleted.
  private static var permissionMemory: Duration { .days(1) }

  /// Restores the phone from a backup that was made just before, without launching the app: its data and its keychain are as they
  /// were, its notifications are gone, and it gets another push token when it asks for one. Files in `Library/Caches` and `tmp` are in
  /// no backup, nor are the queue and the cache that the database's client keeps. Another phone gets no keychain items that are of
  /// one device only (``KeychainAccessibility``).
  ///
  /// Sources: Apple, "File System Programming Guide", for the files; firebase-ios-sdk, `FLevelDBStorageEngine`
  /// (`ensureDir:markAsDoNotBackup:`), for the database; Apple Developer Forums, thread 794478, for the token; Apple,
  /// "Registering your app with APNs", for the app that asks at each launch; Apple, `kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly`,
  /// for the keychain. That no notification is left, that nothing wakes the app before it was launched, that the person stays signed
  /// in, and that a backup has the keychain at all, which an unencrypted one has for the same phone alone, is ours.
  ///
  /// - Parameters:
  ///   - isAnotherPhone: Whether the person goes on with another phone, which takes this one's place.
  ///   - formerToken: What becomes of messages to the token that it had. A week of reaching the phone is ours.
  public func restoreFromBackup(
    onAnotherPhone isAnotherPhone: Bool = false,
    formerToken: FormerToken = .reachesPhone(for: .days(7)), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line
  ) async throws {
    world.reaches(fileID, filePath, line)
    world.moment("\(name).restore")
    try await waitUntilUsable()
    if lifeState != .terminated { try die("ended as the phone was restored from a backup") }
    closedByPerson()
    world.journal.record(JournalNote(.life, "restored from a backup"), about: host.subject)
    notifications.appRemoved(formerToken: formerToken, isRestored: true)
    disk.moveContainer(isRestored: true)
    if isAnotherPhone { keychain.moveToAnotherPhone() }
    forgetDatabase()
  }

  /// Deletes what the database's client keeps on the disk. Ours: a disk that is full or protected keeps it.
  private func forgetDatabase() {
    guard disk.image.row("state", in: SyncClient.table) != nil else { return }
    var deletion = DiskTransaction()
    deletion.delete("state", in: SyncClient.table)
    try? disk.commit(deletion)
  }

  /// Puts another build of the app over this one, as the App Store does by itself, without launching it: an app that runs is
  /// ended, its data stays, and its files are in a folder of another path.
  ///
  /// A path that the app has stored as a whole leads nowhere then. Its push token, its keychain and the person's answers stay, and
  /// what would have woken the app before wakes it still; ours, as is that the new build is the same program. It finds its version in
  /// its ``AppBundle``, and so do a later installation and a backup.
  ///
  /// Source: mixxx, pull request 13493; isle-portable, pull request 856; Apple, Technical Note TN2406: an app asks the system for its
  /// folders each time; `CFBundleVersion`: an update has a higher one.
  ///
  /// - Parameters:
  ///   - version: The new version, such as "2.0"; by default the present one with its last number raised.
  ///   - build: The number of the new build, in the same way.
  public func updateApp(
    to version: String? = nil, build: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line
  ) async throws {
    world.reaches(fileID, filePath, line)
    world.moment("\(name).update")
    try await waitUntilUsable()
    if lifeState != .terminated { try die("ended as the app was updated") }
    world.journal.record(JournalNote(.life, "updated"), about: host.subject)
    bundle = bundle.updated(to: version, build: build)
    disk.moveContainer()
  }
}
