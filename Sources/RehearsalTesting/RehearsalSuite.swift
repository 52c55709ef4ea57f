public import Harness
import RehearsalCommand
public import Simulator
import Testing

/// A suite with a test function for each scenario.
///
/// The plugin `ScenarioIndex` makes one for a test target that applies it, under the name `Rehearsals`. A file of the test
/// target can say more about it:
///
/// ```swift
/// extension Rehearsals {
///   static var seeds: Int { 20 }
/// }
/// ```
public protocol RehearsalSuite: Sendable {
  /// The type of a catalog of scenarios.
  typealias Catalog = ScenarioCatalog

  /// The scenarios that are played.
  static var catalogs: [Catalog] { get }
  /// The name, for `swift run`, of the executable that plays the scenarios.
  static var program: String { get }
  /// The number of seeds with which each scenario is played, from seed 1 on; 1 by default.
  ///
  /// The environment variable `REHEARSAL_SEEDS`, a number or a range such as `100..<200`, stands in for it.
  static var seeds: Int { get }
  /// The schedules that each seed plays; `fifo` and `random` by default.
  static var schedules: [Schedule] { get }
  /// Whether, in CI, a run of each scenario that hosts ordinary code is played in a second process too and fails where that
  /// differs; true by default.
  ///
  /// CI is where the environment variable `CI` is set, and neither empty nor `false`.
  static var verifiesDeterminism: Bool { get }
}

extension RehearsalSuite {
  public static var seeds: Int { 1 }
  public static var schedules: [Schedule] { [.fifo, .random] }
  public static var verifiesDeterminism: Bool { true }

  /// The runs of the scenario or the family of this name: those that failed once and are kept, then each seed with each
  /// schedule.
  ///
  /// - Throws: ``RehearsalError`` where there is nothing to play.
  public static func runs(of name: String) throws -> [ScenarioRun] {
    try RunList(of: Self.self).runs(of: name)
  }

  /// Plays a run in a process of its own. One that does not pass is an issue at the statement that failed, with its story.
  public func play(_ run: ScenarioRun) async throws {
    let played = try RunPlayers.play(
      run, by: Self.program,
      isCompared: run.isFirst && Self.verifiesDeterminism && ContinuousIntegration.isPresent())
    guard played.result.outcome != .passed else { return }
    RunIssue(run, played).record()
  }

  /// Records an issue for each kept run that cannot be played.
  public func checkKeptRuns() {
    for complaint in RunList(of: Self.self).complaints {
      Issue.record(
        Comment(rawValue: complaint.text),
        sourceLocation: Testing.SourceLocation(
          fileID: "Regressions/kept", filePath: complaint.path, line: 1, column: 1))
    }
  }
}

/// The reason why the runs of a scenario cannot be played.
public enum RehearsalError: Error, Hashable, CustomStringConvertible {
  /// A declaration in `Scenarios` is no scenario, or an empty family.
  case noScenario(String)
  /// Catalogs that do not fit together.
  case catalog(String)
  /// The environment asks for seeds that there cannot be.
  case seeds(String)
  /// The executable is not beside the tests.
  case program(String, folder: String)

  public var description: String {
    switch self {
    case .noScenario(let name):
      """
      Scenarios.\(name) holds no scenario. Where it is something else, write its type, `static let \(name): …`, and no test \
      is made for it; where it is a family, let it have a member
      """
    case .catalog(let flaw): flaw
    case .seeds(let reason): "REHEARSAL_SEEDS: \(reason)"
    case .program(let name, let folder):
      """
      the program \(name), which plays the scenarios, is not in \(folder) or a folder above it: name its target in the \
      dependencies of the test target, and build without --skip-build
      """
    }
  }
}
