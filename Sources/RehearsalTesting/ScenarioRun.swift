import Harness
import Simulator
public import Testing

/// One run of a scenario: the argument of a test.
public struct ScenarioRun: Sendable {
  let scenario: Scenario
  let configuration: RunConfiguration
  /// The file that keeps it, for a run that failed once.
  let file: String?
  /// Whether it is the first of its scenario's seeds and schedules.
  let isFirst: Bool

  init(
    _ scenario: Scenario, _ configuration: RunConfiguration, keptIn file: String? = nil,
    isFirst: Bool = false
  ) {
    self.isFirst = isFirst
    self.scenario = scenario
    self.configuration = configuration
    self.file = file
  }

  /// The line from which the run can be repeated.
  var token: ReplayToken {
    ReplayToken(scenario: scenario.name, configuration: configuration, mode: .current)
  }
}

extension ScenarioRun: CustomTestStringConvertible {
  /// Such as `offlineRead/lte seed 3 random`, with the file of a run that failed once.
  public var testDescription: String {
    let run = "\(scenario.name) seed \(configuration.seed) \(configuration.schedule)"
    return file.map { "\(run) kept in \($0)" } ?? run
  }
}

extension ScenarioRun: CustomTestArgumentEncodable {
  /// Encodes the run as its replay token, so that an IDE can play this one again.
  public func encodeTestArgument(to encoder: some Encoder) throws {
    try (file ?? "\(token)").encode(to: encoder)
  }
}
