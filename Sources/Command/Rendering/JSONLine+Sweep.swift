internal import Harness
import Simulator

extension JSONLine {
  /// The lines between the results of a sweep and its summary, each with its check.
  ///
  /// - Parameters:
  ///   - seal: The seal of the lines of the results.
  ///   - wallTime: That of the summary.
  static func sweep(
    _ tally: SweepTally, _ extent: SweepExtent, seal: ResultSeal, wallTime: Duration
  ) -> [String] {
    var seal = seal
    let counts = tally.rows.flatMap {
      [Self.tally($0)] + latencies($0) + probes($0) + [variety($0)]
    }.map { line in
      let (line, check) = LineCheck.sealed(line)
      seal.add(check: check)
      return line
    }
    return counts + [LineCheck.sealed(self.extent(extent, seal.member(summary: wallTime))).line]
  }

  private static func tally(_ row: SweepTally.Row) -> String {
    text(
      kind: "tally",
      [
        "scenario": .string(row.scenario),
        "passed": .integer(Int64(row.passed)),
        "failed": .integer(Int64(row.failed)),
        "first_failure": row.firstFailure.map {
          .members(["replay": .string($0.replay), "summary": .string($0.summary)])
        } ?? .null,
      ])
  }

  private static func latencies(_ row: SweepTally.Row) -> [String] {
    row.latencies.map { latency in
      let histogram = latency.histogram
      return text(
        kind: "latency",
        [
          "scenario": .string(row.scenario),
          "measure": .string(latency.measure),
          "count": .unsigned(histogram.count),
          "min_ns": .integer(histogram.least ?? 0),
          "p50_ns": .integer(histogram.quantile(0.5) ?? 0),
          "p90_ns": .integer(histogram.quantile(0.9) ?? 0),
          "p99_ns": .integer(histogram.quantile(0.99) ?? 0),
          "max_ns": .integer(histogram.greatest ?? 0),
          "buckets": .array(
            histogram.buckets.map { .array([.integer(Int64($0.index)), .unsigned($0.count)]) }),
        ])
    }
  }

  private static func probes(_ row: SweepTally.Row) -> [String] {
    row.probes.map { probe in
      text(
        kind: "probe",
        [
          "scenario": .string(row.scenario),
          "probe": .string(probe.name),
          "runs": .unsigned(probe.runs),
          "times": .unsigned(probe.times),
          "declared": .boolean(probe.isDeclared),
          "expected_within": probe.expectedWithin.map { .integer(Int64($0)) } ?? .null,
        ])
    }
  }

  private static func variety(_ row: SweepTally.Row) -> String {
    let (distinct, lastNew) = row.variety.count
    return text(
      kind: "variety",
      [
        "scenario": .string(row.scenario),
        "runs": .integer(Int64(row.variety.runs)),
        "distinct": .integer(Int64(distinct)),
        "last_new": lastNew.map { .integer(Int64($0 + 1)) } ?? .null,
      ])
  }

  private static func extent(_ extent: SweepExtent, _ checksum: JSONValue.Member) -> String {
    text(
      kind: "sweep",
      [
        "scenarios": .strings(extent.scenarios),
        "seeds": .string(extent.seeds),
        "schedule": .string(extent.schedule),
        "build": .string(extent.build),
        "shard": .string(extent.shard),
        "first": .integer(Int64(extent.first)),
        "end": .integer(Int64(extent.end)),
        "total": .integer(Int64(extent.total)),
        "stopped": .optional(extent.stopped),
      ],
      and: (extent.faults.map { [.init(name: "faults", value: .string($0))] } ?? [])
        + (extent.knobs.map { [.init(name: "knobs", value: .string($0))] } ?? []) + [checksum])
  }
}
