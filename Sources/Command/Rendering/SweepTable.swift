internal import Harness
import Simulator

/// The results of a sweep, as a table and a list of failures.
struct SweepTable {
  private let tally: SweepTally
  private let style: Style

  init(_ tally: SweepTally, style: Style) {
    self.tally = tally
    self.style = style
  }

  /// The table, and how to see the first failure of each scenario again.
  var text: String {
    var rows = [
      ["scenario", "passed", "failed", "different", "measured", "median", "99 %", "worst"]
    ]
    for row in tally.rows {
      let head = [
        row.scenario, "\(row.passed)", "\(row.failed)", "\(row.variety.count.distinct)",
      ]
      let latencies = row.latencies.map { Self.cells($0) }
      rows.append(head + (latencies.first ?? []))
      for latency in latencies.dropFirst() { rows.append(["", "", "", ""] + latency) }
    }
    let lines = Columns.lines(rows, right: [1, 2, 3, 5, 6, 7])
    let table = ([style.strong(lines[0])] + lines.dropFirst()).joined(separator: "\n")
    return table + "\n\n" + failures + VarietyText(tally).text
  }

  private static func cells(_ latency: SweepTally.Latency) -> [String] {
    let histogram = latency.histogram
    return [latency.measure]
      + [histogram.quantile(0.5), histogram.quantile(0.99), histogram.greatest].map {
        $0.map { Duration.nanoseconds($0).stopwatch } ?? "-"
      }
  }

  private var failures: String {
    tally.rows.compactMap { row -> String? in
      guard let failure = row.firstFailure else { return nil }
      let title =
        style.bad("✗ \(row.scenario)")
        + " failed \(row.failed == 1 ? "once" : "\(row.failed) times; the first time"):"
      let token = try? ReplayToken(parsing: failure.replay)
      let command = token.map { StoryText.commandLine(replaying: $0) } ?? failure.replay.visibleLine
      return [title, failure.summary.wrapped(to: 92, indent: "    "), "    " + command, "\n"]
        .joined(separator: "\n")
    }.joined()
  }
}
