import Foundation
import Harness
import RehearsalCommand
import Simulator

/// The runs that the tests of a suite play.
struct RunList {
  private let catalog: ScenarioCatalog
  private let seeds: Int
  private let schedules: [Schedule]
  private let environment: [String: String]
  private let kept: KeptRuns

  /// The environment variable that says how many seeds are played.
  static let variable = "REHEARSAL_SEEDS"

  /// The runs of a suite's scenarios.
  init(
    of suite: (some RehearsalSuite).Type,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.init(
      catalog: ScenarioCatalog(joining: suite.catalogs), seeds: suite.seeds,
      schedules: suite.schedules, environment: environment)
  }

  init(
    catalog: ScenarioCatalog, seeds: Int, schedules: [Schedule], environment: [String: String]
  ) {
    self.catalog = catalog
    self.seeds = seeds
    self.schedules = schedules
    self.environment = environment
    kept = KeptRuns(of: catalog)
  }

  /// The complaints about kept runs that cannot be played.
  var complaints: [KeptRuns.Complaint] { kept.complaints }

  /// The runs of a scenario or a family.
  func runs(of name: String) throws -> [ScenarioRun] {
    if let flaw = catalog.flaw { throw RehearsalError.catalog(flaw) }
    let scenarios = catalog.scenarios.filter { $0.name == name || $0.name.hasPrefix(name + "/") }
    guard !scenarios.isEmpty else { throw RehearsalError.noScenario(name) }
    let first = kept.runs.filter { kept in scenarios.contains { $0.name == kept.scenario.name } }
      .map { ScenarioRun($0.scenario, $0.configuration, keptIn: $0.file) }
    let seeds = try seedList()
    return first
      + scenarios.flatMap { scenario in
        seeds.flatMap { seed in
          schedules.map { schedule in
            ScenarioRun(
              scenario,
              RunConfiguration(seed: seed, schedule: schedule, faults: scenario.faults.budget),
              isFirst: seed == seeds.first && schedule == schedules.first)
          }
        }
      }
  }

  private func seedList() throws -> [UInt64] {
    guard let text = environment[Self.variable], !text.isEmpty else {
      return (0..<UInt64(max(1, seeds))).map { $0 + 1 }
    }
    do {
      return try TestSeeds(parsing: text).seeds
    } catch {
      throw RehearsalError.seeds("\(error)")
    }
  }
}
