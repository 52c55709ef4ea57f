internal import Harness
import Simulator
import SystemSupport

/// The processes that play the runs of a plan.
///
/// A run that ends its process costs that run. What the process had been given besides is played by others, and the run
/// itself once more by a witness: a fresh process that plays nothing else, tells its journal entry by entry and prints a
/// backtrace. A run that ends the witness as well has crashed; one that does not has met with something from outside,
/// or with what an earlier run left behind.
final class Crew: RunPlayer {
  var queue = RunQueue(0..<0)
  private let program: WorkerProgram
  private var plan: RunPlan?
  private let jobs: Int
  private var mode = PlayMode.run
  private let again: Bool
  private let order: RunQueue.Order
  /// The runs that have what they leave behind hashed.
  private let endComparison: EndComparison
  private let note: (String) -> Void

  private var workers: [WorkerProcess] = []
  private var witness: (worker: WorkerProcess, case: OpenCase, seen: Witness)?
  /// Runs that have ended their process and wait for the witness.
  private var openCases: [OpenCase] = []
  /// The first of the runs of each scenario that have had a witness, by their order in the plan.
  private var witnessed: [String: Int] = [:]
  /// The step at which a scenario was last seen to hang, with all patience.
  private var knownHangs: [String: UInt64] = [:]
  /// Scenarios whose witness was ended as well.
  private var confirmed: Set<String> = []
  /// Runs that were played again because of something that may have come from outside.
  private var repeated: Set<Int> = []
  /// The number of processes in a row that have ended without having finished a run.
  private var failedStarts = 0
  /// The number of processes beyond which none could be started.
  private var ceiling = Int.max
  private var hasToldStopped = false
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// The largest number of processes that are started at a time; a busy machine is not helped by more.
  private static let startingMost = 8
  /// After so many starts in a row that came to nothing the next will not either.
  private static let failedStartsMost = 3
  /// For so many scenarios a backtrace is made: of the first run in the plan, and of those that ended their process before it did.
  private static let witnessesMost = 20
  /// A process whose watch shows no sign of life for so long beyond the patience with a step is ended.
  private static let silenceMost = Duration.seconds(60)

  /// A run that has ended its process.
  private struct OpenCase {
    let plan: PlannedRun
    let death: ProcessDeath
    let begin: SuspendingClock.Instant
  }

  /// - Parameters:
  ///   - again: Whether its runs are played elsewhere as well.
  ///   - order: The order in which it begins them.
  ///   - endComparison: The runs that have what they leave behind hashed.
  ///   - note: Receives what a person should know, a sentence at a time.
  init(
    _ program: WorkerProgram, jobs: Int, again: Bool = false, order: RunQueue.Order = .plan,
    endComparison: EndComparison = .never, note: @escaping (String) -> Void
  ) {
    self.order = order
    self.endComparison = endComparison
    self.program = program
    self.jobs = jobs
    self.again = again
    self.note = note
  }

  func begin(_ plan: RunPlan, _ mode: PlayMode) {
    self.plan = plan
    self.mode = mode
    queue = RunQueue(plan.ordinals, order: order)
    openCases = []
    repeated = []
  }

  /// The processes that may answer, in the order of ``reading``.
  private var staff: [WorkerProcess] { workers + (witness.map { [$0.worker] } ?? []) }
  var reading: [Int32] { staff.map(\.answersNumber) }
  var writing: [Int32] { staff.compactMap(\.ordersNumber) }
  var isBusyHere: Bool { false }

  // MARK: - Giving out work

  func assign() throws(WorkerFault) {
    try hire()
    for worker in workers {
      while worker.appetite > 0 {
        guard let ordinal = queue.next() else { break }
        give(ordinal, to: worker)
      }
    }
    if queue.isExhausted { share() }
    try callWitness()
    for worker in staff { worker.write() }
  }

  private func give(_ ordinal: Int, to worker: WorkerProcess) {
    guard let run = plan?[ordinal] else { return }
    var order = WorkOrder(run, mode: mode)
    order.endComparison = endComparison
    order.stuckStep = knownHangs[run.scenario.name] ?? 0
    worker.give(run, order)
  }

  /// Has processes that have nothing to do play what others have not come to yet; the first result counts.
  private func share() {
    for idle in workers where idle.isReady && idle.assignments.isEmpty {
      let waiting = workers.flatMap { $0.assignments.dropFirst() }
        .first { waiting in
          !workers.contains { $0.assignments.first?.order.ordinal == waiting.order.ordinal }
        }
      guard let waiting else { return }
      give(waiting.order.ordinal, to: idle)
    }
  }

  /// Starts processes as long as there is more to do than those there are can begin.
  private func hire() throws(WorkerFault) {
    while workers.count < min(jobs, ceiling), !queue.isExhausted,
      workers.count(where: { !$0.isReady }) < Self.startingMost,
      workers.allSatisfy({ !$0.isReady || !$0.assignments.isEmpty })
    {
      do {
        workers.append(try WorkerProcess(program, again: again))
      } catch {
        try limit(because: "\(error)")
        return
      }
    }
  }

  /// Goes on with the processes there are, where another one cannot be had.
  private func limit(because reason: String) throws(WorkerFault) {
    guard !workers.isEmpty else { throw WorkerFault(reason: reason) }
    ceiling = workers.count
    // Where none works yet, the others may lack the same.
    guard workers.contains(where: \.isReady) else { return }
    note("only \(ceiling) of \(jobs) processes could be started to play runs: \(reason)")
  }

  private func callWitness() throws(WorkerFault) {
    guard witness == nil, let next = openCases.first else { return }
    openCases.removeFirst()
    let worker: WorkerProcess
    do {
      worker = try WorkerProcess(
        next.death.isTold ? program.whileCrashing : program, again: again, isWitness: true)
    } catch {
      close(next, seen: nil, words: nil)
      return
    }
    var order = WorkOrder(next.plan, mode: .record)
    if case .hang(let steps) = next.death { order.stuckStep = steps }
    worker.give(next.plan, order)
    witness = (worker, next, Witness())
  }

  // MARK: - Taking results

  func take(readable: [Bool], writable: [Bool]) throws(WorkerFault) {
    let answering = zip(staff, readable).filter(\.1).map(\.0)
    for worker in answering { try listen(to: worker, hasEnded: false) }
    for worker in staff where worker.ordersNumber != nil { worker.write() }
    let now = SuspendingClock.now
    let patience = program.hangTimeout + Self.silenceMost
    for worker in staff {
      let silence = worker.silence(now: now)
      if worker.hasEnded {
        // Its answers may be kept open by a process that the run has started.
        try listen(to: worker, hasEnded: true)
      } else if silence > patience {
        worker.kill()
        try dismiss(worker, isSilent: true)
      }
    }
    if !hasToldStopped, staff.contains(where: \.isStopped) {
      hasToldStopped = true
      note(
        """
        a process that plays runs was stopped by a signal; where it does not go on within \
        \((program.hangTimeout + Self.silenceMost).stopwatch), another one plays its runs
        """)
    }
  }

  /// Takes what a process has answered, and lets it go where there will be no more.
  private func listen(to worker: WorkerProcess, hasEnded: Bool) throws(WorkerFault) {
    var isThere = true
    do throws(ByteReader.Malformed) {
      isThere = try worker.takeAnswers(buffer: &buffer) { receive($0, from: worker) }
    } catch {
      return try dismiss(worker, isGarbled: true)
    }
    if hasEnded || !isThere { try dismiss(worker) }
  }

  private func receive(_ answer: WorkAnswer, from worker: WorkerProcess) {
    switch answer {
    case .ready, .unable: break
    case .entry(let line):
      if worker.isWitness { witness?.seen.see(line) }
    case .finished(let finish):
      failedStarts = 0
      let run = FinishedRun(
        plan: finish.plan, result: finish.result, wallTime: finish.wallTime,
        log: finish.log, paths: finish.paths, recording: finish.recording,
        printed: finish.printed, slowest: finish.slowest)
      if worker.isWitness {
        survived(run)
      } else {
        queue.finish(run)
      }
    }
  }

  /// Lets a process go that has ended, or must.
  private func dismiss(
    _ worker: WorkerProcess, isGarbled: Bool = false, isSilent: Bool = false
  ) throws(WorkerFault) {
    if isGarbled { worker.kill() }
    let end = worker.waitForEnd()
    let death = ProcessDeath(
      end ?? .exit(-1), worker.counters, isGarbled: isGarbled || end == nil, isSilent: isSilent)
    if worker.isWitness {
      guard let (_, open, seen) = witness else { return }
      witness = nil
      confirmed.insert(open.plan.scenario.name)
      if case .hang(let steps) = open.death { knownHangs[open.plan.scenario.name] = steps }
      close(
        OpenCase(plan: open.plan, death: death, begin: open.begin), seen: seen,
        words: worker.lastWords())
      return
    }
    workers.removeAll { $0 === worker }
    let assignments = worker.assignments
    let playing = assignments.first { $0.order.ordinal == worker.counters.playing }
    // What comes where an answer should comes from the run that is being played.
    let culprit = playing ?? (isGarbled ? assignments.first : nil)
    queue.putBack(
      assignments.map(\.order.ordinal).filter { $0 != culprit?.order.ordinal })
    if let culprit {
      failedStarts = 0
      try open(OpenCase(plan: culprit.plan, death: death, begin: .now))
      return
    }
    failedStarts += 1
    if let reason = worker.inability {
      try limit(because: reason)
    } else if failedStarts >= Self.failedStartsMost {
      let words = worker.lastWords().split(whereSeparator: \.isNewline).last.map { ": \($0)" }
      try limit(
        because: "\(end.map { "\($0)" } ?? "it was ended") before it had begun a run\(words ?? "")")
    }
  }

  // MARK: - Runs that end their process

  private func open(_ new: OpenCase) throws(WorkerFault) {
    let name = new.plan.scenario.name
    let ordinal = new.plan.ordinal
    // A run that two processes played may end both.
    let isOpen = (openCases + (witness.map { [$0.case] } ?? [])).contains {
      $0.plan.ordinal == ordinal
    }
    guard !isOpen, !queue.isFinished(ordinal) else { return }
    let isFirst = witnessed[name].map { ordinal < $0 } ?? (witnessed.count < Self.witnessesMost)
    if isFirst {
      witnessed[name] = ordinal
      openCases.append(new)
    } else if new.death.mayComeFromOutside, !confirmed.contains(name),
      repeated.insert(new.plan.ordinal).inserted
    {
      queue.putBack([new.plan.ordinal])
    } else {
      close(new, seen: nil, words: nil)
    }
  }

  /// A run that had ended its process came to its end when it was played again alone.
  private func survived(_ run: FinishedRun) {
    guard let (_, open, _) = witness else { return }
    witness = nil
    if open.death.mayComeFromOutside {
      note(
        """
        a process that played \(run.plan.label) (seed \(run.plan.configuration.seed)) ended in the \
        middle of the run (\(open.death.cause)); the run was played again alone, and ended as \
        \(run.result.outcome.rawValue)
        """)
      queue.finish(run)
    } else {
      finish(
        open, seen: nil, words: nil,
        nondeterminism: """
          played again in a fresh process, the run ended as \(run.result.outcome.rawValue): \
          something in it is not deterministic, or an earlier run of the same process left \
          something behind (a global, a static)
          """)
    }
  }

  private func close(_ open: OpenCase, seen: Witness?, words: String?) {
    finish(open, seen: seen, words: words, nondeterminism: nil)
  }

  private func finish(
    _ open: OpenCase, seen: Witness?, words: String?, nondeterminism: String?
  ) {
    let scenario = open.plan.scenario
    let last = words.map { LastWords($0, home: scenario.location) }
    let result: RunResult
    switch open.death {
    case .hang(let steps):
      let isKnown = knownHangs[scenario.name] == steps && seen == nil
      result = .abandoned(
        scenario.name, open.plan.configuration,
        after: isKnown
          ? min(program.hangTimeout, WorkerWatch.shortPatience) : program.hangTimeout, steps: steps,
        location: last?.location, instant: seen?.instant ?? .zero,
        lastEvents: seen?.timelines ?? [], crash: last?.lines ?? [])
    case .slow(let steps):
      result = .overdue(
        scenario.name, open.plan.configuration, after: program.runTimeout ?? .zero, steps: steps,
        instant: seen?.instant ?? .zero,
        lastEvents: seen?.timelines ?? [])
    default:
      result = .crashed(
        scenario.name, open.plan.configuration, cause: open.death.cause,
        summary: open.death.summary(memoryLimit: program.memoryLimit), location: last?.location,
        instant: seen?.instant ?? .zero, lastEvents: seen?.timelines ?? [],
        crash: last?.lines ?? [], nondeterminism: nondeterminism)
    }
    queue.finish(
      FinishedRun(plan: open.plan, result: result, wallTime: open.begin.duration(to: .now)))
  }
}
