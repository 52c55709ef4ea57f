internal import Harness
import Simulator

/// The runs that a command plays, in the order of their results.
struct RunPlan: Sendable {
  /// The names of all scenarios in it.
  let names: [String]
  /// The runs that are played here, as places in the whole.
  let ordinals: Range<Int>
  /// The number of runs of the whole, with those that other shards play.
  let total: Int
  /// The labels of its runs in tables, where they differ from the names.
  let labels: [String]
  /// The probes that the scenarios declare to reach, by the scenarios' names.
  let probes: [String: [Probe]]
  private var run: @Sendable (Int) -> PlannedRun

  /// Every scenario that `words` pick, with every seed; by seed, then by the order of the catalog. Without words, those of
  /// generated days are left out.
  init(
    _ words: [String], of catalog: ScenarioCatalog, seeds: SeedRange,
    _ choice: ConfigurationChoice, shard: Shard = .whole, regressions: RegressionFolder? = nil
  ) throws(UsageError) {
    let scenarios: [Scenario]
    do {
      let chosen = try catalog.selecting(words)
      // Generated days are played where they are named, and explored.
      let written = chosen.filter { $0.days == nil }
      scenarios = words.isEmpty && !written.isEmpty ? written : chosen
    } catch {
      throw .selection(error, subcommand: RehearseCommand.subcommand(like: error.word))
    }
    try choice.knobs?.check(in: catalog.scenarios)
    let first = (regressions?.playable ?? []).filter { kept in
      scenarios.contains { $0.name == kept.entry.scenario.name }
    }
    names = scenarios.map(\.name)
    labels = first.map { "\($0.entry.scenario.name) ↻" }
    probes = Dictionary(
      scenarios.map { ($0.name, choice.probes(of: $0)) },
      uniquingKeysWith: { first, _ in first })
    total = first.count + scenarios.count * seeds.count
    ordinals = shard.part(of: total)
    run = { ordinal in
      if ordinal < first.count {
        let (name, kept) = first[ordinal]
        return PlannedRun(
          ordinal: ordinal, scenario: kept.scenario,
          configuration: kept.regression.token.configuration, regression: name)
      }
      let (seed, scenario) = (ordinal - first.count).quotientAndRemainder(
        dividingBy: scenarios.count)
      return PlannedRun(
        ordinal: ordinal, scenario: scenarios[scenario],
        configuration: choice.configuration(seed: seeds[seed], of: scenarios[scenario]))
    }
  }

  /// Every scenario that `words` pick, with every seed, under one schedule and else as each is declared.
  init(
    _ words: [String], of catalog: ScenarioCatalog, seeds: SeedRange, schedule: Schedule
  ) throws(UsageError) {
    try self.init(words, of: catalog, seeds: seeds, ConfigurationChoice(schedule: schedule))
  }

  /// The runs of replay tokens, in their order.
  ///
  /// - Parameter faults: Stands in for what the tokens say about faults from the seed, where it is given.
  init(
    _ tokens: [ReplayToken], of catalog: ScenarioCatalog, faults: FaultChoice? = nil
  ) throws(UsageError) {
    var runs: [PlannedRun] = []
    for token in tokens {
      let matches: [Scenario]
      do {
        matches = try catalog.selecting([token.scenario])
      } catch {
        throw .selection(error, subcommand: nil)
      }
      guard let scenario = matches.first(where: { $0.name == token.scenario }) else {
        throw .family(token.scenario, members: matches.map(\.name))
      }
      var configuration = token.configuration
      if let faults { configuration.faults = faults.budget(for: scenario) }
      runs.append(
        PlannedRun(ordinal: runs.count, scenario: scenario, configuration: configuration))
    }
    names = runs.map(\.scenario.name)
    labels = []
    probes = [:]
    total = runs.count
    ordinals = runs.indices
    run = { [runs] in runs[$0] }
  }

  /// Runs of one's own.
  init(names: [String], total: Int, _ run: @escaping @Sendable (Int) -> PlannedRun) {
    self.names = names
    labels = []
    self.total = total
    ordinals = 0..<total
    self.run = run
    probes = [:]
  }

  /// One run.
  init(_ run: PlannedRun) {
    names = [run.scenario.name]
    labels = []
    probes = [:]
    total = run.ordinal + 1
    ordinals = run.ordinal..<run.ordinal + 1
    self.run = { _ in run }
  }

  /// Runs of an exploration that are planned and not played yet.
  init(_ exploration: Exploration, of scenario: Scenario) {
    names = [scenario.name]
    labels = []
    probes = [scenario.name: scenario.probes(withFaults: exploration.plain.faults)]
    total = exploration.planned
    ordinals = exploration.explored..<exploration.planned
    run = {
      PlannedRun(
        ordinal: $0, scenario: scenario, configuration: exploration.configuration(of: $0))
    }
  }

  /// The same runs, in which each process has statics of its own.
  var separatingStatics: RunPlan {
    var plan = self
    let run = run
    plan.run = { run($0).with(.separate) }
    return plan
  }

  /// The same runs, each of them strict where that is asked for; see ``RunConfiguration/isStrict``.
  func strictly(_ isAsked: Bool) -> RunPlan {
    guard isAsked else { return self }
    var plan = self
    let run = run
    plan.run = { run($0).strictly() }
    return plan
  }

  /// The run at a place in the whole.
  subscript(ordinal: Int) -> PlannedRun { run(ordinal) }
}
