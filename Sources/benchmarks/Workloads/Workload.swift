/// Something whose speed or size is measured: a small type in a file of its own.
///
/// To add one, conform a type and name it in ``Workloads/all``.
protocol Workload: Sendable {
  /// The name of the workload on the command line.
  var name: String { get }
  /// The quantity that is measured, in one line, for `--help`.
  var summary: String { get }
  /// The figures of each run, in the order of the values that ``measure()`` returns.
  var figures: [Figure] { get }
  /// The number of its runs.
  var rounds: Rounds { get }
  /// Whether it is so large that it runs in a process of its own: the peak of its memory is its own then, and what it
  /// leaves behind is in nobody's way.
  var isLarge: Bool { get }
  /// Whether it runs only when it is named.
  var isOnDemand: Bool { get }
  /// Does the work once and returns a value for each of the figures.
  func measure() -> [Double]
}

/// Something that a workload tells.
struct Figure: Sendable {
  /// The name of the figure in the results.
  let name: String
  /// The unit, such as "sleeps/s".
  let unit: String
  /// The side, greater or lesser, on which the best of several values lies.
  var better = Better.greater
  /// The value that is to be reached, and not missed on the worse side; nil where there is none.
  var aim: Double?
}

/// Whether a greater or a lesser value is the better one.
enum Better: Sendable {
  case greater
  case lesser
}

/// The number of runs of a workload: some to warm up, and then those of which the best value counts.
struct Rounds: Sendable {
  var warmUp = 1
  var measured = 5

  /// A single run, for workloads that take many seconds.
  static let once = Rounds(warmUp: 0, measured: 1)
}

extension Workload {
  var rounds: Rounds { Rounds() }
  var isLarge: Bool { false }
  var isOnDemand: Bool { false }

  /// The description in `--help`.
  var description: String {
    var units: [String] = []
    for figure in figures where !units.contains(figure.unit) { units.append(figure.unit) }
    return "\(summary), in \(units.joined(separator: " and "))"
  }
}

/// A workload with one figure, which is called as the workload is.
protocol SingleWorkload: Workload {
  /// The unit of the figure, such as "sleeps/s".
  var unit: String { get }
  /// The side, greater or lesser, on which the best of several values lies.
  var better: Better { get }
  /// Does the work once and returns the value.
  func run() -> Double
}

extension SingleWorkload {
  var better: Better { .greater }
  var figures: [Figure] { [Figure(name: name, unit: unit, better: better)] }

  func measure() -> [Double] { [run()] }
}

/// The workloads there are, in the order in which they run.
enum Workloads {
  /// Add a workload here.
  static let all: [any Workload] = [
    Floor(),
    Events(),
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
    GroupChat(members: 16),
    GroupChat(members: 64),
    GroupChat(members: 256),
    DevicePairs(),
    PhonePairs(phones: 1000),
    PhonePairs(phones: 2000, isOnDemand: true),
    PhonePairs(phones: 10_000),
    LongThread(messages: 100_000, name: "messages-100k"),
    LongThread(messages: 1_000_000, name: "messages-1m", isOnDemand: true),
  ]
}
