internal import Harness
import Simulator

/// `rehearse replay`: plays exactly the runs of replay tokens.
struct ReplaySubcommand: Subcommand {
  static let name = "replay"
  static let summary = "Plays exactly one run again, from the token that a failure prints."
  static let operands = "TOKEN|FILE ..."
  static let explanation = """
    A FILE holds tokens, one a line, or results in JSON Lines; of these, the runs that failed are
    played again. Digests agree only within one build mode: replay a release token in a release build.
    """
  static let options: [CommandOption] = [
    .format, .output, .journal, .verifyDeterminism, .hashSeeds, .strict, .jobs, .hangTimeout,
    .runTimeout,
    .memory,
    .faults, .shrink,
    .save, .regressions, .briefStories, .longStories, .trace, .report, .reportAll,
    .chromeTrace, .packets, .watch, .speed,
  ]

  private let plan: RunPlan
  private let tokens: [ReplayToken]
  private let engine: RunEngine
  private let output: ReportOutput
  private let showsJournal: Bool
  private let aftermath: Aftermath
  private let watch: WatchPlayer?
  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
    let catalog = context.catalog
    self.arguments = arguments
    guard !arguments.words.isEmpty else { throw .missingArgument("a replay token or a file") }
    // Tokens name it.
    _ = try arguments.recordedLink()
    var tokens: [ReplayToken] = []
    for word in arguments.words { tokens += try TokenSource.tokens(in: word) }
    self.tokens = tokens
    plan = try RunPlan(
      tokens, of: catalog, faults: arguments.has(.faults) ? try arguments.faults() : nil
    ).strictly(arguments.has(.strict))
    aftermath = try Aftermath(arguments, in: context)
    engine = try arguments.engine(on: context.host)
    output = try ReportOutput(arguments)
    showsJournal = arguments.has(.journal)
    watch = try WatchPlayer(asked: arguments, plan, engine)
    if showsJournal, output.format == .junit {
      throw .conflict("--journal", "--format junit", reason: "JUnit's XML has no place for events")
    }
  }

  func run(on console: Console) throws -> ExitStatus {
    if let token = tokens.first(where: { $0.mode != .current }) {
      console.notes(
        """
        note: \(token) was seen in a \(token.mode.rawValue) build and this is a \
        \(BuildMode.current.rawValue) build, where digests differ\n
        """)
    }
    if let watch { return try watch.run(on: console) }
    let sink = try ResultSink(path: output.path, console: console)
    let gallery = try ReportGallery(Self.self, arguments, engine: engine, on: console)
    let campaign = Campaign(
      plan: plan, engine: engine, nearRuns: aftermath.nearRuns(for: output.format))
    let report: any Report =
      showsJournal
      ? JournalReport(output.report(to: sink), sink: sink, format: output.format, host: engine.host)
      : output.report(to: sink)
    let unusedOverrides = UnusedOverrides()
    let outcome = try ReportGallery.following(gallery, on: console) {
      try campaign.play(
        into: gallery.noting(unusedOverrides.noting(report)), sink: sink, on: console,
        format: output.format, aftermath: aftermath)
    }
    unusedOverrides.tell(on: console)
    output.note(outcome, on: console)
    return outcome.status
  }
}
