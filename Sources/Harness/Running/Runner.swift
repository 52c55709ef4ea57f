public import Simulator

/// Plays scenarios.
public enum Runner {
  /// Plays `scenario` once on the calling thread.
  ///
  /// A run that does not pass is played a second time with the journal on, which changes nothing about
  /// it, to tell its story, and where it missed a limit a third time with more time, to tell why. Under ``Schedule/pct(depth:)`` it is played first under ``Schedule/fifo``, to see
  /// how many steps it takes: among so many the change points are drawn, so that a run depends on nothing
  /// but its scenario and configuration.
  ///
  /// - Parameter onStart: Receives the pulse of each world before it is driven, for a watchdog.
  public static func run(
    _ scenario: Scenario, _ configuration: RunConfiguration,
    onStart: (Pulse) -> Void = { _ in }
  ) -> RunResult {
    var how = RunOptions(scenario, configuration, onStart: onStart)
    let first = play(scenario, configuration, how, onStart: onStart)
    guard first.verdict.outcome != .passed else { return first.result(story: nil) }
    how.isTelling = true
    let second = play(scenario, configuration, how, onStart: onStart)
    let late = lateness(of: second, scenario, configuration, onStart: onStart)
    return first.result(story: second.story(comparedWith: first, late: late))
  }

  /// What becomes of a missed limit with more time; nil where the run failed by something else, or is too long to be traced.
  private static func lateness(
    of run: CompletedRun, _ scenario: Scenario, _ configuration: RunConfiguration,
    onStart: (Pulse) -> Void
  ) -> Lateness? {
    guard run.hasMissedLimit, run.isShort, configuration.overtime == .zero else { return nil }
    var longer = configuration
    longer.overtime = Lateness.overtime
    var how = RunOptions(scenario, configuration, onStart: onStart)
    how.isTracing = true
    return play(scenario, longer, how, onStart: onStart).lateness(at: run.location)
  }

  /// Plays `scenario` once with the journal on, and returns the result with every entry.
  public static func record(
    _ scenario: Scenario, _ configuration: RunConfiguration
  ) -> (result: RunResult, entries: [Journal.Entry]) {
    let played = record(scenario, configuration, onStart: { _ in }, onEntry: nil)
    return (played.0, played.1.journal.entries)
  }

  /// Plays `scenario` once with the journal on.
  ///
  /// - Parameter onEntry: Receives each entry as it is written, before anything else happens, with the line of the scenario that
  ///   was reached last.
  package static func record(
    _ scenario: Scenario, _ configuration: RunConfiguration, onStart: (Pulse) -> Void = { _ in },
    onEntry: @escaping (Journal.Entry, CodeLocation?) -> Void
  ) -> RunResult {
    record(scenario, configuration, onStart: onStart, onEntry: Optional(onEntry)).0
  }

  private static func record(
    _ scenario: Scenario, _ configuration: RunConfiguration, onStart: (Pulse) -> Void,
    onEntry: ((Journal.Entry, CodeLocation?) -> Void)?
  ) -> (RunResult, World) {
    var how = RunOptions(scenario, configuration, onStart: onStart)
    how.isRecording = true
    how.onEntry = onEntry
    let played = play(scenario, configuration, how, onStart: onStart)
    let story = played.verdict.outcome == .passed ? nil : played.story(comparedWith: played)
    return (played.result(story: story), played.world)
  }

  /// The number of steps up to which each step and its cause may be kept: some hundred bytes each.
  package static let mostStepsKept = 2_000_000

  /// Plays `scenario` once with everything recorded that a report shows of it. The run is the same as without.
  ///
  /// - Parameters:
  ///   - mostSteps: The number of steps up to which steps and causes are recorded; all else is beyond it, too.
  ///   - onStart: Receives the pulse of each world before it is driven, for a watchdog.
  package static func film(
    _ scenario: Scenario, _ configuration: RunConfiguration, mostSteps: Int = Runner.mostStepsKept,
    onStart: (Pulse) -> Void = { _ in }
  ) -> (result: RunResult, recording: Recording) {
    let recorder = RunRecorder(mostSteps: mostSteps)
    var how = RunOptions(scenario, configuration, onStart: onStart)
    how.isRecording = true
    how.isTracing = true
    how.mostSteps = mostSteps
    how.recorder = recorder
    how.onEntry = { entry, _ in recorder.add(entry) }
    let played = play(scenario, configuration, how, onStart: onStart)
    let story = played.verdict.outcome == .passed ? nil : played.story(comparedWith: played)
    let recording = recorder.finished(
      played.world.trace, paths: played.paths, names: played.world.record.names)
    return (played.result(story: story), recording)
  }

  /// Plays `scenario` once and tells no story of a failure: for those who play it over and over.
  ///
  /// - Parameters:
  ///   - log: Takes the choices that the run comes to.
  ///   - onStart: Receives the pulse of each world before it is driven, for a watchdog.
  public static func attempt(
    _ scenario: Scenario, _ configuration: RunConfiguration, log: ChoiceLog? = nil,
    onStart: (Pulse) -> Void = { _ in }
  ) -> RunResult {
    var how = RunOptions(scenario, configuration, onStart: onStart)
    how.log = log
    return play(scenario, configuration, how, onStart: onStart).result(story: nil)
  }

  /// Plays `scenario` once with its causes recorded, and returns the result with the critical path of each
  /// of its measures, in their order.
  ///
  /// The run is the same as without.
  ///
  /// - Parameter onStart: Receives the pulse of each world before it is driven, for a watchdog.
  public static func trace(
    _ scenario: Scenario, _ configuration: RunConfiguration,
    onStart: (Pulse) -> Void = { _ in }
  ) -> (result: RunResult, paths: [CriticalPath]) {
    var how = RunOptions(scenario, configuration, onStart: onStart)
    how.isTracing = true
    let played = play(scenario, configuration, how, onStart: onStart)
    let story = played.verdict.outcome == .passed ? nil : played.story(comparedWith: played)
    return (played.result(story: story), played.paths)
  }

  /// The options of a run: the data to record, and facts about it that are needed beforehand.
  private struct RunOptions {
    var isRecording = false
    /// Whether the last entries about each subject are kept, for the story of a failure.
    var isTelling = false
    var isTracing = false
    var log: ChoiceLog?
    var onEntry: ((Journal.Entry, CodeLocation?) -> Void)?
    /// The number of steps up to which causes are recorded.
    var mostSteps = Int.max
    var recorder: RunRecorder?
    /// The number of steps that the run takes under ``Schedule/fifo``; measured only for ``Schedule/pct(depth:)``,
    /// otherwise 0.
    private(set) var expectedSteps = 0

    init(
      _ scenario: Scenario, _ configuration: RunConfiguration, onStart: (Pulse) -> Void = { _ in }
    ) {
      guard case .pct = configuration.schedule else { return }
      var plain = configuration
      plain.schedule = .fifo
      let played = play(
        scenario, plain, RunOptions(scenario, plain, onStart: onStart), onStart: onStart)
      expectedSteps = Int(clamping: played.events)
    }
  }

  private static func play(
    _ scenario: Scenario, _ configuration: RunConfiguration, _ how: RunOptions,
    onStart: (Pulse) -> Void = { _ in }
  ) -> CompletedRun {
    let world = World(
      seed: configuration.seed, schedule: configuration.schedule, bounds: scenario.bounds,
      overrides: configuration.overrides, recording: how.isRecording, telling: how.isTelling,
      tracing: how.isTracing, expectedSteps: how.expectedSteps, log: how.log)
    world.separateStatics(configuration.statics)
    world.beStrict(configuration.isStrict)
    world.record.profile = configuration.profile
    world.record.backendPath = configuration.backendPath
    world.record.overtime = configuration.overtime
    world.record.knobs = configuration.knobs.without(scenario.pinned).mildly(scenario.mild)
    world.record.dayChoice = configuration.day
    if let onEntry = how.onEntry {
      let record = world.record
      world.journal.onEntry = { onEntry($0, record.place) }
    }
    world.trace?.mostSteps = how.mostSteps
    world.record.recorder = how.recorder
    world.record.nemesis = nemesis(for: scenario, configuration, in: world)
    onStart(world.pulse)
    let body = scenario.body
    var played = CompletedRun(scenario: scenario.name, configuration: configuration, world: world)
    played.verdict = world.run {
      try await body(world)
    } atVerdict: {
      played.freeze()
    }
    return played
  }
}

extension Runner {
  /// The source of a run's faults; nil where there are none.
  ///
  /// A strike that somebody plans is played in every scenario; what the seed chooses only where faults are allowed.
  private static func nemesis(
    for scenario: Scenario, _ configuration: RunConfiguration, in world: World
  ) -> Nemesis? {
    let allowed = configuration.faults > 0 ? scenario.faults.plan : nil
    guard
      var plan = allowed ?? configuration.strikes.map({ _ in scenario.faults.plan ?? FaultPlan() })
    else { return nil }
    plan.budget = allowed == nil ? 0 : configuration.faults
    return Nemesis(plan, strikes: configuration.strikes ?? [], in: world)
  }
}

/// A run that is over, and what was to be seen at the instant of its verdict.
private struct CompletedRun {
  let scenario: String
  let configuration: RunConfiguration
  let world: World
  var verdict = Verdict.passed
  private var digest: UInt64 = 0
  private var finalDigest: UInt64 = 0
  private var shape: UInt64 = 0
  private var instant = Instant.zero
  private(set) var events: UInt64 = 0
  private var lastEntries = LastEntries()
  private var notable = NotableEntries()
  private var measures: [Measure] = []
  private var probes: [ProbeCount] = []
  private var faults: [FaultRecord] = []
  private var points: [StrikePointCount] = []
  private var unusedStrikes: [Strike] = []
  private var unusedOverrides: [ChoiceKey] = []
  private var unusedKnobs: [Knob] = []
  private var underWay: [FailureStory.Section] = []
  private var holdups: [Holdup] = []
  private var day: Day?
  private var coverage: [String] = []
  private var hostsOrdinaryCode = false

  init(scenario: String, configuration: RunConfiguration, world: World) {
    self.scenario = scenario
    self.configuration = configuration
    self.world = world
  }

  /// Keeps what the taking down of the world would change.
  mutating func freeze() {
    world.choices.log?.close()
    digest = world.journal.digest
    shape = world.journal.shape
    instant = world.now
    events = world.eventCount
    measures = world.measures
    probes = world.probes
    faults = world.nemesis?.records ?? []
    if configuration.strikes != nil {
      points = world.nemesis?.pointCounts ?? []
      unusedStrikes = world.nemesis?.unusedStrikes ?? []
    }
    unusedOverrides = world.choices.unusedOverrides
    unusedKnobs = configuration.knobs.without(world.record.askedKnobs.knobs).knobs
    lastEntries = world.journal.last
    notable = world.journal.notable
    day = world.record.day
    coverage = world.record.coverage.sorted()
    hostsOrdinaryCode = world.record.hostsOrdinaryCode
    if let recorder = world.record.recorder {
      var broken: CodeLocation?
      var outcome = (world.verdict ?? .passed).outcome.rawValue
      if case .failed(let failure) = world.verdict {
        broken = failure.location
        outcome += ": expected \(failure.expected)"
      }
      recorder.stop(at: world.now, outcome, broken: broken)
    }
    // Last, because it is written into a journal that is kept.
    defer { if comparesEnd { finalDigest = world.digestFinalState() } }
    guard world.journal.isRecording, case .some(let verdict) = world.verdict,
      verdict.outcome != .passed
    else { return }
    underWay = world.reporters.compactMap { reporter in
      let lines = reporter.lines()
      return lines.isEmpty ? nil : FailureStory.Section(title: reporter.title, lines: lines)
    }
    holdups = world.record.holdups.compactMap { $0() }
  }

  /// Whether what the run leaves behind is hashed.
  private var comparesEnd: Bool {
    switch configuration.endComparison {
    case .never: false
    case .ofOrdinaryCode: hostsOrdinaryCode
    case .always: true
    }
  }

  /// The identity of the failure; nil when the run passed.
  private var failure: FailureSignature? {
    switch verdict {
    case .passed: nil
    case .failed(let failure): FailureSignature(failure)
    case .stalled(let reason), .exhausted(let reason), .leaked(let reason):
      FailureSignature(verdict.outcome, reason: reason)
    }
  }

  func result(story: FailureStory?) -> RunResult {
    var result = RunResult(
      scenario: scenario, configuration: configuration, outcome: verdict.outcome, digest: digest,
      virtualNanoseconds: instant.nanoseconds, events: events, story: story)
    result.finalDigest = finalDigest
    result.shape = shape
    result.unusedKnobs = unusedKnobs
    result.measures = measures
    result.probes = probes
    result.overruns = world.overruns
    result.followsProfile = world.followsProfile
    result.hostsOrdinaryCode = hostsOrdinaryCode
    result.faults = faults
    result.points = points
    result.unusedStrikes = unusedStrikes
    result.unusedOverrides = unusedOverrides
    result.failure = failure
    result.remains = world.remains
    result.day = day
    result.coverage = coverage
    result.staticsInCommon = world.staticsInCommon
    return result
  }

  /// The critical path of each measure; none where causes were not recorded.
  var paths: [CriticalPath] {
    guard let trace = world.trace else { return [] }
    return measures.map { CriticalPath(of: $0, in: trace) }
  }

  /// The place of the statement that did not hold.
  var location: CodeLocation? {
    if case .failed(let failure) = verdict { failure.location } else { nil }
  }

  /// Whether an expectation did not come true.
  var hasMissedLimit: Bool {
    if case .failed(let failure) = verdict { failure.kind == "expectation" } else { false }
  }

  /// Whether every step and its cause may be kept.
  var isShort: Bool { events <= UInt64(Runner.mostStepsKept) }

  /// What became of the first limit that was missed, in a run that waits on; nil where that is another one.
  func lateness(at location: CodeLocation?) -> Lateness? {
    guard let overrun = world.overruns.first, overrun.location == location else { return nil }
    let path = world.trace.flatMap { trace in
      world.record.late.map { CriticalPath(of: $0, in: trace) }
    }
    if overrun.nanoseconds != nil, path == nil { return nil }
    return Lateness(
      limit: overrun.limit, overtime: configuration.overtime.nanoseconds, path: path)
  }

  /// The reasons for the failure, as far as the run's facts tell them.
  private func reasons(
    _ kind: String?, expected: String, values: [String], about: [String], _ late: Lateness?
  ) -> [String] {
    guard let kind else { return [] }
    var facts = FailureFacts()
    facts.holdups = holdups
    facts.lateness = late
    facts.expected = expected
    // The last of them is the phone that looks.
    let broken = values.filter { $0.hasPrefix("✗") }
    let ids = about.filter { id in id.count >= StoryNames.shortestID }
    facts.about = ids.filter { id in broken.contains { $0.contains(id) } }
    if facts.about.isEmpty { facts.about = ids }
    if kind == "expectation", late == nil, let observer = about.first(where: isPhone) {
      facts.news = StoryEvent(lastNewsTo: observer, in: notable.trail)
    }
    if kind == "expectation", let id = facts.about.first, let observer = about.first(where: isPhone)
    {
      facts.trail = Trail(of: id, for: observer, in: notable.trail)
    }
    if kind.hasPrefix("invariant") {
      facts.instant = instant
      facts.tellLast(of: notable.entries, about: about)
    }
    return Hypotheses.lines(facts)
  }

  private func isPhone(_ name: String) -> Bool { holdups.contains { $0.owner == name } }

  func story(comparedWith first: CompletedRun, late: Lateness? = nil) -> FailureStory {
    var kind: String?
    var summary = ""
    var observed: [String] = []
    var location: CodeLocation?
    var values: [String] = []
    var about: [String] = []
    switch verdict {
    case .passed: summary = "the run passed when it was played again"
    case .failed(let failure):
      kind = failure.kind
      summary = failure.expected
      observed = failure.observed
      location = failure.location
      values = failure.values
      about = failure.about
    case .stalled(let reason), .exhausted(let reason), .leaked(let reason): summary = reason
    }
    let differs = digest != first.digest || verdict.outcome != first.verdict.outcome
    var story = FailureStory(
      kind: kind, summary: summary, location: location, instant: instant, observed: observed,
      faults: faults.map(\.description), underWay: underWay, lastEvents: lastEntries.timelines,
      nondeterminism: differs
        ? """
        played again with the journal on, the run gave digest \(Hexadecimal.text(digest)) instead of \
        \(Hexadecimal.text(first.digest)): something in it is not deterministic
        """
        : nil)
    story.values = values
    // Who looks at a screen is named; what a scenario requires by itself is about no phone.
    story.hasValuesBesideScreens = !values.isEmpty && about.isEmpty
    story.names = world.record.names
    // A statement that names nothing is about whatever its texts name; an invariant's facts name it, and not the screen.
    let told = story.facts.isEmpty ? observed : story.facts
    let known = story.names.ids.filter { id in
      !about.contains(id) && (told + values + [summary]).contains { $0.contains(id) }
    }
    story.reasons = reasons(
      kind, expected: summary, values: values, about: about + known, late)
    about += known + (about + known).compactMap(story.names.name)
    let isInvariant = kind?.hasPrefix("invariant") == true
    let also = about.filter { isInvariant && $0.count < StoryNames.shortestID }
    let entries = notable.entries
    let phones = phones(in: entries, screens: observed)
    // What a scenario requires by itself is about the phones of its text, and so is a gesture.
    let named = phones.filter(about.contains)
    story.events = StorySelection(
      about: about.filter { !also.contains($0) }, also: also,
      phones: named.isEmpty
        ? StorySelection.named(phones, in: [summary] + values + story.facts) : named
    ).events(of: entries)
    return story
  }

  /// The names of the phones, in order.
  private func phones(in entries: [Journal.Entry], screens: [String]) -> [String] {
    let launched = entries.filter(StorySelection.isLaunch).map(\.subject)
    let names = Set(holdups.map(\.owner) + launched + screens.compactMap(FailureStory.phone))
    // order: sorted.
    return names.sorted()
  }
}
