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

  /// Whether the run plays a generated day, whose coverage counts.
  package var playsDay: Bool { record.day != nil }

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
  public let source: @Sendable (Day, DayFile) -> String
  /// A step of a day in words.
  public let words: @Sendable (Day.Step) -> String
  /// Prepares the world of each day, before anything else happens in it; nil where nothing is to be prepared.
  public let prepare: (@Sendable (any ScenarioWorld) async throws -> Void)?

  /// Describes the way.
  public init(
    source: @escaping @Sendable (Day, DayFile) -> String,
    words: @escaping @Sendable (Day.Step) -> String,
    prepare: (@Sendable (any ScenarioWorld) async throws -> Void)? = nil
  ) {
    self.source = source
    self.words = words
    self.prepare = prepare
  }
}

/// The scenario that a file of a day declares.
public struct DayFile: Hashable, Sendable {
  /// The name of the declaration.
  public let name: String
  /// The statement that failed.
  public let title: String
  /// The name of the scenario whose day it was: the file lies beside that one, and may speak of it.
  public let origin: String
  /// The policy on faults that the seed chooses: that of the day's scenario where the day needs such faults.
  public let faults: FaultPolicy

  /// Describes the scenario.
  public init(name: String, title: String, origin: String, faults: FaultPolicy = .none) {
    self.name = name
    self.title = title
    self.origin = origin
    self.faults = faults
  }
}

extension Scenario {
  /// Prepares a world as each day of this scenario is prepared: the first line of a printed day. Does nothing where nothing
  /// is to be prepared.
  ///
  /// - Throws: What the preparation throws.
  public func prepareDay(of world: some ScenarioWorld) async throws {
    try await days?.prepare?(world)
  }
}
