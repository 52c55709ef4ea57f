internal import Harness
import Simulator

/// The results of a sweep, counted by scenario; its size is bounded, however many runs there are.
struct SweepTally: Sendable {
  /// The results of one scenario.
  struct Row: Sendable {
    /// The scenario.
    let scenario: String
    /// The number of its runs that passed.
    var passed = 0
    /// The number of its runs that ended in any other way.
    var failed = 0
    /// The first run that failed.
    var firstFailure: Failure?
    /// Its latencies by the name of their measure, in the order of their first observation.
    var latencies: [Latency] = []
    /// The probes that were declared, and behind them others in the order in which they were first reached.
    var probes: [ProbeTally] = []
    /// The number of its runs that were different from each other.
    var variety = Variety()

    /// Adds latencies to those of a measure.
    mutating func add(_ histogram: LatencyHistogram, to measure: String) {
      if let index = latencies.firstIndex(where: { $0.measure == measure }) {
        latencies[index].histogram.add(histogram)
      } else {
        latencies.append(Latency(measure: measure, histogram: histogram))
      }
    }

    /// Adds one latency to those of a measure.
    mutating func add(_ measure: Measure) {
      if let index = latencies.firstIndex(where: { $0.measure == measure.name }) {
        latencies[index].histogram.add(measure.nanoseconds)
      } else {
        var histogram = LatencyHistogram()
        histogram.add(measure.nanoseconds)
        latencies.append(Latency(measure: measure.name, histogram: histogram))
      }
    }
  }

  /// The latencies of one measure.
  struct Latency: Sendable {
    let measure: String
    var histogram: LatencyHistogram
  }

  /// A run that failed, in short.
  struct Failure: Codable, Sendable {
    /// The token that replays it.
    let replay: String
    /// The expectation that failed, or what happened instead.
    let summary: String
  }

  /// The scenarios, in the order of the catalog.
  private(set) var rows: [Row]
  private let places: [String: Int]

  /// A tally of scenarios that were not played yet.
  ///
  /// - Parameter probes: The probes that each scenario declares, by its name.
  init(_ names: [String], probes: [String: [Probe]] = [:]) {
    rows = names.map { name in
      var row = Row(scenario: name)
      row.probes = (probes[name] ?? []).map(ProbeTally.init(declaring:))
      return row
    }
    places = Dictionary(
      names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Counts the run at a place in the order of all runs.
  mutating func add(_ result: RunResult, at place: Int) {
    add(
      result.scenario,
      failure: result.story.map { Failure(replay: "\(result.token)", summary: $0.statement) },
      measures: result.measures, probes: result.probes.map(ProbeTally.init),
      shape: result.shape, at: place)
  }

  /// Counts the run of a scenario at a place in the order of all runs, by what is known of it.
  mutating func add(
    _ scenario: String, failure: Failure?, measures: [Measure], probes: [ProbeTally],
    shape: UInt64, at ordinal: Int
  ) {
    guard let place = places[scenario] else { return }
    rows[place].variety.add(shape, at: ordinal / max(1, rows.count))
    if let failure {
      rows[place].failed += 1
      rows[place].firstFailure = rows[place].firstFailure ?? failure
    } else {
      rows[place].passed += 1
    }
    for measure in measures { rows[place].add(measure) }
    for probe in probes { rows[place].add(probe) }
  }

  /// Counts what another shard counted; its runs follow those that were counted.
  mutating func add(_ other: SweepTally) {
    for row in other.rows {
      guard let place = places[row.scenario] else { continue }
      rows[place].passed += row.passed
      rows[place].failed += row.failed
      rows[place].firstFailure = rows[place].firstFailure ?? row.firstFailure
      for latency in row.latencies { rows[place].add(latency.histogram, to: latency.measure) }
      for probe in row.probes { rows[place].add(probe) }
      rows[place].variety.add(row.variety)
    }
  }

  /// Changes the row of a scenario; false when there is none.
  mutating func change(_ scenario: String, _ body: (inout Row) -> Void) -> Bool {
    guard let place = places[scenario] else { return false }
    body(&rows[place])
    return true
  }
}
