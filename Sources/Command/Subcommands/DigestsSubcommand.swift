import Simulator

/// What `--verify-determinism` starts in a fresh process: prints one ``DigestLine`` a run.
struct DigestsSubcommand: Subcommand {
  static let name = "@digests"
  static let summary = "Plays runs for another process that compares their digests."
  static let operands = "[NAME|TAG|ID|TOKEN ...]"
  static let explanation = ""
  static let options: [CommandOption] = [
    .seed, .seeds, .schedule, .faults, .shard, .jobs, .hangTimeout, .from, .only,
    .regressions,
  ]

  private let plan: RunPlan
  private let engine: RunEngine
  /// Which runs of the plan are played.
  private let part: Range<Int>

  init(_ arguments: ParsedArguments, catalog: ScenarioCatalog) throws(UsageError) {
    let tokens = arguments.words.compactMap { try? ReplayToken(parsing: $0) }
    if !tokens.isEmpty, tokens.count == arguments.words.count {
      plan = try RunPlan(tokens, of: catalog)
    } else {
      plan = try RunPlan(
        arguments.words, of: catalog, seeds: try arguments.seeds(),
        schedule: try arguments.schedule(), faults: try arguments.faults(),
        shard: try arguments.shard().shard,
        regressions: arguments.has(.regressions)
          ? try RegressionFolder(arguments.text(.regressions), of: catalog) : nil)
    }
    let ordinals = plan.ordinals
    let first = try arguments.value(
      .from, default: ordinals.lowerBound, expected: "a place in the plan"
    ) { Int($0).flatMap { (ordinals.lowerBound...ordinals.upperBound).contains($0) ? $0 : nil } }
    part = try arguments.value(
      .only, default: first..<ordinals.upperBound, expected: "a place in the plan"
    ) { Int($0).flatMap { ordinals.contains($0) ? $0..<($0 + 1) : nil } }
    engine = RunEngine(jobs: try arguments.jobs(), hangTimeout: try arguments.hangTimeout())
  }

  func run(on console: Console) throws -> ExitStatus {
    let sink = try ResultSink(path: nil, console: console)
    var fault: OutputFault?
    _ = engine.play(plan, only: part) { run in
      do throws(OutputFault) {
        try sink.write("\(DigestLine(run))\n")
        try sink.flush()
      } catch {
        fault = error
        return .stop
      }
      return .goOn
    }
    if let fault { throw fault }
    return .passed
  }
}
