internal import Harness
import Simulator

/// A run near a failing one that passes, and the first event in which the two differ.
struct NearRun {
  /// The difference between the two configurations, such as "with seed 3".
  let change: String
  /// The run that passes.
  let token: ReplayToken
  /// The first event of the failing run that the other has not.
  let here: JournalLine?
  /// The event of the other run in its place.
  let there: JournalLine?
  /// The names of the other run's ids, which another seed draws anew.
  private let theirNames: StoryNames

  /// The number of seeds that are tried.
  private static let mostSeeds: UInt64 = 6
  /// The number of steps of the failing run up to which others are looked for near it.
  private static let mostEvents: UInt64 = 2_000_000
  /// Whether an event that is told differs between the two.
  private var differs: Bool { here != nil || there != nil }

  /// The number of entries that are compared at the most.
  private static let mostEntries = 200_000

  /// Looks for a run near a failing one: less its last fault, or with another seed; nil where none of these passes, or
  /// where it goes on for very long.
  ///
  /// It is the first that passes and in which an event differs, else the first that passes.
  ///
  /// - Parameter isOpen: Whether there is time for further runs.
  init?(
    to failure: RunResult, of scenario: Scenario, by session: RunSession,
    while isOpen: () -> Bool = { true }
  ) throws(WorkerFault) {
    guard failure.events <= Self.mostEvents else { return nil }
    let configuration = failure.configuration
    var candidates: [(change: String, configuration: RunConfiguration)] = []
    if let fault = failure.faults.last(where: \.hasStruck) {
      candidates.append(("without \(fault.name)", configuration.without([fault])))
    }
    for seed in 1...Self.mostSeeds where seed != configuration.seed {
      var other = configuration
      other.seed = seed
      candidates.append(("with seed \(seed)", other))
    }
    var ours: [JournalLine]?
    var alike: (change: String, token: ReplayToken)?
    for candidate in candidates where isOpen() {
      let result = try session.play(scenario, candidate.configuration, .attempt).result
      guard result.outcome == .passed else { continue }
      let isSameSeed = candidate.configuration.seed == configuration.seed
      if ours == nil { ours = try Self.lines(of: scenario, configuration, by: session) }
      let known = ours ?? []
      let theirs = try Self.lines(of: scenario, candidate.configuration, by: session)
      guard
        let difference = isSameSeed
          ? Self.firstDifference(known, theirs) : Self.firstDifference(bySubject: known, theirs)
      else {
        alike = alike ?? (candidate.change, result.token)
        continue
      }
      (change, token, here, there) = (
        candidate.change, result.token, difference.here, difference.there
      )
      theirNames =
        try session.play(scenario, candidate.configuration, .film).recording?.names ?? StoryNames()
      return
    }
    guard let alike else { return nil }
    (change, token, here, there) = (alike.change, alike.token, nil, nil)
    theirNames = StoryNames()
  }

  private static func lines(
    of scenario: Scenario, _ configuration: RunConfiguration, by session: RunSession
  ) throws(WorkerFault) -> [JournalLine] {
    let run = PlannedRun(ordinal: 0, scenario: scenario, configuration: configuration)
    let recorder = try Recorder(run, on: session.host)
    var lines: [JournalLine] = []
    while lines.count < mostEntries, let line = recorder.next() {
      // Probes and steps tell nobody anything.
      if line.kind != .step, line.subject != "probes" { lines.append(line) }
    }
    return lines
  }

  /// The first event that differs between two runs of one seed, as all before it are the same.
  static func firstDifference(
    _ ours: [JournalLine], _ theirs: [JournalLine]
  ) -> (here: JournalLine?, there: JournalLine?)? {
    let count = zip(ours, theirs).prefix {
      $0.nanoseconds == $1.nanoseconds && $0.subject == $1.subject && $0.text == $1.text
    }.count
    let (here, there) = (ours.dropFirst(count).first, theirs.dropFirst(count).first)
    return here == nil && there == nil ? nil : (here, there)
  }

  /// The earliest event that differs in what happens to a phone or to the backend, numbers and ids aside: between seeds each
  /// message takes another time.
  static func firstDifference(
    bySubject ours: [JournalLine], _ theirs: [JournalLine]
  ) -> (here: JournalLine?, there: JournalLine?)? {
    let kinds: Set<Journal.Kind> = [.fault, .screen, .life, .scenario, .backend]
    let theirs = Dictionary(grouping: theirs.filter { kinds.contains($0.kind) }, by: \.subject)
    var places: [String: Int] = [:]
    for here in ours where kinds.contains(here.kind) {
      let place = places[here.subject, default: 0]
      places[here.subject] = place + 1
      let there = theirs[here.subject].flatMap { $0.count > place ? $0[place] : nil }
      if let there, StorySelection.shape(of: there.text) == StorySelection.shape(of: here.text) {
        continue
      }
      return (here, there)
    }
    // The failing run has nothing that the other has not; the other goes on.
    // order: the earliest of all subjects, by name among equals.
    let rest = theirs.compactMap { subject, lines -> JournalLine? in
      let place = places[subject, default: 0]
      return lines.count > place ? lines[place] : nil
    }.min { ($0.nanoseconds, $0.subject) < ($1.nanoseconds, $1.subject) }
    return rest.map { (nil, $0) }
  }

  /// The title above its lines in a story.
  var title: String {
    differs ? "Near it, and the first event that differs" : "Near it; no event that is told differs"
  }

  /// The run and the event, as lines of a story that are so wide.
  ///
  /// - Parameter names: The names of the failing run's ids.
  func lines(_ names: StoryNames, width: Int) -> [String] {
    let tell = { (word: String, line: JournalLine?, names: StoryNames) -> String in
      let event = line.map { names.applied(to: $0.story.visibleLine) } ?? "nothing any more"
      return StoryText.fitted(word + event, width)
    }
    let events =
      differs ? [tell("here:  ", here, names), tell("there: ", there, theirNames)] : []
    return (["\(change) it passes: \(token.shellWord)".visibleLine] + events).map { "    " + $0 }
  }

  /// The same as a member of a line of JSON.
  func json(_ names: StoryNames) -> JSONValue {
    .members([
      "change": .string(change), "replay": .string("\(token)"),
      "here": .optional((here?.story).map(names.applied)),
      "there": .optional((there?.story).map(theirNames.applied)),
    ])
  }
}
