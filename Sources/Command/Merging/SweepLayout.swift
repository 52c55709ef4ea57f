internal import Harness
import Simulator

/// The layout of a sweep: the scenario, the seed and the schedule of the run at each place.
///
/// It is the order of ``RunPlan``, derived from a result file alone: with each seed, every scenario in its order.
struct SweepLayout {
  /// The reason why a sweep's line contradicts itself.
  struct Flaw: Error, Hashable {
    /// The mistake, such as `its "first" is 3, and …`.
    let reason: String
  }

  private let scenarios: [String]
  private let seeds: SeedRange
  private let schedule: String

  /// Reads what a sweep's line says, every number of which is checked.
  init(_ extent: SweepExtent) throws(Flaw) {
    guard !extent.scenarios.isEmpty, Set(extent.scenarios).count == extent.scenarios.count else {
      throw Flaw(reason: #"its "scenarios" are none, or one is there twice"#)
    }
    guard let seeds = SeedRange(description: extent.seeds) else {
      throw Flaw(reason: #"its "seeds" are "\#(extent.seeds)", which is no range such as 1..<1001"#)
    }
    guard
      extent.schedule == ConfigurationChoice.drawn
        || (try? Schedule(named: extent.schedule)) != nil
    else {
      throw Flaw(reason: #"its "schedule" is "\#(extent.schedule)", which is none"#)
    }
    guard BuildMode(rawValue: extent.build) != nil else {
      throw Flaw(reason: #"its "build" is "\#(extent.build)", neither debug nor release"#)
    }
    let (total, overflow) = extent.scenarios.count.multipliedReportingOverflow(by: seeds.count)
    guard !overflow, total == extent.total else {
      throw Flaw(
        reason: """
          its "total" is \(extent.total), where \(extent.scenarios.count) scenarios with \
          \(seeds.count) seeds make \(overflow ? "too many" : "\(total)") runs
          """)
    }
    guard let shard = Shard(extent.shard) else {
      throw Flaw(reason: #"its "shard" is "\#(extent.shard)", which is none such as 1/4"#)
    }
    self.scenarios = extent.scenarios
    self.seeds = seeds
    schedule = extent.schedule
    try Self.check(extent, against: shard.part(of: total))
  }

  private static func check(_ extent: SweepExtent, against part: Range<Int>) throws(Flaw) {
    let place = "where shard \(extent.shard) of \(extent.total) runs"
    guard extent.first == part.lowerBound else {
      throw Flaw(
        reason: #"its "first" is \#(extent.first), \#(place) begins at place \#(part.lowerBound)"#)
    }
    let isWhole = extent.stopped == nil
    guard isWhole ? extent.end == part.upperBound : part.contains(extent.end) else {
      throw Flaw(
        reason: """
          its "end" is \(extent.end), \(place) ends before place \(part.upperBound)\
          \(isWhole ? "" : " and was stopped earlier")
          """)
    }
  }

  /// The run at a place.
  subscript(place: Int) -> (scenario: String, seed: UInt64, schedule: String) {
    let (number, index) = place.quotientAndRemainder(dividingBy: scenarios.count)
    let (scenario, seed) = (scenarios[index], seeds[number])
    guard schedule == ConfigurationChoice.drawn else { return (scenario, seed, schedule) }
    return (scenario, seed, "\(Swarm.schedule(seed: seed, scenario: scenario))")
  }
}
