internal import Harness
import Simulator

/// Sweeps and explorations of days by turns, until the time is up or somebody asks to stop.
///
/// After each turn the folder holds all that was played: whatever ends the process costs one turn.
final class SoakCampaign {
  /// The limits of one start of a soak.
  struct Limits: Equatable {
    /// The real time that it may take; nil for no limit.
    var time: Duration?
    /// The number of runs; nil for no limit.
    var runs: Int?
  }

  /// A failure that a turn came upon, and all others of its kind in that turn.
  struct Find {
    /// The first run that failed so.
    let run: FinishedRun
    /// The number of runs of the soak before it.
    let runsBefore: Int
    /// The number of runs that failed so, by scenario.
    var counts: [String: Int]
  }

  /// The sort of a turn.
  enum Activity: Int, CaseIterable {
    case sweep
    case days
  }

  /// The scenarios that are swept.
  let swept: [Scenario]
  /// The scenarios of generated days.
  let explored: [Scenario]
  let engine: RunEngine
  let folder: SoakFolder
  let limits: Limits
  let console: Console
  /// The position, as of the last turn.
  var state: SoakState
  /// The classes of failures.
  var classes: SoakClasses
  private var explorers: [String: DayExplorer] = [:]
  private let runsAtStart: Int
  private let wallTimeAtStart: Int64
  private let begin = SuspendingClock.now

  /// A turn takes about so long: what a kill costs at the most, and the other activity waits.
  private static let turnTime = Duration.seconds(15)
  /// The number of runs of a turn at the most.
  private static let turnRuns = 4096

  init(
    swept: [Scenario], explored: [Scenario], engine: RunEngine, folder: SoakFolder,
    limits: Limits, console: Console, state: SoakState, classes: SoakClasses
  ) {
    self.swept = swept
    self.explored = explored
    self.engine = engine
    self.folder = folder
    self.limits = limits
    self.console = console
    self.state = state
    self.classes = classes
    runsAtStart = state.tally.runs
    wallTimeAtStart = state.wallTime
  }

  /// The number of runs of this start.
  var runs: Int { state.tally.runs - runsAtStart }
  /// The real time of this start.
  var wallTime: Duration { begin.duration(to: .now) }

  /// The reason to end now; nil where there is none.
  var end: Campaign.End? {
    if Interrupts.isAsked { return .interrupted }
    if let time = limits.time, wallTime >= time { return .timeLimit }
    if let most = limits.runs, runs >= most { return .complete }
    return nil
  }

  /// Plays turn after turn.
  ///
  /// - Parameter onTurn: Called after each, once everything is in the folder.
  func play(onTurn: () throws -> Void) throws -> Campaign.End {
    Interrupts.listen()
    for scenario in explored { explorers[scenario.name] = try explorer(of: scenario) }
    try save()
    try classes.shrink(while: { self.isOpen })
    while true {
      if let end { return end }
      let start = SuspendingClock.now
      let activity = next
      let finds: [Find]
      switch activity {
      case .sweep: finds = try sweep()
      case .days: finds = try explore()
      }
      state.shares[activity.rawValue] += start.duration(to: .now).nanoseconds
      try classes.take(finds)
      try save()
      try onTurn()
      // After everything is kept, since it may take a while.
      try classes.shrink(while: { self.isOpen })
    }
  }

  /// Whether there is time left.
  private var isOpen: Bool { !Interrupts.isAsked }

  /// The activity that has had the least time; that without scenarios never.
  private var next: Activity {
    if swept.isEmpty { return .days }
    if explored.isEmpty { return .sweep }
    return state.shares[Activity.sweep.rawValue] <= state.shares[Activity.days.rawValue]
      ? .sweep : .days
  }

  /// The real time that a turn may take.
  private var turnLimit: Duration {
    min(Self.turnTime, limits.time.map { max(.zero, $0 - wallTime) } ?? Self.turnTime)
  }

  /// The number of runs that a turn may take.
  private var turnRuns: Int { min(Self.turnRuns, limits.runs.map { max(0, $0 - runs) } ?? .max) }

  private func save() throws {
    state.wallTime = wallTimeAtStart + wallTime.nanoseconds
    try folder.keep(state)
  }

  /// Such as `soak: 120413 runs, 3 classes of failures, 1:02:10 of 8:00:00`.
  private func progress(_ tally: Tally) -> String {
    let time = limits.time.map { "\(wallTime.brief) of \($0.brief)" } ?? wallTime.brief
    return "soak: \(state.tally.runs + tally.runs) runs, \(classes.countText), \(time)"
  }

  // MARK: - Sweeps

  /// Plays the next seeds of all scenarios, of those first that were played least.
  private func sweep() throws -> [Find] {
    let seed = state.seed
    let turn = swept.map { (scenario: $0, played: state.swept[$0.name] ?? 0) }
      .enumerated().sorted { ($0.element.played, $0.offset) < ($1.element.played, $1.offset) }
      .map(\.element)
    let choice = ConfigurationChoice(isDrawn: true)
    let plan = RunPlan(names: turn.map(\.scenario.name), total: turnRuns) { ordinal in
      let (round, place) = ordinal.quotientAndRemainder(dividingBy: turn.count)
      let (scenario, played) = turn[place]
      return PlannedRun(
        ordinal: ordinal, scenario: scenario,
        configuration: choice.configuration(seed: seed &+ UInt64(played + round), of: scenario))
    }
    var finds: [FailureKind: Find] = [:]
    var order: [FailureKind] = []
    let before = state.tally.runs
    let campaign = Campaign(
      plan: plan, engine: engine, timeLimit: turnLimit, mode: .attempt, progressLine: progress)
    let outcome = try campaign.play(on: console) { run, tally throws(OutputFault) in
      let name = run.result.scenario
      state.swept[name, default: 0] += 1
      guard run.result.outcome != .passed else { return }
      let kind = FailureKind(of: run.result)
      if finds[kind] == nil {
        order.append(kind)
        finds[kind] = Find(run: run, runsBefore: before + tally.runs - 1, counts: [:])
      }
      finds[kind]?.counts[name, default: 0] += 1
    }
    state.tally.add(outcome.tally)
    return order.compactMap { finds[$0] }
  }

  // MARK: - Days

  /// The exploration of a scenario, as far as it had come.
  private func explorer(of scenario: Scenario) throws -> DayExplorer {
    let plain = RunConfiguration(
      seed: state.seed, schedule: .fifo, faults: scenario.faults.budget)
    let runs = try folder.corpus.runs(of: scenario)
    guard let known = state.explored[scenario.name], !known.features.isEmpty else {
      return DayExplorer(plain, swarm: scenario, drawsFaults: true, first: runs)
    }
    let kept = Dictionary(
      runs.map { (DayCorpus.name($0, of: scenario), $0) }, uniquingKeysWith: { first, _ in first })
    let names = Set(known.corpus.map(\.file))
    // Files that the state does not know are played first.
    var explorer = DayExplorer(
      plain, swarm: scenario, drawsFaults: true,
      first: runs.filter { !names.contains(DayCorpus.name($0, of: scenario)) })
    explorer.restore(
      features: known.features,
      corpus: known.corpus.compactMap { day in
        kept[day.file].map { DayExplorer.Entry($0, news: day.news, places: day.places) }
      })
    return explorer
  }

  /// Explores the next days of the scenario of which the fewest were played.
  private func explore() throws -> [Find] {
    let scenario = explored.enumerated().min {
      (state.explored[$0.element.name]?.seeds ?? 0, $0.offset)
        < (state.explored[$1.element.name]?.seeds ?? 0, $1.offset)
    }?.element
    guard let scenario, let explorer = explorers[scenario.name] else { return [] }
    var known = state.explored[scenario.name] ?? SoakState.Explored()
    let before = state.tally.runs
    let waiting = explorer.waiting.count
    let kept = explorer.corpus.count
    let count = max(1, turnRuns - waiting)
    let finding = try DayCampaign(
      scenario: scenario, seeds: SeedRange(first: state.seed &+ UInt64(known.seeds), count: count),
      days: count, engine: engine, timeLimit: turnLimit, tells: false,
      progressLine: progress
    ).explore(explorer, on: console)
    known.seeds += finding.tally.runs - (waiting - finding.explorer.waiting.count)
    state.tally.add(finding.tally)
    try keep(finding.explorer, kept, scenario, &known)
    state.explored[scenario.name] = known
    return finding.failures.map { failure in
      Find(
        run: failure.run, runsBefore: before + failure.daysBefore,
        counts: [scenario.name: failure.count])
    }
  }

  /// Keeps what an exploration knows, in a bounded number of days.
  private func keep(
    _ explorer: DayExplorer, _ before: Int, _ scenario: Scenario,
    _ known: inout SoakState.Explored
  ) throws {
    var explorer = explorer
    if explorer.corpus.count >= 2 * known.minimised + 64 {
      explorer.minimise()
      known.minimised = explorer.corpus.count
    }
    explorers[scenario.name] = explorer
    known.features = explorer.features
    guard explorer.corpus.count != before || known.corpus.isEmpty else { return }
    try folder.corpus.keep(
      explorer.corpus.map(\.configuration) + explorer.waiting, of: scenario)
    known.corpus = explorer.corpus.map { entry in
      SoakState.Explored.Day(
        file: DayCorpus.name(entry.configuration, of: scenario), places: entry.places,
        news: entry.news)
    }
  }
}
