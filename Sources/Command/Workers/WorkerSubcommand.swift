internal import Harness
import Simulator
import Synchronization
import SystemSupport

/// The process that every command starts to play its runs: it takes orders on standard input and answers on a
/// descriptor of its own.
///
/// A run that ends its process ends this one, and nothing else. Its first thread watches, another one plays. The output
/// of the runs goes to a file that the process shares with the one that started it.
struct WorkerSubcommand: Subcommand {
  static let name = "@worker"
  static let summary = "Plays runs for the process that started it."
  static let operands = ""
  static let explanation = ""
  static let options: [CommandOption] = [.hangTimeout, .runTimeout, .memory, .trace, .again]

  /// The descriptors that a worker finds open.
  enum Place {
    static let orders: Int32 = 0
    static let printed: Int32 = 1
    static let errors: Int32 = 2
    static let answers: Int32 = 3
    static let counters: Int32 = 4
  }

  private let catalog: ScenarioCatalog
  private let hangTimeout: Duration
  private let runTimeout: Duration?
  private let memoryLimit: Int

  private static let stackBytes = 64 << 20

  init(_ arguments: ParsedArguments, in context: CommandContext) throws(UsageError) {
    try arguments.refuseWords()
    _ = try arguments.recordedLink()
    catalog = context.catalog
    hangTimeout = try arguments.hangTimeout()
    runTimeout = try arguments.runTimeout()
    memoryLimit = try arguments.memoryLimit()
  }

  func run(on console: Console) throws -> ExitStatus {
    CurrentProcess.ignoreGroupSignals()
    // What a run starts must not keep the pipes of this process open.
    for number in [Place.orders, Place.answers] { Descriptor.keep(number) }
    let counters = WorkerCounters(
      shared: try SharedCounters(from: Descriptor(owning: Place.counters)))
    let player = WorkerPlayer(
      catalog: catalog, counters: counters, answers: Descriptor(owning: Place.answers),
      orders: Descriptor(owning: Place.orders), printed: Place.printed, memoryLimit: memoryLimit)
    do {
      try SystemThread.start(
        stackBytes: Self.stackBytes,
        overflow: (counters.shared, WorkerCounters.overflowIndex)
      ) {
        player.work()
      }
    } catch {
      player.answer(.unable("\(error)"))
      return .fault
    }
    var watch = WorkerWatch(
      player: player, counters: counters, patience: hangTimeout, runTimeout: runTimeout,
      memoryLimit: memoryLimit)
    while true {
      switch Descriptor.state(ofPipe: Place.orders, afterMilliseconds: WorkerWatch.interval) {
      case .open: watch.look(now: .now)
      // Whoever started this process has ended: what is being played is not wanted.
      case .hungUp: CurrentProcess.end(status: 0)
      case .closedHere:
        counters.reason = .output
        CurrentProcess.end(status: ExitStatus.fault.rawValue)
      }
    }
  }
}
