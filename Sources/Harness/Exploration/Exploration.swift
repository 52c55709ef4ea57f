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
/// With ``Limits/isReduced`` orders are left out that differ from a played one only in the order of steps that have nothing
/// to do with each other (partial-order reduction; Mazurkiewicz's traces). A run's races show which other order has to be
/// played: this is source-DPOR (Abdulla, Aronsson, Jonsson, Sagonas: "Optimal dynamic partial order reduction", POPL 2014,
/// after Flanagan, Godefroid: "Dynamic partial-order reduction for model checking software", POPL 2005) with sleep sets
/// (Godefroid, LNCS 1032, 1996). Every state in which a run can end, and every failure, is found; `FootprintLog` says
/// which steps count as independent. A run that begins with what another one has tried already is cut there and counted as
/// ``redundant``.
///
/// States are not compared: a world's state lies in actors and suspended tasks, which can't be hashed, and a digest
/// tells what happened, not what is.
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

    /// Whether orders are left out that come to the same as a played one. Never where ``deviations`` are limited: a
    /// run that is left out may have more of them than the one that stands for it.
    public var isReduced: Bool {
      get { wantsReduction && deviations == nil }
      set { wantsReduction = newValue }
    }
    private var wantsReduction: Bool

    /// Limits; the defaults end within minutes.
    public init(
      runs: Int = 10_000, deviations: Int? = nil, alternatives: Int = 16, isReduced: Bool = false
    ) {
      self.runs = runs
      self.deviations = deviations
      self.alternatives = alternatives
      wantsReduction = isReduced
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
    /// The alternatives of the choice that were tried before it; empty where nothing is reduced.
    var tried: [Int] = []
    /// Whether it was planned because what its parent did there was tried elsewhere.
    var isDetour = false
  }

  /// A choice of the next lane, by the first run that came to it.
  private struct Turn: Hashable {
    let run: Int
    let place: Int
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
  /// The alternatives that are played at each choice of the next lane, in their order, where more than one is or another one
  /// than the first.
  private var turns: [Turn: [Int]] = [:]
  /// Runs that were cut, because another run stands for what they came to. They count among the explored ones.
  public private(set) var redundant = 0
  /// Runs that are known to be there and have too many deviations.
  private var deviant = 0
  /// The number of choices before the point from which on they are varied.
  private var beginning = 0
  /// The instant from which on every order is played (``World/exploreFromHere()``), in nanoseconds since the world began; nil
  /// where it is the whole run, and before the first one.
  public private(set) var beginningNanoseconds: Int64?
  /// The most choices that a run came to.
  public private(set) var choicesMax = 0
  /// The most choices of a run that have too many alternatives to be tried.
  public private(set) var untriedMax = 0
  /// Runs from which nothing could be planned: given up, or not as planned.
  public private(set) var abandoned = 0
  /// Runs in which the queue of a plain actor sent a job on, or a task preferred no executor, so that orders were left out.
  public private(set) var unordered = 0
  /// Runs in which the queue of a plain actor held the jobs of several tasks: orders in which another task runs between two of
  /// them are played by no schedule, and ``Extent/complete`` does not speak of them.
  public private(set) var sharedQueues = 0

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
  /// - Parameter log: Nil for a run that was given up: what follows from it is not known.
  /// - Returns: Whether the run came to the choices from which it was planned; if not, it is not
  ///   deterministic.
  @discardableResult
  public mutating func note(_ log: ChoiceLog?) -> Bool {
    let run = explored
    let plan = plans[run]
    explored += 1
    guard let log else {
      abandoned += 1
      return true
    }
    let entries = log.entries
    if plan.parent != nil {
      guard entries.count > plan.place, entries[plan.place].key == plan.key else {
        abandoned += 1
        return false
      }
    }
    if log.leavesOrdersOut { unordered += 1 }
    if log.sharesQueues { sharedQueues += 1 }
    if plan.parent == nil, let beginning = log.beginning {
      self.beginning = beginning.place
      beginningNanoseconds = beginning.nanoseconds
    }
    choicesMax = max(choicesMax, entries.count)
    untriedMax = max(untriedMax, entries.count { !isTried($0) })
    var end = entries.count
    if limits.isReduced, let footprints = log.footprints {
      end = reduce(entries, footprints, in: run)
    }
    let start = max(plan.place + 1, beginning)
    for place in start..<max(end, start) {
      let entry = entries[place]
      if !isTried(entry) || limits.isReduced && entry.key.isOfNextLane { continue }
      for bits in entry.others {
        self.plan(
          Plan(
            parent: run, place: place, key: entry.key, bits: bits,
            deviations: plan.deviations + 1))
      }
    }
    return true
  }

  /// Whether all alternatives of a choice are tried.
  private func isTried(_ entry: ChoiceLog.Entry) -> Bool {
    entry.count <= limits.alternatives || entry.key.isOfSchedule
  }

  /// Plans what the races of a run ask for.
  ///
  /// - Returns: The number of the run's choices that count: what comes later is another run's.
  private mutating func reduce(
    _ entries: [ChoiceLog.Entry], _ footprints: FootprintLog, in run: Int
  ) -> Int {
    let races = RaceAnalysis(footprints, deviations: lineage(of: run))
    let begin = races.firstStep(from: plans[run].place)
    let cut = races.firstAsleep(from: begin)
    let end = cut ?? footprints.steps.count
    for reversal in races.reversals(of: begin..<max(begin, end), isWhole: cut == nil)
    where reversal.place >= beginning {
      request(reversal, entries, by: run)
    }
    guard let cut else { return entries.count }
    redundant += 1
    let place = footprints.steps[cut].choicesBefore
    if !footprints.steps[cut].candidates.isEmpty {
      // A run that was planned for want of a better one, and brought nothing, lets the next one try.
      let isFirst = place == plans[run].place
      if !isFirst { turns[Turn(run: run, place: place)] = [] }
      if !isFirst || plans[run].isDetour {
        let turn = turn(at: place, of: run)
        let alternatives = races.detours(around: cut).filter { !(turns[turn] ?? []).contains($0) }
        if let alternative = alternatives.first {
          request(alternative, at: turn, entries[place], isDetour: true)
        }
      }
    }
    return place
  }

  /// The choices in which a run differs from the plain one.
  private func lineage(of run: Int) -> [RaceAnalysis.Deviation] {
    var deviations: [RaceAnalysis.Deviation] = []
    var next: Int? = run
    while let current = next, plans[current].parent != nil {
      deviations.append(
        RaceAnalysis.Deviation(place: plans[current].place, tried: plans[current].tried))
      next = plans[current].parent
    }
    return deviations.reversed()
  }

  /// The choice at a place of a run, by the first run that came to it.
  private func turn(at place: Int, of run: Int) -> Turn {
    var owner = run
    while let parent = plans[owner].parent, plans[owner].place >= place { owner = parent }
    return Turn(run: owner, place: place)
  }

  /// Plans a run for a reversal, unless one of its alternatives is played already.
  private mutating func request(
    _ reversal: RaceAnalysis.Reversal, _ entries: [ChoiceLog.Entry], by run: Int
  ) {
    let turn = turn(at: reversal.place, of: run)
    let entry = entries[reversal.place]
    let played = turns[turn] ?? [entry.chosen]
    guard !reversal.alternatives.contains(where: played.contains) else { return }
    request(reversal.alternatives[0], at: turn, entry, isDetour: false)
  }

  /// Plans a run with an alternative of a choice.
  private mutating func request(
    _ alternative: Int, at turn: Turn, _ entry: ChoiceLog.Entry, isDetour: Bool
  ) {
    let played = turns[turn] ?? [entry.chosen]
    plan(
      Plan(
        parent: turn.run, place: turn.place, key: entry.key,
        bits: ChoiceLog.bits(for: alternative, among: entry.count),
        deviations: plans[turn.run].deviations + 1, tried: played, isDetour: isDetour))
    turns[turn] = played + [alternative]
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
    /// Every run that is known of was played, and there may be others: nothing is known of what follows from those that
    /// were abandoned, and the unordered ones leave out orders that no schedule plays.
    case unknown(abandoned: Int, unordered: Int)
  }

  /// The number of runs that are known to be there, those with too many deviations among them.
  public var atLeast: Int { plans.count + unplanned + deviant }

  /// The extent of the exploration so far.
  public var extent: Extent {
    if explored < plans.count || unplanned > 0 { return .stopped(atLeast: atLeast) }
    if abandoned > 0 || unordered > 0 {
      return .unknown(abandoned: abandoned, unordered: unordered)
    }
    if let most = limits.deviations, deviant > 0 {
      return .withinDeviations(most, further: deviant)
    }
    return .complete
  }
}

extension ChoiceLog {
  /// The log that an exploration needs of each run.
  package convenience init(_ limits: Exploration.Limits) {
    self.init(
      footprints: limits.isReduced ? FootprintLog(alternatives: limits.alternatives) : nil)
  }
}
