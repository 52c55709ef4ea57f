import Simulator
import SystemSupport

/// A process that plays runs, as the one that started it sees it.
final class WorkerProcess {
  /// An order that was given, and what is known about it.
  struct Assignment {
    let plan: PlannedRun
    let order: WorkOrder
  }

  /// The orders that it was given and has not answered yet, in order.
  private(set) var assignments: [Assignment] = []
  /// Whether it has said that it is ready.
  private(set) var isReady = false
  /// The reason why it cannot work; nil where it can.
  private(set) var inability: String?
  /// Whether it was started to see again how a run ends its process.
  let isWitness: Bool
  /// The descriptor on which it answers.
  var answersNumber: Int32 { answers.number }
  /// The descriptor on which it waits for more room for orders; nil where all were written.
  var ordersNumber: Int32? { unwritten.isEmpty ? nil : orders.number }
  /// The counters that both processes see.
  let counters: WorkerCounters

  private let process: ChildProcess
  private let orders: Descriptor
  private let answers: Descriptor
  private let printed: Descriptor
  private var unwritten: [UInt8] = []
  private var inbox: [UInt8] = []
  private var read = 0
  /// The real time of its runs, smoothed, in nanoseconds; nil before the first.
  private var pace: Int64?
  private var lastLooks: UInt64 = 0
  private var lastLook: SuspendingClock.Instant = .now
  private var quiet = Duration.zero

  /// The largest number of bytes of its output that are told at its end.
  private static let lastWordsLimit = 64 << 10
  /// The amount of work that it is given ahead of its answers, in nanoseconds of its own pace.
  private static let aheadNanoseconds: Int64 = 50_000_000
  private static let mostAhead = 512
  /// So many looks, 5 ms apart, does a process get that has closed its answers and must be ending.
  private static let looksAtEnd = 400

  /// Starts the process.
  init(_ program: WorkerProgram, again: Bool = false, isWitness: Bool = false) throws(SystemError) {
    self.isWitness = isWitness
    let (orders, ordersEnd) = try Descriptor.connection()
    let (answers, answersEnd) = try Descriptor.pipe()
    printed = try AnonymousFile.make("printed")
    try AnonymousFile.appendOnly(printed)
    let shared = try SharedCounters()
    counters = WorkerCounters(shared: shared)
    try orders.setNonBlocking()
    try answers.setNonBlocking()
    typealias Place = WorkerSubcommand.Place
    process = try ChildProcess(
      program.path, named: program.name, program.arguments(again: again),
      environment: program.environment(isWitness: isWitness, again: again),
      descriptors: [
        Place.orders: ordersEnd, Place.printed: printed, Place.errors: printed,
        Place.answers: answersEnd, Place.counters: shared.file,
      ].compactMapValues(\.self))
    self.orders = orders
    self.answers = answers
  }

  /// The number of further orders that it should be given now.
  var appetite: Int {
    guard isReady else { return 0 }
    let ahead = pace.map { max(1, min(Int64(Self.mostAhead), Self.aheadNanoseconds / max(1, $0))) }
    return Int(ahead ?? 1) - assignments.count
  }

  /// Tells it to play a run, with the next ``write()``.
  func give(_ plan: PlannedRun, _ order: WorkOrder) {
    assignments.append(Assignment(plan: plan, order: order))
    Framing.append(order.payload, to: &unwritten)
  }

  /// Writes as many of the orders as it takes.
  func write() {
    guard !unwritten.isEmpty else { return }
    // Where it has ended, its answers end as well, and that is where it is noticed.
    let count = (try? orders.send(unwritten[...])) ?? unwritten.count
    unwritten.removeFirst(count)
  }

  /// Takes its answers; false once there will be no more.
  func takeAnswers(
    buffer: inout [UInt8], _ receive: (WorkAnswer) -> Void
  ) throws(ByteReader.Malformed) -> Bool {
    let count: Int?
    do {
      count = try answers.read(into: &inbox, buffer: &buffer)
    } catch {
      return false
    }
    while let frame = try Framing.next(in: inbox, from: &read) {
      let answer = try WorkAnswer(frame) { ordinal in
        self.assignments.first.flatMap { $0.order.ordinal == ordinal ? $0.plan : nil }
      }
      switch answer {
      case .ready: isReady = true
      case .unable(let reason): inability = reason
      case .finished(let finish):
        assignments.removeFirst()
        let wall = max(1, finish.wallTime.nanoseconds)
        pace = pace.map { ($0 * 3 + wall) / 4 } ?? wall
      case .entry: break
      }
      receive(answer)
    }
    inbox.removeFirst(read)
    read = 0
    return count != 0
  }

  /// Waits for the next answer; nil once there are no more.
  func nextAnswer() -> WorkAnswer? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      do {
        if let frame = try Framing.next(in: inbox, from: &read) {
          return try WorkAnswer(frame) { ordinal in
            self.assignments.first.flatMap { $0.order.ordinal == ordinal ? $0.plan : nil }
          }
        }
        inbox.removeFirst(read)
        read = 0
        let waiting = ordersNumber.map { [$0] } ?? []
        _ = try Descriptor.wait(
          reading: [answers.number], writing: waiting, milliseconds: 1000)
        write()
        if try answers.read(into: &inbox, buffer: &buffer) == 0, inbox.isEmpty { return nil }
      } catch {
        return nil
      }
    }
  }

  /// Looks whether it shows a sign of life.
  ///
  /// - Returns: The time for which it has shown none. One look counts for a second at the most: where both processes
  ///   were stopped for an hour, nobody was silent.
  func silence(now: SuspendingClock.Instant) -> Duration {
    process.look()
    let passed = min(lastLook.duration(to: now), .seconds(1))
    lastLook = now
    quiet = counters.looks == lastLooks ? quiet + passed : .zero
    lastLooks = counters.looks
    return quiet
  }

  /// Whether it had ended at the last look.
  var hasEnded: Bool { process.end != nil }

  /// Whether a signal has stopped it for the time being.
  var isStopped: Bool { process.isStopped }

  /// Waits for its end, and tells how it ended.
  ///
  /// - Returns: Nil where it had closed its answers and went on, and was ended for that.
  func waitForEnd() -> ChildProcess.End? {
    for _ in 0..<Self.looksAtEnd {
      process.look()
      if let end = process.end { return end }
      SystemThread.sleep(milliseconds: 5)
    }
    process.kill()
    process.wait()
    return nil
  }

  /// Ends it.
  func kill() { process.kill() }

  /// The output that it has printed and not told.
  func lastWords() -> String { AnonymousFile.take(printed.number, limit: Self.lastWordsLimit) }
}
