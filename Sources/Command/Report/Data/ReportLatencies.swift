internal import Harness
import Simulator

/// The latencies of many runs, by measure: how they are distributed, and how they stand against their limits.
struct ReportLatencies {
  /// A measure of a report.
  struct Row {
    let name: String
    /// The latencies in nanoseconds, ascending; a thousandth each where there are more than a thousand.
    let sample: [Int64]
    let count: Int
    let limit: Int64?
    let overLimit: Int
    /// The latencies at the shares 0.5, 0.9, 0.99 and 0.999 of the runs, and the largest.
    let quantiles: [Int64]

    fileprivate init(_ name: String, _ latencies: [Int64], limit: Int64?) {
      let sorted = latencies.sorted()
      func at(_ share: Double) -> Int64 {
        sorted[min(sorted.count - 1, Int((Double(sorted.count) * share).rounded(.up)) - 1)]
      }
      self.name = name
      self.limit = limit
      count = sorted.count
      overLimit = limit.map { limit in sorted.count { $0 > limit } } ?? 0
      quantiles = [0.5, 0.9, 0.99, 0.999, 1].map(at)
      let most = 1000
      sample =
        sorted.count <= most
        ? sorted : (0..<most).map { at((Double($0) + 0.5) / Double(most)) }
    }

    var value: JSONValue {
      .members([
        "name": .string(name), "count": .integer(Int64(count)), "limit": .optional(limit),
        "over": .integer(Int64(overLimit)),
        "quantiles": .array(quantiles.map { .integer($0) }),
        "sample": .array(sample.map { .integer($0) }),
      ])
    }
  }

  /// More latencies of a measure than this are not kept.
  private static let most = 1_000_000

  private var names: [String] = []
  private var latencies: [String: [Int64]] = [:]
  private var limits: [String: Int64] = [:]

  /// Takes the latencies of a run.
  ///
  /// - Parameter stage: The words by which they are told from those of other runs; empty where they are not.
  mutating func add(_ result: RunResult, stage: String) {
    for measure in result.measures {
      let name = stage.isEmpty ? measure.name : "\(measure.name) · \(stage)"
      if latencies[name] == nil { names.append(name) }
      if let limit = measure.limit { limits[name] = limit }
      if latencies[name, default: []].count < Self.most {
        latencies[name, default: []].append(measure.nanoseconds)
      }
    }
  }

  /// The measures in the order in which they first came.
  var rows: [Row] {
    names.map { Row($0, latencies[$0] ?? [], limit: limits[$0]) }
  }
}
