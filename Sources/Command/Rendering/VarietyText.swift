import Simulator

/// How different the runs of a sweep were, and which scenarios show nothing new any more.
struct VarietyText {
  private let tally: SweepTally

  init(_ tally: SweepTally) { self.tally = tally }

  /// So many runs of a scenario say whether more of them would bring anything new.
  private static let enough = 20

  /// Two sentences at most; empty where there was no run.
  var text: String {
    let counts = tally.rows.filter { $0.variety.runs > 0 }
      .map { (row: $0, count: $0.variety.count) }
    guard !counts.isEmpty else { return "" }
    let runs = counts.reduce(0) { $0 + $1.row.variety.runs }
    let distinct = counts.reduce(0) { $0 + $1.count.distinct }
    var text = """
      \(distinct) of \(runs) \(runs == 1 ? "run" : "runs") were different from each other, counted by scenario.\n
      """
    let stale = counts.filter { entry in
      let runs = entry.row.variety.runs
      return runs >= Self.enough && entry.count.lastNew.map { $0 < runs / 2 } ?? false
    }
    if !stale.isEmpty {
      let names = stale.map { "\($0.row.scenario) (\($0.count.distinct))" }.joined(separator: ", ")
      let sentence = "The later half of the seeds brought nothing new to \(names)."
      text += sentence.wrapped(to: 96, indent: "") + "\n"
    }
    return text + "\n"
  }
}
