import PlantedBugs
import Simulator

/// The comparison of how often the schedules show planted bugs, beside the promise of the paper on `pct`.
struct ScheduleComparison: Comparison {
  let name = "schedules"
  let summary = "for how many of 10000 seeds each schedule shows planted ordering bugs"

  private let seeds: UInt64 = 10_000
  private let explorationLimit = 100_000
  /// The depths of `pct`: those of the bugs, and beyond.
  private let depths = 1...5

  func make(_ receive: ([String]) -> Void) {
    receive(
      ["bug", "d", "n", "k", "guarantee"] + depths.map { "pct:\($0)" }
        + ["random", "fifo", "orders", "with bug"])
    for bug in PlantedBug.corpus {
      let explored = bug.explore(limit: explorationLimit)
      receive(
        [
          bug.name, "\(bug.depth)", "\(bug.lanes)", "\(bug.steps)",
          Self.percent(bug.guarantee(steps: bug.steps)),
        ] + depths.map { share(bug, .pct(depth: $0)) }
          + [share(bug, .random), bug.shows(seed: 1, .fifo) ? "shows" : "never"]
          + (explored.map { explored in
            let share = Double(explored.failing) / Double(explored.schedules)
            return ["\(explored.schedules)", Self.percent(share)]
          } ?? ["over \(explorationLimit)", "-"]))
    }
  }

  private func share(_ bug: PlantedBug, _ schedule: Schedule) -> String {
    Self.percent(Double(bug.hits(seeds: seeds, schedule)) / Double(seeds))
  }

  /// A share with two decimals of a percent, without help of the system's formatting.
  private static func percent(_ share: Double) -> String {
    let hundredths = Int((share * 10_000).rounded())
    let decimals = hundredths % 100
    return "\(hundredths / 100).\(decimals < 10 ? "0" : "")\(decimals) %"
  }
}

/// Something that is counted, not timed: a table that comes out the same wherever it is made.
///
/// To add one, conform a type and name it in ``Comparisons/all``.
protocol Comparison: Sendable {
  /// The name of the comparison on the command line.
  var name: String { get }
  /// The subject of the comparison, in one line, for `--help`.
  var summary: String { get }
  /// Makes the table.
  ///
  /// - Parameter receive: Takes each row as it is made; the first one holds the titles.
  func make(_ receive: ([String]) -> Void)
}

/// The comparisons there are; they run only when they are named.
enum Comparisons {
  /// Add a comparison here.
  static let all: [any Comparison] = [ScheduleComparison()]
}
