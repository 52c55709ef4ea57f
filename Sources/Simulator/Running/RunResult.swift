/// What one run of a scenario came to.
public struct RunResult: Sendable {
  /// The scenario's name.
  public let scenario: String
  /// How the run was set up.
  public let configuration: RunConfiguration
  /// How it ended.
  public let outcome: Outcome
  /// The digest of all that happened; equal runs have equal digests.
  public let digest: UInt64
  /// Where the virtual clock stood at the end, in nanoseconds.
  public let virtualNanoseconds: Int64
  /// How many steps were run.
  public let events: UInt64
  /// The latencies that were observed.
  public let measures: [Measure]
  /// Why it did not pass; nil when it did.
  public let story: FailureStory?

  /// Describes a run from its parts.
  public init(
    scenario: String, configuration: RunConfiguration, outcome: Outcome, digest: UInt64,
    virtualNanoseconds: Int64, events: UInt64, measures: [Measure], story: FailureStory?
  ) {
    self.scenario = scenario
    self.configuration = configuration
    self.outcome = outcome
    self.digest = digest
    self.virtualNanoseconds = virtualNanoseconds
    self.events = events
    self.measures = measures
    self.story = story
  }

  /// The digest as sixteen hexadecimal digits.
  public var digestText: String { Hexadecimal.text(digest) }

  /// The token that replays exactly this run.
  public var token: ReplayToken {
    ReplayToken(scenario: scenario, configuration: configuration, mode: .current)
  }
}

/// Numbers as fixed-width hexadecimal text.
public enum Hexadecimal {
  /// `value` as sixteen lower-case digits.
  public static func text(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
