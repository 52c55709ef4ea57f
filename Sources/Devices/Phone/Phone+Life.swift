internal import Simulator

// What becomes of the app. Each verb says where it stands, so that one on a phone of another run is told with its line.

extension Phone {
  /// Launches the app.
  ///
  /// - Throws: ``LifeError`` when it runs already.
  public nonisolated func launch(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async throws {
    try await requireOwnRun("launch", fileID, filePath, line)
    try await launchInHand()
  }

  /// Ends the app at once, as a swipe, a crash or the system does: what is not on the disk is gone.
  ///
  /// - Throws: ``LifeError`` when it is not running.
  public nonisolated func kill(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async throws {
    try await requireOwnRun("kill", fileID, filePath, line)
    try await killInHand()
  }

  /// Launches the app again after a kill.
  ///
  /// - Throws: ``LifeError`` when it is running.
  public nonisolated func relaunch(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async throws {
    try await requireOwnRun("relaunch", fileID, filePath, line)
    try await launchInHand()
  }

  /// Deletes the app with its data and installs it anew, without launching it.
  public nonisolated func reinstall(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async throws {
    try await requireOwnRun("reinstall", fileID, filePath, line)
    try await reinstallInHand()
  }

  /// Puts the app in the background; after ``backgroundTime`` it is suspended.
  ///
  /// - Throws: ``LifeError`` when it is not in the foreground.
  public nonisolated func enterBackground(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async throws {
    try await requireOwnRun("enterBackground", fileID, filePath, line)
    try await leaveScreen()
  }

  /// Brings the app back to the foreground.
  ///
  /// - Throws: ``LifeError`` when it is not in the background.
  public nonisolated func enterForeground(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) async throws {
    try await requireOwnRun("enterForeground", fileID, filePath, line)
    try await returnToScreen()
  }

  /// Stops a scenario whose run is over, and one that uses a phone of another run.
  nonisolated func requireOwnRun(
    _ verb: String, _ fileID: String, _ filePath: String, _ line: Int
  ) async throws {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line)
    guard world.isOwnRun("\(name).\(verb)() was called", at: location), !world.isOver else {
      try await World.stop()
    }
  }
}
