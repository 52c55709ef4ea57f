/// The policy by which a world chooses the next of its ready lanes.
public enum Schedule: Hashable, Sendable, CustomStringConvertible {
  /// First come, first served: one plain order, the same for every seed.
  case fifo
  /// Every step draws a priority, and the ready lane whose next step has the lowest one goes first.
  ///
  /// This is basic partial order sampling (Yuan, Yang, Gu: "Partial order aware concurrency
  /// sampling", CAV 2018). The priority is keyed by lane and step, so an edit elsewhere leaves it.
  case random

  /// Reads a schedule as a user types it: `fifo` or `random`.
  ///
  /// - Throws: ``ScheduleError/unknown(_:)`` with the names that exist.
  public init(named name: String) throws(ScheduleError) {
    switch name {
    case "fifo": self = .fifo
    case "random": self = .random
    default: throw .unknown(name)
    }
  }

  /// The name that ``init(named:)`` takes.
  public var description: String {
    switch self {
    case .fifo: "fifo"
    case .random: "random"
    }
  }
}

/// Why a schedule's name was not understood.
public enum ScheduleError: Error, Hashable, CustomStringConvertible {
  /// No schedule has this name.
  case unknown(String)

  public var description: String {
    switch self {
    case .unknown(let name): "there is no schedule \"\(name)\"; use fifo or random"
    }
  }
}
