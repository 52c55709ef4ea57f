/// The limits of a run; whatever exceeds one ends as exhausted.
public struct Bounds: Hashable, Sendable {
  /// The maximum number of steps of a run.
  public var events: UInt64
  /// The maximum number of steps at one instant. Beyond it, the run is taken to loop without the clock moving.
  public var eventsPerInstant: UInt64
  /// The maximum number of steps in a moment, while the clock moves by 10 ms or less, for every 64 lanes. Beyond it,
  /// the run is taken to loop with next to no time between two rounds, such as `advance(by: .nanoseconds(1))` for ever.
  ///
  /// The default is far from what people and apps do: a phone has about four lanes, so each would have to do more than
  /// a hundred thousand things within 10 ms. Many phones may do much at once, hence the lanes.
  public var eventsPerMoment: UInt64
  /// The maximum virtual time of a run.
  public var virtualTime: Duration
  /// The maximum virtual time for which only background timers (keep-alives) may run while the scenario waits.
  public var backgroundOnly: Duration

  /// Makes limits; the defaults let a scenario of weeks pass and catch a loop within a second.
  public init(
    events: UInt64 = 50_000_000, eventsPerInstant: UInt64 = 1_000_000,
    eventsPerMoment: UInt64 = 2_000_000, virtualTime: Duration = .days(400),
    backgroundOnly: Duration = .hours(24)
  ) {
    self.events = events
    self.eventsPerInstant = eventsPerInstant
    self.eventsPerMoment = eventsPerMoment
    self.virtualTime = virtualTime
    self.backgroundOnly = backgroundOnly
  }

  /// Says what makes the limits impossible, or nil where nothing does.
  package var flaw: String? {
    for (name, count) in [
      ("events", events), ("eventsPerInstant", eventsPerInstant),
      ("eventsPerMoment", eventsPerMoment),
    ] where count == 0 {
      return "Bounds(\(name):) to be given at least one step; it was given 0"
    }
    for (name, duration) in [
      ("virtualTime", virtualTime), ("backgroundOnly", backgroundOnly),
    ] where duration < .zero || duration > World.longestDuration {
      return """
        Bounds(\(name):) to be given a duration from 0 s to 100 years; it was given \(duration.stopwatch)
        """
    }
    return nil
  }
}
