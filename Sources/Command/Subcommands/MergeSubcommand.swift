import Simulator

/// `rehearse merge`: joins the results of shards.
struct MergeSubcommand: Subcommand {
  static let name = "merge"
  static let summary = "Joins the JSON results of the shards of a sweep into one."
  static let operands = "FILE ..."
  static let explanation = """
    The result is that of the sweep without shards: counts, failures, latencies and digest. Everything is
    counted anew from the lines of the runs: a file of which a line was changed, lost or added is refused
    with the line's number. Shards that are missing or contradict each other are reported and end the
    command with status 1.
    """
  static let options: [CommandOption] = [.plainFormat, .output]

  private let merge: ShardMerge
  private let format: ResultFormat
  private let path: String?

  init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
    guard !arguments.words.isEmpty else { throw .missingArgument("a file of results") }
    format = try arguments.format()
    path = arguments.text(.output)
    var files: [ShardFile] = []
    for path in arguments.words { files.append(try ShardFile(path)) }
    merge = try ShardMerge(files)
  }

  func run(on console: Console) throws -> ExitStatus {
    let sink = try ResultSink(path: path, console: console)
    let ending = merge.ending
    do {
      if format == .json {
        for file in merge.files { try file.copyResults(to: sink) }
      }
      try ending.write(to: sink, format: format)
      try sink.finish()
    } catch is Interrupted {
      sink.abandon()
      return .interrupted
    } catch {
      sink.abandon()
      throw error
    }
    for complaint in merge.complaints { console.notes("\(Program.name) merge: \(complaint)\n") }
    return ending.total.failed == 0 && merge.isWhole ? ending.statusOfProbes : .failed
  }
}
