public import Simulator

/// Everything that decides how one run of a scenario goes.
public struct RunConfiguration: Hashable, Sendable {
  /// The seed of every choice.
  public var seed: UInt64
  /// The policy that picks the next ready lane.
  public var schedule: Schedule
  /// The maximum number of faults from the seed; 0 for a run without them.
  public var faults: Int
  /// The knobs that are on; those that the scenario pins stay off all the same.
  public var knobs: KnobSettings
  /// The faults that strike at events, beside those that the seed chooses; nil where events are not counted.
  ///
  /// None that strikes is another run than nil: events are counted, and all must come to rest at the end.
  public var strikes: [Strike]?
  /// Choices that are fixed instead of drawn.
  public var overrides: [ChoiceKey: UInt64]
  /// The network profile to play on in place of the one that the scenario names; nil to leave it.
  public var profile: String?
  /// The path to the backend to play on in place of the one that the scenario names; nil to leave it.
  public var backendPath: String?
  /// The time for which each expectation is waited for beyond its limit, to find out how long it takes.
  ///
  /// A run in which every limit holds is the same with and without. It is no part of a ``ReplayToken``.
  public var overtime: Duration
  /// The day to play, for a scenario of generated days; nil where the seed decides all of it.
  public var day: DayChoice?
  /// Which runs have what they leave behind hashed, to be compared with another process's: ``RunResult/finalDigest``. It
  /// is no part of a ``ReplayToken``.
  package var endComparison = EndComparison.never
  /// Whether the run ends as leaked where somebody who lives tries something with a process that has ended. Up to that it is the
  /// same run.
  public var isStrict = false
  /// Whether each process has statics of its own. It is no part of a ``ReplayToken``.
  package var statics = StaticsChoice.shared

  /// More faults than this make no run plainer or harder.
  public static let mostFaults = 1_000

  /// Describes a run.
  public init(
    seed: UInt64 = 1, schedule: Schedule = .fifo, faults: Int = 0,
    knobs: KnobSettings = [], overrides: [ChoiceKey: UInt64] = [:], profile: String? = nil,
    backendPath: String? = nil, overtime: Duration = .zero, day: DayChoice? = nil
  ) {
    self.seed = seed
    self.schedule = schedule
    self.faults = faults
    self.knobs = knobs
    self.overrides = overrides
    self.profile = profile
    self.backendPath = backendPath
    self.overtime = overtime
    self.day = day
  }
}

/// The runs that have what they leave behind hashed.
package enum EndComparison: UInt8, Hashable, Sendable {
  /// None.
  case never
  /// Those whose world hosts ordinary code; see ``RunResult/hostsOrdinaryCode``.
  case ofOrdinaryCode
  /// All.
  case always
}

/// The mode in which the running code was compiled; digests are compared only within one mode.
public enum BuildMode: String, Sendable {
  case debug
  case release

  /// The mode of this build.
  public static var current: BuildMode {
    #if DEBUG
      .debug
    #else
      .release
    #endif
  }
}
