import Simulator

/// `rehearse run`: plays scenarios with one seed each.
struct RunSubcommand: Subcommand {
  static let name = "run"
  static let summary = "Plays every scenario once and prints a table; what fails is told in full."
  static let operands = SelectionHelp.operands
  static let explanation = SelectionHelp.text
  static let options: [CommandOption] = [
    .seed, .schedule, .faults, .format, .output, .verifyDeterminism, .jobs, .hangTimeout,
    .shrink, .save, .regressions,
  ]

  private let plan: RunPlan
  private let engine: RunEngine
  private let output: ReportOutput
  private let isVerifying: Bool
  private let folder: RegressionFolder
  private let aftermath: Aftermath

  init(_ arguments: ParsedArguments, catalog: ScenarioCatalog) throws(UsageError) {
    let path = arguments.text(.regressions)
    // A folder that does not exist yet is made when something is kept in it.
    folder =
      arguments.has(.save)
      ? (try? RegressionFolder(path, of: catalog)) ?? RegressionFolder(newAt: path ?? "")
      : try RegressionFolder(path, of: catalog)
    aftermath = try Aftermath(arguments, catalog: catalog, folder: folder)
    plan = try RunPlan(
      arguments.words, of: catalog, seeds: SeedRange(first: try arguments.seed(), count: 1),
      schedule: try arguments.schedule(), faults: try arguments.faults(),
      regressions: folder.entries.isEmpty ? nil : folder)
    engine = RunEngine(jobs: try arguments.jobs(), hangTimeout: try arguments.hangTimeout())
    output = try ReportOutput(arguments)
    isVerifying = arguments.has(.verifyDeterminism)
  }

  func run(on console: Console) throws -> ExitStatus {
    let sink = try ResultSink(path: output.path, console: console)
    var campaign = Campaign(plan: plan, engine: engine)
    if isVerifying { campaign.check = try DeterminismCheck(plan, engine: engine) }
    for complaint in folder.complaints { console.notes("rehearse: \(complaint)\n") }
    let outcome = try campaign.play(
      into: output.report(to: sink), sink: sink, on: console, format: output.format,
      aftermath: aftermath)
    output.note(outcome, on: console)
    return outcome.status == .passed && !folder.complaints.isEmpty ? .failed : outcome.status
  }
}
