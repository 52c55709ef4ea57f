/// Why a run did not pass, told for someone who did not write the scenario.
public struct FailureStory: Codable, Sendable {
  /// One thing that happened before the failure.
  public struct Event: Hashable, Codable, Sendable {
    /// When it happened.
    public let instant: Instant
    /// What it was.
    public let text: String

    /// Describes an event.
    public init(instant: Instant, text: String) {
      self.instant = instant
      self.text = text
    }
  }

  /// What happened to one subject, such as a phone or a link.
  public struct Timeline: Hashable, Codable, Sendable {
    /// The subject's name.
    public let subject: String
    /// The events, in order.
    public let events: [Event]

    /// Describes what happened to a subject.
    public init(subject: String, events: [Event]) {
      self.subject = subject
      self.events = events
    }
  }

  /// A titled list of lines.
  public struct Section: Hashable, Codable, Sendable {
    /// What the lines are about.
    public let title: String
    /// The lines; never empty.
    public let lines: [String]
  }

  /// What kind of statement did not hold, such as "expectation" or "invariant I-01"; nil where none was made.
  public let kind: String?
  /// What was expected and did not come true, or why the run could not go on.
  public let summary: String
  /// Where the broken expectation stands, when it stands in a file.
  public let location: SourceLocation?
  /// The virtual instant of the failure; for a run that was abandoned that of the last event that is known, or zero.
  public let instant: Instant
  /// Whether the run was given up from outside or ended its process, so that nobody knows how far it had come.
  public let isAbandoned: Bool
  /// What was there instead: mostly a screen.
  public let observed: [String]
  /// The faults that the seed chose, as they came about.
  public let faults: [String]
  /// What was under way: queued writes, messages in flight, faults in force.
  public let underWay: [Section]
  /// The last events on each phone and on the backend.
  public let lastEvents: [Timeline]
  /// What a process that the run ended left behind: its last words and the functions that it was in.
  public let crash: [String]
  /// Set when running it again with the journal on did not give the same digest.
  public let nondeterminism: String?

  /// Tells a story from its parts.
  public init(
    kind: String? = nil, summary: String, location: SourceLocation?, instant: Instant,
    observed: [String] = [], faults: [String] = [], underWay: [Section] = [],
    lastEvents: [Timeline] = [], crash: [String] = [],
    nondeterminism: String? = nil, isAbandoned: Bool = false
  ) {
    self.kind = kind
    self.summary = summary
    self.location = location
    self.instant = instant
    self.observed = observed
    self.faults = faults
    self.underWay = underWay
    self.lastEvents = lastEvents
    self.crash = crash
    self.nondeterminism = nondeterminism
    self.isAbandoned = isAbandoned
  }

  /// The same story with something to add about determinism.
  public func adding(nondeterminism text: String) -> FailureStory {
    FailureStory(
      kind: kind, summary: summary, location: location, instant: instant, observed: observed,
      faults: faults, underWay: underWay, lastEvents: lastEvents, crash: crash,
      nondeterminism: [nondeterminism, text].compactMap(\.self).joined(separator: "\n"),
      isAbandoned: isAbandoned)
  }
}
