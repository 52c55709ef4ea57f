internal import Harness
import Simulator

/// Explores the schedules of scenarios, one scenario after the other.
struct ExplorationCampaign {
  /// The result of the exploration of one scenario.
  struct Finding {
    let scenario: Scenario
    var exploration: Exploration
    /// The runs that were played, counted.
    var tally = Tally()
    /// The first run that failed, with its story; it has the fewest deviations of all that fail.
    var failure: FinishedRun?
    /// The number of choices in which that run differs from the plain one.
    var failureDeviations = 0
    /// The real time that it took.
    var wallTime = Duration.zero
  }

  /// The plain run of each scenario, from which the others deviate.
  let plain: [PlannedRun]
  let limits: Exploration.Limits
  let engine: RunEngine
  var stopsAtFailure = false

  /// Explores one scenario; the second result says whether the user asked to stop.
  func explore(
    _ plain: PlannedRun, on console: Console
  ) throws(WorkerFault) -> (Finding, isInterrupted: Bool) {
    let begin = SuspendingClock.now
    let scenario = plain.scenario
    Interrupts.listen()
    var finding = Finding(
      scenario: scenario,
      exploration: Exploration(plain.configuration, limits: limits))
    var isOver = false
    let session = RunSession(engine)
    while !isOver, finding.exploration.explored < finding.exploration.planned {
      let plan = RunPlan(finding.exploration, of: scenario)
      var progress = Progress(console: console, total: plan.total, begin: begin)
      _ = try engine.play(plan, mode: limits.isReduced ? .reduce : .explore) { sentence in
        console.notes("\(Program.name): \(sentence)\n")
      } onTick: {
        progress.show(finding.tally, now: .now)
        return isOver || Interrupts.isAsked ? .stop : .goOn
      } deliver: { run in
        take(run, &finding)
        isOver = stopsAtFailure && finding.failure != nil
        return isOver ? .stop : .goOn
      }
      try tellStory(of: &finding, by: session)
      isOver = isOver || Interrupts.isAsked
    }
    console.clearProgress()
    if let failure = finding.failure { console.annotate(failure) }
    finding.wallTime = begin.duration(to: .now)
    return (finding, Interrupts.isAsked)
  }

  private func take(_ run: FinishedRun, _ finding: inout Finding) {
    let isAbandoned = run.result.story?.isAbandoned ?? false
    let deviations = finding.exploration.deviations(of: run.plan.ordinal)
    var result = run.result
    if !finding.exploration.note(isAbandoned ? nil : run.log) {
      result = result.differing(
        "played with the same choices as another run, it did not come to the same next choice")
    }
    finding.tally.add(result)
    guard finding.failure == nil, result.outcome != .passed else { return }
    finding.failure = FinishedRun(plan: run.plan, result: result, wallTime: run.wallTime)
    finding.failureDeviations = deviations
  }

  /// Plays the failure once more for its story, where it has none yet.
  private func tellStory(
    of finding: inout Finding, by session: RunSession
  ) throws(WorkerFault) {
    guard let failure = finding.failure, failure.result.story == nil else { return }
    var result = try session.play(failure.plan.scenario, failure.plan.configuration).result
    if result.outcome == .passed {
      result = result.differing("it failed when it was explored and passed when it was replayed")
    }
    finding.failure = FinishedRun(
      plan: failure.plan, result: result, wallTime: failure.wallTime)
  }
}
