internal import Harness
import Simulator

/// `rehearse explore`: plays days that nobody wrote, and looks for those that reach something new.
struct ExploreSubcommand: Subcommand {
  static let name = "explore"
  static let summary = "Plays generated days, guided by what they reach, and shrinks what fails."
  static let operands = SelectionHelp.operands
  static var explanation: String {
    """
    Words pick scenarios of generated days by name, family or tag; without words, all of them are explored.
    Days that reach a gesture in a state, a turn of a state or a probe that no other did are kept, changed and
    mixed; with --corpus they are kept in a folder, in a few files, and are played first the next time. Each
    kind of failure is told once, shrunk, and printed as a scenario file. The outcome does not depend on --jobs.
    """
  }
  static let options: [CommandOption] = [
    .seeds, .seed, .days, .phones, .users, .corpus, .unguided, .withoutShrinking, .daySchedule,
    .faults, .failFast, .time, .format, .output, .verifyDeterminism, .hashSeeds, .strict, .jobs,
    .hangTimeout, .runTimeout, .memory,
    .save, .regressions, .briefStories, .longStories,
  ]

  private let scenarios: [Scenario]
  private let catalog: ScenarioCatalog
  private let seeds: SeedRange
  private let days: Int
  private let sizes: DayExplorer.Sizes
  private let corpus: DayCorpus?
  private let isGuided: Bool
  private let shrinks: Bool
  private let isStrict: Bool
  private let schedule: Schedule?
  private let faults: FaultChoice
  private let stopsAtFailure: Bool
  private let timeLimit: Duration?
  private let format: ResultFormat
  private let path: String?
  private let engine: RunEngine
  private let folder: RegressionFolder?

  init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
    catalog = context.catalog
    seeds = try arguments.seeds()
    do {
      scenarios = try catalog.selecting(arguments.words).filter { $0.days != nil }
    } catch {
      throw .selection(error, subcommand: nil)
    }
    if scenarios.isEmpty {
      throw .noDays(arguments.words)
    }
    let number = WholeNumber("the number of days", in: 1...1_000_000_000)
    days = try arguments.value(.days, default: seeds.count) { text throws(Misfit) in
      try number.read(text)
    }
    let phones = try arguments.range(.phones, default: 2...6)
    let users = try arguments.range(.users, default: 2...max(2, phones.upperBound))
    sizes = DayExplorer.Sizes(phones: phones, users: users)
    corpus = arguments.text(.corpus).map { DayCorpus(path: $0) }
    isGuided = !arguments.has(.unguided)
    shrinks = !arguments.has(.withoutShrinking)
    isStrict = arguments.has(.strict)
    schedule = arguments.has(.daySchedule) ? try arguments.schedule(.daySchedule) : nil
    faults = try arguments.faults()
    stopsAtFailure = arguments.has(.failFast)
    timeLimit = try arguments.timeLimit()
    format = try arguments.format(.format, of: ResultFormat.allCases)
    path = arguments.text(.output)
    engine = try arguments.engine(on: context.host)
    if arguments.has(.save) {
      let place = arguments.text(.regressions)
      folder =
        (try? RegressionFolder(place, of: catalog))
        ?? RegressionFolder(newAt: place ?? RegressionFolder.newPath(of: catalog))
    } else {
      folder = nil
    }
  }

  func run(on console: Console) throws -> ExitStatus {
    let sink = try ResultSink(path: path, console: console)
    var report = FindingReport<DayCampaign.Finding>(format: format, sink: sink)
    var isInterrupted = false
    do {
      for scenario in scenarios where !isInterrupted {
        let finding = try explore(scenario, on: console)
        isInterrupted = finding.end == .interrupted
        try report.add(finding)
        try keep(finding, on: console)
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

  private func explore(_ scenario: Scenario, on console: Console) throws -> DayCampaign.Finding {
    var plain = RunConfiguration(
      seed: seeds.first, schedule: schedule ?? .fifo, faults: faults.budget(for: scenario))
    plain.isStrict = isStrict
    let explorer = DayExplorer(
      plain, sizes: sizes, isGuided: isGuided, drawsSchedule: schedule == nil,
      swarm: scenario, drawsFaults: faults == .asDeclared,
      first: (try corpus?.runs(of: scenario) ?? []).map { $0.strictly(isStrict) })
    return try DayCampaign(
      scenario: scenario, seeds: seeds, days: days, engine: engine, stopsAtFailure: stopsAtFailure,
      shrinks: shrinks, timeLimit: timeLimit
    ).explore(explorer, on: console)
  }

  private func keep(_ finding: DayCampaign.Finding, on console: Console) throws(UsageError) {
    // Of an exploration that was stopped early, those that it has not come to stay.
    try corpus?.keep(
      (finding.explorer.minimised().map(\.configuration) + finding.explorer.waiting)
        .map { $0.strictly(false) },
      of: finding.scenario)
    guard let folder else { return }
    for failure in finding.failures {
      if let regression = Regression((failure.shrunk ?? failure.run).result) {
        console.notes("kept as \(try folder.save(regression))\n")
      }
    }
  }
}

extension RunConfiguration {
  /// The same run, strict or not: a corpus keeps days, whichever way they are looked at.
  fileprivate func strictly(_ isStrict: Bool) -> RunConfiguration {
    var configuration = self
    configuration.isStrict = isStrict
    return configuration
  }
}

extension ParsedArguments {
  /// A range of numbers, as `2...6` or as one number.
  func range(
    _ option: CommandOption, default standard: ClosedRange<Int>
  ) throws(UsageError) -> ClosedRange<Int> {
    let number = WholeNumber("a number of phones or users", in: 1...DayChoice.mostPhones)
    return try value(option, default: standard) { text throws(Misfit) in
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      if parts.count == 1 {
        let count = try number.read(text)
        return count...count
      }
      guard parts.count == 4, parts[1].isEmpty, parts[2].isEmpty else {
        throw Misfit("a range is A...B, such as 2...6, or one number")
      }
      let (low, high) = (try number.read(parts[0]), try number.read(parts[3]))
      guard low <= high else { throw Misfit("a range begins with its smaller end, such as 2...6") }
      return low...high
    }
  }
}
