import Simulator

/// `rehearse run`: plays scenarios with one seed each.
struct RunSubcommand: Subcommand {
  static let name = "run"
  static let summary = "Plays every scenario once and prints a table; what fails is told in full."
  static let operands = SelectionHelp.operands
  static let explanation = SelectionHelp.text
  static let options: [CommandOption] = [
    .seed, .schedule, .faults, .format, .output, .verifyDeterminism, .jobs, .hangTimeout,
  ]

  private let plan: RunPlan
  private let engine: RunEngine
  private let output: ReportOutput
  private let isVerifying: Bool

  init(_ arguments: ParsedArguments, catalog: ScenarioCatalog) throws(UsageError) {
    plan = try RunPlan(
      arguments.words, of: catalog, seeds: SeedRange(first: try arguments.seed(), count: 1),
      schedule: try arguments.schedule(), faults: try arguments.faults())
    engine = RunEngine(jobs: try arguments.jobs(), hangTimeout: try arguments.hangTimeout())
    output = try ReportOutput(arguments)
    isVerifying = arguments.has(.verifyDeterminism)
  }

  func run(on console: Console) throws -> ExitStatus {
    let sink = try ResultSink(path: output.path, console: console)
    var campaign = Campaign(plan: plan, engine: engine)
    if isVerifying { campaign.check = try DeterminismCheck(plan, engine: engine) }
    let outcome = try campaign.play(into: output.report(to: sink), sink: sink, on: console)
    output.note(outcome, on: console)
    return outcome.status
  }
}
