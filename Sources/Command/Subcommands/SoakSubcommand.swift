internal import Harness
import Simulator
internal import SystemSupport

/// `rehearse soak`: sweeps and generated days by turns, for hours, in a folder from which it goes on.
struct SoakSubcommand: Subcommand {
  static let name = "soak"
  static let summary = "Sweeps and explores by turns for hours; goes on where it was stopped."
  static let operands = SelectionHelp.operands
  static var explanation: String {
    """
    \(SelectionHelp.text)
    Half of the time goes into sweeps, in which each seed draws how it plays a scenario, and half into generated
    days, guided by what they reach. Failures in which the same statement broke are one class, wherever they
    were found. Each class is told once, by the plainest run that fails so, and kept in a file.
    Stop it with Ctrl-C, or in any other way: the same command goes on from its folder, with seeds that were not
    played yet. A new build begins with the first seeds again, after it has played the kept days and each
    class that is known. FOLDER/summary.txt tells at any time how far it is.
    """
  }
  static let options: [CommandOption] = [
    .duration, .runs, .folder, .seed, .format, .output, .jobs, .hangTimeout, .runTimeout, .memory,
    .briefStories, .longStories,
  ]

  private let catalog: ScenarioCatalog
  private let swept: [Scenario]
  private let explored: [Scenario]
  private let limits: SoakCampaign.Limits
  private let place: String
  private let seed: UInt64
  private let isSeedGiven: Bool
  private let format: ResultFormat
  private let path: String?
  private let engine: RunEngine

  init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
    catalog = context.catalog
    let scenarios: [Scenario]
    do {
      scenarios = try catalog.selecting(arguments.words)
    } catch {
      throw .selection(error, subcommand: nil)
    }
    swept = scenarios.filter { $0.days == nil }
    explored = scenarios.filter { $0.days != nil }
    limits = SoakCampaign.Limits(
      time: try arguments.timeLimit(.duration),
      runs: arguments.has(.runs)
        ? try arguments.value(.runs, default: 1) { text throws(Misfit) in
          try WholeNumber("the number of runs", in: 1...SeedRange.limit).read(text)
        } : nil)
    place = arguments.text(.folder) ?? SoakFolder.standardName
    seed = try arguments.seed()
    isSeedGiven = arguments.has(.seed)
    format = try arguments.format(.format, of: ResultFormat.allCases)
    path = arguments.text(.output)
    engine = try arguments.engine(on: context.host)
  }

  func run(on console: Console) throws -> ExitStatus {
    let sink = try ResultSink(path: path, console: console)
    do {
      let folder = try SoakFolder(place, console: console)
      defer { folder.close() }
      let report = SoakReport(format: format, sink: sink)
      let classes = SoakClasses(
        try folder.classes(), of: catalog, engine: engine, folder: folder, console: console
      ) { try report.tell($0) }
      let state = try resume(folder, classes, on: console)
      let soak = SoakCampaign(
        swept: swept, explored: explored, engine: engine, folder: folder, limits: limits,
        console: console, state: state, classes: classes)
      let end = try soak.play {
        try folder.keep(summary: SoakReport.text(soak, end: nil, style: Style(hasColour: false)))
      }
      console.clearProgress()
      try folder.keep(summary: SoakReport.text(soak, end: end, style: Style(hasColour: false)))
      try report.end(soak, end)
      try sink.finish()
      if let path {
        console.notes(
          "\(soak.state.tally.runs) runs, \(classes.countText); results are in \(path)\n")
      }
      if !classes.failing.isEmpty { return .failed }
      return end == .interrupted ? .interrupted : .passed
    } catch {
      sink.abandon()
      throw error
    }
  }

  /// The state to go on from.
  private func resume(
    _ folder: SoakFolder, _ classes: SoakClasses, on console: Console
  ) throws -> SoakState {
    let new = SoakState(build: build, seed: seed)
    switch try folder.past() {
    case .none: return new
    case .damaged:
      console.notes(
        """
        \(place)/state was damaged: the seeds begin anew; the kept days are played first, and the classes stay

        """)
      return new
    case .state(let state):
      if isSeedGiven, state.seed != seed {
        throw UsageError.conflict(
          "--seed \(seed)", "the soak in \(place)",
          reason: "that began at seed \(state.seed); leave --seed out, or name another --folder")
      }
      guard state.build != new.build else {
        console.notes("going on from \(place): \(state.tally.runs) runs, \(classes.countText)\n")
        return state
      }
      console.notes(
        """
        \(place) is of another build: the seeds begin anew; the kept days and the plainest run of each class are \
        played first

        """)
      try classes.judgeAgain()
      return SoakState(build: new.build, seed: state.seed)
    }
  }

  /// The number of the program that plays.
  private var build: String {
    guard case .processes(let program) = engine.host else { return BuildMode.current.rawValue }
    return Hexadecimal.text(FileDigest.of(program.path) ?? 0)
  }
}
