import Simulator

/// The races of one explored run: pairs of steps that could change places, and whose order matters.
///
/// A step happens before another one where it ran on the same lane, sent it, or touched something that the other one
/// touched too, and so on from step to step; it is told by vector clocks. Two steps race where nothing but what they both
/// touched orders them. Only steps of one period count: time passes between two of them, when nothing is left to run.
struct RaceAnalysis {
  /// A choice of the next lane before which other lanes were tried first.
  struct Deviation {
    /// The place of the choice in the order of the run's choices.
    let place: Int
    /// The alternatives that were tried before the one that the run took.
    let tried: [Int]
  }

  /// A choice for which another lane has to be tried.
  struct Reversal {
    /// The place of the choice in the order of the run's choices.
    let place: Int
    /// The alternatives of which one is enough; never empty.
    let alternatives: [Int]
  }

  private let steps: [FootprintLog.Step]
  private let pending: [FootprintLog.Pending]
  private let deviations: [(at: Int, lanes: Set<Int>)]
  /// The steps of each period, by the place of its first.
  private var clocks: [[Int32]] = []
  /// The place of a step's lane among those of its period.
  private var columns: [Int] = []
  /// The number of a step among those of its lane, in its period.
  private var ranks: [Int32] = []
  /// The step before it on its lane, in its period; -1 where there is none.
  private var predecessors: [Int] = []

  /// Looks at a run.
  ///
  /// - Parameter deviations: The choices in which it differs from the plain one, in their order.
  init(_ log: FootprintLog, deviations: [Deviation]) {
    steps = log.steps
    pending = log.pending
    var found: [(at: Int, lanes: Set<Int>)] = []
    for deviation in deviations where !deviation.tried.isEmpty {
      guard let at = Self.step(pickedAt: deviation.place, among: log.steps) else { continue }
      found.append((at, Set(deviation.tried.map { log.steps[at].candidates[$0] })))
    }
    self.deviations = found
    orderSteps()
  }

  /// The step that a choice of the next lane picked; nil where the choice is of another kind.
  private static func step(pickedAt place: Int, among steps: [FootprintLog.Step]) -> Int? {
    // Steps are in the order of their choices.
    var (low, high) = (0, steps.count)
    while low < high {
      let middle = (low + high) / 2
      if steps[middle].choicesBefore < place
        || steps[middle].choicesBefore == place && steps[middle].candidates.isEmpty
      {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < steps.count, steps[low].choicesBefore == place, !steps[low].candidates.isEmpty
    else { return nil }
    return low
  }

  /// The first step after a choice, or picked by it.
  func firstStep(from place: Int) -> Int {
    if place < 0 { return 0 }
    if let step = Self.step(pickedAt: place, among: steps) { return step }
    return steps.firstIndex { $0.choicesBefore > place } ?? steps.count
  }

  // MARK: - What happens before what

  private mutating func orderSteps() {
    var begin = 0
    while begin < steps.count {
      var end = begin
      while end < steps.count, steps[end].period == steps[begin].period { end += 1 }
      orderSteps(in: begin..<end)
      begin = end
    }
  }

  private mutating func orderSteps(in period: Range<Int>) {
    var lanes: [Int: Int] = [:]
    for step in period where lanes[steps[step].lane] == nil {
      lanes[steps[step].lane] = lanes.count
    }
    var lastOfLane = Array(repeating: -1, count: lanes.count)
    var lastChange: [UInt64: Int] = [:]
    var looks: [UInt64: [Int]] = [:]
    var lastAlone = -1
    for index in period {
      let step = steps[index]
      let column = lanes[step.lane]!
      var clock = [Int32](repeating: -1, count: lanes.count)
      func join(_ other: Int) {
        guard other >= 0 else { return }
        for place in clock.indices { clock[place] = max(clock[place], clocks[other][place]) }
      }
      join(lastOfLane[column])
      join(step.cause)
      join(lastAlone)
      if step.isAlone { for last in lastOfLane { join(last) } }
      for thing in step.seen {
        if let last = lastChange[thing] { join(last) }
        looks[thing, default: []].append(index)
      }
      for thing in step.changed {
        if let last = lastChange[thing] { join(last) }
        for look in looks[thing] ?? [] where look != index { join(look) }
        looks[thing] = []
        lastChange[thing] = index
      }
      if step.isAlone { lastAlone = index }
      let rank = lastOfLane[column] >= 0 ? ranks[lastOfLane[column]] + 1 : 0
      clock[column] = rank
      clocks.append(clock)
      columns.append(column)
      ranks.append(rank)
      predecessors.append(lastOfLane[column])
      lastOfLane[column] = index
    }
  }

  /// Whether a step happens before another one of its period.
  private func happens(_ first: Int, before second: Int) -> Bool {
    clocks[second][columns[first]] >= ranks[first]
  }

  /// Whether two steps touched something in common, or one of them everything.
  private func conflict(_ first: Int, _ second: Int) -> Bool {
    let (first, second) = (steps[first], steps[second])
    return first.isAlone || second.isAlone || first.lane == second.lane
      || first.changed.contains { second.changed.contains($0) || second.seen.contains($0) }
      || first.seen.contains { second.changed.contains($0) }
  }

  // MARK: - What was tried before

  /// Whether a step that a lane has ready at `place` was tried there in another run: it was an alternative before, and
  /// nothing that ran since then has to do with it (a sleep set; Godefroid, LNCS 1032, 1996).
  private func isAsleep(_ step: Int, at place: Int) -> Bool {
    deviations.contains { deviation in
      guard deviation.at <= place, steps[deviation.at].period == steps[step].period,
        deviation.lanes.contains(steps[step].lane), predecessors[step] < deviation.at,
        steps[step].cause < deviation.at
      else { return false }
      return (deviation.at..<step).allSatisfy { !conflict($0, step) }
    }
  }

  /// The first step from `start` on that need not have run: what comes of it is another run's.
  func firstAsleep(from start: Int) -> Int? {
    guard !deviations.isEmpty else { return nil }
    return (start..<max(start, steps.count)).first { isAsleep($0, at: $0) }
  }

  /// The alternatives to a step that need not have run, those first that were certainly not tried before; empty where
  /// all that could go was tried elsewhere.
  func detours(around step: Int) -> [Int] {
    var fresh: [Int] = []
    var doubtful: [Int] = []
    for (alternative, lane) in steps[step].candidates.enumerated() where lane != steps[step].lane {
      let next = (step..<steps.count).first {
        steps[$0].lane == lane && steps[$0].period == steps[step].period
      }
      guard let next else {
        doubtful.append(alternative)
        continue
      }
      if isAsleep(next, at: step) { continue }
      let wasTried = deviations.contains { $0.at <= step && $0.lanes.contains(lane) }
      if wasTried { doubtful.append(alternative) } else { fresh.append(alternative) }
    }
    return fresh + doubtful
  }

  // MARK: - Races

  /// The races of the steps in `range` with steps before them, as choices to try another way.
  func reversals(of range: Range<Int>, isWhole: Bool) -> [Reversal] {
    var reversals: [Reversal] = []
    for step in range {
      for other in rivals(of: step) {
        if let reversal = reversal(of: other, step) { reversals.append(reversal) }
      }
      reversals += endings(of: steps[step].stopped, by: step)
    }
    if isWhole, let last = steps.indices.last { reversals += endings(of: pending, by: last) }
    return reversals
  }

  /// The steps that race with a step and ran before it.
  private func rivals(of step: Int) -> [Int] {
    let first = steps[step]
    var certain: [Int] = []
    if predecessors[step] >= 0 { certain.append(predecessors[step]) }
    if first.cause >= 0 { certain.append(first.cause) }
    // From the latest on: one that happens before a later one is no immediate rival.
    var rivals: [Int] = []
    var place = step - 1
    while place >= 0, steps[place].period == first.period {
      if conflict(place, step), steps[place].lane != first.lane, !certain.contains(place),
        !certain.contains(where: { happens(place, before: $0) }),
        !rivals.contains(where: { happens(place, before: $0) })
      {
        rivals.append(place)
      }
      place -= 1
    }
    return rivals
  }

  /// The choice by which the later of two racing steps comes before the earlier one: one of the first steps of what leads to
  /// it (a source set).
  private func reversal(of earlier: Int, _ later: Int) -> Reversal? {
    var leading: [Int] = []
    var lanes: Set<Int> = []
    var initials: [Int] = []
    for step in (earlier + 1)...later where step == later || !happens(earlier, before: step) {
      let isFirst = lanes.insert(steps[step].lane).inserted
      if isFirst, !leading.contains(where: { happens($0, before: step) }) { initials.append(step) }
      leading.append(step)
    }
    if initials.contains(where: { isAsleep($0, at: earlier) }) { return nil }
    let candidates = steps[earlier].candidates
    let alternatives = initials.compactMap { candidates.firstIndex(of: steps[$0].lane) }
    precondition(!alternatives.isEmpty, "a race of steps that could not change places")
    return Reversal(place: steps[earlier].choicesBefore, alternatives: alternatives)
  }

  /// A step that ends the run, or stops lanes, keeps those from running that could have gone: each has to be tried.
  private func endings(of pending: [FootprintLog.Pending], by step: Int) -> [Reversal] {
    pending.compactMap { pending in
      guard pending.cause != step, pending.lane != steps[step].lane,
        let alternative = steps[step].candidates.firstIndex(of: pending.lane)
      else { return nil }
      return Reversal(place: steps[step].choicesBefore, alternatives: [alternative])
    }
  }
}
