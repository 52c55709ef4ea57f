internal import RehearsalCollections

/// The steps that could run now, and the policy that picks the next.
struct ReadyQueue {
  /// The rule by which the next step is picked.
  private enum Policy {
    /// The step that waited longest.
    case longestWaiting
    /// The lane whose step drew the lowest priority.
    case drawnSteps
    /// The lane that has the lowest rank.
    case rankedLanes
    /// The step that waited longest, unless another one is chosen.
    case chosen
  }

  private let policy: Policy
  private let choices: Choices
  /// All ready steps in order of arrival, for ``Schedule/fifo``.
  private var line = Deque<ReadyStep>()
  /// The lanes that have a step ready, the next one first, for ``Schedule/random`` and ``Schedule/pct(depth:)``.
  private var candidates = Heap<Candidate>()
  /// The ranks of the lanes and the steps at which they change, for ``Schedule/pct(depth:)``.
  private var changes: PriorityChanges
  /// All ready steps, for ``Schedule/fifo`` where choices are tried or overridden.
  private(set) var field: ExplorationQueue

  static let priorityStream = ChoiceStream("schedule.priority")

  /// A lane with a ready step, and the priority that decides about it.
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

  /// - Parameter expectedSteps: The number of steps that the run is expected to take, for ``Schedule/pct(depth:)``.
  init(schedule: Schedule, expectedSteps: Int, choices: Choices) {
    self.choices = choices
    field = ExplorationQueue(footprints: choices.log?.footprints)
    var depth = 1
    switch schedule {
    case .fifo: policy = choices.decidesSchedule ? .chosen : .longestWaiting
    case .random: policy = .drawnSteps
    case .pct(let chosen):
      policy = .rankedLanes
      depth = chosen
    }
    changes = PriorityChanges(depth: depth, steps: expectedSteps, choices: choices)
  }

  /// Whether anything but the order of arrival decides.
  var isChoosing: Bool { policy != .longestWaiting }

  /// The lanes of the ready steps that do not lie in the lanes themselves.
  var pendingLanes: [Lane] { field.lanes + line.elements.map { unsafe $0.lane } }

  var isEmpty: Bool { line.isEmpty && candidates.isEmpty && field.isEmpty }

  /// The lanes that could go next in an exploration, and the steps that sent what waits on them first.
  mutating func nextLanes() -> [FootprintLog.Pending] { field.nextLanes() }

  // The plain order is most of every sweep: it stands apart, so that the others cost it one comparison.

  /// Adds a step behind those that its lane already has.
  @inline(__always)
  mutating func append(_ step: consuming Step, on lane: Lane) {
    if policy == .longestWaiting {
      line.append(ReadyStep(lane: lane, step: step))
    } else {
      appendByPolicy(step, on: lane)
    }
  }

  @inline(never)
  private mutating func appendByPolicy(_ step: consuming Step, on lane: Lane) {
    if policy == .chosen { return field.append(ReadyStep(lane: lane, step: step)) }
    lane.backlog.append(step)
    if lane.backlog.count == 1 { enter(lane) }
  }

  /// Adds steps that are older than those that their lane already has.
  mutating func append(_ older: [Step], on lane: Lane) {
    guard !older.isEmpty else { return }
    switch policy {
    case .longestWaiting:
      let newer = line.removeAll { unsafe $0.lane === lane }
      for step in older { line.append(ReadyStep(lane: lane, step: step)) }
      for step in newer { line.append(step) }
    case .chosen:
      let newer = field.removeAll { unsafe $0.lane === lane }
      for step in older { field.append(ReadyStep(lane: lane, step: step)) }
      for step in newer { field.append(step) }
    case .drawnSteps, .rankedLanes:
      let newer = lane.backlog.removeAll { _ in true }
      for step in older + newer { lane.backlog.append(step) }
      // A lane that had steps is a candidate already.
      if newer.isEmpty { enter(lane) }
    }
  }

  /// Takes the step that the policy puts next.
  @inline(__always)
  mutating func pop() -> ReadyStep? {
    policy == .longestWaiting ? line.popFirst() : popByPolicy()
  }

  @inline(never)
  private mutating func popByPolicy() -> ReadyStep? {
    switch policy {
    case .longestWaiting: return line.popFirst()
    case .chosen: return field.pop(choices)
    case .drawnSteps:
      guard let next = candidates.pop() else { return nil }
      return unsafe takeStep(from: next.lane)
    case .rankedLanes:
      guard var next = candidates.pop() else { return nil }
      changes.advance()
      while let rank = changes.nextRank() {
        unsafe next.lane.rank = rank
        unsafe candidates.push(Candidate(priority: rank, lane: next.lane))
        guard let other = candidates.pop() else { break }
        next = other
      }
      return unsafe takeStep(from: next.lane)
    }
  }

  private mutating func enter(_ lane: Lane) {
    let priority: UInt64
    if policy == .rankedLanes {
      if lane.rank == 0 { lane.rank = PriorityChanges.rank(of: lane, choices) }
      priority = lane.rank
    } else {
      priority = choices.draw(
        Self.priorityStream, entity: lane.identifier, ordinal: lane.stepOrdinal)
    }
    lane.stepOrdinal &+= 1
    candidates.push(Candidate(priority: priority, lane: lane))
  }

  private mutating func takeStep(from lane: Lane) -> ReadyStep {
    let step = lane.backlog.popFirst()!
    if !lane.backlog.isEmpty { enter(lane) }
    return ReadyStep(lane: lane, step: step)
  }

}

/// One unit of work that a lane runs without interruption.
@safe enum Step {
  /// A job that the runtime enqueued on the lane as an actor's serial executor, and the lane that its task
  /// prefers, where that is known.
  ///
  /// The runtime compares the preferred executor at every hop. A job that ran without it would be
  /// enqueued once more at each async call within the actor.
  case serial(UnownedJob, preferring: Unmanaged<Lane>?)
  /// A job of a task that prefers the lane, or its home, as its task executor.
  case task(UnownedJob)
  /// A job that the runtime sent to the global executor.
  case stray(UnownedJob)
  /// A plain closure posted by the simulation itself: a delivery, an alarm.
  case event(@Sendable () -> Void)
  /// The same, of the system below a process: it happens though the lane stands still.
  case system(@Sendable () -> Void)
}

extension Step {
  /// Whether it happens though its lane stands still.
  var isOfSystem: Bool { if case .system = self { true } else { false } }

  /// The job that it runs; nil for a plain closure.
  var job: UnownedJob? {
    switch self {
    case .serial(let job, _), .task(let job), .stray(let job): job
    case .event, .system: nil
    }
  }

  /// The road by which a job comes to its lane.
  enum Road {
    case serial
    case task
    case stray
  }
}

/// A step together with the lane that will run it.
@safe struct ReadyStep {
  /// Alive as long as its world is, which outlives every ready step.
  unowned(unsafe) let lane: Lane
  let step: Step

  /// The step, given away and not copied.
  @inline(__always)
  consuming func takeStep() -> Step { step }
}
