public import Simulator

/// What one run of a scenario came to.
public struct RunResult: Sendable {
  /// The scenario's name.
  public let scenario: String
  /// How the run was set up.
  public let configuration: RunConfiguration
  /// How it ended.
  public private(set) var outcome: Outcome
  /// The digest of all that happened; equal runs have equal digests.
  public let digest: UInt64
  /// Where the virtual clock stood at the end, in nanoseconds.
  public let virtualNanoseconds: Int64
  /// How many steps were run.
  public let events: UInt64
  /// The latencies that were observed.
  public package(set) var measures: [Measure] = []
  /// Expectations that took longer than their limits, in a run that waits on.
  public package(set) var overruns: [Overrun] = []
  /// Whether the run would have been another one on another network profile.
  public package(set) var followsProfile = false
  /// The probes that were reached, in the order in which they first were.
  public package(set) var probes: [ProbeCount] = []
  /// The faults that the seed chose, as they came about.
  public package(set) var faults: [FaultRecord] = []
  /// The fixed choices that nothing asked for.
  public package(set) var unusedOverrides: [ChoiceKey] = []
  /// What makes this failure the same as another; nil when the run passed.
  public package(set) var failure: FailureSignature?
  /// Why it did not pass; nil when it did.
  public package(set) var story: FailureStory?
  /// Why the run's world could not be taken down, so that its memory is kept; nil where it was.
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
  /// How far such a run gets before it is given up depends on the machine, so its digest and its clock
  /// are zero in every process.
  ///
  /// - Parameters:
  ///   - steps: How many steps had begun, the stuck one included.
  ///   - location: Where in the scenario, where that is known.
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

  /// The result of a run that ended its process.
  ///
  /// How far it came depends on more than the run, so its digest and its clock are zero in every process.
  ///
  /// - Parameters:
  ///   - cause: What ended the process, in a few words that do not change from run to run.
  ///   - location: Where in the scenario, where that is known.
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

  /// The digest as sixteen hexadecimal digits.
  public var digestText: String { Hexadecimal.text(digest) }

  /// The token that replays exactly this run.
  public var token: ReplayToken {
    ReplayToken(scenario: scenario, configuration: configuration, mode: .current)
  }
}
