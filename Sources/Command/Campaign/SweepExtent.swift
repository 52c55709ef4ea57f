import Simulator

/// The sweep and those of its runs that a result file holds. It tells shards apart and puts them in order.
struct SweepExtent: Codable, Hashable, Sendable {
  /// The names of the scenarios, in the order of the catalog.
  let scenarios: [String]
  /// The seeds, as `--seeds` takes them.
  let seeds: String
  /// The name of the schedule; `drawn` where each seed draws its own.
  let schedule: String
  /// The value of `--faults`; nil where it was not given.
  let faults: String?
  /// The value of `--knobs`; nil where it was not given.
  let knobs: String?
  /// The build mode.
  let build: String
  /// The shard, such as `1/4`.
  let shard: String
  /// The place of its first run in the whole.
  let first: Int
  /// The place behind its last run.
  let end: Int
  /// The number of runs that all shards together have.
  let total: Int
  /// The reason why it does not hold all runs of its shard; nil when it does.
  let stopped: String?

  /// Whether another file is of the same sweep.
  func isSameSweep(as other: SweepExtent) -> Bool {
    scenarios == other.scenarios && seeds == other.seeds && schedule == other.schedule
      && faults == other.faults && knobs == other.knobs && build == other.build
      && total == other.total
  }
}

extension Campaign.End {
  /// The end as it stands in results; nil for a campaign that was played to its end.
  var reason: String? {
    switch self {
    case .complete: nil
    case .failedFast: "a run failed"
    case .timeLimit: "the time was up"
    case .interrupted: "interrupted"
    }
  }
}
