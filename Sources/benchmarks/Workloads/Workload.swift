/// Something whose speed or size is measured: a small type in a file of its own.
///
/// To add one, conform a type and name it in ``Workloads/all``.
protocol Workload: Sendable {
  /// What it is called on the command line and in the results.
  var name: String { get }
  /// The unit of the figure, such as "sleeps/s".
  var unit: String { get }
  /// What is measured, in one line, for `--help`.
  var summary: String { get }
  /// Which of several figures is the best.
  var better: Better { get }
  /// Does the work once and returns its figure.
  func run() -> Double
}

/// Whether a greater or a lesser figure is the better one.
enum Better: Sendable {
  case greater
  case lesser
}

extension Workload {
  var better: Better { .greater }
}

/// The workloads there are, in the order in which they run.
enum Workloads {
  /// Add a workload here.
  static let all: [any Workload] = [
    Floor(),
    Timers(),
    TimerMemory(),
    Hops(),
    PingPong(),
    TreeWrites(leaves: 100_000, name: "tree-writes"),
    TreeWrites(leaves: 1_000_000, name: "tree-writes-1m"),
    FanOut(listeners: 256, name: "fan-out"),
    FanOut(listeners: 1024, name: "fan-out-1024"),
    Rules(),
    OnDisconnects(operations: 2_500, name: "on-disconnects"),
    OnDisconnects(operations: 20_000, name: "on-disconnects-20k"),
    Crowd(connections: 1_000, name: "crowd"),
    Crowd(connections: 20_000, name: "crowd-20k"),
    Headline(workers: 1),
    Headline(workers: 2),
    IdleDay(figure: .wallMilliseconds),
    IdleDay(figure: .events),
  ]
}
