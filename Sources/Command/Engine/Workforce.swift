import Simulator

/// What the threads of a ``RunEngine`` share: which runs are left, who plays which, and what is finished.
struct Workforce: Sendable {
  /// What one thread is doing.
  struct Occupation: Sendable {
    /// The run that it plays.
    let plan: PlannedRun
    /// When it began.
    let begin: SuspendingClock.Instant
    /// The heartbeat of the world that it drives; nil before there is one.
    var pulse: Pulse?
  }

  /// What a thread is told when it asks for work.
  enum Order: Sendable {
    case play(PlannedRun)
    case goHome
  }

  private let runs: Range<Int>
  private let plan: RunPlan
  /// How far ahead of the last delivered run others may be; it bounds what is kept.
  private let window: Int
  private var next: Int
  private(set) var delivered: Int
  private var isStopping = false
  private var finished: [Int: FinishedRun] = [:]
  /// By the number of the thread; a thread that was dismissed is not in here.
  private var occupations: [Int: Occupation] = [:]

  init(_ runs: Range<Int>, of plan: RunPlan, window: Int) {
    self.runs = runs
    self.plan = plan
    self.window = window
    next = runs.lowerBound
    delivered = runs.lowerBound
  }

  /// The next run for a thread; nil while it must wait for deliveries.
  mutating func order(for worker: Int, at instant: SuspendingClock.Instant) -> Order? {
    guard !isStopping, next < runs.upperBound else { return .goHome }
    guard next < delivered + window else { return nil }
    let run = plan[next]
    next += 1
    occupations[worker] = Occupation(plan: run, begin: instant)
    return .play(run)
  }

  /// Takes note of the world that a thread is about to drive.
  mutating func begin(_ pulse: Pulse, on worker: Int) {
    occupations[worker]?.pulse = pulse
  }

  /// Takes a result; false when the thread was dismissed in the meantime.
  mutating func finish(_ run: FinishedRun, by worker: Int) -> Bool {
    guard occupations.removeValue(forKey: worker) != nil else { return false }
    finished[run.plan.ordinal] = run
    return true
  }

  /// Gives a thread up, and has `run` as the result of what it was playing.
  mutating func dismiss(_ worker: Int, with run: FinishedRun) {
    occupations[worker] = nil
    finished[run.plan.ordinal] = run
  }

  /// The finished runs that are next in order; nil when there are none yet.
  mutating func collect() -> [FinishedRun]? {
    var batch: [FinishedRun] = []
    while let run = finished.removeValue(forKey: delivered) {
      batch.append(run)
      delivered += 1
    }
    return batch.isEmpty ? nil : batch
  }

  /// Hands out no further runs.
  mutating func stop() { isStopping = true }

  /// Whether every run that was handed out was also collected, and no further one will be.
  var isDone: Bool {
    delivered == next && (isStopping || next == runs.upperBound)
  }

  /// Who plays what, by thread.
  var busy: [(worker: Int, occupation: Occupation)] {
    occupations.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
  }
}
