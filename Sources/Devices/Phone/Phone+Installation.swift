internal import Harness
internal import Simulator

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
  public func reinstall(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line
  ) async throws {
    world.reaches(fileID, filePath, line)
    try await waitUntilUsable()
    if lifeState != .terminated { try die() }
    closedByPerson()
    transfers.removeAll()
    disk.erase()
    photos.set(.notDetermined)
    notifications.appRemoved()
  }
}
