public import Simulator

/// The result of one run of a scenario.
public struct RunResult: Sendable {
  /// The scenario's name.
  public let scenario: String
  /// The configuration of the run.
  public let configuration: RunConfiguration
  /// The outcome of the run.
  public private(set) var outcome: Outcome
  /// The digest of all that happened; equal runs have equal digests.
  public let digest: UInt64
  /// The hash of what the run left behind: disks, the backend's data; 0 unless it was asked for.
  public package(set) var finalDigest: UInt64 = 0
  /// The hash of what the run looked like; runs that differ in nothing but ids that their seeds draw have the same.
  ///
  /// It sees the order and the instants of steps by lane, of deliveries and of faults, and what screens showed.
  public package(set) var shape: UInt64 = 0
  /// The instant of the virtual clock at the end, in nanoseconds.
  public let virtualNanoseconds: Int64
  /// The number of steps that were run; 0 for a run that ended its process.
  public let events: UInt64
  /// The latencies that were observed.
  public package(set) var measures: [Measure] = []
  /// Expectations that took longer than their limits, in a run that waits on.
  public package(set) var overruns: [Overrun] = []
  /// Whether the run would have been another one on another network profile.
  public package(set) var followsProfile = false
  /// Whether its world hosts ordinary code: an app on the main actor, which may ask the real world or share what phones
  /// don't.
  public package(set) var hostsOrdinaryCode = false
  /// The probes that were reached, in the order in which they first were.
  public package(set) var probes: [ProbeCount] = []
  /// The faults that the seed chose, as they came about.
  public package(set) var faults: [FaultRecord] = []
  /// The events that were counted, by phone and kind; none unless ``RunConfiguration/strikes`` says so.
  public package(set) var points: [StrikePointCount] = []
  /// The planned strikes whose events never came.
  public package(set) var unusedStrikes: [Strike] = []
  /// The fixed choices that nothing asked for.
  public package(set) var unusedOverrides: [ChoiceKey] = []
  /// The knobs that the configuration turns on and nothing asked for, or that the scenario pins.
  public package(set) var unusedKnobs: [Knob] = []
  /// The identity of the failure, by which equal failures are found; nil when the run passed.
  public package(set) var failure: FailureSignature?
  /// The story of the failure; nil when the run passed.
  public package(set) var story: FailureStory?
  /// The day that it played, in a scenario of generated days.
  public package(set) var day: Day?
  /// The gestures in states and the turns of states that it reached, in the order of their texts; see ``World/cover(_:)``.
  public package(set) var coverage: [String] = []
  /// The statics that processes would have shared, sorted by name; none unless ``RunConfiguration/statics`` keeps them apart.
  package var staticsInCommon: [SharedStatic] = []
  /// The reason why the run's world could not be taken down, so that its memory is kept; nil where it could.
  public package(set) var remains: String?

  /// Describes a run in which nothing else was noted.
  public init(
    scenario: String, configuration: RunConfiguration, outcome: Outcome, digest: UInt64,
    virtualNanoseconds: Int64, events: UInt64, story: FailureStory? = nil
  ) {
    self.scenario = scenario
    self.configuration = configuration
    self.outcome = outcome
    self.digest = digest
    self.virtualNanoseconds = virtualNanoseconds
    self.events = events
    self.story = story
  }

  /// The result of a run whose step kept its thread for `time` of real time, and which was given up.
  ///
  /// The digest and the clock are zero in every process, since the machine decides how far such a run gets.
  ///
  /// - Parameters:
  ///   - steps: The number of steps that had begun, the stuck one included.
  ///   - location: The place in the scenario, where it is known.
  ///   - instant: The instant of the last event that is known.
  public static func abandoned(
    _ scenario: String, _ configuration: RunConfiguration, after time: Duration, steps: UInt64,
    location: CodeLocation? = nil, instant: Instant = .zero,
    lastEvents: [Journal.Timeline] = [], crash: [String] = []
  ) -> RunResult {
    RunResult(
      scenario: scenario, configuration: configuration, outcome: .exhausted, digest: 0,
      virtualNanoseconds: 0, events: steps,
      story: FailureStory(
        summary: """
          step \(steps) of the run ran for \(time.stopwatch) of real time without giving control back: \
          it loops without an `await`, or calls something that blocks its thread (a lock, a semaphore, \
          a sleep of the system). Let it wait on the world's clock or for a change; for a step that \
          needs this long, raise --hang-timeout
          """,
        location: location, instant: instant, lastEvents: lastEvents, crash: crash,
        isAbandoned: true))
  }

  /// The result of a run that was given up because it took too long in all, though none of its steps did.
  ///
  /// The digest and the clock are zero, as for ``abandoned(_:_:after:steps:location:instant:lastEvents:crash:)``. Where it was when
  /// the time was up is chance, and not told.
  ///
  /// - Parameters:
  ///   - steps: The number of steps that had begun.
  ///   - instant: The instant of the last event that is known.
  public static func overdue(
    _ scenario: String, _ configuration: RunConfiguration, after time: Duration, steps: UInt64,
    instant: Instant = .zero, lastEvents: [Journal.Timeline] = []
  ) -> RunResult {
    RunResult(
      scenario: scenario, configuration: configuration, outcome: .exhausted, digest: 0,
      virtualNanoseconds: 0, events: steps,
      story: FailureStory(
        summary: """
          the run was not over after \(time.stopwatch) of real time and \(steps) steps. It goes round in circles, \
          or it plays more than that time allows: --run-timeout limits it
          """,
        location: nil, instant: instant, lastEvents: lastEvents, isAbandoned: true))
  }

  /// The result of a run that ended its process.
  ///
  /// The digest and the clock are zero in every process, since more than the run decides how far it gets.
  ///
  /// - Parameters:
  ///   - cause: The cause of the end of the process, in a few words that do not change from run to run.
  ///   - location: The place in the scenario, where it is known.
  ///   - instant: The instant of the last event that is known.
  public static func crashed(
    _ scenario: String, _ configuration: RunConfiguration, cause: String, summary: String,
    location: CodeLocation? = nil, instant: Instant = .zero,
    lastEvents: [Journal.Timeline] = [], crash: [String] = [], nondeterminism: String? = nil
  ) -> RunResult {
    var result = RunResult(
      scenario: scenario, configuration: configuration, outcome: .crashed, digest: 0,
      virtualNanoseconds: 0, events: 0,
      story: FailureStory(
        summary: summary, location: location, instant: instant, lastEvents: lastEvents,
        crash: crash, nondeterminism: nondeterminism, isAbandoned: true))
    result.failure = FailureSignature(crashBy: cause)
    return result
  }

  /// The same result for a run that another process played differently.
  ///
  /// A run that had passed has failed by that.
  public func differing(_ text: String) -> RunResult {
    var result = self
    let told =
      story
      ?? FailureStory(
        summary: "equal runs give equal digests, in every process", location: nil,
        instant: Instant(nanoseconds: virtualNanoseconds))
    result.story = told.adding(nondeterminism: text)
    if outcome == .passed { result.outcome = .failed }
    return result
  }

  /// The same result for a run that goes another way when each launch has statics of its own.
  ///
  /// A run that had passed has failed by that.
  public func sharingStatics(_ text: String) -> RunResult {
    var result = self
    result.story =
      story
      ?? FailureStory(
        summary: "a run is the same when each launch has statics of its own", location: nil,
        instant: Instant(nanoseconds: virtualNanoseconds))
    result.story?.sharedStatics = text
    if outcome == .passed { result.outcome = .failed }
    return result
  }

  /// The digest as sixteen hexadecimal digits.
  public var digestText: String { Hexadecimal.text(digest) }

  /// The shape as sixteen hexadecimal digits.
  public var shapeText: String { Hexadecimal.text(shape) }

  /// The token that replays exactly this run.
  public var token: ReplayToken {
    ReplayToken(scenario: scenario, configuration: configuration, mode: .current)
  }
}
