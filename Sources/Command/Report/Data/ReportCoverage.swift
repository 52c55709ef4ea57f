internal import Harness
import Simulator

/// How many orders of events the runs of a command came to: by schedule, and how fast new ones were found.
struct ReportCoverage {
  /// The runs under one schedule.
  struct Row: Hashable {
    let schedule: String
    var runs = 0
    /// The number of runs that were like none before them under this schedule.
    var distinct = 0
  }

  /// Points of the curve that a page holds at the most.
  private static let most = 120

  private(set) var rows: [Row] = []
  private var numbers: [String: Int] = [:]
  private var shapes: [Set<UInt64>] = []
  private var all: Set<UInt64> = []
  /// The number of different runs after each run, every ``stride``-th of them.
  private var curve: [Int] = []
  private var stride = 1
  private var runs = 0

  /// The number of runs that were different from all others.
  var distinct: Int { all.count }

  /// Takes a run.
  mutating func add(_ result: RunResult) {
    let schedule = "\(result.configuration.schedule)"
    let number = numbers[schedule] ?? rows.count
    if number == rows.count {
      numbers[schedule] = number
      rows.append(Row(schedule: schedule))
      shapes.append([])
    }
    rows[number].runs += 1
    if shapes[number].insert(result.shape).inserted { rows[number].distinct += 1 }
    all.insert(result.shape)
    runs += 1
    guard runs.isMultiple(of: stride) else { return }
    curve.append(all.count)
    guard curve.count > Self.most else { return }
    // Every other point stays.
    curve = curve.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
    stride *= 2
  }

  /// The rows, those with most runs first, and the curve with the number of runs between two of its points.
  var value: JSONValue {
    let ranked = rows.sorted { ($1.runs, $0.schedule) < ($0.runs, $1.schedule) }
    return .members([
      "schedules": .array(
        ranked.map {
          .array([
            .string($0.schedule), .integer(Int64($0.runs)), .integer(Int64($0.distinct)),
          ])
        }),
      "stride": .integer(Int64(stride)),
      "curve": .array(curve.map { .integer(Int64($0)) }),
    ])
  }
}
