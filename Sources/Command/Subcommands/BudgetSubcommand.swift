import Backend
internal import Harness
import Simulator

/// `rehearse budget`: measures latencies over many seeds and links, and holds them against their budgets.
struct BudgetSubcommand: Subcommand {
  static let name = "budget"
  static let summary = "Measures latencies over many seeds and links, against their budgets."
  static let operands = SelectionHelp.operands
  static let explanation = """
    \(SelectionHelp.text)
    Only scenarios with a measured expectation are played: `expect(within: .seconds(1), measuredAs:
    .receipt)` gives the budget 1 s. A profile takes the place of the one that a scenario names, except
    for phones whose link is `fixed:`. A recorded link is two files in the format of mahimahi, one number
    of milliseconds a line, at which 1500 bytes can pass; each seed begins at another instant of it. A
    link ends at its operator; --path adds the way from there to the backend, and a time that the backend
    takes for each request. An expectation is waited for up to 16 minutes beyond its limit, so
    that latencies over budget are measured too. For the worst seed of each measure the critical path is
    told; its hops add up to the latency. A budget that even the fastest run exceeds by what no luck
    shortens is reported as one that cannot be kept, with the arithmetic.
    """
  static let options: [CommandOption] = [
    .profiles, .trace, .backendPath, .seeds, .seed, .schedule, .allow, .budgetFormat, .output,
    .time, .jobs,
    .hangTimeout, .runTimeout, .memory, .report, .reportAll,
  ]

  private enum Format: String, CaseIterable {
    case text
    case json
    case svg
  }

  private let catalog: ScenarioCatalog
  private let words: [String]
  private let profiles: [String]
  private let backendPath: BackendPath?
  private let seeds: SeedRange
  private let schedule: Schedule
  private let allowed: Double?
  private let engine: RunEngine
  private let format: Format
  private let path: String?
  private let timeLimit: Duration?
  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
    let catalog = context.catalog
    self.catalog = catalog
    self.arguments = arguments
    words = arguments.words
    do {
      _ = try catalog.selecting(words)
    } catch {
      throw .selection(error, subcommand: RehearseCommand.subcommand(like: error.word))
    }
    let named = try arguments.text(.profiles).map(ProfileName.list) ?? []
    profiles = named + [try arguments.recordedLink()].compactMap { $0.map(ProfileName.short) }
    backendPath = try arguments.text(.backendPath).map {
      (name: String) throws(UsageError) -> BackendPath in
      do throws(BackendPathError) {
        return try BackendPath.named(name)
      } catch {
        throw .badValue(option: CommandOption.backendPath.name, value: name, expected: "\(error)")
      }
    }
    seeds = try arguments.seeds()
    schedule = try arguments.schedule()
    allowed =
      arguments.has(.allow)
      ? try arguments.value(
        .allow, default: 0, expected: "a share is a number with %, such as 0.1%", Self.share)
      : nil
    engine = try arguments.engine(on: context.host)
    format = try arguments.value(
      .budgetFormat, default: .text, expected: "a format is text or json or svg"
    ) { Format(rawValue: $0) }
    path = arguments.text(.output)
    timeLimit = try arguments.timeLimit()
  }

  /// Reads `0.1%` as a share from 0 to 1.
  static func share(_ text: String) -> Double? {
    guard text.hasSuffix("%"), let value = Double(text.dropLast()), value > 0, value < 100 else {
      return nil
    }
    return value / 100
  }

  func run(on console: Console) throws -> ExitStatus {
    let sink = try ResultSink(path: path, console: console)
    let gallery = try ReportGallery(Self.self, arguments, engine: engine, on: console)
    do {
      let results = try ReportGallery.following(gallery, on: console) {
        try play(into: gallery, on: console)
      }
      switch format {
      case .text:
        try sink.write(BudgetText(results, style: Style(hasColour: sink.hasColour)).text)
      case .json: try sink.write(JSONLine.budget(results))
      case .svg: try sink.write(BudgetChart(results).text)
      }
      try sink.finish()
      if let path { console.notes("\(results.tally.runs) runs; results are in \(path)\n") }
      if !results.isKept { return .failed }
      return results.stopped == nil || timeLimit != nil ? .passed : .interrupted
    } catch {
      sink.abandon()
      throw error
    }
  }

  private func play(into gallery: ReportGallery?, on console: Console) throws -> BudgetResults {
    let (plan, unmeasured) = try plan(on: console)
    var tally = BudgetTally(stages: plan.stages.count)
    let outcome = try Campaign(plan: plan.runs, engine: engine, timeLimit: timeLimit)
      .play(on: console) { run, _ in
        let stage = plan.stage(of: run.plan.ordinal)
        tally.add(run.result, stage: stage)
        gallery?.add(run, stage: plan.stages[stage].words)
      }
    let session = RunSession(engine) { console.notes("\(Program.name): \($0)\n") }
    let rows = tally.rows.enumerated().sorted { ($0.1.stage, $0.0) < ($1.1.stage, $1.0) }
    return BudgetResults(
      plan: plan,
      findings: try rows.map {
        try BudgetFinding($0.element, plan, allowed: allowed, by: session)
      },
      notes: tally.notes, unmeasured: unmeasured, backendPath: backendPath, seeds: "\(seeds)",
      schedule: schedule,
      tally: outcome.tally, wallTime: outcome.wallTime, stopped: outcome.end.reason)
  }

  /// Plays every scenario once as it is written, to see which ones measure anything.
  private func plan(on console: Console) throws -> (plan: BudgetPlan, unmeasured: [String]) {
    let first = SeedRange(first: seeds.first, count: 1)
    let trial = try RunPlan(words, of: catalog, seeds: first, schedule: schedule)
    var measured: [(scenario: Scenario, followsProfile: Bool)] = []
    var unmeasured: [String] = []
    _ = try Campaign(plan: trial, engine: engine).play(on: console) { run, _ in
      if run.result.measures.isEmpty, run.result.outcome == .passed {
        unmeasured.append(run.result.scenario)
      } else {
        measured.append((run.plan.scenario, run.result.followsProfile))
      }
    }
    guard !measured.isEmpty else { throw NothingMeasured(scenarios: unmeasured) }
    return (
      BudgetPlan(
        measured, profiles: profiles, backendPath: backendPath?.name, seeds: seeds,
        schedule: schedule),
      words.isEmpty ? [] : unmeasured
    )
  }
}

/// None of the scenarios that were picked measures anything.
struct NothingMeasured: Error, CustomStringConvertible {
  let scenarios: [String]
  var description: String {
    """
    there is no budget in \(scenarios.prefix(3).joined(separator: ", "))\
    \(scenarios.count > 3 ? ", …" : ""): no expectation says what it measures. Add \
    `measuredAs:` to one with a limit, as in expect(within: .seconds(1), measuredAs: .receipt)
    """
  }
}
