public import Backend
internal import Harness
internal import Network
internal import Simulator

extension AppWorld {
  /// Puts the backend at the end of another path from now on: farther away from every phone, with a time that each request takes.
  ///
  /// ```swift
  /// try await world.setBackendPath(.ocean)
  /// ```
  ///
  /// A run with a path of its own (`rehearse budget --path`) keeps that. What is under way arrives as it was going to, and requests
  /// that have arrived take the time that they were going to take.
  public func setBackendPath(
    _ path: BackendPath, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async throws {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line)
    world.reaches(location)
    guard world.isOwnRun("setBackendPath(\"\(path.name)\") was called", at: location) else {
      try await World.stop()
    }
    if let flaw = path.flaw { throw world.misuse(Misuse(flaw), at: location) }
    guard world.backendPathInForce() == nil else { return }
    try network.setProfile(path.link, of: backend.host)
    await backend.setProcessing(path.processing)
  }
}
