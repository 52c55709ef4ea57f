internal import Harness
import Simulator

/// `rehearse requirements`: shows which requirements are covered by scenarios, and which hold.
struct RequirementsSubcommand: Subcommand {
  static let name = "requirements"
  static let summary = "Plays the scenarios and shows which requirements they cover and hold."
  static let operands = "[ID|AREA ...]"
  static let explanation = """
    An AREA is the first part of an ID, such as RR. A requirement holds (✓) when every scenario that
    covers it passes, and is only shown (○) where no breakage is recorded that one of them noticed.
    """
  static let options: [CommandOption] = [
    .playedSeed, .schedule, .faults, .knobs, .plainFormat, .output, .withoutPlaying, .jobs,
    .hangTimeout, .runTimeout, .memory,
  ]

  private let requirements: [Requirement]
  private let covering: [String: [String]]
  private let proofs: [String: [RequirementProof]]?
  private let plan: RunPlan?
  private let engine: RunEngine
  private let format: ResultFormat
  private let path: String?

  init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
    let catalog = context.catalog
    var chosen = Set<String>()
    for word in arguments.words {
      let matches = context.requirements.filter { $0.id == word || $0.id.hasPrefix(word + "-") }
      guard !matches.isEmpty else { throw .unknownRequirement(word) }
      chosen.formUnion(matches.map(\.id))
    }
    requirements =
      chosen.isEmpty
      ? context.requirements : context.requirements.filter { chosen.contains($0.id) }
    var covering: [String: [String]] = [:]
    for scenario in catalog.scenarios {
      for id in scenario.covers { covering[id, default: []].append(scenario.name) }
    }
    self.covering = covering
    proofs = context.proofs.map { Dictionary(grouping: $0, by: \.requirement) }
    let covered = requirements.map(\.id).filter { covering[$0] != nil }
    if covered.isEmpty || arguments.has(.withoutPlaying) {
      plan = nil
    } else {
      plan = try RunPlan(
        covered, of: catalog, seeds: SeedRange(first: try arguments.seed(), count: 1),
        try arguments.configurationChoice(isDrawn: arguments.has(.seed)))
    }
    engine = try arguments.engine(on: context.host)
    format = try arguments.format()
    path = arguments.text(.output)
  }

  func run(on console: Console) throws -> ExitStatus {
    let sink = try ResultSink(path: path, console: console)
    var passed: [String: Bool] = [:]
    var status = ExitStatus.passed
    do {
      if let plan {
        let outcome = try Campaign(plan: plan, engine: engine).play(on: console) { run, _ in
          passed[run.result.scenario] = run.result.outcome == .passed
        }
        status = outcome.status
      }
      try write(coverage(passed), to: sink)
      try sink.finish()
    } catch {
      sink.abandon()
      throw error
    }
    return status
  }

  /// A requirement may only be said to hold when all that covers it was played and passed.
  private func coverage(_ passed: [String: Bool]) -> [RequirementCoverage] {
    requirements.map { requirement in
      RequirementCoverage(
        requirement: requirement, scenarios: covering[requirement.id] ?? [], passed: passed,
        proofs: proofs.map { $0[requirement.id] ?? [] })
    }
  }

  private func write(_ rows: [RequirementCoverage], to sink: ResultSink) throws(OutputFault) {
    let style = Style(hasColour: sink.hasColour)
    var area = ""
    for row in rows {
      if format == .json {
        try sink.write(row.line)
        continue
      }
      if row.requirement.area != area {
        area = row.requirement.area
        try sink.write("\(style.strong(area))\n")
      }
      try sink.write(row.text(style))
    }
    if format == .text { try sink.write(RequirementCoverage.summary(rows)) }
  }
}
