/// The ready steps of a world in which the order is chosen, not only first come, first served.
///
/// Each pick among several lanes is one choice, keyed by the lane that would go next and by how often it came to
/// that; the first alternative is to let it go.
struct ExplorationQueue {
  /// A ready step.
  private struct Waiting {
    let step: ReadyStep
    /// The step that sent it, by its place in the footprints; -1 where it is a timer, or nobody wants to know.
    let cause: Int
  }

  /// In order of arrival.
  private var steps: [Waiting] = []
  private var picks: UInt64 = 0
  /// What the steps touch; nil unless an exploration wants to know.
  private let footprints: FootprintLog?

  static let stream = ChoiceStream("schedule.next")

  init(footprints: FootprintLog?) {
    self.footprints = footprints
  }

  var isEmpty: Bool { steps.isEmpty }

  /// The lanes of the steps.
  var lanes: [Lane] { steps.map { unsafe $0.step.lane } }

  mutating func append(_ step: ReadyStep) {
    let cause = footprints?.noteArrival(on: unsafe step.lane) ?? -1
    steps.append(Waiting(step: step, cause: cause))
  }

  /// Takes out the steps that `isWanted` names, in their order.
  mutating func removeAll(where isWanted: (ReadyStep) -> Bool) -> [ReadyStep] {
    let removed = steps.map(\.step).filter(isWanted)
    steps.removeAll { isWanted($0.step) }
    return removed
  }

  mutating func pop(_ choices: Choices) -> ReadyStep? {
    footprints?.endStep()
    guard let first = steps.first else {
      footprints?.comeToRest()
      return nil
    }
    // Those of a lane that stands still only change the queue in which they wait.
    if let still = steps.firstIndex(where: { unsafe $0.step.lane.holds($0.step.step) }) {
      let held = steps.remove(at: still)
      footprints?.noteStopped(unsafe held.step.lane, cause: held.cause)
      return held.step
    }
    let candidates = nextSteps()
    var pick = 0
    let before = choices.log?.count ?? 0
    if candidates.count > 1 {
      let lane = unsafe first.step.lane
      pick = choices.option(
        among: candidates.count, Self.stream, entity: lane.identifier, ordinal: lane.stepOrdinal)
      lane.stepOrdinal &+= 1
    }
    let next = steps[candidates[pick]]
    if let footprints {
      let lanes = candidates.count > 1 ? candidates.map { unsafe steps[$0].step.lane.index } : []
      footprints.begin(next.step, cause: next.cause, among: lanes, choicesBefore: before)
    }
    steps.remove(at: candidates[pick])
    return next.step
  }

  /// The lanes that could go next, and the steps that sent what waits on them first.
  mutating func nextLanes() -> [FootprintLog.Pending] {
    nextSteps().map {
      FootprintLog.Pending(lane: unsafe steps[$0].step.lane.index, cause: steps[$0].cause)
    }
  }

  /// The places of the steps that could go next: the first one of each lane.
  private mutating func nextSteps() -> [Int] {
    picks &+= 1
    var places: [Int] = []
    for place in steps.indices {
      let lane = unsafe steps[place].step.lane
      if lane.lastPick != picks { places.append(place) }
      lane.lastPick = picks
    }
    return places
  }
}
