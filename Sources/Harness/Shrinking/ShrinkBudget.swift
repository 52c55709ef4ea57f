/// How much is played to find the plainest run: so many runs, and so many steps of all of them.
///
/// Runs and steps depend on nothing but what is played, so that a search ends at the same run on any machine. A time does not.
public struct ShrinkBudget: Sendable {
  /// The number of steps after which no other run is tried, where nobody says more: a minute or two.
  public static let events: UInt64 = 20_000_000

  private let runs: Int
  private let events: UInt64
  /// The number of runs that were played.
  private(set) var played = 0
  private var playedEvents: UInt64 = 0

  init(runs: Int, events: UInt64) {
    self.runs = runs
    self.events = events
  }

  /// Whether no other run is to be tried.
  var isSpent: Bool { played >= runs || playedEvents >= events }

  /// Takes in what a run took.
  mutating func take(_ result: RunResult) {
    played += 1
    playedEvents += result.events
  }
}
