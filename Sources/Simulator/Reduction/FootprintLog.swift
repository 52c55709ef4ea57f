/// What the steps of an explored run touched, so that an exploration can tell which of them could change places.
///
/// Two steps are independent only where that is proven: each ran on another lane, neither sent the other, and nothing
/// was touched by both, but what both only looked at. What is touched is
/// - each ``WorldBound`` value that is used, and each task that waits in a ``WorldContinuation``, when it is resumed;
/// - the end of the queue of each lane that something is sent to: the order of arrival is the order of a lane's steps;
/// - everything that the kernel doesn't see (memory behind locks, plain actors, streams, tasks' cancellation and results), as
///   one thing, by each step for which nobody has promised that it doesn't (``Lane/isConfined``);
/// - the world's list of lanes, by a step that makes one, and that of shared objects;
/// - everything there is, by a step that draws one of a few alternatives, freezes a lane, reads the journal, ends a
///   process or the run.
///
/// Time passes only when nothing is ready; so steps before and after that never change places, and it doesn't
/// matter in which order timers are set: those that are due together are fired in every order.
///
/// `@unchecked Sendable`: confined to the thread that drives the world.
package final class FootprintLog: @unchecked Sendable {
  /// The footprint of one step.
  package struct Step: Codable, Sendable {
    /// The place of its lane among the world's lanes.
    package let lane: Int
    /// The step that sent it, by its place among the footprints; -1 where none of the same period did.
    package var cause: Int
    /// The number of the period in which it ran; time passes between two periods.
    package let period: Int
    /// The lanes that could have gone, in the order of the alternatives; empty where no other one could.
    package let candidates: [Int]
    /// The number of choices noted before it was picked; with several candidates, the place of that choice.
    package let choicesBefore: Int
    /// Whether it touched everything.
    package var isAlone = false
    /// The things that it may have changed.
    package var changed: [UInt64] = []
    /// The things that it only looked at.
    package var seen: [UInt64] = []
    /// What could have gone before it on lanes that it has stopped.
    package var stopped: [Pending] = []
  }

  /// Something that could have gone when the run ended, or its lane was stopped.
  package struct Pending: Codable, Sendable {
    /// The place of its lane among the world's lanes.
    package let lane: Int
    /// The step that sent it, by its place among the footprints; -1 where none of the last period did.
    package var cause: Int
  }

  /// The content of a log.
  package struct Content: Codable, Sendable {
    let steps: [Step]
    let pending: [Pending]
  }

  /// The kinds of things, by their highest bits.
  private enum Kind {
    static let value: UInt64 = 1 << 60
    static let continuation: UInt64 = 2 << 60
    static let arrivals: UInt64 = 3 << 60
    static let unseen: UInt64 = 4 << 60
    static let part: UInt64 = 5 << 60
    static let lanes: UInt64 = 6 << 60
    static let shared: UInt64 = 7 << 60
  }

  /// The steps of the periods in which something could be chosen, in their order.
  package private(set) var steps: [Step] = []
  /// What could have gone when the run ended; empty where nothing was left to run.
  package private(set) var pending: [Pending] = []
  /// The largest number of alternatives that an exploration tries.
  package let alternatives: Int
  /// The runtime's number of the scenario's own task, which nobody cancels.
  var scenario: UInt64 = 0
  private var period = 0
  /// The place of the first step of the present period.
  private var periodStart = 0
  private var hasChosen = false
  /// Whether a step runs.
  private var isRunning = false
  private var lastValue: UInt32 = 0
  private var isClosed = false

  /// An empty log.
  ///
  /// - Parameter alternatives: The largest number of alternatives of a choice that is tried; others keep their draw.
  package init(alternatives: Int) {
    self.alternatives = alternatives
  }

  /// A log that another process wrote.
  package init(_ content: Content) {
    steps = content.steps
    pending = content.pending
    alternatives = 0
    isClosed = true
  }

  /// The log as another process reads it.
  package var content: Content { Content(steps: steps, pending: pending) }

  // MARK: - What the queue tells

  /// A step is about to run.
  ///
  /// - Parameters:
  ///   - cause: The step that sent it.
  ///   - lanes: The lanes that could have gone; empty where no other one could.
  ///   - choicesBefore: The number of choices noted before it was picked.
  func begin(_ step: ReadyStep, cause: Int, among lanes: [Int], choicesBefore: Int) {
    guard !isClosed else { return }
    let lane = unsafe step.lane
    isRunning = true
    if !lanes.isEmpty { hasChosen = true }
    steps.append(
      Step(
        lane: lane.index, cause: cause >= periodStart ? cause : -1, period: period,
        candidates: lanes, choicesBefore: choicesBefore))
    if !isSeen(step) { touch(Kind.unseen) }
  }

  /// The step that ran is over.
  func endStep() { isRunning = false }

  /// Whether all that a step touches is seen: it is code of a confined lane, and belongs to no task that could be
  /// cancelled or waited for by others.
  private func isSeen(_ step: ReadyStep) -> Bool {
    guard unsafe step.lane.isConfined else { return false }
    return switch step.step {
    case .event, .system: true
    case .serial(let job, _): scenario != 0 && runtimeNumber(of: job) == scenario
    case .task, .stray: false
    }
  }

  /// Something is sent to a lane; returns the place of the step that sends it.
  func noteArrival(on lane: Lane) -> Int {
    guard isRunning else { return -1 }
    touch(Kind.arrivals | UInt64(lane.index))
    return steps.count - 1
  }

  /// The step that ran last, or one before it, has stopped a lane on which something waits.
  func noteStopped(_ lane: Lane, cause: Int) {
    guard !isClosed, steps.count > periodStart, let last = steps.indices.last,
      !steps[last].stopped.contains(where: { $0.lane == lane.index })
    else { return }
    steps[last].stopped.append(Pending(lane: lane.index, cause: cause))
  }

  /// Nothing is left to run at this instant.
  func comeToRest() {
    guard !isClosed else { return }
    if !hasChosen { steps.removeSubrange(periodStart...) }
    periodStart = steps.count
    hasChosen = false
    period += 1
  }

  /// The run is over.
  ///
  /// - Parameter lanes: The lanes that could have gone.
  func end(pending lanes: [Pending]) {
    // Where nothing was left to run, no step has ended it.
    if isRunning {
      touchEverything()
      pending = lanes
    }
    for place in pending.indices where pending[place].cause < periodStart {
      pending[place].cause = -1
    }
    if !hasChosen { steps.removeSubrange(periodStart...) }
    isRunning = false
    isClosed = true
  }

  // MARK: - What a step touches

  /// A step uses a value; returns the number by which the value is told apart.
  func touch(value number: UInt32) -> UInt32 {
    let number = self.number(number)
    touch(Kind.value | UInt64(number))
    return number
  }

  /// A step uses a value, of which it changes parts at most; returns the number by which the value is told apart.
  func touch(parts: [UInt32], ofValue number: UInt32) -> UInt32 {
    let number = self.number(number)
    see(Kind.value | UInt64(number))
    for part in parts { touch(Kind.part | UInt64(number) << 32 | UInt64(part)) }
    return number
  }

  private func number(_ number: UInt32) -> UInt32 {
    if number != 0 { return number }
    lastValue += 1
    return lastValue
  }

  /// A step makes a lane.
  func touchLanes() { touch(Kind.lanes) }

  /// A step makes an object that the world shares.
  func touchShared() { touch(Kind.shared) }

  /// A step looks for an object that the world shares.
  func seeShared() { see(Kind.shared) }

  /// A step resumes a task that waits, or asks whether it does.
  @usableFromInline
  func touch(continuation ticket: UInt64) { touch(Kind.continuation | ticket) }

  /// A step runs code that was not written for a confined lane, such as a scenario's.
  func touchUnseen() { touch(Kind.unseen) }

  /// A step does something whose place among all others may matter.
  @usableFromInline
  func touchEverything() {
    guard isRunning, !isClosed else { return }
    steps[steps.count - 1].isAlone = true
  }

  /// A choice was made.
  func noteChoice(among count: Int) {
    // Picks come between two steps.
    if count <= alternatives { touchEverything() }
  }

  private func touch(_ thing: UInt64) {
    guard isRunning, !isClosed else { return }
    let last = steps.count - 1
    if !steps[last].changed.contains(thing) { steps[last].changed.append(thing) }
  }

  private func see(_ thing: UInt64) {
    guard isRunning, !isClosed else { return }
    let last = steps.count - 1
    if !steps[last].seen.contains(thing) { steps[last].seen.append(thing) }
  }
}

extension World {
  /// Says that the running step is about to call code that may touch what the kernel doesn't see: a scenario's closure.
  ///
  /// Nothing is done but in an exploration.
  @inlinable
  @inline(__always)
  package func callsForeignCode() {
    if !isOpen { noteForeignCode() }
  }

  @usableFromInline
  @inline(never)
  func noteForeignCode() { footprints?.touchUnseen() }

  /// Says that the place of the running step among all others may matter, as where it ends a process.
  package func touchesEverything() { footprints?.touchEverything() }
}
