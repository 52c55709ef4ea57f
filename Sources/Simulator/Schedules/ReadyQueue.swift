/// The steps that could run now, and the policy that picks the next.
struct ReadyQueue {
  private let schedule: Schedule
  private let choices: Choices
  /// All ready steps in order of arrival, for ``Schedule/fifo``.
  private var line = RingBuffer<ReadyStep>()
  /// The lanes that have a step ready, lowest priority first, for ``Schedule/random``.
  private var candidates = MinHeap<Candidate>()

  static let priorityStream = Stream("schedule.priority")
  static let pickStream = Stream("schedule.pick")

  /// A lane with a ready step, and the priority that its next step drew.
  struct Candidate: Comparable {
    let priority: UInt64
    unowned(unsafe) let lane: Lane

    static func < (left: Candidate, right: Candidate) -> Bool {
      unsafe (left.priority, left.lane.index) < (right.priority, right.lane.index)
    }

    static func == (left: Candidate, right: Candidate) -> Bool {
      unsafe left.priority == right.priority && left.lane === right.lane
    }
  }

  init(schedule: Schedule, choices: Choices) {
    self.schedule = schedule
    self.choices = choices
  }

  var isEmpty: Bool { line.isEmpty && candidates.isEmpty }

  /// Adds a step behind those that its lane already has.
  mutating func append(_ step: consuming Step, on lane: Lane) {
    switch schedule {
    case .fifo:
      line.append(ReadyStep(lane: lane, step: step))
    case .random:
      lane.backlog.append(step)
      if lane.backlog.count == 1 { enter(lane) }
    }
  }

  /// Takes the step that the policy puts next.
  mutating func pop() -> ReadyStep? {
    switch schedule {
    case .fifo:
      return line.popFirst()
    case .random:
      guard let next = candidates.pop() else { return nil }
      let lane = unsafe next.lane
      let step = takeStep(from: lane)
      if !lane.backlog.isEmpty { enter(lane) }
      return ReadyStep(lane: lane, step: step)
    }
  }

  private mutating func enter(_ lane: Lane) {
    let priority = choices.draw(
      Self.priorityStream, entity: lane.identifier, ordinal: lane.stepOrdinal)
    lane.stepOrdinal &+= 1
    candidates.push(Candidate(priority: priority, lane: lane))
  }

  private func takeStep(from lane: Lane) -> Step {
    guard lane.isUnordered, lane.backlog.count > 1 else { return lane.backlog.popFirst()! }
    let offset = choices.index(
      below: lane.backlog.count, Self.pickStream, entity: lane.identifier,
      ordinal: lane.stepOrdinal)
    return lane.backlog.swapRemove(at: offset)
  }
}
