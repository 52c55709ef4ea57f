import Simulator

/// `rehearse run`: plays scenarios with one seed each, or with every schedule.
struct RunSubcommand: Subcommand {
  static let name = "run"
  static let summary = "Plays every scenario once and prints a table; what fails is told in full."
  static let operands = SelectionHelp.operands
  static let explanation = """
    \(SelectionHelp.text)
    With `--schedule exhaustive` each scenario is played once for every order of its steps, those with few
    deviations from fifo first: for small scenarios, or within --max-runs and --max-deviations.
    """
  static let options: [CommandOption] = [
    .playedSeed, .anySchedule, .maxRuns, .maxDeviations, .everyOrder, .faults, .knobs, .failFast,
    .format,
    .output,
    .verifyDeterminism, .noVerifyDeterminism, .hashSeeds, .statics, .strict, .jobs, .hangTimeout,
    .runTimeout, .memory, .shrink,
    .save,
    .regressions,
    .briefStories, .longStories, .report, .reportAll,
    .chromeTrace, .packets, .watch, .speed,
  ]

  /// The task of the command.
  private enum Task {
    case play(RunPlan)
    case watch(WatchPlayer)
    case explore(ExplorationCampaign)
  }

  private let task: Task
  private let engine: RunEngine
  private let output: ReportOutput
  /// The runs that failed once and are kept; they are played first.
  private let folder: RegressionFolder
  private let aftermath: Aftermath
  private let stopsAtFailure: Bool
  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
    let catalog = context.catalog
    self.arguments = arguments
    let seed = try arguments.seed()
    let path = arguments.text(.regressions)
    // A folder that does not exist yet is made when something is kept in it.
    folder =
      arguments.has(.save)
      ? (try? RegressionFolder(path, of: catalog))
        ?? RegressionFolder(newAt: path ?? RegressionFolder.newPath(of: catalog))
      : try RegressionFolder(path, of: catalog)
    aftermath = try Aftermath(arguments, in: context, folder: folder)
    let limits = try arguments.explorationLimits()
    engine = try arguments.engine(
      on: context.host, unasked: limits == nil ? ParsedArguments.comparisonInCI(once: false) : nil)
    output = try ReportOutput(arguments)
    stopsAtFailure = arguments.has(.failFast)
    if let limits {
      for option in [CommandOption.report, .chromeTrace, .packets] where arguments.has(option) {
        throw .conflict(
          "--schedule exhaustive", option.name,
          reason: "it plays a scenario many times; replay the token that it tells with it")
      }
      if arguments.has(.watch) {
        throw .conflict(
          "--schedule exhaustive", "--watch", reason: "it plays a scenario many times")
      }
      if output.format == .junit {
        throw .conflict(
          "--schedule exhaustive", "--format junit", reason: "use text or json, which hold counts")
      }
      let plan = try RunPlan(
        arguments.words, of: catalog, seeds: SeedRange(first: seed, count: 1),
        ConfigurationChoice(
          faults: arguments.has(.faults) ? try arguments.faults() : nil,
          knobs: try arguments.knobs())
      ).strictly(arguments.has(.strict))
      task = .explore(
        ExplorationCampaign(
          plain: plan.ordinals.map { plan[$0] }, limits: limits, engine: engine,
          stopsAtFailure: stopsAtFailure))
    } else {
      let plan = try RunPlan(
        arguments.words, of: catalog, seeds: SeedRange(first: seed, count: 1),
        try arguments.configurationChoice(isDrawn: arguments.has(.seed)),
        regressions: folder.entries.isEmpty || arguments.has(.watch) ? nil : folder
      ).strictly(arguments.has(.strict))
      task = try WatchPlayer(asked: arguments, plan, engine).map(Task.watch) ?? .play(plan)
    }
  }

  func run(on console: Console) throws -> ExitStatus {
    switch task {
    case .play(let plan): try play(plan, on: console)
    case .watch(let player): try player.run(on: console)
    case .explore(let campaign): try explore(campaign, on: console)
    }
  }

  private func play(_ plan: RunPlan, on console: Console) throws -> ExitStatus {
    let sink = try ResultSink(path: output.path, console: console)
    let gallery = try ReportGallery(Self.self, arguments, engine: engine, on: console)
    let campaign = Campaign(
      plan: plan, engine: engine, stopsAtFailure: stopsAtFailure,
      nearRuns: aftermath.nearRuns(for: output.format))
    for complaint in folder.complaints { console.notes("\(Program.name): \(complaint)\n") }
    let outcome = try ReportGallery.following(gallery, on: console) {
      try campaign.play(
        into: gallery.noting(output.report(to: sink)), sink: sink, on: console,
        format: output.format, aftermath: aftermath)
    }
    output.note(outcome, on: console)
    return outcome.status == .passed && !folder.complaints.isEmpty ? .failed : outcome.status
  }

  private func explore(
    _ campaign: ExplorationCampaign, on console: Console
  ) throws -> ExitStatus {
    let sink = try ResultSink(path: output.path, console: console)
    var report = FindingReport<ExplorationCampaign.Finding>(
      format: output.format, sink: sink)
    var isInterrupted = false
    do {
      for run in campaign.plain where !isInterrupted {
        let (finding, isOver) = try campaign.explore(run, on: console)
        isInterrupted = isOver
        try report.add(finding)
      }
      try report.end()
      try sink.finish()
    } catch {
      sink.abandon()
      throw error
    }
    if report.hasFailures { return .failed }
    return isInterrupted ? .interrupted : .passed
  }
}
