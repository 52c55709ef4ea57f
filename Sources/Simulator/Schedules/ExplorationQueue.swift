/// The ready steps of a world in which the order is chosen, not only first come, first served.
///
/// Each pick among several lanes is one choice, keyed by the lane that would go next and by how often it came to
/// that; the first alternative is to let it go.
struct ExplorationQueue {
  /// In order of arrival.
  private var steps: [ReadyStep] = []
  private var picks: UInt64 = 0

  static let stream = ChoiceStream("schedule.next")

  var isEmpty: Bool { steps.isEmpty }

  /// The lanes of the steps.
  var lanes: [Lane] { steps.map { unsafe $0.lane } }

  mutating func append(_ step: ReadyStep) { steps.append(step) }

  /// Takes out the steps that `isWanted` names, in their order.
  mutating func removeAll(where isWanted: (ReadyStep) -> Bool) -> [ReadyStep] {
    let removed = steps.filter(isWanted)
    steps.removeAll(where: isWanted)
    return removed
  }

  mutating func pop(_ choices: Choices) -> ReadyStep? {
    guard let first = steps.first else { return nil }
    // Those of a lane that stands still only change the queue in which they wait.
    if let still = steps.firstIndex(where: { unsafe $0.lane.isFrozen }) {
      return steps.remove(at: still)
    }
    let candidates = nextSteps()
    if candidates.count == 1 { return steps.removeFirst() }
    let lane = unsafe first.lane
    let pick = choices.option(
      among: candidates.count, Self.stream, entity: lane.identifier, ordinal: lane.stepOrdinal)
    lane.stepOrdinal &+= 1
    return steps.remove(at: candidates[pick])
  }

  /// The places of the steps that could go next: the first one of each lane.
  private mutating func nextSteps() -> [Int] {
    picks &+= 1
    var places: [Int] = []
    for place in steps.indices {
      let lane = unsafe steps[place].lane
      if lane.lastPick != picks { places.append(place) }
      lane.lastPick = picks
    }
    return places
  }
}
