import Simulator

/// What `--verify-determinism` starts to find the first event that differs: prints a ``JournalLine`` an event.
struct JournalSubcommand: Subcommand {
  static let name = "@journal"
  static let summary = "Plays one run for another process that compares its events."
  static let operands = "TOKEN"
  static let explanation = ""
  static let options: [CommandOption] = []

  private let plan: RunPlan

  init(_ arguments: ParsedArguments, catalog: ScenarioCatalog) throws(UsageError) {
    guard let text = arguments.words.first else { throw .missingArgument("a replay token") }
    let token: ReplayToken
    do {
      token = try ReplayToken(parsing: text)
    } catch {
      throw .token(error, text: text)
    }
    plan = try RunPlan([token], of: catalog)
  }

  func run(on console: Console) throws -> ExitStatus {
    let sink = try ResultSink(path: nil, console: console)
    let run = plan[0]
    for entry in Runner.record(run.scenario, run.configuration).entries {
      try sink.write("\(JournalLine(entry))\n")
    }
    try sink.finish()
    return .passed
  }
}
