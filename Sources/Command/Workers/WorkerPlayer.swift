internal import Harness
import Simulator
import Synchronization
import SystemSupport

/// The thread of a worker that plays.
final class WorkerPlayer: Sendable {
  /// The state of the player as the watch sees it.
  struct View: Sendable {
    /// The run that is being played; nil between runs.
    var ordinal: Int?
    /// The heartbeat of the world that is being driven.
    var pulse: Pulse?
    /// The step that is known to hang; 0 where none is known.
    var stuckStep: UInt64 = 0
    /// The step of the run that took longest in real time, where one was slow.
    var slowest: SlowStep?
    /// The thread that plays.
    var thread: CurrentProcess.ThreadIdentifier?
  }

  private let catalog: [String: Scenario]
  private let counters: WorkerCounters
  private let answers: Descriptor
  private let orders: Descriptor
  private let printed: Int32
  private let memoryLimit: Int
  private let current = Mutex(View())

  /// Answers are kept back until there are so many bytes, or for so long, unless nothing is left to do.
  private static let batchBytes = 16 << 10
  private static let batchTime = Duration.milliseconds(15)
  /// The largest number of bytes of a run's output that are told.
  private static let printedLimit = 64 << 10

  init(
    catalog: ScenarioCatalog, counters: WorkerCounters, answers: Descriptor, orders: Descriptor,
    printed: Int32, memoryLimit: Int
  ) {
    self.catalog = Dictionary(
      catalog.scenarios.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.counters = counters
    self.answers = answers
    self.orders = orders
    self.printed = printed
    self.memoryLimit = memoryLimit
  }

  /// The present state of the player.
  var view: View { current.withLock { $0 } }

  /// Keeps the slowest step of a run, while that is played.
  func keep(_ slowest: SlowStep, of ordinal: Int) {
    current.withLock { if $0.ordinal == ordinal { $0.slowest = slowest } }
  }

  /// Takes orders until there are no more.
  func work() {
    current.withLock { $0.thread = .current }
    answer(.ready)
    var inbox: [UInt8] = []
    var start = 0
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var outbox: [UInt8] = []
    var sent = SuspendingClock.now
    while true {
      let order: WorkOrder
      do {
        if let frame = try Framing.next(in: inbox, from: &start) {
          order = try WorkOrder(frame)
        } else {
          send(&outbox)
          sent = .now
          inbox.removeFirst(start)
          start = 0
          guard let count = try orders.read(into: &inbox, buffer: &buffer), count > 0 else {
            CurrentProcess.end(status: 0)
          }
          continue
        }
      } catch is SystemError {
        counters.reason = .output
        CurrentProcess.end(status: ExitStatus.fault.rawValue)
      } catch {
        answer(.unable("it was told what it does not understand: \(error)"))
        CurrentProcess.end(status: ExitStatus.fault.rawValue)
      }
      let answer = play(order)
      Framing.append(answer.payload, to: &outbox)
      if case .unable = answer {
        // Whoever gave the order waits for a result that this process will never have.
        send(&outbox)
        CurrentProcess.end(status: ExitStatus.fault.rawValue)
      }
      let now = SuspendingClock.now
      if outbox.count >= Self.batchBytes || sent.duration(to: now) >= Self.batchTime {
        send(&outbox)
        sent = now
      }
    }
  }

  private func play(_ order: WorkOrder) -> WorkAnswer {
    let found: (scenario: String, configuration: RunConfiguration)
    do throws(TokenError) {
      found = try order.configuration()
    } catch {
      return .unable("it was told to play \(order.token): \(error)")
    }
    guard let scenario = catalog[found.scenario] else {
      return .unable(
        """
        it was told to play \(found.scenario), and knows no such scenario; give its command the catalog of the module that \
        declares it
        """)
    }
    current.withLock {
      $0.ordinal = order.ordinal
      $0.stuckStep = order.stuckStep
    }
    counters.playing = order.ordinal
    let begin = SuspendingClock.now
    var finish = play(scenario, found.configuration, order, since: begin)
    // What the C library holds back belongs to this run and to no other.
    CurrentProcess.flushPrinted()
    finish.printed = AnonymousFile.take(printed, limit: Self.printedLimit)
    if let held = WorkerWatch.excess(over: memoryLimit) {
      counters.memory = UInt64(held)
      counters.reason = .memory
      CurrentProcess.end(status: ExitStatus.fault.rawValue)
    }
    let slowest = current.withLock { view -> SlowStep? in
      view.ordinal = nil
      view.pulse = nil
      defer { view.slowest = nil }
      return view.slowest
    }
    // After its last step a run is told, which is none of its steps.
    if let slowest, slowest.step < finish.result.events { finish.slowest = slowest }
    return .finished(finish)
  }

  private func play(
    _ scenario: Scenario, _ configuration: RunConfiguration, _ order: WorkOrder,
    since begin: SuspendingClock.Instant
  ) -> WorkAnswer.Finish {
    let onStart = { (pulse: Pulse) in self.current.withLock { $0.pulse = pulse } }
    var log: ChoiceLog?
    var paths: [CriticalPath] = []
    var recording: Recording?
    let result: RunResult
    switch order.mode {
    case .run: result = Runner.run(scenario, configuration, onStart: onStart)
    case .attempt: result = Runner.attempt(scenario, configuration, onStart: onStart)
    case .explore, .reduce:
      log = ChoiceLog(Exploration.Limits(isReduced: order.mode == .reduce))
      result = Runner.attempt(scenario, configuration, log: log, onStart: onStart)
    case .trace: (result, paths) = Runner.trace(scenario, configuration, onStart: onStart)
    case .record:
      result = Runner.record(scenario, configuration, onStart: onStart) { entry, place in
        self.answer(.entry(JournalLine(entry, at: place)))
      }
    case .film:
      let film = Runner.film(scenario, configuration, onStart: onStart)
      result = film.result
      paths = film.recording.paths
      recording = film.recording
    }
    return WorkAnswer.Finish(
      plan: PlannedRun(
        ordinal: order.ordinal, scenario: scenario, configuration: configuration),
      result: result, wallTime: begin.duration(to: .now), log: log, paths: paths,
      recording: recording)
  }

  /// Answers at once.
  func answer(_ answer: WorkAnswer) {
    var bytes: [UInt8] = []
    Framing.append(answer.payload, to: &bytes)
    send(&bytes)
  }

  /// Writes out what was kept back. Where nobody reads any more there is nothing left to do.
  private func send(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    do {
      _ = try answers.write(bytes[...])
    } catch {
      counters.reason = .output
      CurrentProcess.end(status: ExitStatus.fault.rawValue)
    }
    bytes.removeAll(keepingCapacity: true)
  }
}
