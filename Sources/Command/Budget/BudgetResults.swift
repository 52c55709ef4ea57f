import Backend
import Simulator

/// Everything that a budget found out.
struct BudgetResults: Sendable {
  /// The plan that was played.
  let plan: BudgetPlan
  /// The findings, scenario by scenario.
  let findings: [BudgetFinding]
  /// The notes beside the findings, by stage.
  let notes: [BudgetTally.StageNotes]
  /// Scenarios that measure nothing.
  let unmeasured: [String]
  /// The path to the backend that was chosen; nil where scenarios kept theirs.
  let backendPath: BackendPath?
  /// The seeds, as `--seeds` takes them.
  let seeds: String
  /// The schedule.
  let schedule: Schedule
  /// All runs, counted.
  let tally: Tally
  /// The real time that they took.
  let wallTime: Duration
  /// The reason why not all runs were played; nil when they were.
  let stopped: String?

  /// Whether every budget is kept and every run came to its end.
  var isKept: Bool {
    findings.allSatisfy { $0.verdict == .kept } && notes.allSatisfy { $0.broken == 0 }
  }

  /// One measure with one limit in one scenario, on all its stages.
  struct Group {
    let scenario: String
    let measure: String
    let limit: Int64
    var findings: [BudgetFinding]

    /// Such as `offlineRead/lte: receipt within 1 s`.
    var title: String {
      "\(scenario): \(measure) within \(Duration.nanoseconds(limit).stopwatch)"
    }
  }

  /// The findings by scenario, measure and limit, in their order.
  var groups: [Group] {
    var groups: [Group] = []
    for finding in findings {
      let place = groups.firstIndex {
        $0.scenario == finding.stage.scenario && $0.measure == finding.row.measure
          && $0.limit == finding.row.limit
      }
      if let place {
        groups[place].findings.append(finding)
      } else {
        groups.append(
          Group(
            scenario: finding.stage.scenario, measure: finding.row.measure,
            limit: finding.row.limit, findings: [finding]))
      }
    }
    return groups
  }
}
