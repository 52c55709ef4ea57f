/// The policy by which a world chooses the next of its ready lanes.
public enum Schedule: Hashable, Sendable, CustomStringConvertible {
  /// First come, first served: one plain order, the same for every seed.
  ///
  /// Single choices can be overridden; so an explored order has a replay token too.
  case fifo
  /// Every step draws a priority, and the ready lane whose next step has the lowest one goes first.
  ///
  /// This is basic partial order sampling (Yuan, Yang, Gu: "Partial order aware concurrency
  /// sampling", CAV 2018). The priority is keyed by lane and step, so an edit elsewhere leaves it.
  case random
  /// Every lane draws a priority, the ready lane with the highest one goes first, and at `depth` - 1 steps the
  /// lane that would go next falls behind all others.
  ///
  /// This is probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte: "A
  /// randomized scheduler with probabilistic guarantees of finding bugs", ASPLOS 2010): a run of `n` lanes
  /// and `k` steps shows a bug that takes `depth` ordering constraints with a probability of at least
  /// 1 / (n · k^(depth - 1)).
  case pct(depth: Int)

  /// The depths that ``pct(depth:)`` takes.
  public static let depths = 1...64

  /// Reads a schedule as a user types it: `fifo`, `random`, or `pct:D` with a depth from 1 to 64.
  ///
  /// - Throws: ``ScheduleError`` with what was wrong and the names that exist.
  public init(named name: String) throws(ScheduleError) {
    switch name {
    case "fifo": self = .fifo
    case "random": self = .random
    case _ where name == "pct" || name.hasPrefix("pct:"):
      guard let depth: Int = PlainNumber.read(name.dropFirst("pct:".count)),
        Self.depths.contains(depth)
      else {
        throw .depth(name)
      }
      self = .pct(depth: depth)
    default: throw .unknown(name)
    }
  }

  /// The name that ``init(named:)`` takes.
  public var description: String {
    switch self {
    case .fifo: "fifo"
    case .random: "random"
    case .pct(let depth): "pct:\(depth)"
    }
  }
}

/// An error in the name of a schedule.
public enum ScheduleError: Error, Hashable, CustomStringConvertible {
  /// No schedule has this name.
  case unknown(String)
  /// The schedule `pct` has no depth, or one that it doesn't take.
  case depth(String)

  public var description: String {
    switch self {
    case .unknown(let name):
      "there is no schedule \"\(name)\"; use fifo, random or pct:D, such as pct:3"
    case .depth(let name):
      """
      "\(name)" names no depth from \(Schedule.depths.lowerBound) to \(Schedule.depths.upperBound); \
      use pct:D, where D - 1 is how often a lane falls behind, such as pct:3
      """
    }
  }
}
