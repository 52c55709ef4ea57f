/// A session of transfers that a phone's system carries out for its app; see ``TransferDaemon``.
package protocol SystemSession: Sendable {
  /// The name by which the app is told that it was resumed or launched for the session; nil where it is told of ends only.
  var identifier: String? { get }
  /// Whether the app is to run for it: it has yet to hear of the end of a transfer, and none is under way.
  var isToBeHeard: Bool { get }
  /// The app was resumed or launched for the session, and told so.
  func appRuns()
  /// The person has closed the app: everything under way ends, of which the app hears when it is launched.
  ///
  /// Source: Apple, `URLSessionConfiguration.background(withIdentifier:)`: the system cancels all of the session's background
  /// transfers, with the reason `NSURLErrorCancelledReasonUserForceQuitApplication`.
  func closedByPerson()
  /// The app was deleted, and with it all that it has handed over.
  func removeAll()
  /// The transfers under way, a line each, for the story of a failure.
  func report() -> [String]
}
