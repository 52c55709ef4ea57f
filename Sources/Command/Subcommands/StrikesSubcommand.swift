internal import Harness
import Simulator

/// `rehearse strikes`: plays a fault at each event of scenarios in turn.
struct StrikesSubcommand: Subcommand {
  static let name = "strikes"
  static let summary = "Plays each kind of fault at each event of a scenario in turn."
  static let operands = SelectionHelp.operands
  static var explanation: String {
    """
    A word picks scenarios by name, family, tag or requirement; without words, all that allow faults are picked.
    Each is played once to count its events: of each phone the commits to its disk, the messages that its
    database client sends and receives, the backend's answers to it and the steps of its app; of the backend
    the writes that take effect. Then it is played once for each kind of fault at each event.
    Kinds: \(list(StrikeKind.allCases.map(\.rawValue)))
    Events: \(list(StrikePoint.allCases.map(\.rawValue)))
    A scenario whose statements do not allow faults is refused, unless --anyway is given.
    """
  }
  static let options: [CommandOption] = [
    .seed, .schedule, .kinds, .events, .anyway, .failFast, .time, .format, .output,
    .verifyDeterminism, .hashSeeds, .jobs, .hangTimeout, .runTimeout, .memory, .shrink, .save,
    .regressions,
    .briefStories, .longStories,
  ]

  private let campaign: StrikeCampaign
  private let output: ReportOutput
  private let aftermath: Aftermath

  init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
    let seed = try arguments.seed()
    let plan = try RunPlan(
      arguments.words, of: context.catalog, seeds: SeedRange(first: seed, count: 1),
      schedule: .fifo)
    var scenarios = plan.ordinals.map { plan[$0].scenario }
    if !arguments.has(.anyway) {
      let refused = scenarios.filter { $0.faults.plan == nil }
      if !arguments.words.isEmpty, !refused.isEmpty { throw .faultless(refused.map(\.name)) }
      scenarios.removeAll { $0.faults.plan == nil }
    }
    campaign = StrikeCampaign(
      scenarios: scenarios,
      configuration: RunConfiguration(seed: seed, schedule: try arguments.schedule()),
      filter: try arguments.strikeFilter(), engine: try arguments.engine(on: context.host),
      stopsAtFailure: arguments.has(.failFast), timeLimit: try arguments.timeLimit())
    output = try ReportOutput(arguments)
    aftermath = try Aftermath(arguments, in: context)
  }

  func run(on console: Console) throws -> ExitStatus {
    let sink = try ResultSink(path: output.path, console: console)
    do {
      let begin = SuspendingClock.now
      var report = StrikeReport(format: output.format, sink: sink)
      var failures: [RunResult] = []
      for scenario in campaign.scenarios where !isOver(report, since: begin) {
        let finding = try campaign.play(scenario, since: begin, on: console) {
          run throws(OutputFault) in try report.add(run)
        }
        try report.add(finding)
        failures += finding.classes.map(\.first.result)
      }
      let wallTime = begin.duration(to: .now)
      if output.format == .json {
        try aftermath.follow(failures, as: .json, to: sink, on: console)
      }
      try report.end(wallTime: wallTime)
      if output.format != .json {
        try aftermath.follow(failures, as: output.format, to: sink, on: console)
      }
      try sink.finish()
      output.note(report.tally, wallTime: wallTime, on: console)
      if report.tally.failed > 0 { return .failed }
      return Interrupts.isAsked ? .interrupted : .passed
    } catch {
      sink.abandon()
      throw error
    }
  }

  private func isOver(_ report: StrikeReport, since begin: SuspendingClock.Instant) -> Bool {
    Interrupts.isAsked || (campaign.stopsAtFailure && report.tally.failed > 0)
      || campaign.timeLimit.map { begin.duration(to: .now) >= $0 } ?? false
  }

  /// The words as a list that fits the help.
  private static func list(_ words: [String]) -> String {
    words.joined(separator: ", ").wrapped(to: 92, indent: "").replacing("\n", with: "\n  ") + "."
  }
}

extension ParsedArguments {
  /// The kinds of faults of `--kinds`, and those of events of `--events`.
  func strikeFilter() throws(UsageError) -> StrikeFilter {
    var filter = StrikeFilter()
    filter.kinds = try list(.kinds, default: filter.kinds)
    filter.points = try list(.events, default: filter.points)
    return filter
  }

  private func list<Word: RawRepresentable<String> & CaseIterable>(
    _ option: CommandOption, default all: [Word]
  ) throws(UsageError) -> [Word] {
    try value(option, default: all) { text throws(Misfit) in
      var words: [Word] = []
      for part in text.split(separator: ",", omittingEmptySubsequences: false) {
        guard let word = Word(rawValue: String(part)) else {
          let known = all.map(\.rawValue).joined(separator: ", ")
          throw Misfit("a list, with commas, of \(known); \"\(part)\" is none of them")
        }
        words.append(word)
      }
      return words
    }
  }
}
