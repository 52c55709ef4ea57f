internal import Harness
import Simulator

/// The treatment of failures once everything was played: they are shrunk, and kept as regressions.
struct Aftermath {
  private let catalog: ScenarioCatalog
  private let engine: RunEngine
  private let folder: RegressionFolder
  private let shrinks: Bool
  private let saves: Bool

  /// Reads `--shrink`, `--save` and `--regressions`.
  init(
    _ arguments: ParsedArguments, in context: CommandContext, folder: RegressionFolder? = nil
  ) throws(UsageError) {
    let catalog = context.catalog
    self.catalog = catalog
    engine = try arguments.engine(on: context.host)
    shrinks = arguments.has(.shrink)
    saves = arguments.has(.save)
    // A folder that does not exist yet is made when something is kept in it.
    if let folder {
      self.folder = folder
    } else if saves, let path = arguments.text(.regressions) {
      self.folder = (try? RegressionFolder(path, of: catalog)) ?? RegressionFolder(newAt: path)
    } else {
      self.folder = try RegressionFolder(saves ? nil : arguments.text(.regressions), of: catalog)
    }
  }

  /// Looks for runs near failures whose stories are told, of which there are so many at the most; nil where there are none, and
  /// where the plainest run of each has one near it.
  func nearRuns(for format: ResultFormat, most: Int = NearRuns.mostFailures) -> NearRuns? {
    format == .json || shrinks ? nil : NearRuns(engine, most: most)
  }

  /// Shrinks and keeps the first failure of each scenario.
  func follow(
    _ failures: [RunResult], as format: ResultFormat, to sink: ResultSink, on console: Console
  ) throws {
    guard shrinks || saves else { return }
    let session = RunSession(engine) { console.notes("\(Program.name): \($0)\n") }
    for failure in failures {
      var kept = failure
      if shrinks,
        let shrunk = try ShrunkFailure(
          failure.token, of: catalog, by: session, while: { !Interrupts.isAsked })
      {
        kept = shrunk.outcome.result
        switch format {
        case .json: try sink.write(shrunk.line)
        case .text: try sink.write("\n" + shrunk.text(Style(hasColour: sink.hasColour)))
        case .junit: console.notes(shrunk.text(Style(hasColour: false)))
        }
      }
      if saves, let regression = Regression(kept) {
        console.notes("kept as \(try folder.save(regression))\n")
      }
    }
    try sink.flush()
  }
}

extension RegressionFolder {
  /// A folder that does not exist yet.
  init(newAt path: String) {
    self.path = path
    entries = []
  }
}
