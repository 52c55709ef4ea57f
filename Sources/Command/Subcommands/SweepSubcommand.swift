import Foundation
internal import Harness
import Simulator

/// `rehearse sweep`: plays scenarios with many seeds, on all cores.
struct SweepSubcommand: Subcommand {
  static let name = "sweep"
  static let summary = "Plays scenarios with many seeds, on all cores."
  static let operands = SelectionHelp.operands
  static var explanation: String {
    """
    \(SelectionHelp.text)
    Each seed draws how it plays a scenario: the schedule, how many faults strike where it allows them, and which of
    the conditions it leaves open (knobs) vary. An option fixes what it names. The summary tells how many runs were
    different from each other. The first run that fails is told at once. Ctrl-C keeps what was played until then. The digest does
    not depend on --jobs, and `\(Program.name) merge` gives that of all shards together. `--shard auto` asks the
    environment of a Slurm array, an indexed job of Kubernetes (with REHEARSE_SHARD_COUNT), a test of
    Bazel or a parallel job of GitLab; elsewhere set REHEARSE_SHARD_INDEX, from 0, and
    REHEARSE_SHARD_COUNT. With --format junit there is a test case for each scenario and its seeds.
    """
  }
  static let options: [CommandOption] = [
    .seeds, .seed, .drawnSchedule, .drawnFaults, .knobs, .shard, .failFast, .time, .format, .output,
    .verifyDeterminism, .noVerifyDeterminism, .hashSeeds, .statics, .strict,
    .jobs, .hangTimeout, .runTimeout, .memory, .shrink, .save, .regressions, .briefStories,
    .longStories, .report, .reportAll,
  ]

  private let plan: RunPlan
  private let engine: RunEngine
  private let seeds: SeedRange
  private let choice: ConfigurationChoice
  private let shard: Shard
  private let statusFile: String?
  private let output: ReportOutput
  private let stopsAtFailure: Bool
  private let timeLimit: Duration?
  private let aftermath: Aftermath
  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
    let catalog = context.catalog
    self.arguments = arguments
    seeds = try arguments.seeds()
    if arguments.has(.seed), arguments.text(.seeds)?.contains("..<") ?? false {
      throw .conflict("--seed", "--seeds A..<B", reason: "both say where to begin")
    }
    choice = try arguments.configurationChoice(isDrawn: true)
    (shard, statusFile) = try arguments.shard()
    plan = try RunPlan(
      arguments.words, of: catalog, seeds: seeds, choice, shard: shard
    ).strictly(arguments.has(.strict))
    engine = try arguments.engine(
      on: context.host, unasked: ParsedArguments.comparisonInCI(once: true))
    output = try ReportOutput(arguments)
    stopsAtFailure = arguments.has(.failFast)
    timeLimit = try arguments.timeLimit()
    aftermath = try Aftermath(arguments, in: context)
  }

  func run(on console: Console) throws -> ExitStatus {
    if let statusFile {
      guard FileManager.default.createFile(atPath: statusFile, contents: nil) else {
        throw UsageError.unwritable(path: statusFile, reason: "TEST_SHARD_STATUS_FILE names it")
      }
    }
    let sink = try ResultSink(path: output.path, console: console)
    let gallery = try ReportGallery(Self.self, arguments, engine: engine, on: console)
    let campaign = Campaign(
      plan: plan, engine: engine, stopsAtFailure: stopsAtFailure, timeLimit: timeLimit,
      nearRuns: aftermath.nearRuns(
        for: output.format, most: output.format == .text ? 1 : NearRuns.mostFailures))
    var report = SweepReport(plan, output, sink: sink)
    do {
      let outcome = try ReportGallery.following(gallery, on: console) {
        try campaign.play(on: console) { run, _ throws(OutputFault) in
          gallery?.add(run)
          try report.add(run)
        }
      }
      if output.format == .json {
        try aftermath.follow(outcome.failures, as: output.format, to: sink, on: console)
      }
      let ending = try report.end(
        extent(of: outcome), outcome.tally, wallTime: outcome.wallTime)
      if output.format != .json {
        try aftermath.follow(outcome.failures, as: output.format, to: sink, on: console)
      }
      try sink.finish()
      output.note(outcome, on: console)
      return outcome.status == .passed ? ending.statusOfProbes : outcome.status
    } catch {
      sink.abandon()
      throw error
    }
  }

  private func extent(of outcome: Campaign.Outcome) -> SweepExtent {
    let first = plan.ordinals.lowerBound
    return SweepExtent(
      scenarios: plan.names, seeds: "\(seeds)", schedule: choice.scheduleText,
      faults: choice.faults.map { "\($0)" }, knobs: choice.knobs.map { "\($0)" },
      build: BuildMode.current.rawValue,
      shard: "\(shard)", first: first,
      end: first + outcome.tally.runs, total: plan.total, stopped: outcome.end.reason)
  }
}
