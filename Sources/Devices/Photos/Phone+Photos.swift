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

  /// The pictures in the phone's photo library, the newest first, whatever the app may see of them.
  public nonisolated var savedPhotos: [Picture] { photos.pictures }

  /// The pictures that the person has selected for the app, the newest first; what it sees while its access is limited.
  public nonisolated var selectedPhotos: [Picture] { photos.selection }

  /// Puts a picture into the phone's photo library, as a person does who takes one or saves one from elsewhere; nothing happens
  /// where it is there.
  ///
  /// An app with full access may see it at once. With a limited library it sees it once it is selected
  /// (``selectPhotos(_:fileID:filePath:line:)``).
  public func savePhoto(
    _ picture: Picture, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) {
    world.reaches(fileID, filePath, line)
    let clock = wallClock.withValue { $0 }
    photos.save(picture, at: clock.nanoseconds(at: world.now) / 1_000_000)
  }

  /// Selects pictures of the library for the app, and no others: what it sees while its access is limited.
  ///
  /// A selection before the system's prompt is answered is what the person selects behind Limit Access. The app goes on and
  /// is told (``AppPhotoLibrary/watchChanges(on:_:)``). Source: Apple, WWDC 2020, session 10641, "Handle the Limited Photos
  /// Library in your app".
  ///
  /// - Parameter pictures: Pictures of ``savedPhotos``; another one ends the run as misused.
  public func selectPhotos(
    _ pictures: [Picture], fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line
  ) {
    world.reaches(fileID, filePath, line)
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    let saved = savedPhotos
    guard
      world.takes(
        pictures.allSatisfy(saved.contains), "\(name).selectPhotos(_:)",
        given: pictures.map(\.name).joined(separator: ", "),
        takes: "pictures of the phone's library", at: location)
    else { return }
    photos.select(pictures)
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
