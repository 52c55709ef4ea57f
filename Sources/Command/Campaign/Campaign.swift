internal import Harness
import Simulator

/// Plays a plan and reports it: the common part of the subcommands that play something.
struct Campaign {
  /// The reason why a campaign ended.
  enum End {
    case complete
    /// A run failed and the rest was not wanted.
    case failedFast
    /// The time for it was up.
    case timeLimit
    /// The user asked to stop.
    case interrupted
  }

  /// The outcome of a campaign.
  struct Outcome {
    /// All results, counted.
    let tally: Tally
    /// The first failure of each scenario, in order.
    let failures: [RunResult]
    /// The reason why it ended.
    let end: End
    /// The real time that it took.
    let wallTime: Duration

    /// The exit status of the command after it.
    var status: ExitStatus {
      if tally.failed > 0 { return .failed }
      return end == .interrupted ? .interrupted : .passed
    }
  }

  /// The plan that is played.
  let plan: RunPlan
  /// The engine that plays it.
  let engine: RunEngine
  /// Whether the first failure ends it.
  var stopsAtFailure = false
  /// The real time that it may take.
  var timeLimit: Duration?
  /// The way in which each run is played.
  var mode = PlayMode.run
  /// Looks for runs near the first failures; nil where no story of them is told.
  var nearRuns: NearRuns?
  /// The line of progress for what was played; nil for the usual one.
  var progressLine: ((Tally) -> String)?

  /// Plays everything.
  ///
  /// - Parameter receive: Takes each result in order, with the tally that includes it.
  func play(
    on console: Console, _ receive: (FinishedRun, Tally) throws(OutputFault) -> Void
  ) throws -> Outcome {
    let begin = SuspendingClock.now
    Interrupts.listen()
    var progress = Progress(
      console: console, total: plan.ordinals.count, begin: begin, line: progressLine)
    var tally = Tally()
    var failures: [RunResult] = []
    // A scenario is told once, however many seeds it is played with.
    var slowScenarios: Set<String> = []
    var end = End.complete
    var fault: OutputFault?
    let check = engine.check
    let delivered = try engine.play(plan, mode: mode) { sentence in
      console.notes("\(Program.name): \(sentence)\n")
    } onTick: {
      progress.show(tally, now: .now)
      if Interrupts.isAsked {
        end = .interrupted
      } else if let timeLimit, begin.duration(to: .now) >= timeLimit {
        end = .timeLimit
      } else {
        return .goOn
      }
      return .stop
    } deliver: { run in
      var run = check?.checked(run) ?? run
      tally.add(run.result)
      if let slowest = run.slowest, slowScenarios.insert(run.result.scenario).inserted {
        let seed = run.plan.configuration.seed
        console.notes("\(run.plan.label) (seed \(seed)): \(slowest.text)\n")
      }
      if !run.printed.isEmpty { console.notes(Self.printed(by: run)) }
      if run.result.failure != nil,
        !failures.contains(where: { $0.scenario == run.result.scenario })
      {
        failures.append(run.result)
        run = nearRuns?.noted(run) ?? run
        console.annotate(run)
      }
      do throws(OutputFault) {
        try receive(run, tally)
      } catch {
        fault = error
        return .stop
      }
      if stopsAtFailure, run.result.outcome != .passed {
        end = .failedFast
      } else {
        return .goOn
      }
      return .stop
    }
    console.clearProgress()
    if let fault { throw fault }
    let isComplete = delivered == plan.ordinals.count
    return Outcome(
      tally: tally, failures: failures, end: isComplete ? .complete : end,
      wallTime: begin.duration(to: .now))
  }

  /// The output that a run has printed, as a note apart from all results.
  private static func printed(by run: FinishedRun) -> String {
    let text = run.printed.hasSuffix("\n") ? run.printed.dropLast() : run.printed[...]
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return "\(run.plan.label) (seed \(run.plan.configuration.seed)) printed:\n"
      + lines.map { "    \($0)\n" }.joined()
  }

  /// Plays everything into a report, and puts the report in its place.
  func play(
    into report: any Report, sink: ResultSink, on console: Console, format: ResultFormat = .text,
    aftermath: Aftermath? = nil
  ) throws -> Outcome {
    var report = report
    do {
      try report.begin(plan)
      let outcome = try play(on: console) { run, _ throws(OutputFault) in try report.add(run) }
      // The summary is the last of the JSON Lines.
      if format == .json {
        try aftermath?.follow(outcome.failures, as: format, to: sink, on: console)
      }
      try report.end(outcome.tally, wallTime: outcome.wallTime)
      if format != .json {
        try aftermath?.follow(outcome.failures, as: format, to: sink, on: console)
      }
      try sink.finish()
      return outcome
    } catch {
      sink.abandon()
      throw error
    }
  }
}
