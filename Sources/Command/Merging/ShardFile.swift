import Foundation
import Simulator

/// The results of one shard in a file of JSON Lines.
struct ShardFile {
  /// The file as it was typed.
  let path: String
  /// Which runs it holds.
  let extent: SweepExtent
  /// What they came to.
  let total: Tally
  /// What they came to, scenario by scenario.
  let tally: SweepTally
  /// The real time that they took.
  let wallTime: Duration

  private struct TallyLine: Decodable {
    let scenario: String
    let passed: Int
    let failed: Int
    let firstFailure: SweepTally.Failure?
  }

  private struct LatencyLine: Decodable {
    let scenario: String
    let measure: String
    let minNs: Int64
    let maxNs: Int64
    let buckets: [[UInt64]]
  }

  private struct ProbeLine: Decodable {
    let scenario: String
    let probe: String
    let runs: UInt64
    let times: UInt64
    let declared: Bool
    let expectedWithin: Int?
  }

  private struct SummaryLine: Decodable {
    let passed: Int
    let failed: Int
    let digest: String
    let wallNs: Int64
  }

  /// Reads the file from end to end; only what stands behind the runs is kept.
  init(_ path: String) throws(UsageError) {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    var results = 0
    var tallies: [TallyLine] = []
    var latencies: [LatencyLine] = []
    var probes: [ProbeLine] = []
    var extent: SweepExtent?
    var summary: SummaryLine?
    var lines = try ResultLines(path)
    while let line = try lines.next() {
      func decode<Line: Decodable>(_ type: Line.Type) throws(UsageError) -> Line {
        do {
          return try decoder.decode(type, from: Data(line.utf8))
        } catch {
          throw .unreadable(path: path, reason: "line \(lines.number) lacks what it should hold")
        }
      }
      switch Self.kind(of: line) {
      case "result": results += 1
      case "tally": tallies.append(try decode(TallyLine.self))
      case "latency": latencies.append(try decode(LatencyLine.self))
      case "probe": probes.append(try decode(ProbeLine.self))
      case "shrunk": break
      case "sweep": extent = try decode(SweepExtent.self)
      case "summary": summary = try decode(SummaryLine.self)
      default:
        throw .unreadable(
          path: path, reason: "line \(lines.number) is no line of `rehearse sweep --format json`")
      }
    }
    guard let extent, let summary, let digest = UInt64(summary.digest, radix: 16) else {
      throw .unreadable(
        path: path,
        reason: "it does not end with a summary; it was cut off, or is not of `rehearse sweep`")
    }
    self.path = path
    self.extent = extent
    total = Tally(passed: summary.passed, failed: summary.failed, digest: digest)
    wallTime = .nanoseconds(summary.wallNs)
    var tally = try Self.tally(extent, tallies, latencies, path: path)
    try Self.add(probes, to: &tally, path: path)
    self.tally = tally
    guard total.runs == results, extent.end - extent.first == results else {
      throw .unreadable(
        path: path, reason: "it holds \(results) results where its summary says \(total.runs)")
    }
  }

  private static func tally(
    _ extent: SweepExtent, _ tallies: [TallyLine], _ latencies: [LatencyLine], path: String
  ) throws(UsageError) -> SweepTally {
    var tally = SweepTally(extent.scenarios)
    for line in tallies {
      let isKnown = tally.change(line.scenario) { row in
        row.passed = line.passed
        row.failed = line.failed
        row.firstFailure = line.firstFailure
      }
      guard isKnown else { throw .unreadable(path: path, reason: "it counts \(line.scenario)") }
    }
    for line in latencies {
      let buckets = line.buckets.filter { $0.count == 2 }.map { (Int(clamping: $0[0]), $0[1]) }
      let histogram = LatencyHistogram(
        least: line.minNs, greatest: line.maxNs, buckets: buckets)
      guard let histogram, buckets.count == line.buckets.count,
        tally.change(line.scenario, { $0.add(histogram, to: line.measure) })
      else {
        throw .unreadable(path: path, reason: "its latencies of \(line.scenario) are malformed")
      }
    }
    return tally
  }

  private static func add(
    _ probes: [ProbeLine], to tally: inout SweepTally, path: String
  ) throws(UsageError) {
    for line in probes {
      let isKnown = tally.change(line.scenario) { row in
        row.add(
          ProbeTally(
            name: line.probe, runs: line.runs, times: line.times, isDeclared: line.declared,
            expectedWithin: line.expectedWithin))
      }
      guard isKnown else {
        throw .unreadable(path: path, reason: "it counts probes of \(line.scenario)")
      }
    }
  }

  /// Copies the lines of the runs.
  func copyResults(to sink: ResultSink) throws {
    var lines = try ResultLines(path)
    while let line = try lines.next() {
      if Self.kind(of: line) == "result" { try sink.write(line + "\n") }
    }
  }

  /// The kind of a line: the second member of each, behind the version.
  private static func kind(of line: String) -> Substring? {
    let head = "{\"version\":\(JSONLine.version),\"kind\":\""
    guard line.hasPrefix(head) else { return nil }
    return line.dropFirst(head.count).prefix { $0 != "\"" }
  }
}

/// The lines of a result file, read piece by piece.
private struct ResultLines {
  /// The number of the line that was read last, from 1.
  private(set) var number = 0
  private let path: String
  private var reader: LineReader

  init(_ path: String) throws(UsageError) {
    self.path = path
    do {
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      reader = LineReader { try handle.read(upToCount: 1 << 18) ?? Data() }
    } catch {
      throw .unreadable(path: path, reason: ResultSink.reason(of: error))
    }
  }

  mutating func next() throws(UsageError) -> String? {
    number += 1
    do {
      return try reader.next()
    } catch {
      throw .unreadable(path: path, reason: ResultSink.reason(of: error))
    }
  }
}
