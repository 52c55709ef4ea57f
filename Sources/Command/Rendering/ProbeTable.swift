import Simulator

/// The table of how often a sweep reached each probe, over all its scenarios.
struct ProbeTable {
  private let tally: SweepTally
  private let style: Style

  init(_ tally: SweepTally, style: Style) {
    self.tally = tally
    self.style = style
  }

  /// The table, and what was missed where a whole sweep is judged; nothing where there are no probes.
  ///
  /// - Parameter isJudged: Whether these are all runs of the sweep.
  func text(isJudged: Bool) -> String {
    var sums: [ProbeTally] = []
    for probe in tally.rows.flatMap(\.probes) {
      if let index = sums.firstIndex(where: { $0.name == probe.name }) {
        sums[index].add(probe)
      } else {
        sums.append(probe)
      }
    }
    guard !sums.isEmpty else { return "" }
    let rows = [["probe", "runs", "times"]] + sums.map { [$0.name, "\($0.runs)", "\($0.times)"] }
    let lines = Columns.lines(rows, right: [1, 2])
    let table = ([style.strong(lines[0])] + lines.dropFirst()).joined(separator: "\n") + "\n\n"
    guard isJudged else { return table }
    return table
      + tally.probeComplaints.map { style.bad("✗ ") + $0.visible + "\n\n" }.joined()
  }
}
