internal import Harness
internal import Simulator

extension Phone {
  /// Deletes the app with its data and installs it anew, without launching it.
  public func reinstall() async throws {
    try await waitUntilUsable()
    if lifeState != .terminated { try die() }
    closedByPerson()
    disk.erase()
    photos.set(.notDetermined)
    notifications.appRemoved()
  }
}
