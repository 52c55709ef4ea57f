internal import Harness
internal import Network
internal import Simulator

/// What the system puts in front of an app that stays where it is.
///
/// Source: Apple, `applicationWillResignActive(_:)`, which names a call, the Control Centre and the way to another app.
public enum SystemCover: String, Hashable, Codable, CaseIterable, Sendable {
  /// A call comes in.
  case call = "a call"
  /// The person looks at the Control Centre.
  case controlCentre = "the Control Centre"
  /// The person looks at the notifications.
  case notificationCentre = "the Notification Centre"
  /// The person looks at the running apps, and has not chosen one.
  case appSwitcher = "the app switcher"
}

extension Phone {
  /// Puts something of the system in front of the app: the app is inactive. It goes on running and is told so; nobody sees its
  /// screen or can touch it until ``uncover(fileID:filePath:line:)``.
  ///
  /// - Throws: ``LifeError`` when it is not in the foreground.
  public func cover(
    with cover: SystemCover, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: Int = #line
  ) async throws {
    world.reaches(fileID, filePath, line)
    world.moment("\(name).cover")
    try await waitUntilUsable()
    try transition(on: .resignActive)
    world.journal.record(JournalNote(.life, "behind \(cover.rawValue)"), about: host.subject)
    display.cover(true)
    tellApp()
  }

  /// Takes away what is in front of the app, which is active again.
  ///
  /// - Throws: ``LifeError`` when nothing covers it.
  public func uncover(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line
  ) async throws {
    world.reaches(fileID, filePath, line)
    world.moment("\(name).uncover")
    try await waitUntilUsable()
    try activate()
  }

  func activate() throws(LifeError) {
    try transition(on: .becomeActive)
    display.cover(false)
    tellApp()
    showDuePrompt()
  }
}
