/// The causes of a run's steps, and the purpose of the time between a cause and its step.
///
/// Every step has one cause: the step that enqueued its job or event, or the timer that did, and for that
/// the step that set it. Steps behind ``mostSteps`` are not kept. Time moves only while everything waits for a timer, so whatever took time is in
/// the timers. Recording feeds nothing back into the run: digests are the same with and without.
///
/// Confined to the thread that drives the world.
@usableFromInline
package final class CausalTrace {
  /// A timer that was set.
  package struct SetTimer {
    /// The step that began the waiting.
    package let step: UInt64
    /// The instant at which the waiting began, in nanoseconds.
    package let from: Int64
    /// The purpose of the timer.
    package let wait: Wait
  }

  /// The cause of a step: an enqueue or a timer.
  package struct Cause {
    /// The step that enqueued it, or that set the timer; zero for the world's beginning.
    package let step: UInt64
    /// The timer's place in ``CausalTrace/timers``; nil for what was enqueued at once.
    package let timer: Int?
  }

  /// A step that ran.
  package struct RunStep {
    /// The instant of the step, in nanoseconds.
    package let instant: Int64
    /// The place of its lane among the world's lanes.
    package let lane: Int
    /// Nil until it is known.
    package var cause: Cause?
  }

  package private(set) var steps: [RunStep] = []
  package private(set) var timers: [SetTimer] = []
  /// The names of the lanes, by their places.
  package private(set) var laneNames: [String] = []
  /// Causes of the jobs that are ready. A job is enqueued once at a time, so that its address names it.
  private var ready: [JobIdentity: Cause] = [:]
  /// Timers of the jobs that sleep.
  private var sleeping: [JobIdentity: Int] = [:]
  private var explanation: Wait?
  /// The number of steps up to which steps, timers and causes are kept: some hundred bytes each.
  package var mostSteps = Int.max

  /// The number of steps that began.
  private var begun = 0

  /// Whether the running step is the last one that is kept, or a later one: causes of those behind it are not taken.
  private var isFull: Bool { begun >= mostSteps }

  /// The step of this number, from 1; nil for the world's beginning.
  package subscript(step: UInt64) -> RunStep? {
    guard step > 0, step <= UInt64(steps.count) else { return nil }
    return steps[Int(step) - 1]
  }

  // MARK: - What the world tells

  /// The step as it has to be enqueued so that its cause is known when it runs.
  func following(_ step: Step, cause number: UInt64) -> Step {
    guard !isFull else { return step }
    let cause = Cause(step: number, timer: nil)
    switch step {
    case .serial(let job, _), .task(let job), .stray(let job):
      ready[JobIdentity(job)] = cause
      return step
    case .event(let event):
      return .event(wrapping(event, cause))
    case .system(let event):
      return .system(wrapping(event, cause))
    }
  }

  /// The action as it has to be armed; takes up what was explained.
  func arming(_ action: TimerAction, by step: UInt64, at now: Instant) -> TimerAction {
    guard !isFull else { return action }
    switch action {
    case .wake(let sleeper):
      let name = unsafe sleeper.lane._withUnsafeGuaranteedRef { $0.name }
      let timer = keep(.sleep, on: name, by: step, at: now)
      switch sleeper.step {
      case .serial(let job, _), .task(let job), .stray(let job): sleeping[JobIdentity(job)] = timer
      case .event, .system: break
      }
      return action
    case .event(let lane, let event):
      let name = unsafe lane._withUnsafeGuaranteedRef { $0.name }
      let timer = keep(.timer, on: name, by: step, at: now)
      return unsafe .event(lane, wrapping(event, Cause(step: timers[timer].step, timer: timer)))
    case .system(let lane, let event):
      let name = unsafe lane._withUnsafeGuaranteedRef { $0.name }
      let timer = keep(.timer, on: name, by: step, at: now)
      return unsafe .system(lane, wrapping(event, Cause(step: timers[timer].step, timer: timer)))
    case .reserved, .none:
      return action
    }
  }

  /// A timer wakes a sleeper; its job becomes ready.
  func wakes(_ step: Step) {
    switch step {
    case .serial(let job, _), .task(let job), .stray(let job):
      guard !isFull, let timer = sleeping.removeValue(forKey: JobIdentity(job)) else { return }
      ready[JobIdentity(job)] = Cause(step: timers[timer].step, timer: timer)
    case .event, .system: break
    }
  }

  /// The next step begins.
  func begin(_ step: Step, on lane: Lane, at now: Instant) {
    explanation = nil
    begun += 1
    guard begun <= mostSteps else { return }
    while laneNames.count <= lane.index { laneNames.append("") }
    laneNames[lane.index] = lane.name
    var cause: Cause?
    switch step {
    case .serial(let job, _), .task(let job), .stray(let job):
      cause = ready.removeValue(forKey: JobIdentity(job))
    case .event, .system: break
    }
    steps.append(RunStep(instant: now.nanoseconds, lane: lane.index, cause: cause))
    if isFull { (ready, sleeping) = ([:], [:]) }
  }

  /// Says what the next timer that the running step sets is for.
  func explain(_ wait: Wait) {
    explanation = wait
  }

  // MARK: -

  private func keep(
    _ kind: WaitKind, on lane: String, by step: UInt64, at now: Instant
  ) -> Int {
    let wait = explanation.take() ?? Wait(kind, at: lane, kind.name)
    timers.append(
      SetTimer(
        step: wait.origin?.step ?? step, from: wait.origin?.instant.nanoseconds ?? now.nanoseconds,
        wait: wait))
    return timers.count - 1
  }

  /// The event with a note of its cause. Of two notes the first counts, which is the later one: that of a
  /// step that let a lane run again, before that of the step that had sent the event there.
  private func wrapping(
    _ event: @escaping @Sendable () -> Void, _ cause: Cause
  ) -> @Sendable () -> Void {
    // The note is only touched by the thread that drives the world, as the event is.
    let note = Note(trace: self, cause: cause)
    return {
      note.take()
      event()
    }
  }

  /// `@unchecked Sendable`: confined to the thread that drives the world.
  private final class Note: @unchecked Sendable {
    private let trace: CausalTrace
    private let cause: Cause

    init(trace: CausalTrace, cause: Cause) {
      self.trace = trace
      self.cause = cause
    }

    func take() {
      guard trace.begun <= trace.mostSteps, let last = trace.steps.indices.last,
        trace.steps[last].cause == nil
      else { return }
      trace.steps[last].cause = cause
    }
  }
}

extension World {
  /// Whether causes are recorded, so that ``explain(_:)`` is heard.
  @inline(__always)
  public var isTracing: Bool { trace != nil }

  /// Says what the next timer that the running step sets is for; heard only while causes are recorded,
  /// and evaluated only then, so it must have no effect.
  @inlinable
  @inline(__always)
  public func explain(_ wait: @autoclosure () -> Wait) {
    if trace != nil, checkDriving("a timer was explained") { keep(wait()) }
  }

  @usableFromInline
  @inline(never)
  func keep(_ wait: Wait) { trace?.explain(wait) }

  /// The running step, as the beginning of a wait.
  public var presentOrigin: Wait.Origin { Wait.Origin(step: stepCount, instant: now) }
}
