public import Simulator

extension World {
  /// The day that the run is to play; nil where the seed decides all of it.
  public var dayChoice: DayChoice? {
    checkReader("the day to be played was asked for")
    return record.dayChoice
  }

  /// Keeps the day that the run plays, for its result.
  public func note(day: Day) {
    guard checkDriving("a day was noted"), !isEnding else { return }
    record.day = day
  }

  /// Counts that something was reached that guides an exploration of generated days, such as a gesture in a state; unlike
  /// a ``Probe`` it is told nowhere else.
  public func cover(_ feature: String) {
    guard checkDriving("coverage was counted"), !isEnding else { return }
    record.coverage.insert(feature)
  }
}

/// The way in which days of a scenario are told to people.
public struct DayTelling: Sendable {
  /// A scenario file that plays a day, in the words that people write.
  ///
  /// The first text is the scenario's name, the second its title.
  public let source: @Sendable (Day, _ name: String, _ title: String) -> String
  /// A step of a day in words.
  public let words: @Sendable (Day.Step) -> String

  /// Describes the way.
  public init(
    source: @escaping @Sendable (Day, _ name: String, _ title: String) -> String,
    words: @escaping @Sendable (Day.Step) -> String
  ) {
    self.source = source
    self.words = words
  }
}
