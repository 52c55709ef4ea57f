internal import Harness
import Simulator

/// Plays a fault at each event of scenarios in turn, one scenario after the other.
struct StrikeCampaign {
  /// The result of the strikes at one scenario.
  struct Finding {
    /// The scenario.
    let scenario: Scenario
    /// The run in which the events were counted: no fault strikes in it.
    let plain: FinishedRun
    /// The events of that run that the strikes are planned at, by phone and kind.
    var points: [StrikePointCount] = []
    /// The number of strikes that are to be played.
    var planned = 0
    /// The runs that were played, the plain one not among them.
    var tally = Tally()
    /// The number of strikes that found nothing to strike, such as a kill of an app that is not on the screen.
    var idle = 0
    /// The failures, by what broke, in the order of their first runs.
    var classes: [FailureClass] = []
    /// The reason why not all strikes were played; nil where they were.
    var stopped: String?
    /// The real time that it took.
    var wallTime = Duration.zero
  }

  /// The runs that failed in the same way.
  struct FailureClass {
    /// The identity of the failure.
    let signature: FailureSignature
    /// The first of them.
    let first: FinishedRun
    /// The number of them.
    var count: Int
  }

  let scenarios: [Scenario]
  let configuration: RunConfiguration
  let filter: StrikeFilter
  let engine: RunEngine
  var stopsAtFailure = false
  /// The real time that all of it may take.
  var timeLimit: Duration?

  /// Counts the events of a scenario, and plays a run for each fault at each of them.
  ///
  /// - Parameter receive: Takes each result in order.
  func play(
    _ scenario: Scenario, since begin: SuspendingClock.Instant, on console: Console,
    _ receive: (FinishedRun) throws(OutputFault) -> Void
  ) throws -> Finding {
    let start = SuspendingClock.now
    var armed = configuration
    armed.strikes = []
    let session = RunSession(engine) { console.notes("\(Program.name): \($0)\n") }
    let plain = try session.play(scenario, armed)
    var finding = Finding(scenario: scenario, plain: plain)
    guard plain.result.outcome == .passed else {
      try receive(plain)
      finding.note(plain)
      return finding
    }
    finding.points = filter.points(of: plain.result)
    let strikes = finding.points.flatMap(\.strikes)
    finding.planned = strikes.count
    let plan = RunPlan(names: [scenario.name], total: strikes.count) { [armed] ordinal in
      var configuration = armed
      configuration.strikes = [strikes[ordinal]]
      return PlannedRun(ordinal: ordinal, scenario: scenario, configuration: configuration)
    }
    let limit = timeLimit.map { max(.zero, $0 - begin.duration(to: .now)) }
    let outcome = try Campaign(
      plan: plan, engine: engine, stopsAtFailure: stopsAtFailure, timeLimit: limit
    ).play(on: console) { run, _ throws(OutputFault) in
      finding.note(run)
      try receive(run)
    }
    finding.stopped = outcome.end.reason
    finding.wallTime = start.duration(to: .now)
    return finding
  }
}

extension StrikeCampaign.Finding {
  /// Counts the next run.
  mutating func note(_ run: FinishedRun) {
    tally.add(run.result)
    if !run.result.unusedStrikes.isEmpty || run.result.faults.contains(where: { !$0.hasStruck }) {
      idle += 1
    }
    guard let signature = run.result.failure else { return }
    if let place = classes.firstIndex(where: { $0.signature == signature }) {
      classes[place].count += 1
    } else {
      classes.append(StrikeCampaign.FailureClass(signature: signature, first: run, count: 1))
    }
  }

  /// The number of events of a kind.
  func count(of point: StrikePoint) -> UInt64 {
    points.filter { $0.point == point }.reduce(0) { $0 + $1.count }
  }
}

/// The kinds of faults and events that strikes are planned of.
struct StrikeFilter: Hashable {
  /// The kinds of faults.
  var kinds = StrikeKind.allCases
  /// The kinds of events.
  var points = StrikePoint.allCases

  /// The events that a run came to, with the faults to play at them.
  func points(of result: RunResult) -> [StrikePointCount] {
    result.points.filter { points.contains($0.point) }.map { $0.only(kinds) }
  }
}
