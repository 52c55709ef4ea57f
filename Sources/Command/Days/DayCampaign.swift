internal import Harness
import Simulator

/// Explores the days of one scenario: plans rounds, plays them, keeps what is new, and shrinks what fails.
struct DayCampaign {
  /// A failure that the exploration found, and all others in which the same statement broke in the same way.
  struct Failure {
    /// The first run that failed so, with its story.
    var run: FinishedRun
    /// The number of days before it.
    let daysBefore: Int
    /// The number of days that failed so.
    var count = 1
    /// The plainest run, with its story; the first one where it was not shrunk.
    var shrunk: FinishedRun?
    /// The number of runs that shrinking took.
    var shrinkRuns = 0
  }

  /// What was known after so many days.
  struct Mark {
    let days: Int
    let features: Int
    let pairs: Int
  }

  /// The result of exploring one scenario.
  struct Finding {
    let scenario: Scenario
    var explorer: DayExplorer
    var tally = Tally()
    var failures: [Failure] = []
    /// The growth of what was reached, at the first day and whenever the number of days has doubled.
    var growth: [Mark] = []
    var wallTime = Duration.zero
    var end = Campaign.End.complete
  }

  let scenario: Scenario
  let seeds: SeedRange
  /// The number of days.
  let days: Int
  let engine: RunEngine
  var stopsAtFailure = false
  var shrinks = true
  var timeLimit: Duration?
  /// Whether each failure is played once more for its story.
  var tells = true
  /// The line of progress for what was played; nil for the usual one.
  var progressLine: ((Tally) -> String)?

  /// The number of days of a round: few at first, since all of a round are planned from what was known before it.
  private static func roundSize(after days: Int) -> Int { min(512, max(64, days / 4)) }

  /// Explores.
  func explore(_ explorer: DayExplorer, on console: Console) throws -> Finding {
    let begin = SuspendingClock.now
    Interrupts.listen()
    var finding = Finding(scenario: scenario, explorer: explorer)
    var planned = 0
    var isOver = false
    while !isOver, planned < days || finding.tally.runs < planned {
      let size = min(days - planned, Self.roundSize(after: planned))
      let first = seeds.first &+ UInt64(planned)
      let configurations = finding.explorer.plan((0..<UInt64(size)).map { first &+ $0 })
      planned += size
      isOver = try play(configurations, &finding, since: begin, on: console)
    }
    console.clearProgress()
    if finding.growth.last?.days != finding.tally.runs { note(&finding) }
    if tells { try follow(&finding, on: console) }
    finding.wallTime = begin.duration(to: .now)
    return finding
  }

  /// Plays a round; returns true where no other is wanted.
  private func play(
    _ configurations: [RunConfiguration], _ finding: inout Finding,
    since begin: SuspendingClock.Instant, on console: Console
  ) throws -> Bool {
    let before = finding.tally.runs
    let scenario = scenario
    let plan = RunPlan(names: [scenario.name], total: configurations.count) {
      PlannedRun(ordinal: $0, scenario: scenario, configuration: configurations[$0])
    }
    var progress = Progress(
      console: console, total: max(days, before + plan.total), begin: begin, line: progressLine)
    var isOver = false
    let check = engine.check
    _ = try engine.play(plan, mode: .attempt) { sentence in
      console.notes("\(Program.name): \(sentence)\n")
    } onTick: {
      progress.show(finding.tally, now: .now)
      if Interrupts.isAsked {
        finding.end = .interrupted
      } else if let timeLimit, begin.duration(to: .now) >= timeLimit {
        finding.end = .timeLimit
      } else {
        return isOver ? .stop : .goOn
      }
      isOver = true
      return .stop
    } deliver: { run in
      take(check?.checked(run) ?? run, &finding)
      if stopsAtFailure, !finding.failures.isEmpty {
        finding.end = .failedFast
        isOver = true
      }
      return isOver ? .stop : .goOn
    }
    return isOver
  }

  private func take(_ run: FinishedRun, _ finding: inout Finding) {
    let before = finding.tally.runs
    finding.tally.add(run.result)
    finding.explorer.fold(run.result)
    let days = finding.tally.runs
    if days & (days - 1) == 0 { note(&finding) }
    guard run.result.outcome != .passed else { return }
    let kind = FailureKind(of: run.result)
    if let place = finding.failures.firstIndex(where: { FailureKind(of: $0.run.result) == kind }) {
      finding.failures[place].count += 1
    } else {
      finding.failures.append(Failure(run: run, daysBefore: before))
    }
  }

  private func note(_ finding: inout Finding) {
    let features = finding.explorer.features
    finding.growth.append(
      Mark(
        days: finding.tally.runs, features: features.count,
        pairs: features.count { $0.contains(" | ") }))
  }

  /// The number of steps of a run up to which it is played once more for its story after an interruption.
  private static let mostEventsToTell: UInt64 = 2_000_000

  /// Shrinks each failure and plays it once more for its story. Who interrupts it has what was found so far.
  private func follow(_ finding: inout Finding, on console: Console) throws {
    let session = RunSession(engine) { console.notes("\(Program.name): \($0)\n") }
    for place in finding.failures.indices {
      let run = finding.failures[place].run
      let isTold = !Interrupts.isAsked || run.result.events <= Self.mostEventsToTell
      if run.result.story == nil, isTold {
        finding.failures[place].run = try session.play(scenario, run.plan.configuration)
      }
      defer { console.annotate(finding.failures[place].shrunk ?? finding.failures[place].run) }
      guard shrinks, !Interrupts.isAsked else { continue }
      let scenario = scenario
      let shrinker = DayShrinker(run.result) { configuration throws(WorkerFault) in
        if Interrupts.isAsked { return .untried(scenario, configuration) }
        return try session.play(scenario, configuration, .attempt).result
      }
      guard var shrinker else { continue }
      try shrinker.shrink()
      if Interrupts.isAsked, shrinker.best.events > Self.mostEventsToTell { continue }
      var plainest = shrinker.best.configuration
      finding.failures[place].shrinkRuns = shrinker.runs
      if let outcome = try shrinkFaults(of: plainest, session) {
        plainest = outcome.result.configuration
        finding.failures[place].shrinkRuns += outcome.runs
      }
      finding.failures[place].shrunk = try session.play(scenario, plainest)
    }
  }

  /// Shrinks what a day that is as plain as can be needs besides: each fault of the nemesis and each knob.
  ///
  /// - Returns: Nil where it needs none. A scenario file then says all, so no choice of the seed is fixed for it.
  private func shrinkFaults(
    of configuration: RunConfiguration, _ session: RunSession
  ) throws(WorkerFault) -> Shrinker.Outcome? {
    guard configuration.faults > 0 || !configuration.knobs.isEmpty else { return nil }
    return try Shrinker.shrink(scenario, configuration) {
      (configuration, tellsStory) throws(WorkerFault) in
      if Interrupts.isAsked { return .untried(scenario, configuration) }
      return try session.play(scenario, configuration, tellsStory ? .run : .attempt).result
    }
  }
}
