internal import Simulator

/// The times for which the system lets an app run behind the screen, each for something of its own.
///
/// The app may say of each that what it was for is done; it is suspended when none is left. Source: Apple,
/// `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`, which gives an app up to 30 s for a push message and
/// has it call the handler as soon as it is done.
struct TimesBehindScreen: Sendable {
  private var ends: [(number: Int, end: Instant)] = []
  /// The number of the time that began last; the first has 1.
  private(set) var last = 0

  /// Begins a time.
  mutating func begin(until end: Instant) {
    last += 1
    ends.append((last, end))
  }

  /// Ends a time before it is over; false for one that was ended already.
  mutating func finish(_ number: Int) -> Bool {
    guard let index = ends.firstIndex(where: { $0.number == number }) else { return false }
    ends.remove(at: index)
    return true
  }

  /// Ends all of them: the app is suspended, in front, or gone.
  mutating func finishAll() { ends = [] }

  /// The end of the last that is under way; nil where none is.
  func end(after now: Instant) -> Instant? {
    ends.map { $0.end }.filter { $0 > now }.max()
  }
}
