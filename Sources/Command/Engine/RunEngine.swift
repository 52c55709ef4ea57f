internal import Harness
import Simulator
import SystemSupport

/// Plays many runs in several processes and hands over their results in order, on the calling thread.
///
/// Memory does not grow with the number of runs: no run begins that is too far ahead of the results that were handed
/// over. A run that ends its process costs that run: see ``Crew``.
struct RunEngine: Sendable {
  /// The answer of the receiver of a result: whether to go on.
  enum Answer {
    case goOn
    case stop
  }

  /// The host of runs: other processes, or this one.
  enum Host: Sendable {
    /// In processes of this program.
    case processes(WorkerProgram)
    /// On the calling thread, one after the other: for tests of what stands above, over scenarios that no program has.
    case thisProcess
  }

  /// The host on which runs are played.
  let host: Host
  /// The number of runs that are played at a time.
  let jobs: Int
  /// What each run is played a second time for; nil where it is played once.
  var comparison: Comparison?

  /// What a run is compared with.
  enum Comparison: Hashable, Sendable {
    /// The same run in another process and in another order.
    case otherProcess
    /// The same, where the run's world hosts ordinary code; see ``RunResult/hostsOrdinaryCode``.
    ///
    /// - once: Of the runs of a scenario the first alone.
    case ordinaryCode(once: Bool)
    /// The run in which each process of the world has statics of its own.
    case separateStatics

    /// The runs that have what they leave behind hashed.
    var endComparison: EndComparison {
      if case .ordinaryCode = self { .ofOrdinaryCode } else { .always }
    }

    /// The order in which the second runs are begun.
    var order: RunQueue.Order {
      switch self {
      case .otherProcess: .backwards(block: SecondRuns.block)
      case .ordinaryCode: .asked
      case .separateStatics: .plan
      }
    }
  }

  /// The time to wait for answers before looking around, in milliseconds.
  private static let tick: Int32 = 100

  /// Plays the runs of `plan`.
  ///
  /// - Parameters:
  ///   - mode: The way in which each is played.
  ///   - note: Receives what a person should know about the playing, a sentence at a time.
  ///   - onTick: Called several times a second; no further run begins once it says stop, and those
  ///     that have begun are still handed over.
  ///   - deliver: Receives each result, by rising place. Nothing is handed over after it says stop.
  /// - Returns: The number of results that were handed over.
  func play(
    _ plan: RunPlan, mode: PlayMode = .run, note: @escaping (String) -> Void = { _ in },
    onTick: () -> Answer = { .goOn }, deliver: (FinishedRun) -> Answer
  ) throws(WorkerFault) -> Int {
    let players = players(note)
    for (index, player) in players.enumerated() {
      if index == 0 {
        player.begin(plan, mode)
      } else {
        player.begin(comparison == .separateStatics ? plan.separatingStatics : plan, .attempt)
      }
    }
    var secondRuns = SecondRuns(plan.ordinals, comparison)
    var handedOver = 0
    while !players[0].queue.isDone {
      for player in players { try player.assign() }
      try Self.wait(for: players)
      let second = players.dropFirst().first
      second?.queue.ask(for: secondRuns.choose(from: players[0].queue))
      while let run = players[0].queue.head {
        var delivered = run
        if let second, secondRuns.includes(run.plan.ordinal) {
          guard let again = second.queue.head else { break }
          delivered.again = again.result
        }
        for player in players { player.queue.advance() }
        handedOver += 1
        if deliver(delivered) == .stop { return handedOver }
      }
      if onTick() == .stop { players[0].queue.stop() }
    }
    return handedOver
  }

  private func players(_ note: @escaping (String) -> Void) -> [any RunPlayer] {
    guard let second = secondPlayer() else { return [player(note)] }
    return [player(note), second]
  }

  /// The player of the runs that the others are compared with; nil where there are none.
  ///
  /// - Parameter order: The order in which it begins them; by default what the comparison needs.
  func secondPlayer(order: RunQueue.Order? = nil) -> (any RunPlayer)? {
    guard let comparison, case .processes(let program) = host else { return nil }
    return Crew(
      program, jobs: jobs, again: comparison != .separateStatics, order: order ?? comparison.order,
      endComparison: .always, note: { _ in })
  }

  /// Looks at runs that were played twice; nil where they are played once.
  var check: (any RunCheck)? {
    switch comparison {
    case .otherProcess, .ordinaryCode: DeterminismCheck(self)
    case .separateStatics: StaticsCheck(self)
    case nil: nil
    }
  }

  /// The player for this engine's host.
  func player(_ note: @escaping (String) -> Void) -> any RunPlayer {
    switch host {
    case .thisProcess: LocalPlayer()
    case .processes(let program):
      Crew(
        program, jobs: jobs, endComparison: comparison?.endComparison ?? .never, note: note)
    }
  }

  /// Waits a moment for answers, and takes them.
  static func wait(for players: [any RunPlayer]) throws(WorkerFault) {
    let reading = players.map(\.reading)
    let writing = players.map(\.writing)
    let ready: (readable: [Bool], writable: [Bool])
    do {
      ready = try Descriptor.wait(
        reading: reading.flatMap(\.self), writing: writing.flatMap(\.self),
        milliseconds: players.contains(where: \.isBusyHere) ? 0 : tick)
    } catch {
      throw WorkerFault(reason: "\(error)")
    }
    var (readable, writable) = (ready.readable[...], ready.writable[...])
    for (index, player) in players.enumerated() {
      try player.take(
        readable: Array(readable.prefix(reading[index].count)),
        writable: Array(writable.prefix(writing[index].count)))
      readable = readable.dropFirst(reading[index].count)
      writable = writable.dropFirst(writing[index].count)
    }
  }
}

/// Whoever plays the runs of a queue.
protocol RunPlayer: AnyObject {
  /// The runs.
  var queue: RunQueue { get set }
  /// The descriptors on which it waits for answers.
  var reading: [Int32] { get }
  /// The descriptors on which it waits for room.
  var writing: [Int32] { get }
  /// Whether it plays on the calling thread, so that there is nothing to wait for.
  var isBusyHere: Bool { get }

  /// Takes up a plan; whatever was played before is over.
  func begin(_ plan: RunPlan, _ mode: PlayMode)
  /// Begins as many runs as there is room for.
  func assign() throws(WorkerFault)
  /// Takes what has become ready, by the places in ``reading`` and ``writing``.
  func take(readable: [Bool], writable: [Bool]) throws(WorkerFault)
}

/// Plays runs on the calling thread.
final class LocalPlayer: RunPlayer {
  var queue = RunQueue(0..<0)
  private var plan: RunPlan?
  private var mode = PlayMode.run

  var reading: [Int32] { [] }
  var writing: [Int32] { [] }
  var isBusyHere: Bool { true }

  func begin(_ plan: RunPlan, _ mode: PlayMode) {
    queue = RunQueue(plan.ordinals)
    self.plan = plan
    self.mode = mode
  }

  func assign() {}

  func take(readable: [Bool], writable: [Bool]) {
    guard let plan, let ordinal = queue.next() else { return }
    queue.finish(plan[ordinal].play(mode))
  }
}
