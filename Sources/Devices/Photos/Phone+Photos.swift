internal import Harness
internal import Network
internal import Simulator

extension Phone {
  /// What the app may see of the photo library. A new installation has not asked.
  public nonisolated var photoAccess: PhotoAccess { photos.access }

  /// Lets the app see more or less of the photo library, as a person does in Settings: the system ends the app, and it is
  /// launched anew where it was on the screen.
  ///
  /// Source: Apple, WWDC 2014, session 715, "User Privacy on iOS and OS X": a change of a permission ends the app by SIGKILL.
  /// That a person comes back to an app that was on the screen at once is ours.
  public func setPhotoAccess(
    _ access: PhotoAccess, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line
  ) async throws {
    world.reaches(fileID, filePath, line)
    world.moment("\(name).photo-access")
    try await waitUntilUsable()
    guard access != photoAccess else { return }
    photos.set(access)
    let state = lifeState
    guard state != .terminated else { return }
    try die("was ended since its access to photos changed")
    if state == .foreground { try start() }
  }

  /// The app has sent the person to Settings, and is behind the screen.
  ///
  /// Source: Apple, `UIApplication.openSettingsURLString`.
  func showSettings(for process: AppProcess) {
    guard process.isAlive, lifeState == .foreground else { return }
    world.journal.record(JournalNote(.life, "the app opens Settings"), about: host.subject)
    try? leaveScreen()
  }
}
