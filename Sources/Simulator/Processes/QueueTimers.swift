internal import SystemSupport

/// A timer of Dispatch that code of a process has made: it fires as a block of its queue, on virtual time.
///
/// What came due while it was suspended, or while its queue or its process stood still, is one firing (dispatch_source(3)).
///
/// `@unchecked Sendable`: it is touched on the thread that drives the world.
@safe final class QueueTimer: @unchecked Sendable {
  private let process: SimulatedProcess
  private let queue: KeptQueue
  private var handler: QueueWork?
  private var cancelHandler: QueueWork?
  /// When it fires next; nil for never.
  private var next: QueueDeadline?
  /// In nanoseconds.
  private var interval: Int64?
  /// One of these is that it has not been activated.
  private var suspensions = 1
  private var isActivated = false
  private(set) var isCancelled = false
  /// The firing that is planned.
  private var planned: WorldTimer?
  /// Counts what made a plan out of date, also one that waits for its lane to go on.
  private var plan = 0

  private init(of process: SimulatedProcess, on queue: UnsafeRawPointer) {
    self.process = process
    self.queue = unsafe KeptQueue(queue)
  }

  /// Does something with a source; false for one that is none of the timers of the process that runs.
  static func perform(
    _ deed: UInt8, _ source: UnsafeRawPointer, _ object: UnsafeRawPointer?, _ start: UInt64,
    _ interval: UInt64
  ) -> Bool {
    guard let process = Ambient.world?.currentProcess else { return false }
    let address = UInt(bitPattern: source)
    if deed == Interposed.TimerDeed.make {
      guard let queue = unsafe object ?? QueueBlocks.defaultQueue else { return false }
      process.queueTimers[address] = unsafe QueueTimer(of: process, on: queue)
      return true
    }
    guard let timer = process.queueTimers[address] else { return false }
    process.world.footprints?.touchEverything()
    switch deed {
    case Interposed.TimerDeed.set: timer.set(start, interval)
    case Interposed.TimerDeed.handle: unsafe timer.handle(object)
    case Interposed.TimerDeed.handleCancellation:
      timer.cancelHandler = unsafe QueueBlocks.work(object, of: timer.queue.queue)
    case Interposed.TimerDeed.activate: if !timer.isActivated { timer.resume() }
    case Interposed.TimerDeed.suspend: timer.suspend()
    case Interposed.TimerDeed.resume: timer.resume()
    case Interposed.TimerDeed.cancel: timer.cancel()
    case Interposed.TimerDeed.isCancelled: return timer.isCancelled
    case Interposed.TimerDeed.isPending: return !timer.isCancelled
    default:
      timer.stop()
      process.queueTimers[address] = nil
    }
    return true
  }

  private func set(_ start: UInt64, _ interval: UInt64) {
    next = QueueDeadline(start, in: process.world)?.orPresent(for: process)
    self.interval = Int64(exactly: interval).flatMap { $0 == .max ? nil : max($0, 1) }
    planNext()
  }

  private func handle(_ block: UnsafeRawPointer?) {
    handler = unsafe QueueBlocks.work(block, of: queue.queue)
    planNext()
  }

  private func suspend() {
    suspensions += 1
    dropPlan()
  }

  private func resume() {
    isActivated = true
    suspensions = max(suspensions - 1, 0)
    planNext()
  }

  private func cancel() {
    guard !isCancelled else { return }
    isCancelled = true
    if let cancelHandler { process.give(cancelHandler) }
    stop()
  }

  private func stop() {
    dropPlan()
    (next, handler, cancelHandler) = (nil, nil, nil)
  }

  /// Plans the next firing in place of the one that was planned.
  private func planNext() {
    dropPlan()
    guard suspensions == 0, !isCancelled, let next, let handler else { return }
    let number = plan
    let wait = Duration.nanoseconds(max(next.left(for: process, in: process.world), 0))
    // Nobody waits for a timer that comes round for ever.
    let isBackground = interval != nil || process.world.isLong(wait)
    let lane = process.lane(ofQueue: handler.queue)
    let due = process.world.presentInstant.advanced(by: wait)
    planned = lane.schedule(at: due, background: isBackground) { [self, unowned lane] in
      if plan == number { comeDue(on: lane) }
    }
  }

  /// Lets it fire as a block of its queue, unless the device has slept and its clock shows less.
  private func comeDue(on lane: Lane) {
    guard let next, let handler else { return }
    if next.left(for: process, in: process.world) > 0 { return planNext() }
    let number = plan
    let firing = QueueWork(queue: handler.queue, isBarrier: handler.isBarrier) { [self] in
      if plan == number { fire() }
    }
    process.bring(firing, in: lane)
  }

  private func dropPlan() {
    plan += 1
    planned?.cancel()
    planned = nil
  }

  private func fire() {
    let handler = handler
    if let interval, let due = next {
      let missed = -due.left(for: process, in: process.world) / interval
      next = due.advanced(by: (missed + 1) * interval)
    } else {
      next = nil
    }
    planNext()
    handler?.run()
  }
}
