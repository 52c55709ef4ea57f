internal import Harness
import Simulator

/// `rehearse compare`: plays two runs and tells where they begin to differ.
struct CompareSubcommand: Subcommand {
  static let name = "compare"
  static let summary = "Plays two runs and tells the first thing in which they differ."
  static let operands = "TOKEN TOKEN"
  static let explanation = """
    Runs are compared by what people did and saw, what the backend took, and faults, in their order, whenever each
    happened. With --report both are to be seen side by side. Compare a run before and after a change of your code by
    the tokens of two builds' failures, a seed that passes with one that fails, or a shrunk failure with its original.
    """
  static let options: [CommandOption] = [.report, .hangTimeout, .runTimeout, .memory]

  private let runs: [PlannedRun]
  private let engine: RunEngine
  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
    guard arguments.words.count >= 2 else { throw .missingArgument("two replay tokens") }
    if arguments.words.count > 2 { throw .unexpectedArgument(arguments.words[2]) }
    var tokens: [ReplayToken] = []
    for word in arguments.words { tokens += try TokenSource.tokens(in: word).prefix(1) }
    let plan = try RunPlan(tokens, of: context.catalog)
    runs = plan.ordinals.map { plan[$0] }
    engine = try arguments.engine(on: context.host)
    self.arguments = arguments
  }

  func run(on console: Console) throws -> ExitStatus {
    var file: ReportFile?
    if let path = arguments.text(.report) { file = try ReportFile(report: path, on: console) }
    do {
      let session = RunSession(engine) { console.notes("\(Program.name): \($0)\n") }
      var films: [FinishedRun] = []
      for run in runs { films.append(try session.play(run.scenario, run.configuration, .film)) }
      guard let left = films[0].recording, let right = films[1].recording else {
        console.notes("one of the runs could not be recorded: it ended its process\n")
        file?.abandon()
        return .failed
      }
      let comparison = RunComparison(left, right)
      console.results(text(films, comparison, left, right))
      if let file {
        var index = ReportIndex(
          command: ReportCommand.text(of: Self.self, arguments), tally: tally(films),
          rows: films.map { ReportIndex.Row($0) }, failures: [])
        index.comparison = comparison
        let documents = films.map { RunDocument(run: $0, recording: $0.recording, differs: false) }
        let bytes = try file.write(index, documents)
        console.notes("both to look at in \(file.path) (\((bytes + 999) / 1000) kB)\n")
      }
      if let fault = console.fault { throw fault }
      return comparison.difference == nil ? .passed : .failed
    } catch {
      file?.abandon()
      throw error
    }
  }

  private func tally(_ films: [FinishedRun]) -> Tally {
    var tally = Tally()
    for film in films { tally.add(film.result) }
    return tally
  }

  private func text(
    _ films: [FinishedRun], _ comparison: RunComparison, _ left: Recording, _ right: Recording
  ) -> String {
    let heads = zip(["A", "B"], films).map { name, film in
      "\(name)  \(film.result.token.description.visibleLine) \(film.result.outcome.rawValue)\n"
    }
    guard let difference = comparison.difference else {
      return heads.joined() + "People did and saw the same in both.\n"
    }
    return heads.joined() + "The first difference:\n"
      + "A  \(RunComparison.line(difference.left, of: left).visibleLine)\n"
      + "B  \(RunComparison.line(difference.right, of: right).visibleLine)\n"
  }
}
