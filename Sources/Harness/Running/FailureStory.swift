public import Simulator

/// The reasons for which a run did not pass, told for someone who did not write the scenario.
public struct FailureStory: Codable, Sendable {
  /// A part of a failure's story: a titled list of lines.
  public struct Section: Hashable, Codable, Sendable {
    /// The subject of the lines.
    public let title: String
    /// The lines; never empty.
    public let lines: [String]
  }

  /// The kind of statement that did not hold, such as "expectation" or "invariant I-01"; nil where none was made.
  public let kind: String?
  /// The expectation that did not come true, or the reason why the run could not go on.
  public let summary: String
  /// The place of the broken expectation; nil when it is in no source file.
  public let location: CodeLocation?
  /// The virtual instant of the failure; for a run that was abandoned that of the last event that is known, or zero.
  public let instant: Instant
  /// Whether the run was given up from outside or ended its process, so that nobody knows how far it had come.
  public let isAbandoned: Bool
  /// The state that was found instead: mostly a screen.
  public let observed: [String]
  /// The faults that the seed chose, as they came about.
  public let faults: [String]
  /// The operations under way: queued writes, messages in flight, faults in force.
  public let underWay: [Section]
  /// The last events on each phone and on the backend.
  public let lastEvents: [Journal.Timeline]
  /// The traces of a process that the run ended: its last words and the functions that it was in.
  public let crash: [String]
  /// The values that were expected, a line each: which held, which did not, and what they were before.
  public package(set) var values: [String] = []
  /// Whether ``values`` are none of a screen's, so that the screens tell something beside them.
  package var hasValuesBesideScreens = false
  /// The reasons as far as the run's facts tell them, in plain lines.
  public package(set) var reasons: [String] = []
  /// The events that have to do with the failure, in order.
  public package(set) var events: [StoryEvent] = []
  /// Names that stand for ids where the story is read.
  package var names = StoryNames()
  /// Set when running it again with the journal on did not give the same digest.
  public let nondeterminism: String?
  /// Set when the run goes another way with statics of its own for each launch: what leaks from which launch to which.
  public package(set) var sharedStatics: String?

  /// Tells a story from its parts.
  public init(
    kind: String? = nil, summary: String, location: CodeLocation?, instant: Instant,
    observed: [String] = [], faults: [String] = [], underWay: [Section] = [],
    lastEvents: [Journal.Timeline] = [], crash: [String] = [],
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

  /// The facts that broke an invariant, which stand in ``observed`` before the screen; empty for other failures.
  public var facts: [String] {
    guard let kind, kind.hasPrefix("invariant") else { return [] }
    return Array(observed.prefix { !Self.isTitleOfScreen($0) })
  }

  /// The line above a screen in ``observed``.
  package static func title(ofScreenOf phone: String, at instant: Instant) -> String {
    "\(phone)\(screenWord)\(instant):"
  }

  /// The phone whose screen stands below a line in ``observed``; nil where it is no title.
  package static func phone(ofTitle line: String) -> String? {
    guard isTitleOfScreen(line) else { return nil }
    return line.firstRange(of: screenWord).map { String(line[..<$0.lowerBound]) }
  }

  private static let screenWord = "'s screen at "

  /// Whether a line stands above a screen.
  package static func isTitleOfScreen(_ line: String) -> Bool {
    line.contains(screenWord) && line.hasSuffix(":")
  }

  /// The ``summary`` with names in place of ids, for a line that stands by itself.
  public var statement: String { names.applied(to: summary) }

  /// Those ``values`` that were not as expected, with names in place of ids.
  public var brokenValues: [String] {
    values.filter { $0.hasPrefix("✗") }.map { names.applied(to: String($0.dropFirst(2))) }
  }

  /// The same story with something to add about determinism.
  public func adding(nondeterminism text: String) -> FailureStory {
    var story = FailureStory(
      kind: kind, summary: summary, location: location, instant: instant, observed: observed,
      faults: faults, underWay: underWay, lastEvents: lastEvents, crash: crash,
      nondeterminism: [nondeterminism, text].compactMap(\.self).joined(separator: "\n"),
      isAbandoned: isAbandoned)
    story.sharedStatics = sharedStatics
    story.hasValuesBesideScreens = hasValuesBesideScreens
    (story.values, story.events, story.names, story.reasons) = (values, events, names, reasons)
    return story
  }
}
