public import Simulator

/// Every way in which the choices of a scenario can go, tried one after the other.
///
/// A stateless search: each run is played from its beginning, under ``Schedule/fifo`` with some choices overridden.
/// A run shows which choices it came to; each other alternative of a choice behind its last deviation is a further
/// run. So every combination of choices is played exactly once, those with few deviations first, and the
/// first failure is one with the fewest (Musuvathi, Qadeer: "Iterative context bounding for systematic testing of
/// multithreaded programs", PLDI 2007, with deviations from one scheduler as in Emmi, Qadeer, Rakamarić:
/// "Delay-bounded scheduling", POPL 2011).
///
/// Nothing is pruned: a world's state lies in actors and suspended tasks, which can't be hashed, and a digest
/// tells what happened, not what is. Orders that lead to the same state are all played and counted.
///
/// Latencies and other draws that are not among few alternatives keep the values that the seed gives them.
public struct Exploration: Sendable {
  /// The limits of an exploration.
  public struct Limits: Hashable, Sendable {
    /// The maximum number of runs.
    public var runs: Int
    /// The maximum number of choices in which a run may differ from the plain one; nil for any number.
    public var deviations: Int?
    /// The maximum number of alternatives of a choice that is varied; others keep the value that the seed gives them.
    public var alternatives: Int

    /// Limits; the defaults end within minutes.
    public init(runs: Int = 10_000, deviations: Int? = nil, alternatives: Int = 16) {
      self.runs = runs
      self.deviations = deviations
      self.alternatives = alternatives
    }
  }

  /// A run that is planned: another one with a further deviation.
  private struct Plan {
    /// The run that it deviates from; nil for the plain one.
    let parent: Int?
    /// The place of the deviation in the order of the run's choices.
    let place: Int
    /// The key of the choice in which it deviates.
    let key: ChoiceKey
    /// The draw that leads to the alternative.
    let bits: UInt64
    /// The number of choices in which it differs from the plain one.
    let deviations: Int
  }

  /// The plain run: under ``Schedule/fifo``.
  public private(set) var plain: RunConfiguration
  /// The limits of the exploration.
  public let limits: Limits
  private var plans: [Plan] = [
    Plan(
      parent: nil, place: -1, key: ChoiceKey(stream: 0, entity: 0, ordinal: 0), bits: 0,
      deviations: 0)
  ]
  /// The number of runs played so far.
  public private(set) var explored = 0
  /// Runs that are known to be there and were not planned, because there would be too many.
  private var unplanned = 0
  /// Runs that are known to be there and have too many deviations.
  private var deviant = 0
  /// The most choices that a run came to.
  public private(set) var choicesMax = 0
  /// The most choices of a run that have too many alternatives to be tried.
  public private(set) var untriedMax = 0

  /// An exploration of a scenario.
  ///
  /// - Parameter plain: The configuration that all runs share: seed, fixed choices, profile. Its schedule is ignored.
  public init(_ plain: RunConfiguration, limits: Limits = Limits()) {
    precondition(limits.runs > 0, "an exploration plays a run at least")
    self.plain = plain
    self.plain.schedule = .fifo
    self.limits = limits
  }

  /// The number of runs planned so far, played ones included.
  public var planned: Int { plans.count }

  /// Returns the configuration of a run, by its place in the order of runs.
  public func configuration(of run: Int) -> RunConfiguration {
    var configuration = plain
    var next: Int? = run
    while let current = next, let parent = plans[current].parent {
      configuration.overrides[plans[current].key] = plans[current].bits
      next = parent
    }
    return configuration
  }

  /// The number of choices in which a run differs from the plain one.
  public func deviations(of run: Int) -> Int { plans[run].deviations }

  /// Takes in which choices the next run came to, and plans those that follow from it.
  ///
  /// - Parameter log: Nil for a run that was given up: nothing follows from it.
  /// - Returns: Whether the run came to the choices from which it was planned; if not, it is not
  ///   deterministic.
  @discardableResult
  public mutating func note(_ log: ChoiceLog?) -> Bool {
    let run = explored
    let plan = plans[run]
    explored += 1
    guard let entries = log?.entries else { return true }
    if plan.parent != nil {
      guard entries.count > plan.place, entries[plan.place].key == plan.key else { return false }
    }
    choicesMax = max(choicesMax, entries.count)
    untriedMax = max(untriedMax, entries.count { $0.count > limits.alternatives })
    for place in (plan.place + 1)..<entries.count {
      let entry = entries[place]
      if entry.count > limits.alternatives { continue }
      for bits in entry.others {
        self.plan(
          Plan(
            parent: run, place: place, key: entry.key, bits: bits,
            deviations: plan.deviations + 1))
      }
    }
    return true
  }

  private mutating func plan(_ plan: Plan) {
    if let most = limits.deviations, plan.deviations > most {
      deviant += 1
    } else if plans.count < limits.runs {
      plans.append(plan)
    } else {
      unplanned += 1
    }
  }

  /// The extent of an exploration.
  public enum Extent: Hashable, Sendable {
    /// Every combination of choices was played.
    case complete
    /// Every one with so few deviations was played; of those with more there are at least so many.
    case withinDeviations(Int, further: Int)
    /// It ended before; there are at least so many runs, the played ones among them.
    case stopped(atLeast: Int)
  }

  /// The extent of the exploration so far.
  public var extent: Extent {
    let left = plans.count - explored + unplanned
    if left > 0 { return .stopped(atLeast: explored + left + deviant) }
    if let most = limits.deviations, deviant > 0 {
      return .withinDeviations(most, further: deviant)
    }
    return .complete
  }
}
